"""Builder classes of the actuators."""

from __future__ import annotations

import os
from collections.abc import Iterable

from morse.builder.catalog.builder_classes import define_builders
from morse.builder.creator import ActuatorCreator
from morse.builder.scene.attributes import lamp_data, name_without_effect
from morse.builder.script import arguments
from morse.core.exceptions import MorseBuilderError


class _Unexportable(ActuatorCreator):
    """An actuator without data streams."""

    def __init__(self, name: str | None = None) -> None:
        ActuatorCreator.__init__(self, name)
        self.mark_unexportable()


class Drag(_Unexportable):
    pass


class Keyboard(_Unexportable):
    pass


class Joystick(_Unexportable):
    def __init__(self, name: str | None = None, index: int = 0) -> None:
        _Unexportable.__init__(self, name)
        self.options["joystick_index"] = arguments.integer("Joystick", "index", index)


class Gripper(ActuatorCreator):
    def properties(self, **kwargs: object) -> None:
        """Set properties. Angle and Distance also change the cone of the gripper's radar."""
        ActuatorCreator.properties(self, **kwargs)
        for radar in self.options.get("radars", ()):
            angle, distance = kwargs.get("Angle", radar["angle_deg"]), kwargs.get("Distance", radar["distance_m"])
            radar["angle_deg"] = arguments.number("properties", "Angle", angle)
            radar["distance_m"] = arguments.number("properties", "Distance", distance)


class Light(ActuatorCreator):
    def __init__(self, name: str | None = None) -> None:
        ActuatorCreator.__init__(self, name)
        self.scene_object.describe_data(lamp_data(self._set_lamp, {"type": "SPOT"}))

    @property
    def light(self) -> Light:
        """The actuator itself; its ``_bpy_object.data`` has energy, distance, spot_size and color."""
        return self

    def _set_lamp(self, name: str, value: object) -> None:
        if name == "color" and isinstance(value, list):
            self.properties(color="({},{},{})".format(*value))
        elif name == "lamp_type":
            name_without_effect("data.type")
        else:
            self.properties(**{{"size_rad": "size", "distance_m": "distance"}.get(name, name): value})

    def properties(self, **kwargs: object) -> None:
        """Set properties. size and distance also change the lamp; color is text: (red,green,blue)."""
        ActuatorCreator.properties(self, **kwargs)
        lamp = self.options.get("lamp")
        if not lamp:
            return
        if "size" in kwargs:
            lamp["size_rad"] = arguments.number("properties", "size", kwargs["size"])
        if "distance" in kwargs:
            lamp["distance_m"] = arguments.number("properties", "distance", kwargs["distance"])


class Sound(ActuatorCreator):
    def open(self, filepath: str) -> None:
        """Choose the sound file. Raises FileNotFoundError."""
        if not os.path.isfile(arguments.text("open", "filepath", filepath)):
            raise FileNotFoundError(f"sound file {filepath!r} not found")
        self.options["sound_file"] = os.path.abspath(filepath)


class Armature(ActuatorCreator):
    """Moves the joints of an arm: an armature of the robot's model, or an arm with its own model file."""

    def __init__(
        self, name: str | None = None, armature_name: str | None = None, model_name: str | None = None
    ) -> None:
        arguments.optional_text("Armature", "armature_name", armature_name)
        arguments.optional_text("Armature", "model_name", model_name)
        if not armature_name and not model_name:
            raise MorseBuilderError(
                "an Armature needs armature_name= (part of the robot) or model_name= (a model file)"
            )
        action = ActuatorCreator.USE_BLEND if model_name else ActuatorCreator.LINK_EXISTING_OBJECT
        ActuatorCreator.__init__(self, name, action, model_name, armature_name)
        self._ik_bones: list[str] = []
        self.options.pop("linked_object", None)
        if armature_name:
            self.options["armature_name"] = armature_name

    def create_ik_targets(self, bones: Iterable[str]) -> None:
        """Give each of these bones a target for inverse kinematics; one for each bone."""
        names = arguments.texts("create_ik_targets", "bones", bones)
        self._ik_bones += [bone for bone in names if bone not in self._ik_bones]

    def after_renaming(self) -> None:
        """Name the targets after the armature."""
        self.finish_options()

    def finish_options(self) -> None:
        if self._ik_bones:
            self.options["ik_targets"] = [
                {"bone": bone, "name": f"ik_target.{self.name}.{bone}"} for bone in self._ik_bones
            ]


class KukaLWR(Armature):
    def __init__(self, name: str | None = None) -> None:
        Armature.__init__(self, name, model_name="kuka_lwr")
        self.create_ik_targets(["kuka_7"])


define_builders("actuators", globals())
