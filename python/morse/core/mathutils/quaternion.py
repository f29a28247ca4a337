"""Unit quaternions for rotations, in w, x, y, z order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, overload

from morse.core.mathutils.vector import Vector

if TYPE_CHECKING:
    from morse.core.mathutils.euler import Euler
    from morse.core.mathutils.matrix import Matrix


def _number(index: int) -> property:
    """Property w, x, y or z: one number."""

    def read(self: Quaternion) -> float:
        return self._values[index]

    def write(self: Quaternion, value: float) -> None:
        self._values[index] = float(value)

    return property(read, write)


class Quaternion:
    """``Quaternion((w, x, y, z))`` or ``Quaternion(axis, angle)``."""

    __slots__ = ("_values",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Iterable[float] = (1.0, 0.0, 0.0, 0.0), angle: float | None = None) -> None:
        numbers = [float(value) for value in values]
        if angle is not None:
            axis = Vector(numbers).normalized()
            half = angle / 2.0
            numbers = [math.cos(half), *(component * math.sin(half) for component in axis)]
        if len(numbers) != 4:
            raise ValueError(f"a Quaternion has 4 numbers, not {len(numbers)}")
        self._values: list[float] = numbers

    w = _number(0)
    x = _number(1)
    y = _number(2)
    z = _number(3)

    def __len__(self) -> int:
        return 4

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

    def __neg__(self) -> Quaternion:
        return Quaternion(-value for value in self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Quaternion, tuple, list)):
            return self._values == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return f"Quaternion({tuple(self._values)})"

    @overload
    def __matmul__(self, other: Quaternion) -> Quaternion: ...
    @overload
    def __matmul__(self, other: Vector) -> Vector: ...
    def __matmul__(self, other: Quaternion | Vector) -> Quaternion | Vector:
        """Product of two rotations, or a rotated vector."""
        if isinstance(other, Quaternion):
            aw, ax, ay, az = self._values
            bw, bx, by, bz = other._values
            return Quaternion(
                (
                    aw * bw - ax * bx - ay * by - az * bz,
                    aw * bx + ax * bw + ay * bz - az * by,
                    aw * by - ax * bz + ay * bw + az * bx,
                    aw * bz + ax * by - ay * bx + az * bw,
                )
            )
        if isinstance(other, Vector):
            return self.to_matrix() @ other
        return NotImplemented

    @overload
    def __mul__(self, other: Quaternion | float) -> Quaternion: ...
    @overload
    def __mul__(self, other: Vector) -> Vector: ...
    def __mul__(self, other: Quaternion | Vector | float) -> Quaternion | Vector:
        """Product with a number; otherwise ``@``, as in old versions of Blender."""
        if isinstance(other, (int, float)):
            return Quaternion(value * other for value in self._values)
        return self @ other

    def __rmul__(self, factor: float) -> Quaternion:
        return Quaternion(value * factor for value in self._values)

    def __add__(self, other: Quaternion) -> Quaternion:
        return Quaternion(a + b for a, b in zip(self, other))

    def __sub__(self, other: Quaternion) -> Quaternion:
        return Quaternion(a - b for a, b in zip(self, other))

    def copy(self) -> Quaternion:
        """An independent copy."""
        return Quaternion(self._values)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Quaternion:
        return self.copy()

    def cross(self, other: Quaternion) -> Quaternion:
        """Product of two rotations, as ``@``."""
        return self @ other

    def negate(self) -> None:
        """Negate all numbers in place: the same rotation."""
        self._values = [-value for value in self._values]

    @property
    def angle(self) -> float:
        """Rotation angle, 0 to 2 pi. [rad]"""
        return 2.0 * math.acos(max(-1.0, min(1.0, self.normalized().w)))

    @angle.setter
    def angle(self, angle: float) -> None:
        self._values = Quaternion(self.axis, angle)._values

    @property
    def axis(self) -> Vector:
        """Rotation axis; X for the identity."""
        axis = Vector(self._values[1:])
        return axis.normalized() if axis.length > 0.0 else Vector((1.0, 0.0, 0.0))

    @axis.setter
    def axis(self, axis: Iterable[float]) -> None:
        self._values = Quaternion(axis, self.angle)._values

    def normalized(self) -> Quaternion:
        """A copy with length 1. Raises ValueError for a zero quaternion."""
        length = math.sqrt(math.fsum(value * value for value in self._values))
        if length == 0.0:
            raise ValueError("a zero quaternion is not a rotation")
        return Quaternion(value / length for value in self._values)

    def conjugated(self) -> Quaternion:
        """The conjugate: for a quaternion of length 1, the inverse rotation."""
        w, x, y, z = self._values
        return Quaternion((w, -x, -y, -z))

    def inverted(self) -> Quaternion:
        """The inverse rotation."""
        return self.normalized().conjugated()

    def to_matrix(self) -> Matrix:
        """The same rotation as a 3×3 matrix."""
        from morse.core.mathutils.matrix import Matrix

        w, x, y, z = self.normalized()
        return Matrix(
            (
                (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
                (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
                (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
            )
        )

    def to_euler(self, order: str = "XYZ", euler_compat: Euler | None = None) -> Euler:
        """The same rotation as Euler angles in an order. [rad]"""
        return self.to_matrix().to_euler(order, euler_compat)

    def to_exponential_map(self) -> Vector:
        """Axis times angle. [rad]"""
        return self.axis * self.angle

    def to_axis_angle(self) -> tuple[Vector, float]:
        """Axis and angle. [rad]"""
        return self.axis, self.angle

    def dot(self, other: Quaternion) -> float:
        """Scalar product: 1 or -1 for the same rotation."""
        return math.fsum(a * b for a, b in zip(self, other))

    @property
    def magnitude(self) -> float:
        """Length, 1 for a rotation."""
        return math.sqrt(self.dot(self))

    def normalize(self) -> None:
        """Scale to length 1. Raises ValueError for a zero quaternion."""
        self._values = list(self.normalized())

    def invert(self) -> None:
        """Invert in place."""
        self._values = list(self.inverted())

    def conjugate(self) -> None:
        """Conjugate in place."""
        self._values = list(self.conjugated())

    def identity(self) -> None:
        """Set to the identity."""
        self._values = [1.0, 0.0, 0.0, 0.0]

    def rotation_difference(self, other: Quaternion) -> Quaternion:
        """The rotation from this one to ``other``, in the frame of this one."""
        return self.inverted() @ other

    def rotate(self, other: Euler | Quaternion | Matrix) -> None:
        """Apply a further rotation in the frame of the parent."""
        self._values = list((other if isinstance(other, Quaternion) else other.to_quaternion()) @ self)

    def slerp(self, other: Quaternion, factor: float) -> Quaternion:
        """Spherical linear interpolation along the shorter arc: this rotation for ``factor`` 0, ``other`` for 1."""
        start, end = self.normalized(), other.normalized()
        cosine = start.dot(end)
        if cosine < 0.0:
            end, cosine = -end, -cosine
        angle = math.acos(min(1.0, cosine))
        if angle < 1e-9:
            return end if factor >= 1.0 else start
        one, two = (math.sin(share * angle) / math.sin(angle) for share in (1.0 - factor, factor))
        return Quaternion(one * a + two * b for a, b in zip(start, end))
