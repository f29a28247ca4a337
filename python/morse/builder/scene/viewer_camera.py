"""The camera of viewers, which scripts move and put on robots under the name that it has in every environment."""

from __future__ import annotations

from morse.builder.scene.attributes import viewer_camera_data
from morse.builder.scene.current import scene
from morse.builder.scene.hierarchy import component_of
from morse.builder.scene.scene_object import SceneObject
from morse.core.exceptions import MorseBuilderError

#: Name of the object.
NAME = "CameraFP"


class ViewerCamera(SceneObject):
    """The camera of viewers. It looks along its -Z axis, with +Y up."""

    def __init__(self) -> None:
        active = scene().active
        SceneObject.__init__(self, NAME, (5.0, -5.0, 5.0), (0.7854, 0.0, 0.7854))
        # The script did not make it, so the active object stays.
        scene().active = active
        self._settings: dict[str, float | list[float]] = {
            "clip": [0.1, 100.0],
            "speed": 2.0,
            "focal_length_mm": 20.0,
        }
        self.describe_data(viewer_camera_data(self._settings))

    def set(self, **settings: float | list[float]) -> None:
        """Set clip distances [m], speed [m/s] or focal length [mm], under their names in the scene document."""
        self._settings.update(settings)

    @property
    def type(self) -> str:
        """Always CAMERA."""
        return "CAMERA"

    @property
    def parent(self) -> SceneObject | None:
        """The object that carries it. After an assignment, it has its location and rotation in the new parent.

        Raises MorseBuilderError for an object of the environment's file.
        """
        return self._parent

    @parent.setter
    def parent(self, parent: SceneObject | None) -> None:
        # The part of a model moves with the component that has the model.
        while parent is not None and component_of(parent) is None:
            if parent.parent is None:
                raise MorseBuilderError(
                    f"{NAME} cannot be put on {parent.name!r}, which is in the environment's file; "
                    "put it on an object of the script"
                )
            parent = parent.parent
        self.attach(parent)

    def as_json(self) -> dict[str, object]:
        """The settings in the form used in scene documents."""
        parent = {} if self._parent is None else {"parent": self._parent.name}
        pose = {"location": list(self.location), "rotation": list(self.rotation_euler)}
        return {**parent, **pose, **self._settings}
