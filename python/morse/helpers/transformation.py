"""Poses of objects."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.host.values import pose_matrix

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode


class Transformation3d:
    """A pose: of an object in the world, or the identity without an object. Its attributes are computed on access."""

    __slots__ = ("_euler", "_matrix", "_pose")

    def __init__(self, obj: SceneNode | None = None) -> None:
        self._pose: Sequence[float] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
        self._matrix: Matrix | None = None
        self._euler: Euler | None = None
        if obj is not None:
            self.update(obj)

    def place(self, pose: Sequence[float]) -> None:
        """Set the pose: x, y, z [m] and the quaternion x, y, z, w."""
        self._pose = pose
        self._matrix = self._euler = None

    def update(self, obj: SceneNode) -> None:
        """Set the pose to that of an object."""
        self.matrix = obj.worldTransform

    def update_Y_forward(self, obj: SceneNode) -> None:
        """Set the pose to that of an object that drives along its y axis: its y axis becomes the x axis."""
        self.matrix = obj.worldTransform @ self.correction_matrix.to_4x4()

    @property
    def correction_matrix(self) -> Matrix:
        """The 3×3 rotation of ``update_Y_forward``: by a quarter turn to the left."""
        return Matrix(((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))

    @property
    def matrix(self) -> Matrix:
        """Homogeneous 4×4 matrix."""
        if self._matrix is None:
            self._matrix = pose_matrix(self._pose)
        return self._matrix

    @matrix.setter
    def matrix(self, value: Matrix) -> None:
        self._matrix = value
        self._euler = None

    @property
    def euler(self) -> Euler:
        """XYZ Euler angles. [rad]"""
        if self._euler is None:
            self._euler = self.matrix.to_euler()
        return self._euler

    @euler.setter
    def euler(self, value: Euler) -> None:
        self._euler = value

    def _coordinate(self, axis: int) -> float:
        return self._pose[axis] if self._matrix is None else self._matrix[axis][3]

    x = property(lambda self: self._coordinate(0), doc="Along the X axis. [m]")
    y = property(lambda self: self._coordinate(1), doc="Along the Y axis. [m]")
    z = property(lambda self: self._coordinate(2), doc="Along the Z axis. [m]")
    yaw = property(lambda self: self.euler.z, doc="About the Z axis. [rad]")
    pitch = property(lambda self: self.euler.y, doc="About the Y axis. [rad]")
    roll = property(lambda self: self.euler.x, doc="About the X axis. [rad]")

    @property
    def translation(self) -> Vector:
        """x, y, z. [m]"""
        return Vector((self.x, self.y, self.z))

    @translation.setter
    def translation(self, value: Iterable[float]) -> None:
        self.matrix.translation = value

    @property
    def rotation(self) -> Quaternion:
        """The rotation as a unit quaternion."""
        return self.matrix.to_quaternion()

    @rotation.setter
    def rotation(self, value: Quaternion | Euler) -> None:
        matrix = value.to_matrix().to_4x4()
        matrix.translation = self.translation
        self.matrix = matrix

    @property
    def rotation_matrix(self) -> Matrix:
        """The rotation as a 3×3 matrix."""
        return self.matrix.to_3x3()

    def transformation3d_with(self, t3d: Transformation3d) -> Transformation3d:
        """The pose ``t3d`` in the frame of this one: the inverse of this pose, times ``t3d``."""
        result = Transformation3d()
        result.matrix = self.matrix.inverted() @ t3d.matrix
        return result

    def distance(self, t3d: Transformation3d) -> float:
        """Distance of the origins. [m]"""
        return math.dist(self.translation, t3d.translation)

    def distance_2d(self, t3d: Transformation3d) -> float:
        """Horizontal distance of the origins. [m]"""
        return math.hypot(self.x - t3d.x, self.y - t3d.y)

    def __str__(self) -> str:
        names = ("x", "y", "z", "yaw", "pitch", "roll")
        return " ".join(f"{name} : {getattr(self, name)}" for name in names)
