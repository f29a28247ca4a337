"""Positions and orientations of nodes of the scene."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core.mathutils import Matrix, Quaternion, Vector
from morse.host.channel import simulator
from morse.host.scene.live import Live, LiveMatrix
from morse.host.values import pose_matrix, quaternion, vector

if TYPE_CHECKING:
    from morse.host.types import Message, Numbers, Rotation


class NodePose:
    """Reads and sets the pose of a node."""

    __slots__ = ()
    name: str

    def _facts(self) -> Message:
        raise NotImplementedError

    def _pose(self, local: bool) -> Matrix:
        return pose_matrix(simulator().ask("pose", node=self.name, local=local))

    def _place(self, local: bool, position: Numbers | None = None, orientation: Rotation | None = None) -> None:
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
        return Live(lambda: self._pose(False).translation, self, "worldPosition")

    @worldPosition.setter
    def worldPosition(self, value: Numbers) -> None:
        self._place(False, position=value)

    @property
    def localPosition(self) -> Vector:
        """Position relative to its parent. [m]"""
        return Live(lambda: self._pose(True).translation, self, "localPosition")

    @localPosition.setter
    def localPosition(self, value: Numbers) -> None:
        self._place(True, position=value)

    @property
    def position(self) -> Vector:
        """Read in the frame of the world, set in the frame of the parent, as in the game engine."""
        return Live(lambda: self._pose(False).translation, self, "position")

    @position.setter
    def position(self, value: Numbers) -> None:
        self._place(True, position=value)

    @property
    def worldOrientation(self) -> Matrix:
        """Rotation matrix in the world: 3×3."""
        return LiveMatrix(lambda: self._pose(False).to_3x3(), self, "worldOrientation")

    @worldOrientation.setter
    def worldOrientation(self, value: Rotation) -> None:
        self._place(False, orientation=value)

    @property
    def localOrientation(self) -> Matrix:
        """Rotation matrix relative to its parent: 3×3."""
        return LiveMatrix(lambda: self._pose(True).to_3x3(), self, "localOrientation")

    @localOrientation.setter
    def localOrientation(self, value: Rotation) -> None:
        self._place(True, orientation=value)

    @property
    def orientation(self) -> Matrix:
        """Read in the frame of the world, set in the frame of the parent, as in the game engine."""
        return LiveMatrix(lambda: self._pose(False).to_3x3(), self, "orientation")

    @orientation.setter
    def orientation(self, value: Rotation) -> None:
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

    def getAxisVect(self, vect: Numbers) -> Vector:
        """A vector along its own axes, along those of the world."""
        return self.worldOrientation @ Vector(vect)

    def alignAxisToVect(self, vect: Numbers, axis: int = 2, factor: float = 1.0) -> None:
        """Rotate it by the shortest way until an own axis (0 to 2 for x, y, z) points along a vector of the world.

        ``factor`` is the share of that rotation, 0 to 1. Does nothing for a vector of length 0.
        """
        if axis not in (0, 1, 2):
            raise ValueError(f"alignAxisToVect: the axis is 0, 1 or 2 for x, y or z, not {axis!r}")
        wanted = Vector(vector(vect))
        if wanted.length > 0.0:
            present = self.worldOrientation
            whole = present.col[axis].copy().rotation_difference(wanted)
            share = Quaternion().slerp(whole, max(0.0, min(1.0, float(factor))))
            self.worldOrientation = share.to_matrix() @ present

    @property
    def worldScale(self) -> Vector:
        """Scale factors along its own axes."""
        return Vector(self._facts()["scale"])

    localScale = scaling = worldScale

    def applyMovement(self, movement: Numbers, local: bool = False) -> None:
        """Translate it immediately. [m]"""
        simulator().do("move", node=self.name, by=vector(movement), local=bool(local))

    def applyRotation(self, rotation: Numbers, local: bool = False) -> None:
        """Rotate it immediately by angles about x, y and z. [rad]"""
        simulator().do("turn", node=self.name, by=vector(rotation), local=bool(local))
