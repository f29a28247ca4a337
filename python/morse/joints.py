"""Joints of a robot of a ``morse.Simulation``: values, targets, kinematics.

    joints = sim.robots["arm"].joints
    print(joints.names, joints.position, joints["elbow"].upper)
    solution = joints.inverse_kinematics("tool", position=(0.4, 0.1, 0.5))
    joints.target = solution.positions
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Union

import numpy
from numpy.typing import NDArray

from morse._engine import CommandError
from morse.pose import Pose

if TYPE_CHECKING:
    from morse._engine import Kinematics
    from morse.simulation import Simulation

#: A number for each joint.
Positions = Union[Sequence[float], NDArray[numpy.float64]]


class JointSolution(NamedTuple):
    """A result of inverse kinematics."""

    #: A position for each joint, within the limits. [rad or m]
    positions: NDArray[numpy.float64]
    #: Whether both errors are within the tolerances. Otherwise the positions are the nearest that were found.
    is_reached: bool
    #: Distance from the wanted position. [m]
    error_m: float
    #: Angle from the wanted rotation; 0 where any rotation is wanted. [rad]
    error_rad: float


class Joint:
    """A joint."""

    def __init__(
        self, joints: Joints, index: int, name: str, kind: str, lower: float, upper: float, speed: float, effort: float
    ) -> None:
        self._joints = joints
        self._index = index
        self.name = name
        #: ``revolute``, ``continuous`` or ``prismatic``.
        self.kind = kind
        #: Lowest and highest position, infinite without limits. [rad or m]
        self.lower, self.upper = lower, upper
        #: Maximum speed of drives. [rad/s or m/s]
        self.max_velocity = speed
        #: Maximum effort of drives. [N m or N]
        self.max_effort = effort

    @property
    def position(self) -> float:
        """Position. [rad or m]"""
        return float(self._joints.position[self._index])

    @property
    def velocity(self) -> float:
        """Velocity. [rad/s or m/s]"""
        return float(self._joints.velocity[self._index])

    @property
    def effort(self) -> float:
        """Effort of the drive; NaN where it is not known. [N m or N]"""
        return float(self._joints.effort[self._index])

    @property
    def target(self) -> float:
        """Target of its controller, which can be set; NaN without a controller."""
        return float(self._joints.target[self._index])

    @target.setter
    def target(self, value: float) -> None:
        self._joints.command({self.name: value})

    def __repr__(self) -> str:
        return f"<joint {self.name!r}>"


class Joints(Mapping[str, Joint]):
    """Joints of a robot that was read from a URDF, SDF or MJCF file, by name. Mimic joints follow one of them.

    Arrays have a number for each joint, in the order of ``names``. They are copies. Positions that are arguments are
    such arrays; without them, kinematics are those of the present positions.
    """

    def __init__(self, simulation: Simulation, robot: str) -> None:
        self._simulation = simulation
        self._robot = robot
        rows = simulation._engine.joints(robot)
        self._joints = {row[0]: Joint(self, index, *row) for index, row in enumerate(rows)}
        self._controllers: list[tuple[str, list[str]]] | None = None
        self._kinematics: Kinematics | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the joints, in the order of all arrays."""
        return tuple(self._joints)

    # Values ----------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> NDArray[numpy.float64]:
        """Positions. [rad or m]"""
        return self._simulation._engine.joint_values(self._robot, "position")

    @property
    def velocity(self) -> NDArray[numpy.float64]:
        """Velocities. [rad/s or m/s]"""
        return self._simulation._engine.joint_values(self._robot, "velocity")

    @property
    def effort(self) -> NDArray[numpy.float64]:
        """Efforts of the drives; NaN where they are not known. [N m or N]"""
        return self._simulation._engine.joint_values(self._robot, "effort")

    @property
    def lower(self) -> NDArray[numpy.float64]:
        """Lowest positions, infinite without limits. [rad or m]"""
        return numpy.array([joint.lower for joint in self.values()])

    @property
    def upper(self) -> NDArray[numpy.float64]:
        """Highest positions, infinite without limits. [rad or m]"""
        return numpy.array([joint.upper for joint in self.values()])

    @property
    def max_velocity(self) -> NDArray[numpy.float64]:
        """Maximum speeds of drives. [rad/s or m/s]"""
        return numpy.array([joint.max_velocity for joint in self.values()])

    @property
    def max_effort(self) -> NDArray[numpy.float64]:
        """Maximum efforts of drives. [N m or N]"""
        return numpy.array([joint.max_effort for joint in self.values()])

    # Targets ---------------------------------------------------------------------------------------------------------

    @property
    def target(self) -> NDArray[numpy.float64]:
        """Targets of the JointControllers of the robot, which can be set; NaN for joints without a controller.

        They are positions [rad or m], velocities [rad/s or m/s] or efforts [N m or N], as the controller takes them.
        Setting it commands the controllers from the next tick on; NaN leaves a joint as it is.
        """
        targets = dict.fromkeys(self._joints, numpy.nan)
        for actuator, _ in self._commanding():
            targets.update(self._simulation._engine.read(actuator))
        return numpy.array([targets[name] for name in self._joints])

    @target.setter
    def target(self, values: Positions) -> None:
        numbers = numpy.asarray(values, dtype=numpy.float64)
        if numbers.shape != (len(self),):
            raise ValueError(f"targets must be {len(self)} numbers, one for each joint, got the shape {numbers.shape}")
        given = zip(self._joints, numbers.tolist())
        self.command({name: number for name, number in given if not numpy.isnan(number)})

    def command(self, targets: Mapping[str, float]) -> None:
        """Command some joints by name from the next tick on. The other joints keep their targets.

        Raises KeyError for unknown joints, CommandError for joints without a controller and for invalid numbers.
        """
        for name in targets:
            self[name]
        commands: list[tuple[str, dict[str, object]]] = []
        left = dict(targets)
        for actuator, names in self._commanding():
            own = {name: left.pop(name) for name in names if name in left}
            if own:
                commands.append((actuator, {**self._simulation._engine.read(actuator), **own}))
        if left:
            raise CommandError(
                f"no controller moves {', '.join(left)} of {self._robot}: append a JointController to the robot"
            )
        for actuator, values in commands:
            self._simulation._engine.command(actuator, values)

    def _commanding(self) -> list[tuple[str, list[str]]]:
        if self._controllers is None:
            self._controllers = self._simulation._engine.joint_controllers(self._robot)
        return self._controllers

    # Kinematics ------------------------------------------------------------------------------------------------------

    @property
    def links(self) -> list[str]:
        """Names of the links that the joints carry."""
        return self._chain().links

    def pose(self, link: str, positions: Positions | None = None) -> Pose:
        """Pose of a link in the world: forward kinematics. Mimic joints are where their leaders move them."""
        position, quaternion = self._chain().pose(self._base(), link, self._given(positions))
        return Pose(numpy.array(position), numpy.array(quaternion))

    def jacobian(
        self, link: str, positions: Positions | None = None, point: Sequence[float] = (0.0, 0.0, 0.0)
    ) -> NDArray[numpy.float64]:
        """Jacobian of a point of a link, given in the frame of the link [m]: six rows, and a column for each joint.

        The rows are the velocity of the point along the axes of the world [m/s], and the angular velocity of the link
        about them [rad/s], for a unit of the velocity of the joint. The base of the robot is at rest.
        """
        return self._chain().jacobian(self._base(), link, _three("point", point), self._given(positions))

    def inverse_kinematics(
        self,
        link: str,
        position: Sequence[float] | NDArray[numpy.float64],
        quaternion: Sequence[float] | NDArray[numpy.float64] | None = None,
        *,
        point: Sequence[float] = (0.0, 0.0, 0.0),
        start: Positions | None = None,
        tolerance_m: float = 1e-6,
        tolerance_rad: float = 1e-6,
    ) -> JointSolution:
        """Positions of the joints, within their limits, that put a point of a link to a position in the world [m].

        ``quaternion`` is the wanted rotation of the link, x, y, z, w; without it any rotation is right. ``point`` is in
        the frame of the link [m]. The search begins at ``start``, by default the present positions, and takes other
        starts where it does not succeed from there. It does not look at collisions.
        """
        rotation = None if quaternion is None else tuple(float(number) for number in quaternion)
        if rotation is not None and len(rotation) != 4:
            raise ValueError(f"quaternion must have 4 numbers, got {len(rotation)}")
        found = self._chain().solve(
            self._base(),
            link,
            _three("point", point),
            _three("position", position),
            rotation,
            (float(tolerance_m), float(tolerance_rad)),
            self._given(start),
        )
        return JointSolution(*found)

    def _chain(self) -> Kinematics:
        if self._kinematics is None:
            self._kinematics = self._simulation._engine.kinematics(self._robot)
        return self._kinematics

    def _base(self) -> tuple[tuple[float, float, float], tuple[float, float, float, float]]:
        return self._simulation._engine.state(self._robot)[0]

    def _given(self, positions: Positions | None) -> NDArray[numpy.float64]:
        if positions is None:
            return self.position
        return numpy.ascontiguousarray(positions, dtype=numpy.float64).ravel()

    # Mapping ---------------------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Joint:
        try:
            return self._joints[name]
        except KeyError:
            near = difflib.get_close_matches(str(name), self._joints, 1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            known = ", ".join(self._joints) or "none: it was not read from a URDF, SDF or MJCF file with joints"
            raise KeyError(f"{self._robot} has no joint {name!r}; its joints are {known}{meant}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._joints)

    def __len__(self) -> int:
        return len(self._joints)

    def __repr__(self) -> str:
        return f"<joints of {self._robot!r}: {', '.join(self._joints) or 'none'}>"


def _three(what: str, numbers: Sequence[float] | NDArray[numpy.float64]) -> tuple[float, float, float]:
    listed = [float(number) for number in numbers]
    if len(listed) != 3:
        raise ValueError(f"{what} must have 3 numbers, got {len(listed)}")
    x, y, z = listed
    return x, y, z
