"""Square matrices of 2 to 4 rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import overload

from morse.core.mathutils.bound import Bound
from morse.core.mathutils.euler import ORDERS, Euler, checked_order
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
        made = [Vector(row) for row in rows]
        if not made:
            made = [Vector(1.0 if i == j else 0.0 for j in range(4)) for i in range(4)]
        if len(made) > 4 or any(len(row) != len(made) for row in made):
            raise ValueError("a Matrix has as many columns as rows: 2, 3 or 4")
        self._rows: list[Vector] = made

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

    def __neg__(self) -> Matrix:
        return self * -1.0

    @property
    def row(self) -> list[Vector]:
        """The rows; setting a number of one sets it in the matrix."""
        return self._rows

    @property
    def col(self) -> tuple[Vector, ...]:
        """The columns; setting a number of one sets it in the matrix."""
        return tuple(self._column(index, len(self)) for index in range(len(self)))

    @property
    def translation(self) -> Vector:
        """First three numbers of the last column of a 4×4 matrix; setting one sets it in the matrix."""
        return self._column(3, 3)

    @translation.setter
    def translation(self, vector: Iterable[float]) -> None:
        self._column(3, 3)[:] = list(vector)[:3]

    def _column(self, index: int, size: int) -> Vector:
        def read() -> list[float]:
            return [row[index] for row in self._rows[:size]]

        def write(values: list[float]) -> None:
            for row, value in zip(self._rows, values):
                row[index] = value

        return Bound(read, write)

    def to_translation(self) -> Vector:
        """A copy of the translation of a 4×4 matrix."""
        return self.translation.copy()

    def copy(self) -> Matrix:
        """An independent copy."""
        return Matrix(self._rows)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Matrix:
        return self.copy()

    def __reduce__(self) -> tuple[type[Matrix], tuple[list[list[float]]]]:
        return Matrix, ([list(row) for row in self],)

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

    def to_2x2(self) -> Matrix:
        """The upper left 2×2 part."""
        return Matrix(row[:2] for row in self._rows[:2])

    def resize_4x4(self) -> None:
        """Extend to four rows in place, by the identity."""
        self._rows = list(self.to_4x4())

    def zero(self) -> None:
        """Set all numbers to 0."""
        self._rows = [Vector.Fill(len(self)) for _ in self]

    def rotate(self, other: Euler | Quaternion | Matrix) -> None:
        """Apply a further rotation, in the frame of the parent, to a 3×3 matrix."""
        matrix = other.to_3x3() if isinstance(other, Matrix) else other.to_matrix()
        self._rows = list(matrix @ self)

    def lerp(self, other: Matrix, factor: float) -> Matrix:
        """Interpolation: this matrix for ``factor`` 0, ``other`` for 1; rotations along the shorter arc."""
        rotation = self.normalized().to_quaternion().slerp(other.normalized().to_quaternion(), factor)
        scale = self.to_scale().lerp(other.to_scale(), factor)
        result = Matrix([row[i] * scale[i] for i in range(3)] for row in rotation.to_matrix())
        if len(self) == 4:
            result = result.to_4x4()
            result.translation = self.translation.lerp(other.translation, factor)
        return result

    @property
    def median_scale(self) -> float:
        """Mean of the scale factors."""
        return math.fsum(self.to_scale()) / 3.0

    @property
    def is_negative(self) -> bool:
        """Whether the matrix mirrors."""
        return self.to_3x3().determinant() < 0.0

    @property
    def is_orthogonal(self) -> bool:
        """Whether the axes of the 3×3 part are perpendicular."""
        x, y, z = self.to_3x3().transposed()
        return all(abs(a.dot(b)) <= 1e-5 * a.length * b.length for a, b in ((x, y), (y, z), (z, x)))

    def normalize(self) -> None:
        """Scale the first three columns to length 1 in place."""
        self._rows = list(self.normalized())

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

    def to_euler(self, order: str = "XYZ", euler_compat: Euler | None = None) -> Euler:
        """Euler angles in an order. [rad] Of the two solutions, returns that with the smaller sum of absolute angles.

        With ``euler_compat``, returns the solution that is nearest to those angles.
        """
        i, j, k = ORDERS[checked_order(order)]
        r = self._rows
        cosine = math.hypot(r[i][i], r[j][i])
        if cosine <= _GIMBAL_LIMIT:
            solutions = [(math.atan2(-r[j][k], r[j][j]), math.atan2(-r[k][i], cosine), 0.0)]
        else:
            near = (math.atan2(r[k][j], r[k][k]), math.atan2(-r[k][i], cosine), math.atan2(r[j][i], r[i][i]))
            far = (math.atan2(-r[k][j], -r[k][k]), math.atan2(-r[k][i], -cosine), math.atan2(-r[j][i], -r[i][i]))
            solutions = [near, far]
        # Orders such as XZY are left-handed.
        sign = 1.0 if (j - i) % 3 == 1 else -1.0
        found = []
        for angles in solutions:
            euler = Euler(order=order)
            for axis, angle in zip((i, j, k), angles):
                euler[axis] = sign * angle
            if euler_compat is not None:
                euler.make_compatible(euler_compat)
            found.append(euler)
        reference = euler_compat or (0.0, 0.0, 0.0)
        return min(found, key=lambda euler: math.fsum(abs(a - b) for a, b in zip(euler, reference)))

    def to_quaternion(self) -> Quaternion:
        """The rotation as a quaternion."""
        x, y, z = self.to_3x3().to_euler()
        return Euler((x, y, z)).to_quaternion()
