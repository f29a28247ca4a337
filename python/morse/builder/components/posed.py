"""The pose of a component relative to its parent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from morse.builder.script import arguments

if TYPE_CHECKING:
    from morse.builder.scene.scene_object import SceneObject
    from morse.core.mathutils import Euler, Vector


class Posed:
    """Pose in the parent: T(location) · R(rotation_euler) · S(scale)."""

    scene_object: SceneObject

    @property
    def location(self) -> Vector:
        """Position in the parent, including the pose of the model in its file. [m]"""
        return self.scene_object.location

    @location.setter
    def location(self, value: Iterable[float]) -> None:
        self.scene_object.location = value

    @property
    def rotation_euler(self) -> Euler:
        """Attitude in the parent: XYZ Euler angles. [rad]"""
        return self.scene_object.rotation_euler

    @rotation_euler.setter
    def rotation_euler(self, value: Iterable[float]) -> None:
        self.scene_object.rotation_euler = value

    @property
    def scale(self) -> Vector:
        """Scale factors along the component's axes; children inherit them."""
        return self.scene_object.scale

    @scale.setter
    def scale(self, value: Iterable[float]) -> None:
        self.scene_object.scale = value

    def translate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Add to the position, along the parent's axes. [m]"""
        for axis, step in enumerate(_steps("translate", x, y, z)):
            self.scene_object.location[axis] += step

    def rotate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Add to each of the XYZ Euler angles. [rad]"""
        for axis, step in enumerate(_steps("rotate", x, y, z)):
            self.scene_object.rotation_euler[axis] += step


def _steps(call: str, x: object, y: object, z: object) -> tuple[float, float, float]:
    return arguments.number(call, "x", x), arguments.number(call, "y", y), arguments.number(call, "z", z)
