"""Square matrices of 2 to 4 rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import overload

from morse.core.mathutils.euler import Euler
from morse.core.mathutils.quaternion import Quaternion
from morse.core.mathutils.vector import Vector

# Below this cosine of the pitch, yaw and roll are not distinguished: 16 times the epsilon of 32-bit floats, the limit
# of the original, with which users' data was produced.
_GIMBAL_LIMIT = 16.0 * 1.1920929e-07


class Matrix:
    """Row-major square matrix that acts on column vectors. Without arguments, the 4×4 identity."""

    __slots__ = ("_rows",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, rows: Iterable[Iterable[float]] = ()) -> None:
        self._rows: list[Vector] = [Vector(row) for row in rows]
        if not self._rows:
            self._rows = [Vector(1.0 if i == j else 0.0 for j in range(4)) for i in range(4)]
        if any(len(row) != len(self._rows) for row in self._rows):
            raise ValueError("a Matrix has as many columns as rows: 2, 3 or 4")

    @classmethod
    def Identity(cls, size: int) -> Matrix:
        """The identity with 2, 3 or 4 rows."""
        return cls([1.0 if i == j else 0.0 for j in range(size)] for i in range(size))

    @classmethod
    def Rotation(cls, angle: float, size: int, axis: str | Iterable[float]) -> Matrix:
        """Rotation by ``angle`` [rad] about ``'X'``, ``'Y'``, ``'Z'`` or a vector, with 3 or 4 rows."""
        named = {"X": (1, 0, 0), "Y": (0, 1, 0), "Z": (0, 0, 1)}
        rotation = Quaternion(named[axis] if isinstance(axis, str) else axis, angle).to_matrix()
        return rotation if size == 3 else rotation.to_4x4()

    @classmethod
    def Scale(cls, factor: float, size: int, axis: Iterable[float] | None = None) -> Matrix:
        """Scaling along one axis or all axes, with 2, 3 or 4 rows."""
        count = min(size, 3)
        if axis is None:
            part = cls([factor if i == j else 0.0 for j in range(count)] for i in range(count))
        else:
            unit = Vector(axis).normalized()
            part = cls([(i == j) + (factor - 1.0) * a * b for j, b in enumerate(unit)] for i, a in enumerate(unit))
        return part if size == count else part.to_4x4()

    @classmethod
    def Translation(cls, vector: Iterable[float]) -> Matrix:
        """Translation with 4 rows."""
        result = cls.Identity(4)
        result.translation = vector
        return result

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Vector]:
        return iter(self._rows)

    def __getitem__(self, index: int) -> Vector:
        return self._rows[index]

    def __setitem__(self, index: int, row: Iterable[float]) -> None:
        self._rows[index][:] = list(row)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Matrix, list, tuple)):
            return [list(row) for row in self] == [list(row) for row in other]
        return NotImplemented

    def __repr__(self) -> str:
        return "Matrix((" + ", ".join(str(row.to_tuple()) for row in self._rows) + "))"

    @overload
    def __matmul__(self, other: Matrix) -> Matrix: ...
    @overload
    def __matmul__(self, other: Vector) -> Vector: ...
    def __matmul__(self, other: Matrix | Vector) -> Matrix | Vector:
        """Product with a matrix, or a transformed vector (with 4 rows, three numbers are a point)."""
        if isinstance(other, Matrix):
            columns = list(zip(*other._rows))
            return Matrix([math.fsum(a * b for a, b in zip(row, column)) for column in columns] for row in self)
        if isinstance(other, Vector):
            point = list(other) + [1.0] * (len(self) - len(other))
            return Vector([math.fsum(a * b for a, b in zip(row, point)) for row in self][: len(other)])
        return NotImplemented

    @overload
    def __mul__(self, other: Matrix | float) -> Matrix: ...
    @overload
    def __mul__(self, other: Vector) -> Vector: ...
    def __mul__(self, other: Matrix | Vector | float) -> Matrix | Vector:
        """Product with a number; otherwise ``@``, as in old versions of Blender."""
        if isinstance(other, (int, float)):
            return Matrix(row * other for row in self._rows)
        return self @ other

    def __rmul__(self, factor: float) -> Matrix:
        return Matrix(row * factor for row in self._rows)

    def __add__(self, other: Matrix) -> Matrix:
        return Matrix(a + b for a, b in zip(self, other))

    def __sub__(self, other: Matrix) -> Matrix:
        return Matrix(a - b for a, b in zip(self, other))

    @property
    def row(self) -> list[Vector]:
        """The rows."""
        return self._rows

    @property
    def col(self) -> tuple[Vector, ...]:
        """Copies of the columns."""
        return tuple(self.transposed())

    @property
    def translation(self) -> Vector:
        """Last column of a 4×4 matrix."""
        return Vector(row[3] for row in self._rows[:3])

    @translation.setter
    def translation(self, vector: Iterable[float]) -> None:
        for row, value in zip(self._rows, vector):
            row[3] = value

    def to_translation(self) -> Vector:
        """Last column of a 4×4 matrix."""
        return self.translation

    def copy(self) -> Matrix:
        """An independent copy."""
        return Matrix(self._rows)

    def transposed(self) -> Matrix:
        """The transposed matrix."""
        return Matrix(zip(*self._rows))

    def to_3x3(self) -> Matrix:
        """The upper left 3×3 part."""
        return Matrix(row[:3] for row in self._rows[:3])

    def to_4x4(self) -> Matrix:
        """A copy with four rows, extended by the identity."""
        result = Matrix.Identity(4)
        for i, row in enumerate(self._rows):
            for j, value in enumerate(row):
                result[i][j] = value
        return result

    def transpose(self) -> None:
        """Transpose in place."""
        self._rows = list(self.transposed())

    def invert(self) -> None:
        """Invert in place. Raises ValueError for a singular matrix."""
        self._rows = list(self.inverted())

    def identity(self) -> None:
        """Set to the identity."""
        self._rows = list(Matrix.Identity(len(self)))

    def determinant(self) -> float:
        """The determinant."""
        if len(self) == 1:
            return self._rows[0][0]
        if len(self) == 2:
            (a, b), (c, d) = self._rows
            return a * d - b * c
        rest = self._rows[1:]
        minors = (Matrix([*row[:column], *row[column + 1 :]] for row in rest) for column in range(len(self)))
        terms = enumerate(zip(self._rows[0], minors))
        return math.fsum((-1) ** column * value * minor.determinant() for column, (value, minor) in terms)

    def to_scale(self) -> Vector:
        """Lengths of the first three columns."""
        return Vector(column.length for column in self.to_3x3().transposed())

    def normalized(self) -> Matrix:
        """A copy whose first three columns have length 1, with 3 or 4 rows."""
        columns = [column.normalized() for column in self.to_3x3().transposed()]
        rotation = Matrix(columns).transposed()
        if len(self) == 3:
            return rotation
        result = rotation.to_4x4()
        result.translation = self.translation
        return result

    def decompose(self) -> tuple[Vector, Quaternion, Vector]:
        """Translation, rotation and scale of a 4×4 matrix."""
        return self.translation, self.normalized().to_quaternion(), self.to_scale()

    def inverted(self) -> Matrix:
        """The inverse, by Gauss-Jordan elimination with pivoting. Raises ValueError for a singular matrix."""
        size = len(self)
        work = [list(row) + list(unit) for row, unit in zip(self, Matrix.Identity(size))]
        for column in range(size):
            pivot = max(range(column, size), key=lambda row: abs(work[row][column]))
            if work[pivot][column] == 0.0:
                raise ValueError("the matrix has no inverse")
            work[column], work[pivot] = work[pivot], work[column]
            scale = work[column][column]
            work[column] = [value / scale for value in work[column]]
            for row in range(size):
                if row != column:
                    factor = work[row][column]
                    work[row] = [a - factor * b for a, b in zip(work[row], work[column])]
        return Matrix(row[size:] for row in work)

    def to_euler(self, order: str = "XYZ") -> Euler:
        """XYZ Euler angles. [rad] Of the two solutions, returns that with the smaller sum of absolute angles."""
        if order != "XYZ":
            raise ValueError(f"only the XYZ order is supported, not {order!r}")
        r = self._rows
        cosine = math.hypot(r[0][0], r[1][0])
        if cosine <= _GIMBAL_LIMIT:
            return Euler((math.atan2(-r[1][2], r[1][1]), math.atan2(-r[2][0], cosine), 0.0))
        near = (math.atan2(r[2][1], r[2][2]), math.atan2(-r[2][0], cosine), math.atan2(r[1][0], r[0][0]))
        far = (math.atan2(-r[2][1], -r[2][2]), math.atan2(-r[2][0], -cosine), math.atan2(-r[1][0], -r[0][0]))
        return Euler(near if sum(map(abs, near)) <= sum(map(abs, far)) else far)

    def to_quaternion(self) -> Quaternion:
        """The rotation as a quaternion."""
        x, y, z = self.to_3x3().to_euler()
        return Euler((x, y, z)).to_quaternion()
