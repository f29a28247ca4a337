"""Components that a robot's own file declares: Robot.append_declared()."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from morse.builder import actuators, sensors
from morse.builder.script import arguments, report
from morse.builder.script.environment_files import folders
from morse.core.exceptions import MorseBuilderError
from morse.robot_file.declarations import ENDINGS, RobotFileError, declarations
from morse.robot_file.mapping import Component, mapped
from morse.robot_file.structure import ENDINGS as STRUCTURED
from morse.robot_file.structure import Structure, structure

if TYPE_CHECKING:
    from morse.builder.abstractcomponent import AbstractComponent
    from morse.builder.morsebuilder import Robot

_CATEGORY = "robots"
#: Sensors of forces, which robots with joints have.
_OF_JOINTS = ("ContactSensor", "ForceTorqueSensor")
#: Middlewares whose streams have topics.
_WITH_TOPICS = ("ros", "ros2")


def append_declared(
    robot: Robot, interface: str | None, is_of_world: bool = False
) -> dict[str, AbstractComponent]:
    """Append the components that the file of a robot declares, and warn of declarations without one.

    Models of a world that have no joints get no sensors of forces, which would end the run with an error.
    """
    if interface is not None:
        arguments.text("append_declared", "interface", interface)
    path = _file_of(robot, "append_declared")
    try:
        results = mapped(declarations(path))
    except RobotFileError as problem:
        raise MorseBuilderError(f"append_declared: {problem}") from None
    robot.options["appends_declared"] = True
    appended: dict[str, AbstractComponent] = {}
    for one in results:
        if one.reason:
            what = f"<{one.declaration.element}> {one.declaration.name}"
            report.warn(f"{what} of {os.path.basename(path)} becomes no component: {one.reason}", robot)
        for made in one.components:
            if is_of_world and made.builder in _OF_JOINTS and not structure(path).joints:
                what = f"<{one.declaration.element}> {one.declaration.name}"
                report.warn(f"{what} becomes no {made.builder}: its robot has no joints that move", robot)
                continue
            appended[made.name] = _append(robot, made, interface)
    return appended


def _append(robot: Robot, made: Component, interface: str | None) -> AbstractComponent:
    module = sensors if hasattr(sensors, made.builder) else actuators
    component: AbstractComponent = getattr(module, made.builder)(made.name)
    component.translate(*made.pose[:3])
    component.rotate(*made.pose[3:])
    if made.level:
        component.level(made.level)
    if made.rate_hz:
        component.frequency(made.rate_hz)
    if made.properties:
        component.properties(**made.properties)
    robot.append(component, link=made.link)
    if interface in _WITH_TOPICS:
        topic = {"topic": made.topic if made.topic.startswith("/") else f"/{made.topic}"} if made.topic else {}
        component.add_stream(interface, **topic)
        component.add_service(interface)
    elif interface is not None:
        component.add_interface(interface)
    return component


def structure_of(robot: Robot, what: str) -> Structure:
    """Names of the links and joints of the file of a robot; ``what`` asks for them, for errors.

    Raises MorseBuilderError for a robot without such a file.
    """
    try:
        return structure(_file_of(robot, what, STRUCTURED))
    except RobotFileError as problem:
        raise MorseBuilderError(f"{what}: {problem}") from None


def _file_of(robot: Robot, what: str, endings: tuple[str, ...] = ENDINGS) -> str:
    """The path of the file of a robot, which is searched like a model."""
    name = robot.model["file"] if robot.model else ""
    paths = list(_paths(name, endings)) if name else []
    found = next(filter(os.path.isfile, paths), None)
    if found is None or not found.endswith(endings):
        known = ", ".join(endings)
        raise MorseBuilderError(
            f"{what}: {robot.name or 'the robot'} has no file that declares them: "
            f"its model is {name or 'none'!r}; give Robot() the path of a file ({known} or .xacro)"
        )
    return found


def _paths(name: str, endings: tuple[str, ...]) -> Iterator[str]:
    places = [folder for base in folders() for folder in (base, os.path.join(base, _CATEGORY))]
    stems = [os.path.abspath(os.path.expanduser(name)), *(os.path.join(folder, name) for folder in places)]
    for stem in stems:
        yield stem
        yield from (stem + ending for ending in endings)
