"""The scene script of the Builder for the marked objects, and the line of each object in it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from typing import Any

import bpy

from . import catalog

#: Numbers nearer to zero are written as zero. [m or rad]
_ZERO = 1e-7


class SceneScript:
    """A scene script, line by line."""

    def __init__(self, title: str) -> None:
        self.lines: list[str] = []
        #: The object of each line.
        self.owners: list[bpy.types.Object | None] = []
        self._names = {name.lower() for name in ("env", "starts", "parameter")}
        self._reserved = {*catalog.classes(), *catalog.bases(), "Environment", "Zone", "PassiveObject", "bpymorse"}
        self.add(f'"""{title}"""')
        self.add("from morse.builder import *")
        self.add("")

    def add(self, line: str, owner: bpy.types.Object | None = None) -> None:
        """Append a line, which an object caused."""
        self.lines.append(line)
        self.owners.append(owner)

    def owner(self, line: int) -> bpy.types.Object | None:
        """The object of a line; lines are counted from 1."""
        return self.owners[line - 1] if 0 < line <= len(self.owners) else None

    def text(self) -> str:
        """The script."""
        return "\n".join(self.lines) + "\n"

    def variable(self, obj: bpy.types.Object) -> str:
        """A new variable with the name of an object, as far as Python permits it."""
        name = re.sub(r"\W", "_", obj.name)
        if not name.isidentifier() or keyword.iskeyword(name):
            name = f"object_{name}"
        if name in self._reserved:
            name = name.lower()
        free, number = name, 1
        while free.lower() in self._names or free in self._reserved:
            number += 1
            free = f"{name}_{number}"
        self._names.add(free.lower())
        return free

    def robot(self, obj: bpy.types.Object, model: str | None) -> str:
        """A robot, with a model file if its class takes one. Returns its variable."""
        name = self.variable(obj)
        settings = obj.morse
        argument = repr(model) if model is not None else ""
        self.add(f"{name} = {settings.component()}({argument})", obj)
        self._values(name, obj)
        if settings.interface != catalog.NOTHING:
            self.add(f"{name}.add_default_interface({settings.interface!r})", obj)
        return name

    def start(self, robot: str, obj: bpy.types.Object, starts: list[bpy.types.Object]) -> None:
        """The place of a robot: its own, or the start pose that the parameter ``ROBOT_start`` names."""
        if not starts:
            self.place(robot, obj, obj.matrix_world)
            return
        if len(starts) == 1:
            self.place(robot, starts[0], starts[0].matrix_world)
            return
        self.add("starts = {", obj)
        for start in starts:
            place, turn = pose(start.matrix_world)
            self.add(f"    {start.name!r}: ({place}, {turn}),", start)
        self.add("}", obj)
        self.add(f"start = parameter({robot + '_start'!r}, {starts[0].name!r})", obj)
        self.add("if start not in starts:", obj)
        self.add(f"    raise ValueError(f\"{robot}_start={{start!r}} is not one of {{', '.join(starts)}}\")", obj)
        self.add(f"{robot}.translate(*starts[start][0])", obj)
        self.add(f"{robot}.rotate(*starts[start][1])", obj)

    def component(self, robot: str, obj: bpy.types.Object, above: Any, link: str | None) -> None:
        """A sensor or actuator at its pose in the frame ``above``, on the robot or on a link of it."""
        name = self.variable(obj)
        self.add(f"{name} = {obj.morse.component()}()", obj)
        self.place(name, obj, above.inverted() @ obj.matrix_world)
        self._values(name, obj)
        if obj.morse.rate > 0.0:
            self.add(f"{name}.frequency({obj.morse.rate:.6g})", obj)
        self.add(f"{robot}.append({name})" if link is None else f"{robot}.append({name}, link={link!r})", obj)

    def zone(self, obj: bpy.types.Object) -> None:
        """A zone."""
        name = self.variable(obj)
        self.add(f"{name} = Zone({obj.morse.zone_type!r})", obj)
        self.add(f"{name}.translate({_numbers(obj.matrix_world.translation)})", obj)
        self.add(f"{name}.size = [{_numbers(abs(size) for size in obj.matrix_world.to_scale())}]", obj)

    def place(self, name: str, obj: bpy.types.Object, frame: Any) -> None:
        """The lines for the pose of a component."""
        place, turn = pose(frame)
        if place != "(0, 0, 0)":
            self.add(f"{name}.translate{place}", obj)
        if turn != "(0, 0, 0)":
            self.add(f"{name}.rotate{turn}", obj)

    def environment(self, model: str, camera: bpy.types.Object | None) -> None:
        """The environment, and the view of the camera of the scene."""
        self.add(f"env = Environment({model!r})")
        if camera is not None:
            place, turn = pose(camera.matrix_world)
            self.add(f"env.set_camera_location({place})", camera)
            self.add(f"env.set_camera_rotation({turn})", camera)

    def _values(self, name: str, obj: bpy.types.Object) -> None:
        given = {value.name: value.value() for value in obj.morse.values if value.given}
        if given:
            words = ", ".join(f"{key}={value!r}" for key, value in given.items())
            self.add(f"{name}.properties({words})", obj)


def pose(frame: Any) -> tuple[str, str]:
    """Position and XYZ Euler angles of a frame as texts. [m, rad]"""
    return f"({_numbers(frame.translation)})", f"({_numbers(frame.to_euler('XYZ'))})"


def _numbers(values: Iterable[float]) -> str:
    return ", ".join(f"{0.0 if abs(value) < _ZERO else value:.7g}" for value in values)
