"""Poses of nodes of the scene: what ``bge_object`` has of positions and orientations."""

from typing import Any, Iterable

from morse.core.mathutils import Matrix, Vector
from morse.host.channel import simulator
from morse.host.values import pose_matrix, quaternion, vector


class Live(Vector):
    """A vector of an object; setting one of its numbers also sets it on the object."""

    __slots__ = ("_owner", "_attribute")

    def __init__(self, values: Iterable[float], owner: Any, attribute: str) -> None:
        super().__init__(values)
        self._owner = owner
        self._attribute = attribute

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        setattr(self._owner, self._attribute, self)


class NodePose:
    """Reads and sets the pose of a node."""

    __slots__ = ()
    name: str

    def _about(self) -> Any:
        raise NotImplementedError

    def _pose(self, local: bool) -> Matrix:
        return pose_matrix(simulator().ask("pose", node=self.name, local=local))

    def _place(self, local: bool, position: Any = None, orientation: Any = None) -> None:
        simulator().do(
            "place",
            node=self.name,
            local=local,
            position=None if position is None else vector(position),
            orientation=None if orientation is None else quaternion(orientation),
        )

    @property
    def worldPosition(self) -> Vector:
        """Position in the world. [m]"""
        return Live(self._pose(False).translation, self, "worldPosition")

    @worldPosition.setter
    def worldPosition(self, value: Any) -> None:
        self._place(False, position=value)

    @property
    def localPosition(self) -> Vector:
        """Position relative to its parent. [m]"""
        return Live(self._pose(True).translation, self, "localPosition")

    @localPosition.setter
    def localPosition(self, value: Any) -> None:
        self._place(True, position=value)

    @property
    def position(self) -> Vector:
        """As in the game engine: reading is relative to the world, setting is relative to the parent."""
        return Live(self._pose(False).translation, self, "position")

    @position.setter
    def position(self, value: Any) -> None:
        self._place(True, position=value)

    @property
    def worldOrientation(self) -> Matrix:
        """Rotation matrix in the world: 3×3."""
        return self._pose(False).to_3x3()

    @worldOrientation.setter
    def worldOrientation(self, value: Any) -> None:
        self._place(False, orientation=value)

    @property
    def localOrientation(self) -> Matrix:
        """Rotation matrix relative to its parent: 3×3."""
        return self._pose(True).to_3x3()

    @localOrientation.setter
    def localOrientation(self, value: Any) -> None:
        self._place(True, orientation=value)

    @property
    def orientation(self) -> Matrix:
        """As in the game engine: reading is relative to the world, setting is relative to the parent."""
        return self._pose(False).to_3x3()

    @orientation.setter
    def orientation(self, value: Any) -> None:
        self._place(True, orientation=value)

    @property
    def worldTransform(self) -> Matrix:
        """Transformation matrix in the world: 4×4."""
        return self._pose(False)

    @worldTransform.setter
    def worldTransform(self, value: Matrix) -> None:
        self._place(False, value.translation, value.to_3x3())

    @property
    def localTransform(self) -> Matrix:
        """Transformation matrix relative to its parent: 4×4."""
        return self._pose(True)

    @localTransform.setter
    def localTransform(self, value: Matrix) -> None:
        self._place(True, value.translation, value.to_3x3())

    @property
    def worldScale(self) -> Vector:
        """Scale factors along its own axes."""
        return Vector(self._about()["scale"])

    localScale = scaling = worldScale

    def applyMovement(self, movement: Any, local: bool = False) -> None:
        """Translate it at once. [m]"""
        simulator().do("move", node=self.name, by=vector(movement), local=bool(local))

    def applyRotation(self, rotation: Any, local: bool = False) -> None:
        """Rotate it by angles about x, y and z, at once. [rad]"""
        simulator().do("turn", node=self.name, by=vector(rotation), local=bool(local))
