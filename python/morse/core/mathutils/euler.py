"""Euler angles in any order of the three axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from morse.core.mathutils.matrix import Matrix
    from morse.core.mathutils.quaternion import Quaternion

#: Orders, each with the numbers of its axes.
ORDERS = {"XYZ": (0, 1, 2), "XZY": (0, 2, 1), "YXZ": (1, 0, 2), "YZX": (1, 2, 0), "ZXY": (2, 0, 1), "ZYX": (2, 1, 0)}


def _angle(index: int) -> property:
    """Property x, y or z: one angle. [rad]"""

    def read(self: Euler) -> float:
        return self._values[index]

    def write(self: Euler, value: float) -> None:
        self._values[index] = float(value)

    return property(read, write)


def checked_order(order: str) -> str:
    """The order. Raises ValueError for an unknown one."""
    if order not in ORDERS:
        raise ValueError(f"the order of Euler angles is one of {', '.join(ORDERS)}, not {order!r}")
    return order


class Euler:
    """Rotation by angles about x, y and z. [rad] ``order`` says which is first: XYZ is Rz(z) · Ry(y) · Rx(x)."""

    __slots__ = ("_values", "_order")
    __hash__ = None  # type: ignore[assignment]

    x = _angle(0)
    y = _angle(1)
    z = _angle(2)

    def __init__(self, angles: Iterable[float] = (0.0, 0.0, 0.0), order: str = "XYZ") -> None:
        self._values: list[float] = list(map(float, angles))
        if len(self._values) != 3:
            raise ValueError(f"an Euler has 3 angles, not {len(self._values)}")
        self._order = checked_order(order)

    @property
    def order(self) -> str:
        """Order of the rotations, such as ``XYZ``. A change keeps the angles."""
        return self._order

    @order.setter
    def order(self, order: str) -> None:
        self._order = checked_order(order)

    def __len__(self) -> int:
        return 3

    def __iter__(self) -> Iterator[float]:
        return iter(self._values)

    @overload
    def __getitem__(self, index: int) -> float: ...
    @overload
    def __getitem__(self, index: slice) -> list[float]: ...
    def __getitem__(self, index: int | slice) -> float | list[float]:
        return self._values[index]

    @overload
    def __setitem__(self, index: int, value: float) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[float]) -> None: ...
    def __setitem__(self, index: int | slice, value: float | Iterable[float]) -> None:
        values = self._values[:]
        values[index] = value  # type: ignore[index, assignment]  # as the overloads say
        if len(values) != 3:
            raise ValueError("a slice of an Euler keeps its length")
        self._values = list(map(float, values))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Euler):
            return self._values == other._values and self._order == other._order
        if isinstance(other, (tuple, list)):
            return self._values == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return f"Euler({tuple(self._values)}, {self._order!r})"

    def copy(self) -> Euler:
        """An independent copy."""
        return Euler(self._values, self._order)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Euler:
        return self.copy()

    def to_quaternion(self) -> Quaternion:
        """The same rotation as a quaternion."""
        from morse.core.mathutils.quaternion import Quaternion

        axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        first, second, third = (Quaternion(axes[axis], self._values[axis]) for axis in ORDERS[self._order])
        return third @ second @ first

    def to_matrix(self) -> Matrix:
        """The same rotation as a 3×3 matrix."""
        from morse.core.mathutils.matrix import Matrix

        first, second, third = (Matrix.Rotation(self._values["XYZ".index(axis)], 3, axis) for axis in self._order)
        return third @ second @ first

    def rotate(self, other: Euler | Quaternion | Matrix) -> None:
        """Apply a further rotation in the frame of the parent."""
        from morse.core.mathutils.matrix import Matrix

        matrix = other.to_3x3() if isinstance(other, Matrix) else other.to_matrix()
        self._values = list((matrix @ self.to_matrix()).to_euler(self._order))

    def rotate_axis(self, axis: str, angle: float) -> None:
        """Apply a further rotation about the own axis X, Y or Z. [rad]"""
        from morse.core.mathutils.matrix import Matrix

        self._values = list((self.to_matrix() @ Matrix.Rotation(angle, 3, axis)).to_euler(self._order))

    def make_compatible(self, other: Euler) -> None:
        """Add whole turns, so that each angle is within half a turn of that of ``other``."""
        turn = 2.0 * math.pi
        self._values = [angle + turn * round((near - angle) / turn) for angle, near in zip(self._values, other)]

    def zero(self) -> None:
        """Set all angles to 0."""
        self._values = [0.0] * 3
