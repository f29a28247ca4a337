"""A learning task in a scene: actions, observations, rewards, and the start and end of episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Callable, NamedTuple

import numpy
from numpy.typing import NDArray

from morse.gym.actions import Command
from morse.gym.limits import Limits
from morse.gym.observations import Observed, names_of
from morse.gym.state import Floats, State

if TYPE_CHECKING:
    from typing import TypedDict

    from morse.scene_source import SceneSource
    from morse.simulation import Scene

    class TaskOptions(TypedDict, total=False):
        """Arguments of ``Task`` that are given by name."""

        hidden: Sequence[str]
        extra: Callable[[State], Floats | NDArray[numpy.float64]] | None
        extra_limits: Limits | None
        terminated: Callable[[State], NDArray[numpy.bool_]] | None
        success: Callable[[State], NDArray[numpy.bool_]] | None
        start: Callable[[numpy.random.Generator], Start] | None
        ticks: int
        steps_max: int

class Start(NamedTuple):
    """Start of an episode in one world."""

    #: Poses of objects by name: x, y, z [m] and yaw [rad].
    places: Mapping[str, Sequence[float]] = {}
    #: Numbers of the episode, such as its goal: a row of ``State.memory``.
    memory: Sequence[float] = ()
    #: Masses of objects by name. [kg]
    masses: Mapping[str, float] = {}
    #: Friction coefficients of objects by name. A contact uses the product of both sides.
    frictions: Mapping[str, float] = {}
    #: Positions [rad or m] and velocities [rad/s or m/s] of all joints of robots by name, in the order of
    #: ``Joints.names``.
    joints: Mapping[str, tuple[Sequence[float], Sequence[float]]] = {}
    #: Properties of sensors and actuators, or of their modifiers, by name: ``{"robot.pose": {"pos_std": 0.1}}``.
    properties: Mapping[str, Mapping[str, float]] = {}
    #: Colors of objects by name: red, green and blue, 0 to 1. They replace the colors of materials.
    colors: Mapping[str, Sequence[float]] = {}
    #: Numbers of the patterns that cover objects, by name; whole numbers from 0 on. Equal numbers are equal patterns.
    patterns: Mapping[str, int] = {}
    #: Lamps by name: energy, and red, green and blue, 0 to 1.
    lights: Mapping[str, Sequence[float]] = {}
    #: Poses of components, such as cameras, on their robots by full name: x, y, z [m], roll, pitch and yaw [rad].
    mounts: Mapping[str, Sequence[float]] = {}
    #: States of objects in the world by name: x, y, z [m], a quaternion x, y, z, w, linear [m/s] and angular velocity
    #: [rad/s].
    states: Mapping[str, Sequence[float]] = {}

    def variables(self) -> list[tuple[str, str, str]]:
        """Variables that it sets: kind, object or component, and property."""
        return [
            *(("place", name, "") for name in self.places),
            *(("state", name, "") for name in self.states),
            *(("mass", name, "") for name in self.masses),
            *(("friction", name, "") for name in self.frictions),
            *(("color", name, "") for name in self.colors),
            *(("pattern", name, "") for name in self.patterns),
            *(("light", name, "") for name in self.lights),
            *(("mount", name, "") for name in self.mounts),
            *(("joints", name, "") for name in self.joints),
            *(("property", name, key) for name, values in self.properties.items() for key in values),
        ]

    def numbers(self) -> list[float]:
        """The numbers of its variables, in the order of ``variables``."""
        levels = [level for values in self.properties.values() for level in values.values()]
        joints = [number for rows in self.joints.values() for row in rows for number in row]

        def all_of(rows: Mapping[str, Sequence[float]]) -> list[float]:
            return [number for row in rows.values() for number in row]

        return [
            *all_of(self.places),
            *all_of(self.states),
            *self.masses.values(),
            *self.frictions.values(),
            *all_of(self.colors),
            *self.patterns.values(),
            *all_of(self.lights),
            *all_of(self.mounts),
            *joints,
            *levels,
        ]

    def check(self) -> None:
        """Raise ValueError for a variable with a wrong number of numbers."""
        expected: tuple[tuple[str, Mapping[str, Sequence[float]], int, str], ...] = (
            ("place", self.places, 4, "x, y, z and yaw"),
            ("state", self.states, 13, "position, quaternion and two velocities"),
            ("color", self.colors, 3, "red, green and blue"),
            ("light", self.lights, 4, "energy, red, green and blue"),
            ("mount", self.mounts, 6, "x, y, z, roll, pitch and yaw"),
        )
        for kind, rows, count, meaning in expected:
            for name, row in rows.items():
                if len(row) != count:
                    raise ValueError(f"a {kind} is {meaning}, got {row!r} for {name!r}")


class Task:
    """A learning task in a scene.

    ``actions`` are fields of actuators with their limits: ``{"robot.motion.v": (-1, 1)}``; or a list of commands, of
    which an action chooses one: ``[{"robot.motion.v": 0.0}, {"robot.motion.v": 1.0}]``. ``observations`` are fields of
    sensors with their limits: ``{"robot.sick.range_list": (0, 30)}``; values beyond a limit are clipped. Numbers are
    observed as one array. A picture alone is an array of its own: of bytes with the limits (0, 255), or of depths.
    Groups of fields, ``{"state": {"robot.pose.x": (-9, 9)}, "camera": {"robot.camera.image": (0, 255)}}``, and pictures
    beside other fields make a dictionary. The result of ``extra``, with the limits ``extra_limits``, is observed too.
    ``hidden`` are fields for rewards that are not observed. Every robot and object has three more fields with exact
    values: ``robot.@pose`` (x, y, z [m] and a quaternion x, y, z, w), ``robot.@yaw`` [rad] and ``robot.@velocity``
    (linear [m/s] and angular [rad/s]). Robots with joints have ``arm.@joint_position`` [rad or m],
    ``arm.@joint_velocity`` [rad/s or m/s] and ``arm.@joint_effort`` [N m or N, 0 where it is not known], in the order
    of ``Joints.names``; the action ``arm.controller.@joints`` are the targets of all joints of a JointController, with
    two lists as limits. ``arm.@joint_constraint`` are the efforts of limits, dry friction, equalities and contacts on
    the joints. For each of ``Robot.links``, and about the center of mass of the robot, ``arm.@center_of_mass`` [m]:
    ``arm.@link_inertia`` (moments xx, yy, zz, xy, xz, yz [kg m²], mass times position [kg m], mass [kg]),
    ``arm.@link_velocity`` (angular [rad/s], linear at the center of mass of the robot [m/s]) and ``arm.@link_force``
    (moment [N m] and sum [N] of the contact forces).

    ``reward``, ``extra`` and ``terminated`` are functions of the ``State`` of all worlds. Each returns an array with a
    row for each world. ``reward`` and ``terminated`` find the result of ``extra`` in ``state.extra``, and that before
    the last action in ``state.extra_before``. ``success`` is such a function too: its result is ``info["is_success"]``.
    ``start`` makes the start of an episode of one world with a random
    generator. An action lasts ``ticks`` ticks; an episode is truncated after ``steps_max`` actions.
    """

    def __init__(
        self,
        scene: Scene | SceneSource,
        actions: Mapping[str, Limits] | Sequence[Command],
        observations: Observed,
        reward: Callable[[State], Floats | NDArray[numpy.float64]],
        *,
        hidden: Sequence[str] = (),
        extra: Callable[[State], Floats | NDArray[numpy.float64]] | None = None,
        extra_limits: Limits | None = None,
        terminated: Callable[[State], NDArray[numpy.bool_]] | None = None,
        success: Callable[[State], NDArray[numpy.bool_]] | None = None,
        start: Callable[[numpy.random.Generator], Start] | None = None,
        ticks: int = 6,
        steps_max: int = 500,
    ) -> None:
        if not actions or not (observations or extra):
            raise ValueError("a task needs an action and an observation at least")
        if (extra is None) != (extra_limits is None):
            raise ValueError("extra and extra_limits belong together")
        if ticks < 1 or steps_max < 1:
            raise ValueError("ticks and steps_max must be 1 at least")
        functions = {"reward": reward, "extra": extra, "terminated": terminated, "success": success, "start": start}
        for what, function in functions.items():
            if function is not None and not callable(function):
                raise TypeError(f"{what} must be a function, not {function!r}")
        self.scene = scene
        self.actions = actions
        self.observations: Observed = dict(observations)
        self.hidden = tuple(hidden)
        self.reward = reward
        self.extra = extra
        self.extra_limits = extra_limits
        self.terminated = terminated
        self.success = success
        self.start = start
        self.ticks = ticks
        self.steps_max = steps_max

    def fields(self, prefix: str = "") -> list[str]:
        """Names of the observed fields, with a prefix."""
        return [prefix + name for name in names_of(self.observations)]
