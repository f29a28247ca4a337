"""Fiducial markers as objects of a scene."""

from __future__ import annotations

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import PassiveObject
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments

__all__ = ["FiducialMarker"]


class FiducialMarker(PassiveObject):
    """A plate with a marker of AprilTag or ArUco, such as ``FiducialMarker('tag36h11', 7, 0.16)``.

    Its origin is the middle of the marker, with x to its right, y up and z out of its face. ``size`` is the edge length
    of the black square [m]; the plate is two cells wider and higher.
    """

    def __init__(self, family: str = "tag36h11", id: int = 0, size: float = 0.16) -> None:
        call = "FiducialMarker"
        family = arguments.text(call, "family", family)
        id = arguments.integer(call, "id", id)
        size = arguments.positive(call, "size", size)
        AbstractComponent.__init__(self, SceneObject(f"{family}_{id}"))
        file = f"fiducials/{family}/{id}/{size!r}"
        self.model = {"file": file, "object": None, "prefix": None, "keep_pose": False}

    def another(self) -> PassiveObject:
        """A new marker with the same code and size."""
        _, family, id, size = (self.model["file"] or "").split("/")
        copy = FiducialMarker(family, int(id), float(size))
        copy.options.update(self.options)
        return copy
