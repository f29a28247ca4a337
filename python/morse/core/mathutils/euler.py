"""Euler angles in XYZ order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from morse.core.mathutils.matrix import Matrix
    from morse.core.mathutils.quaternion import Quaternion


def _angle(index: int) -> property:
    """Property x, y or z: one angle. [rad]"""

    def read(self: Euler) -> float:
        return self._values[index]

    def write(self: Euler, value: float) -> None:
        self._values[index] = float(value)

    return property(read, write)


class Euler:
    """Rotation Rz(z) · Ry(y) · Rx(x), radians."""

    __slots__ = ("_values",)
    __hash__ = None  # type: ignore[assignment]

    x = _angle(0)
    y = _angle(1)
    z = _angle(2)

    def __init__(self, angles: Iterable[float] = (0.0, 0.0, 0.0), order: str = "XYZ") -> None:
        if order != "XYZ":
            raise ValueError(f"only the XYZ order is supported, not {order!r}")
        self._values: list[float] = list(map(float, angles))
        if len(self._values) != 3:
            raise ValueError(f"an Euler has 3 angles, not {len(self._values)}")

    @property
    def order(self) -> str:
        """Always ``XYZ``."""
        return "XYZ"

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

    def __setitem__(self, index: int, value: float) -> None:
        self._values[index] = float(value)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Euler, tuple, list)):
            return self._values == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return f"Euler({tuple(self._values)}, 'XYZ')"

    def copy(self) -> Euler:
        """An independent copy."""
        return Euler(self._values)

    def to_quaternion(self) -> Quaternion:
        """The same rotation as a quaternion."""
        from morse.core.mathutils.quaternion import Quaternion

        x, y, z = self._values
        return Quaternion((0, 0, 1), z) @ Quaternion((0, 1, 0), y) @ Quaternion((1, 0, 0), x)

    def to_matrix(self) -> Matrix:
        """The same rotation as a 3×3 matrix."""
        from morse.core.mathutils.matrix import Matrix

        x, y, z = self._values
        return Matrix.Rotation(z, 3, "Z") @ Matrix.Rotation(y, 3, "Y") @ Matrix.Rotation(x, 3, "X")

    def rotate(self, other: Euler | Quaternion | Matrix) -> None:
        """Apply a further rotation in the frame of the parent."""
        from morse.core.mathutils.matrix import Matrix

        matrix = other.to_3x3() if isinstance(other, Matrix) else other.to_matrix()
        self._values = list((matrix @ self.to_matrix()).to_euler())

    def rotate_axis(self, axis: str, angle: float) -> None:
        """Apply a further rotation about the own axis X, Y or Z. [rad]"""
        from morse.core.mathutils.matrix import Matrix

        self._values = list((self.to_matrix() @ Matrix.Rotation(angle, 3, axis)).to_euler())

    def zero(self) -> None:
        """Set all angles to 0."""
        self._values = [0.0] * 3
