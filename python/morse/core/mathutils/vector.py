"""Vectors of two, three or four numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Callable, overload

if TYPE_CHECKING:
    from morse.core.mathutils.euler import Euler
    from morse.core.mathutils.matrix import Matrix
    from morse.core.mathutils.quaternion import Quaternion


def _component(index: int) -> property:
    """Property x, y, z or w: one number of a vector."""

    def read(self: Vector) -> float:
        try:
            return self._values[index]
        except IndexError:
            raise AttributeError(f"a vector of {len(self)} numbers has no '{'xyzw'[index]}'") from None

    def write(self: Vector, value: float) -> None:
        self[index] = value

    return property(read, write)


class Vector:
    """A mutable vector. ``location`` and ``scale`` of scene objects are vectors."""

    __slots__ = ("_values",)
    __hash__ = None  # type: ignore[assignment]

    x = _component(0)
    y = _component(1)
    z = _component(2)
    w = _component(3)

    def __init__(self, values: Iterable[float] = (0.0, 0.0, 0.0)) -> None:
        self._values: list[float] = list(map(float, values))
        if not 2 <= len(self._values) <= 4:
            raise ValueError(f"a Vector has 2, 3 or 4 numbers, not {len(self._values)}")

    def __len__(self) -> int:
        return len(self._values)

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
        if isinstance(index, slice):
            values = [float(item) for item in value]  # type: ignore[union-attr]  # as the overload says
            if len(values) != len(self._values[index]):
                raise ValueError("a slice of a Vector keeps its length")
            self._values[index] = values
        else:
            self._values[index] = float(value)  # type: ignore[arg-type]  # as the overload says

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Vector, tuple, list)):
            return self._values == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return f"Vector({tuple(self._values)})"

    def _combined(self, other: Iterable[float], operation: Callable[[float, float], float]) -> Vector:
        values = list(other)
        if len(values) != len(self):
            raise ValueError(f"vectors of {len(self)} and {len(values)} numbers do not match")
        return Vector(operation(a, b) for a, b in zip(self._values, values))

    def __add__(self, other: Iterable[float]) -> Vector:
        return self._combined(other, lambda a, b: a + b)

    def __sub__(self, other: Iterable[float]) -> Vector:
        return self._combined(other, lambda a, b: a - b)

    __radd__ = __add__

    def __rsub__(self, other: Iterable[float]) -> Vector:
        return self._combined(other, lambda a, b: b - a)

    def __neg__(self) -> Vector:
        return Vector(-value for value in self._values)

    @overload
    def __mul__(self, other: Vector) -> float: ...
    @overload
    def __mul__(self, other: float) -> Vector: ...
    def __mul__(self, other: Vector | float) -> Vector | float:
        """Product with a number; for two vectors, the dot product, as in old versions of Blender."""
        if isinstance(other, Vector):
            return self.dot(other)
        if isinstance(other, (int, float)):
            return Vector(value * other for value in self._values)
        return NotImplemented

    __rmul__ = __mul__

    def __matmul__(self, other: Vector) -> float:
        return self.dot(other)

    def __truediv__(self, divisor: float) -> Vector:
        return Vector(value / divisor for value in self._values)

    def copy(self) -> Vector:
        """An independent copy."""
        return Vector(self._values)

    def dot(self, other: Iterable[float]) -> float:
        """Scalar product."""
        return math.fsum(self._combined(other, lambda a, b: a * b))

    def cross(self, other: Vector) -> Vector:
        """Vector product of two vectors of three numbers."""
        (ax, ay, az), (bx, by, bz) = self._values, other
        return Vector((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))

    @property
    def length(self) -> float:
        """Euclidean norm."""
        return math.sqrt(math.fsum(value * value for value in self._values))

    magnitude = length

    @property
    def length_squared(self) -> float:
        """Square of the Euclidean norm."""
        return math.fsum(value * value for value in self._values)

    def normalize(self) -> None:
        """Scale to length 1; a zero vector stays zero."""
        length = self.length
        if length > 0.0:
            self._values = [value / length for value in self._values]

    def normalized(self) -> Vector:
        """A copy with length 1."""
        result = self.copy()
        result.normalize()
        return result

    def angle(self, other: Vector) -> float:
        """Angle between two vectors, 0 to pi. [rad] Raises ValueError for a zero vector."""
        product = self.length * Vector(other).length
        if product == 0.0:
            raise ValueError("a zero vector has no direction")
        return math.acos(max(-1.0, min(1.0, self.dot(other) / product)))

    def rotate(self, rotation: Euler | Quaternion | Matrix) -> None:
        """Rotate in place."""
        from morse.core.mathutils.matrix import Matrix

        matrix = rotation if isinstance(rotation, Matrix) else rotation.to_matrix()
        self._values = list(matrix.to_3x3() @ self)

    def to_tuple(self) -> tuple[float, ...]:
        """The numbers as a tuple."""
        return tuple(self._values)

    # Other sizes.

    def resized(self, size: int) -> Vector:
        """A copy of ``size`` numbers: truncated, or padded with zeros."""
        return Vector([*self._values, *[0.0] * size][:size])

    def to_2d(self) -> Vector:
        """The first two numbers."""
        return self.resized(2)

    def to_3d(self) -> Vector:
        """A copy of three numbers."""
        return self.resized(3)

    def to_4d(self) -> Vector:
        """A copy of four numbers; a new fourth number is 1."""
        return self.copy() if len(self) == 4 else Vector([*self.resized(3), 1.0])

    xy = property(to_2d)
    xyz = property(to_3d)

    # Between vectors.

    def lerp(self, other: Vector, factor: float) -> Vector:
        """Linear interpolation: this vector for ``factor`` 0, ``other`` for 1."""
        return self._combined(other, lambda a, b: a + factor * (b - a))

    def project(self, other: Vector) -> Vector:
        """Projection onto another vector; zero for a zero vector."""
        square = Vector(other).length_squared
        return Vector(other) * (self.dot(other) / square if square else 0.0)

    def reflect(self, normal: Vector) -> Vector:
        """Reflection at a plane with this normal."""
        unit = Vector(normal).normalized()
        return self - unit * (2.0 * self.dot(unit))

    def rotation_difference(self, other: Vector) -> Quaternion:
        """The shortest rotation to the direction of another vector of three numbers."""
        from morse.core.mathutils.quaternion import Quaternion

        axis = self.cross(other)
        if axis.length_squared == 0.0:
            # For half a turn, any perpendicular axis is valid.
            axis = self.cross(Vector((1.0, 0.0, 0.0)))
            axis = axis if axis.length_squared else Vector((0.0, 1.0, 0.0))
        return Quaternion(axis, self.angle(other))

    def negate(self) -> None:
        """Reverse the direction in place."""
        self._values = [-value for value in self._values]

    def zero(self) -> None:
        """Set all numbers to 0."""
        self._values = [0.0] * len(self)
