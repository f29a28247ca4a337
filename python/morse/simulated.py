"""Robots, sensors, actuators and objects of a simulation, as programs read and command them."""

import math
from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, List, Mapping, NamedTuple, Sequence, Tuple, TypeVar

if TYPE_CHECKING:
    from morse.simulation import Simulation

T = TypeVar("T")


def _array(numbers: Sequence[float]) -> Any:
    """Numbers as an array of numpy, or as a list where it is not installed."""
    try:
        import numpy
    except ImportError:
        return list(numbers)
    return numpy.array(numbers)


class Pose(NamedTuple):
    """A pose in the world."""

    #: x, y, z. [m]
    position: Any
    #: Quaternion x, y, z, w.
    quaternion: Any

    @property
    def euler(self) -> Tuple[float, float, float]:
        """Roll, pitch and yaw; rotations about x, y, z in this order. [rad]"""
        x, y, z, w = (float(part) for part in self.quaternion)
        roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
        pitch = math.asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x))))
        yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        return roll, pitch, yaw

    @property
    def yaw(self) -> float:
        """Rotation about the vertical. [rad]"""
        return self.euler[2]

    @property
    def matrix(self) -> Any:
        """The transform from the object to the world: four rows of four numbers."""
        x, y, z, w = (float(part) for part in self.quaternion)
        px, py, pz = (float(part) for part in self.position)
        return _array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), px],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), py],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), pz],
                [0.0, 0.0, 0.0, 1.0],
            ]
        )


class Components(Mapping[str, T], Generic[T]):
    """Components of one kind by full name. A name may be shortened where it stays unique."""

    def __init__(self, kind: str, named: Dict[str, T]) -> None:
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
    """An object of the world."""

    def __init__(self, simulation: "Simulation", name: str) -> None:
        self._simulation = simulation
        self.name = name

    @property
    def pose(self) -> Pose:
        """Where it is in the world. Setting it moves the object, at rest: a Pose, a position, or x, y, z and yaw."""
        (position, quaternion), _, _ = self._simulation._engine.state(self.name)
        return Pose(_array(position), _array(quaternion))

    @pose.setter
    def pose(self, pose: Any) -> None:
        self.place(pose)

    def place(self, pose: Any, linear: Sequence[float] = (0, 0, 0), angular: Sequence[float] = (0, 0, 0)) -> None:
        """Move it, with velocities along and about the axes of the world. [m/s, rad/s]"""
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
    def velocity(self) -> Tuple[Any, Any]:
        """Linear and angular velocity along the axes of the world. [m/s, rad/s]"""
        _, linear, angular = self._simulation._engine.state(self.name)
        return _array(linear), _array(angular)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name!r}>"


def _numbers(what: str, numbers: Sequence[float], count: int) -> List[float]:
    listed = [float(number) for number in numbers]
    if len(listed) != count:
        raise ValueError(f"{what} must have {count} numbers, got {len(listed)}")
    return listed


class Robot(PlacedObject):
    """A robot."""

    @property
    def sensors(self) -> "Components[Sensor]":
        """Its sensors, by their names on it."""
        return self._own("sensor", self._simulation.sensors)

    @property
    def actuators(self) -> "Components[Actuator]":
        """Its actuators, by their names on it."""
        return self._own("actuator", self._simulation.actuators)

    def _own(self, kind: str, every: "Components[T]") -> "Components[T]":
        start = self.name + "."
        return Components(kind, {name[len(start) :]: it for name, it in every.items() if name.startswith(start)})


class _Component:
    def __init__(self, simulation: "Simulation", name: str) -> None:
        self._simulation = simulation
        self.name = name

    @property
    def fields(self) -> Dict[str, str]:
        """Its fields: what each means, with its type and unit."""
        told = self._simulation._engine.fields(self.name)
        return {name: f"{doc} ({kind}{', ' + unit if unit else ''})" for name, kind, unit, doc in told}

    @property
    def pose(self) -> Pose:
        """Where it is in the world."""
        (position, quaternion), _, _ = self._simulation._engine.state(self.name)
        return Pose(_array(position), _array(quaternion))

    def call(self, service: str, *arguments: Any) -> Any:
        """Call one of its services; see Simulation.call."""
        return self._simulation.call(self.name, service, *arguments)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name!r}>"


class Sensor(_Component):
    """A sensor. The first look at it has it read from the next tick on, if it reads only for somebody."""

    _is_listened_to = False

    def _listen(self) -> None:
        if not self._is_listened_to:
            self._simulation._engine.listen(self.name)
            self._is_listened_to = True

    def keep_reading(self) -> "Sensor":
        """Have it read from the next tick on, although nobody has looked at it yet."""
        self._listen()
        return self

    def read(self) -> Dict[str, Any]:
        """Its newest reading, by field."""
        self._listen()
        return self._simulation._engine.read(self.name)

    def __getitem__(self, field: str) -> Any:
        """One field of its newest reading."""
        self._listen()
        return self._simulation._engine.read_field(self.name, field)

    @property
    def time(self) -> float:
        """Simulated time of the newest reading; 0 before the first. [s]"""
        return self._simulation._engine.reading_time(self.name)[0]

    @property
    def is_new(self) -> bool:
        """Whether it has read in the last tick."""
        return self._simulation._engine.reading_time(self.name)[1]


class Actuator(_Component):
    """An actuator."""

    def command(self, **values: Any) -> None:
        """Command it; see Simulation.command."""
        self._simulation.command(self.name, **values)

    @property
    def last_command(self) -> Dict[str, Any]:
        """The command in force, by field."""
        return self._simulation._engine.read(self.name)
