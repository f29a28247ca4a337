"""The pose of a component relative to its parent."""

from typing import Any, Iterable, Tuple

from morse.builder import arguments
from morse.builder.scene_object import SceneObject
from morse.core.mathutils import Euler, Vector


class Posed:
    """Pose in the parent: T(location) · R(rotation_euler) · S(scale)."""

    scene_object: SceneObject

    @property
    def location(self) -> Vector:
        """Position in the parent, m, including the stored pose of the model."""
        return self.scene_object.location

    @location.setter
    def location(self, value: Iterable[float]) -> None:
        self.scene_object.location = value  # type: ignore[assignment]

    @property
    def rotation_euler(self) -> Euler:
        """Attitude in the parent: XYZ Euler angles, rad."""
        return self.scene_object.rotation_euler

    @rotation_euler.setter
    def rotation_euler(self, value: Iterable[float]) -> None:
        self.scene_object.rotation_euler = value  # type: ignore[assignment]

    @property
    def scale(self) -> Vector:
        """Scale along its own axes; children inherit it."""
        return self.scene_object.scale

    @scale.setter
    def scale(self, value: Iterable[float]) -> None:
        self.scene_object.scale = value  # type: ignore[assignment]

    def translate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Add to the position, along the parent's axes, m."""
        for axis, step in enumerate(_steps("translate", x, y, z)):
            self.scene_object.location[axis] += step

    def rotate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Add to the XYZ Euler angles, each on its own, rad."""
        for axis, step in enumerate(_steps("rotate", x, y, z)):
            self.scene_object.rotation_euler[axis] += step


def _steps(call: str, x: Any, y: Any, z: Any) -> Tuple[float, float, float]:
    return arguments.number(call, "x", x), arguments.number(call, "y", y), arguments.number(call, "z", z)
