"""Robots, sensors, actuators and objects of a ``morse.Simulation``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union

from morse.pose import Pose, array

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from morse.joints import Joints
    from morse.simulation import Simulation

T = TypeVar("T")

#: Numbers of a vector: a sequence or an array.
Numbers = Union[Sequence[float], "NDArray[numpy.float64]"]


class Components(Mapping[str, T], Generic[T]):
    """Components of one kind by full name. A unique last part of the name is enough, such as ``pose``."""

    def __init__(self, kind: str, named: dict[str, T]) -> None:
        self._kind = kind
        self._named = named

    def __getitem__(self, name: str) -> T:
        if name in self._named:
            return self._named[name]
        short = [full for full in self._named if isinstance(name, str) and full.endswith("." + name)]
        if len(short) == 1:
            return self._named[short[0]]
        known = ", ".join(short or self._named) or "none"
        raise KeyError(f"there is no {self._kind} {name!r}; there are: {known}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)

    def __repr__(self) -> str:
        return f"<{self._kind}s: {', '.join(self._named) or 'none'}>"


class PlacedObject:
    """An object of the world: a passive object or a robot."""

    def __init__(self, simulation: Simulation, name: str) -> None:
        self._simulation = simulation
        self.name = name

    @property
    def pose(self) -> Pose:
        """Pose in the world.

        Setting it moves the object, at rest: a Pose, a position [m], or x, y, z [m] and yaw [rad].
        """
        (position, quaternion), _, _ = self._simulation._engine.state(self.name)
        return Pose(array(position), array(quaternion))

    @pose.setter
    def pose(self, pose: Pose | Numbers) -> None:
        self.place(pose)

    def place(self, pose: Pose | Numbers, linear: Numbers = (0, 0, 0), angular: Numbers = (0, 0, 0)) -> None:
        """Set pose (as the property) and velocities along and about the axes of the world. [m/s, rad/s]"""
        quaternion: Sequence[float]
        if isinstance(pose, Pose):
            position, quaternion = _numbers("position", pose.position, 3), _numbers("quaternion", pose.quaternion, 4)
        elif len(pose) == 4:
            position, yaw = _numbers("pose", pose, 4)[:3], float(pose[3])
            quaternion = [0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)]
        else:
            position = _numbers("position", pose, 3)
            _, quaternion = self._simulation._engine.state(self.name)[0]
        velocities = _numbers("linear", linear, 3), _numbers("angular", angular, 3)
        self._simulation._engine.set_state(self.name, position, quaternion, *velocities)

    @property
    def velocity(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]:
        """Linear and angular velocity along the axes of the world. [m/s, rad/s]"""
        _, linear, angular = self._simulation._engine.state(self.name)
        return array(linear), array(angular)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name!r}>"


def _numbers(what: str, numbers: Iterable[float], count: int) -> list[float]:
    listed = [float(number) for number in numbers]
    if len(listed) != count:
        raise ValueError(f"{what} must have {count} numbers, got {len(listed)}")
    return listed


class Robot(PlacedObject):
    """A robot."""

    _joints: Joints | None = None

    @property
    def joints(self) -> Joints:
        """Joints of a robot from a URDF, SDF or MJCF file, by name: values, targets, kinematics."""
        if self._joints is None:
            # Imported on first use: numpy takes longer to load than the engine.
            from morse.joints import Joints

            self._joints = Joints(self._simulation, self.name)
        return self._joints

    @property
    def links(self) -> tuple[str, ...]:
        """Names of the links of a robot that have mass, in the order of its file."""
        return tuple(self._simulation._engine.links(self.name))

    @property
    def sensors(self) -> Components[Sensor]:
        """Sensors of this robot, by their names without that of the robot."""
        return self._own("sensor", self._simulation.sensors)

    @property
    def actuators(self) -> Components[Actuator]:
        """Actuators of this robot, by their names without that of the robot."""
        return self._own("actuator", self._simulation.actuators)

    def _own(self, kind: str, components: Components[T]) -> Components[T]:
        prefix = self.name + "."
        own = {name[len(prefix) :]: item for name, item in components.items() if name.startswith(prefix)}
        return Components(kind, own)


class _Component:
    def __init__(self, simulation: Simulation, name: str) -> None:
        self._simulation = simulation
        self.name = name

    @property
    def fields(self) -> dict[str, str]:
        """Description, type and unit of each field."""
        fields = self._simulation._engine.fields(self.name)
        return {name: f"{doc} ({kind}{', ' + unit if unit else ''})" for name, kind, unit, doc in fields}

    @property
    def pose(self) -> Pose:
        """Pose in the world."""
        (position, quaternion), _, _ = self._simulation._engine.state(self.name)
        return Pose(array(position), array(quaternion))

    # Any: each service has its own type of result.
    def call(self, service: str, *arguments: object) -> Any:
        """Call a service of this component; see Simulation.call."""
        return self._simulation.call(self.name, service, *arguments)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name!r}>"


class Sensor(_Component):
    """A sensor. A sensor that reads on demand starts to read in the tick after the first access."""

    _is_listened_to = False

    def _listen(self) -> None:
        if not self._is_listened_to:
            self._simulation._engine.listen(self.name)
            self._is_listened_to = True

    def keep_reading(self) -> Sensor:
        """Make a sensor that reads on demand start in the next tick."""
        self._listen()
        return self

    # Any: the type of a value depends on the field.
    def read(self) -> dict[str, Any]:
        """Newest reading, by field."""
        self._listen()
        return self._simulation._engine.read(self.name)

    # Any: the type of a value depends on the field.
    def __getitem__(self, field: str) -> Any:
        """One field of the newest reading."""
        self._listen()
        return self._simulation._engine.read_field(self.name, field)

    @property
    def time(self) -> float:
        """Simulated time of the newest reading; 0 before the first. [s]"""
        return self._simulation._engine.reading_time(self.name)[0]

    @property
    def is_new(self) -> bool:
        """Whether the newest reading is from the last tick."""
        return self._simulation._engine.reading_time(self.name)[1]


class Actuator(_Component):
    """An actuator."""

    def command(self, **values: object) -> None:
        """Set the command from the next tick on; see Simulation.command."""
        self._simulation.command(self.name, **values)

    # Any: the type of a value depends on the field.
    @property
    def last_command(self) -> dict[str, Any]:
        """Current command, by field."""
        return self._simulation._engine.read(self.name)
