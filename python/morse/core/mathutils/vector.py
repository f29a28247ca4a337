"""Vectors of two or more numbers."""

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
        numbers = list(map(float, values))
        if len(numbers) < 2:
            raise ValueError(f"a Vector has 2 numbers or more, not {len(numbers)}")
        self._values: list[float] = numbers

    @classmethod
    def Fill(cls, size: int, fill: float = 0.0) -> Vector:
        """A vector of ``size`` equal numbers."""
        return Vector([fill] * size)

    @classmethod
    def Linspace(cls, start: float, stop: float, size: int) -> Vector:
        """``size`` numbers at equal distances, from ``start`` to ``stop``, both included."""
        return Vector(start + (stop - start) * index / (size - 1) for index in range(size))

    @classmethod
    def Range(cls, start: int, stop: int | None = None, step: int = 1) -> Vector:
        """The numbers of ``range``."""
        return Vector(range(start) if stop is None else range(start, stop, step))

    @classmethod
    def Repeat(cls, vector: Iterable[float], size: int) -> Vector:
        """``size`` numbers: those of a vector, again and again."""
        values = list(vector)
        return Vector(values[index % len(values)] for index in range(size))

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
        values = self._values
        if isinstance(index, slice):
            numbers = [float(item) for item in value]  # type: ignore[union-attr]  # as the overload says
            if len(numbers) != len(values[index]):
                raise ValueError("a slice of a Vector keeps its length")
            values[index] = numbers
        else:
            values[index] = float(value)  # type: ignore[arg-type]  # as the overload says
        # An assignment, because a vector that belongs to an object passes it on.
        self._values = values

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
    def __mul__(self, other: float | Matrix) -> Vector: ...
    def __mul__(self, other: Vector | Matrix | float) -> Vector | float:
        """Product with a number; of two vectors, the dot product, and with a matrix, ``@``, as in old versions of
        Blender."""
        if isinstance(other, (int, float)):
            return Vector(value * other for value in self._values)
        return self @ other

    def __rmul__(self, factor: float) -> Vector:
        return Vector(value * factor for value in self._values)

    @overload
    def __matmul__(self, other: Vector) -> float: ...
    @overload
    def __matmul__(self, other: Matrix) -> Vector: ...
    def __matmul__(self, other: Vector | Matrix) -> Vector | float:
        """Dot product of two vectors; with a matrix, the product of a row and the matrix."""
        from morse.core.mathutils.matrix import Matrix

        if isinstance(other, Vector):
            return self.dot(other)
        return other.transposed() @ self if isinstance(other, Matrix) else NotImplemented

    def __truediv__(self, divisor: float) -> Vector:
        return Vector(value / divisor for value in self._values)

    # In place: a vector that is computed with keeps its identity, as in Blender.

    def __iadd__(self, other: Iterable[float]) -> Vector:
        self._values = (self + other)._values
        return self

    def __isub__(self, other: Iterable[float]) -> Vector:
        self._values = (self - other)._values
        return self

    def __itruediv__(self, divisor: float) -> Vector:
        self._values = (self / divisor)._values
        return self

    def copy(self) -> Vector:
        """An independent copy."""
        return Vector(self._values)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Vector:
        return self.copy()

    def __reduce__(self) -> tuple[type[Vector], tuple[list[float]]]:
        return Vector, (self._values,)

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

    def resize(self, size: int) -> None:
        """Truncate to ``size`` numbers in place, or pad with zeros."""
        self._values = self.resized(size)._values

    def resize_2d(self) -> None:
        """Keep the first two numbers."""
        self.resize(2)

    def resize_3d(self) -> None:
        """Resize to three numbers."""
        self.resize(3)

    def resize_4d(self) -> None:
        """Resize to four numbers; a new fourth number is 1."""
        self._values = self.to_4d()._values

    def to_3d(self) -> Vector:
        """A copy of three numbers."""
        return self.resized(3)

    def to_4d(self) -> Vector:
        """A copy of four numbers; a new fourth number is 1."""
        return self.copy() if len(self) == 4 else Vector([*self.resized(3), 1.0])

    def __getattr__(self, name: str) -> Vector:
        """Several numbers by their letters, in any order: ``xy``, ``zyx``, ``xxx``…"""
        if 2 <= len(name) <= 4 and set(name) <= set("xyzw"):
            return Vector(getattr(self, letter) for letter in name)
        raise AttributeError(f"a Vector has no {name!r}")

    # Between vectors.

    def lerp(self, other: Vector, factor: float) -> Vector:
        """Linear interpolation: this vector for ``factor`` 0, ``other`` for 1."""
        return self._combined(other, lambda a, b: a + factor * (b - a))

    def slerp(self, other: Vector, factor: float, fallback: Vector | None = None) -> Vector:
        """Spherical linear interpolation of two directions: this one for ``factor`` 0, ``other`` for 1.

        Raises ValueError for opposite directions and zero vectors, unless there is a ``fallback``.
        """
        start, end = self.normalized(), Vector(other).normalized()
        if fallback is not None and (start.dot(end) < -1.0 + 1e-6 or not (start.length and end.length)):
            return fallback
        angle = start.angle(end)
        if math.pi - angle < 1e-6:
            raise ValueError("there is no shortest way between opposite directions")
        if angle < 1e-9:
            return start
        return (start * math.sin((1.0 - factor) * angle) + end * math.sin(factor * angle)) / math.sin(angle)

    def orthogonal(self) -> Vector:
        """A vector that is perpendicular to this one, of two or three numbers."""
        if len(self) == 2:
            return Vector((-self.y, self.x))
        x, y, z = self._values
        # Blender's choice: by the largest component.
        largest = max(range(3), key=lambda index: abs(self._values[index]))
        return Vector(((-y - z, x, x), (y, -x - z, y), (z, z, -x - y))[largest])

    def angle_signed(self, other: Vector) -> float:
        """Angle of two vectors of two numbers, positive clockwise. [rad]"""
        (ax, ay), (bx, by) = self._values, other
        return math.atan2(ay * bx - ax * by, ax * bx + ay * by)

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

    def to_track_quat(self, track: str = "Z", up: str = "Y") -> Quaternion:
        """The rotation that turns the axis ``track`` (X, Y, Z, -X, -Y or -Z) along this vector of three numbers.

        The axis ``up`` (X, Y or Z) points upwards as far as possible. The identity for a zero vector.
        """
        from morse.core.mathutils.matrix import Matrix
        from morse.core.mathutils.quaternion import Quaternion

        if track.lstrip("-") not in ("X", "Y", "Z") or len(track) > 2 or up not in ("X", "Y", "Z"):
            raise ValueError(f"to_track_quat: track is X, Y, Z, -X, -Y or -Z, and up X, Y or Z, not {track!r}, {up!r}")
        if track[-1] == up:
            raise ValueError(f"to_track_quat: track and up are two axes, not {up} twice")
        if self.length == 0.0:
            return Quaternion()
        forward = self.normalized() * (-1.0 if track[0] == "-" else 1.0)
        above = Vector((0.0, 0.0, 1.0))
        above = above - above.project(forward)
        if above.length < 1e-6:
            # The vector is vertical.
            above = Vector((0.0, 1.0, 0.0))
            above = above - above.project(forward)
        axes = {track[-1]: forward, up: above.normalized()}
        missing = next(axis for axis in "XYZ" if axis not in axes)
        before, after = {"X": ("Y", "Z"), "Y": ("Z", "X"), "Z": ("X", "Y")}[missing]
        axes[missing] = axes[before].cross(axes[after])
        return Matrix(axes[axis] for axis in "XYZ").transposed().to_quaternion()

    def negate(self) -> None:
        """Reverse the direction in place."""
        self._values = [-value for value in self._values]

    def zero(self) -> None:
        """Set all numbers to 0."""
        self._values = [0.0] * len(self)
