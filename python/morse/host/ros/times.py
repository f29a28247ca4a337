"""Times and durations of ROS 1 and ROS 2."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

_V = TypeVar("_V", bound="TVal")

_SECOND_NS = 1_000_000_000


def _canonical(secs: int, nsecs: int) -> tuple[int, int]:
    return secs + nsecs // _SECOND_NS, nsecs % _SECOND_NS


class _Parts(Protocol):
    """A time or duration of this module or of genpy."""

    secs: int
    nsecs: int

    def to_nsec(self) -> int: ...

    def to_sec(self) -> float: ...


class TVal:
    """Base class of times and durations: seconds, and nanoseconds from 0 to 1e9."""

    __slots__ = ["secs", "nsecs"]

    def __init__(self, secs: float = 0, nsecs: float = 0) -> None:
        if not isinstance(secs, numbers.Integral):
            if nsecs != 0:
                raise ValueError("if secs is a float, nsecs cannot be set")
            secs, nsecs = int(secs), int((secs - int(secs)) * _SECOND_NS)
        self.secs, self.nsecs = _canonical(int(secs), int(nsecs))

    @property
    def sec(self) -> int:
        """``secs`` under its name in ROS 2."""
        return self.secs

    @sec.setter
    def sec(self, sec: int) -> None:
        self.secs = sec

    @property
    def nanosec(self) -> int:
        """``nsecs`` under its name in ROS 2."""
        return self.nsecs

    @nanosec.setter
    def nanosec(self, nanosec: int) -> None:
        self.nsecs = nanosec

    @classmethod
    def from_sec(cls: type[_V], float_secs: float) -> _V:
        """Convert seconds with a fraction."""
        return cls(int(float_secs), int((float_secs - int(float_secs)) * _SECOND_NS))

    @classmethod
    def from_seconds(cls: type[_V], float_secs: float) -> _V:
        """Convert seconds with a fraction."""
        return cls.from_sec(float_secs)

    def is_zero(self) -> bool:
        """Whether it is zero."""
        return self.secs == 0 and self.nsecs == 0

    def set(self, secs: int, nsecs: int) -> None:
        """Set both parts."""
        self.secs, self.nsecs = secs, nsecs

    def canon(self) -> None:
        """Normalize the nanoseconds to 0 to 1e9."""
        self.secs, self.nsecs = _canonical(self.secs, self.nsecs)

    def to_sec(self) -> float:
        """Convert to seconds with a fraction."""
        return self.secs + self.nsecs / 1e9

    def to_nsec(self) -> int:
        """Convert to nanoseconds."""
        return self.secs * _SECOND_NS + self.nsecs

    def __hash__(self) -> int:
        return hash((self.secs, self.nsecs))

    def __bool__(self) -> bool:
        return not self.is_zero()

    def __str__(self) -> str:
        return str(self.to_nsec())

    def __repr__(self) -> str:
        return f"genpy.{type(self).__name__}[{self.to_nsec()}]"

    # Values of genpy can be compared with and added to those of this module.

    def _is_like(self, other: object) -> TypeGuard[_Parts]:
        return type(other).__name__ == type(self).__name__ and hasattr(other, "nsecs")

    def __eq__(self, other: object) -> bool:
        return self._is_like(other) and self.to_nsec() == other.to_nsec()

    def __lt__(self, other: object) -> bool:
        return self.to_nsec() < other.to_nsec() if self._is_like(other) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.to_nsec() <= other.to_nsec() if self._is_like(other) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.to_nsec() > other.to_nsec() if self._is_like(other) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.to_nsec() >= other.to_nsec() if self._is_like(other) else NotImplemented

    def __getstate__(self) -> list[int]:
        return [self.secs, self.nsecs]

    def __setstate__(self, state: list[int]) -> None:
        self.secs, self.nsecs = state


def _is_duration(value: object) -> TypeGuard[_Parts]:
    return type(value).__name__ == "Duration" and hasattr(value, "nsecs")


class Time(TVal):
    """A time since the epoch."""

    __slots__: list[str] = []

    def __init__(self, secs: float = 0, nsecs: float = 0) -> None:
        super().__init__(secs, nsecs)
        if self.secs < 0:
            raise TypeError("time values must be positive")

    def to_time(self) -> float:
        """Convert to seconds with a fraction."""
        return self.to_sec()

    def __add__(self: _V, other: object) -> _V:
        if not _is_duration(other):
            return NotImplemented
        return type(self)(self.secs + other.secs, self.nsecs + other.nsecs)

    __radd__ = __add__

    @overload
    def __sub__(self, other: Time) -> Duration: ...
    @overload
    def __sub__(self, other: Duration) -> Time: ...
    def __sub__(self, other: object) -> Time | Duration:
        if _is_duration(other):
            return type(self)(self.secs - other.secs, self.nsecs - other.nsecs)
        if self._is_like(other):
            return Duration(self.secs - other.secs, self.nsecs - other.nsecs)
        return NotImplemented


class Duration(TVal):
    """A difference of times."""

    __slots__: list[str] = []

    def __neg__(self) -> Duration:
        return type(self)(-self.secs, -self.nsecs)

    def __abs__(self) -> Duration:
        return self if self.secs >= 0 else -self

    def __add__(self: _V, other: object) -> _V:
        if not _is_duration(other):
            return NotImplemented
        return type(self)(self.secs + other.secs, self.nsecs + other.nsecs)

    __radd__ = __add__

    def __sub__(self: _V, other: object) -> _V:
        if not _is_duration(other):
            return NotImplemented
        return type(self)(self.secs - other.secs, self.nsecs - other.nsecs)

    def __mul__(self: _V, value: float) -> _V:
        if isinstance(value, numbers.Integral):
            return type(self)(self.secs * value, self.nsecs * value)
        return self.from_sec(self.to_sec() * value) if _is_real(value) else NotImplemented

    __rmul__ = __mul__

    @overload
    def __truediv__(self, value: Duration) -> float: ...
    @overload
    def __truediv__(self, value: float) -> Duration: ...
    def __truediv__(self, value: Duration | float) -> Duration | float:
        if _is_duration(value):
            return self.to_sec() / value.to_sec()
        return self.from_sec(self.to_sec() / value) if _is_real(value) else NotImplemented

    @overload
    def __floordiv__(self, value: Duration) -> int: ...
    @overload
    def __floordiv__(self, value: float) -> Duration: ...
    def __floordiv__(self, value: Duration | float) -> Duration | int:
        if _is_duration(value):
            return int(self.to_sec() // value.to_sec())
        return self.from_sec(self.to_sec() // value) if _is_real(value) else NotImplemented

    def __mod__(self, value: Duration | float) -> Duration:
        if _is_duration(value):
            return self.from_sec(self.to_sec() % value.to_sec())
        return self.from_sec(self.to_sec() % value) if _is_real(value) else NotImplemented


def _is_real(value: object) -> TypeGuard[float]:
    return isinstance(value, numbers.Real)


def with_names_of_ros2(cls: type[_V]) -> type[_V]:
    """The class in ``builtin_interfaces.msg``, whose constructor has the arguments ``sec`` and ``nanosec``."""

    def init(self: TVal, sec: int = 0, nanosec: int = 0) -> None:
        cls.__init__(self, sec, nanosec)

    return type(cls.__name__, (cls,), {"__slots__": [], "__doc__": cls.__doc__, "__init__": init})
