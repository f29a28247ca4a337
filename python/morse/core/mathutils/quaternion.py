"""Unit quaternions for rotations, in w, x, y, z order."""

import math
from typing import TYPE_CHECKING, Any, Iterable, Iterator, List, Optional

from morse.core.mathutils.vector import Vector

if TYPE_CHECKING:
    from morse.core.mathutils.euler import Euler
    from morse.core.mathutils.matrix import Matrix


class Quaternion:
    """``Quaternion((w, x, y, z))`` or ``Quaternion(axis, angle)``."""

    __slots__ = ("_values",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: Iterable[float] = (1.0, 0.0, 0.0, 0.0), angle: Optional[float] = None) -> None:
        numbers = [float(value) for value in values]
        if angle is not None:
            axis = Vector(numbers).normalized()
            half = angle / 2.0
            numbers = [math.cos(half), *(component * math.sin(half) for component in axis)]
        if len(numbers) != 4:
            raise ValueError(f"a Quaternion has 4 numbers, not {len(numbers)}")
        self._values: List[float] = numbers

    w = property(lambda self: self._values[0])
    x = property(lambda self: self._values[1])
    y = property(lambda self: self._values[2])
    z = property(lambda self: self._values[3])

    def __len__(self) -> int:
        return 4

    def __iter__(self) -> Iterator[float]:
        return iter(self._values)

    def __getitem__(self, index: Any) -> Any:
        return self._values[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Quaternion, tuple, list)):
            return self._values == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return f"Quaternion({tuple(self._values)})"

    def __matmul__(self, other: Any) -> Any:
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

    __mul__ = __matmul__

    def copy(self) -> "Quaternion":
        """A quaternion of its own."""
        return Quaternion(self._values)

    @property
    def angle(self) -> float:
        """Rotation angle, 0 to 2 pi."""
        return 2.0 * math.acos(max(-1.0, min(1.0, self.normalized().w)))

    @property
    def axis(self) -> Vector:
        """Rotation axis; X when there is no rotation."""
        axis = Vector(self._values[1:])
        return axis.normalized() if axis.length > 0.0 else Vector((1.0, 0.0, 0.0))

    def normalized(self) -> "Quaternion":
        """A copy of length 1. Raises ValueError for a zero quaternion."""
        length = math.sqrt(math.fsum(value * value for value in self._values))
        if length == 0.0:
            raise ValueError("a zero quaternion is no rotation")
        return Quaternion(value / length for value in self._values)

    def conjugated(self) -> "Quaternion":
        """The opposite rotation, for a quaternion of length 1."""
        w, x, y, z = self._values
        return Quaternion((w, -x, -y, -z))

    def inverted(self) -> "Quaternion":
        """The opposite rotation."""
        return self.normalized().conjugated()

    def to_matrix(self) -> "Matrix":
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

    def to_euler(self) -> "Euler":
        """The same rotation as XYZ Euler angles."""
        return self.to_matrix().to_euler()
