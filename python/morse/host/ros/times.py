"""Times and durations of ROS, with the names of both versions."""

import numbers
from typing import Any, Tuple

_SECOND_NS = 1_000_000_000


def _canonical(secs: int, nsecs: int) -> Tuple[int, int]:
    return secs + nsecs // _SECOND_NS, nsecs % _SECOND_NS


class TVal:
    """Seconds and nanoseconds after them, of a time or a duration."""

    __slots__ = ["secs", "nsecs"]

    def __init__(self, secs: Any = 0, nsecs: Any = 0) -> None:
        if not isinstance(secs, numbers.Integral):
            if nsecs != 0:
                raise ValueError("if secs is a float, nsecs cannot be set")
            secs, nsecs = int(secs), int((secs - int(secs)) * _SECOND_NS)
        self.secs, self.nsecs = _canonical(int(secs), int(nsecs))

    @property
    def sec(self) -> int:
        """The seconds, as ROS 2 calls them."""
        return self.secs

    @sec.setter
    def sec(self, sec: int) -> None:
        self.secs = sec

    @property
    def nanosec(self) -> int:
        """The nanoseconds, as ROS 2 calls them."""
        return self.nsecs

    @nanosec.setter
    def nanosec(self, nanosec: int) -> None:
        self.nsecs = nanosec

    @classmethod
    def from_sec(cls, float_secs: float) -> Any:
        """The value of seconds with a fraction."""
        return cls(int(float_secs), int((float_secs - int(float_secs)) * _SECOND_NS))

    @classmethod
    def from_seconds(cls, float_secs: float) -> Any:
        """The value of seconds with a fraction."""
        return cls.from_sec(float_secs)

    def is_zero(self) -> bool:
        """Whether it is zero."""
        return self.secs == 0 and self.nsecs == 0

    def set(self, secs: int, nsecs: int) -> None:
        """Set both parts."""
        self.secs, self.nsecs = secs, nsecs

    def canon(self) -> None:
        """Bring the nanoseconds between 0 and 1e9."""
        self.secs, self.nsecs = _canonical(self.secs, self.nsecs)

    def to_sec(self) -> float:
        """Seconds with a fraction."""
        return self.secs + self.nsecs / 1e9

    def to_nsec(self) -> int:
        """Nanoseconds."""
        return self.secs * _SECOND_NS + self.nsecs

    def __hash__(self) -> int:
        return hash((self.secs, self.nsecs))

    def __bool__(self) -> bool:
        return not self.is_zero()

    def __str__(self) -> str:
        return str(self.to_nsec())

    def __repr__(self) -> str:
        return f"genpy.{type(self).__name__}[{self.to_nsec()}]"

    # Values of genpy and of this module can be compared and added: they have the same parts.

    def _is_like(self, other: Any) -> bool:
        return type(other).__name__ == type(self).__name__ and hasattr(other, "nsecs")

    def __eq__(self, other: Any) -> bool:
        return self._is_like(other) and self.to_nsec() == other.to_nsec()

    def __lt__(self, other: Any) -> Any:
        return self.to_nsec() < other.to_nsec() if self._is_like(other) else NotImplemented

    def __le__(self, other: Any) -> Any:
        return self.to_nsec() <= other.to_nsec() if self._is_like(other) else NotImplemented

    def __gt__(self, other: Any) -> Any:
        return self.to_nsec() > other.to_nsec() if self._is_like(other) else NotImplemented

    def __ge__(self, other: Any) -> Any:
        return self.to_nsec() >= other.to_nsec() if self._is_like(other) else NotImplemented

    def __getstate__(self) -> Any:
        return [self.secs, self.nsecs]

    def __setstate__(self, state: Any) -> None:
        self.secs, self.nsecs = state


def _is_duration(value: Any) -> bool:
    return type(value).__name__ == "Duration" and hasattr(value, "nsecs")


class Time(TVal):
    """A time since the epoch."""

    __slots__: list = []

    def __init__(self, secs: Any = 0, nsecs: Any = 0) -> None:
        super().__init__(secs, nsecs)
        if self.secs < 0:
            raise TypeError("time values must be positive")

    def to_time(self) -> float:
        """Seconds with a fraction."""
        return self.to_sec()

    def __add__(self, other: Any) -> Any:
        if not _is_duration(other):
            return NotImplemented
        return type(self)(self.secs + other.secs, self.nsecs + other.nsecs)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if _is_duration(other):
            return type(self)(self.secs - other.secs, self.nsecs - other.nsecs)
        if type(other).__name__ == "Time" and hasattr(other, "nsecs"):
            return Duration(self.secs - other.secs, self.nsecs - other.nsecs)
        return NotImplemented


class Duration(TVal):
    """A difference of times."""

    __slots__: list = []

    def __neg__(self) -> "Duration":
        return type(self)(-self.secs, -self.nsecs)

    def __abs__(self) -> "Duration":
        return self if self.secs >= 0 else -self

    def __add__(self, other: Any) -> Any:
        if not _is_duration(other):
            return NotImplemented
        return type(self)(self.secs + other.secs, self.nsecs + other.nsecs)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        if not _is_duration(other):
            return NotImplemented
        return type(self)(self.secs - other.secs, self.nsecs - other.nsecs)

    def __mul__(self, value: Any) -> Any:
        if isinstance(value, numbers.Integral):
            return type(self)(self.secs * value, self.nsecs * value)
        return self.from_sec(self.to_sec() * value) if isinstance(value, numbers.Real) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, value: Any) -> Any:
        if isinstance(value, numbers.Real):
            return self.from_sec(self.to_sec() / value)
        return self.to_sec() / value.to_sec() if _is_duration(value) else NotImplemented

    def __floordiv__(self, value: Any) -> Any:
        if isinstance(value, numbers.Real):
            return self.from_sec(self.to_sec() // value)
        return int(self.to_sec() // value.to_sec()) if _is_duration(value) else NotImplemented

    def __mod__(self, value: Any) -> Any:
        if isinstance(value, numbers.Real):
            return self.from_sec(self.to_sec() % value)
        return self.from_sec(self.to_sec() % value.to_sec()) if _is_duration(value) else NotImplemented


def with_names_of_ros2(cls: Any) -> Any:
    """The class that ``builtin_interfaces.msg`` has: it is made of ``sec`` and ``nanosec``."""

    def init(self: Any, sec: int = 0, nanosec: int = 0) -> None:
        cls.__init__(self, sec, nanosec)

    return type(cls.__name__, (cls,), {"__slots__": [], "__doc__": cls.__doc__, "__init__": init})
