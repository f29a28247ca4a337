"""Builder classes of the actuators."""

import os
from typing import Any, Iterable, List, Optional

from morse.builder import arguments
from morse.builder.attributes import lamp_data, name_without_effect
from morse.builder.creator import ActuatorCreator
from morse.builder.factory import define_builders
from morse.core.exceptions import MorseBuilderError


class _Unexportable(ActuatorCreator):
    """An actuator that reads no data."""

    def __init__(self, name: Optional[str] = None) -> None:
        ActuatorCreator.__init__(self, name)
        self.mark_unexportable()


class Drag(_Unexportable):
    pass


class Keyboard(_Unexportable):
    pass


class Joystick(_Unexportable):
    def __init__(self, name: Optional[str] = None, index: int = 0) -> None:
        _Unexportable.__init__(self, name)
        self.options["joystick_index"] = arguments.integer("Joystick", "index", index)


class Gripper(ActuatorCreator):
    def properties(self, **kwargs: Any) -> None:
        """As for every component; Angle and Distance also change the size of its cone."""
        ActuatorCreator.properties(self, **kwargs)
        for radar in self.options.get("radars", ()):
            radar["angle_deg"] = arguments.number("properties", "Angle", kwargs.get("Angle", radar["angle_deg"]))
            radar["distance_m"] = arguments.number("properties", "Distance", kwargs.get("Distance", radar["distance_m"]))


class Light(ActuatorCreator):
    def __init__(self, name: Optional[str] = None) -> None:
        ActuatorCreator.__init__(self, name)
        self.scene_object.describe_data(lamp_data(self._set_lamp, {"type": "SPOT"}))

    @property
    def light(self) -> "Light":
        """The lamp, which is the actuator itself; its ``_bpy_object.data`` has energy, distance, spot_size and color."""
        return self

    def _set_lamp(self, name: str, value: Any) -> None:
        if name == "color":
            self.properties(color="({},{},{})".format(*value))
        elif name == "lamp_type":
            name_without_effect("data.type")
        else:
            self.properties(**{{"size_rad": "size", "distance_m": "distance"}.get(name, name): value})

    def properties(self, **kwargs: Any) -> None:
        """As for every component; size and distance also change the lamp, color is text: (red,green,blue)."""
        ActuatorCreator.properties(self, **kwargs)
        lamp = self.options.get("lamp", {})
        for name, key in (("size", "size_rad"), ("distance", "distance_m")):
            if name in kwargs and lamp:
                lamp[key] = arguments.number("properties", name, kwargs[name])


class Sound(ActuatorCreator):
    def open(self, filepath: str) -> None:
        """Choose the sound file. Raises FileNotFoundError."""
        if not os.path.isfile(arguments.text("open", "filepath", filepath)):
            raise FileNotFoundError(f"sound file {filepath!r} not found")
        self.options["sound_file"] = os.path.abspath(filepath)


class Armature(ActuatorCreator):
    """Moves the joints of an arm: an armature that is part of the robot already, or a model of its own."""

    def __init__(
        self, name: Optional[str] = None, armature_name: Optional[str] = None, model_name: Optional[str] = None
    ) -> None:
        arguments.optional_text("Armature", "armature_name", armature_name)
        arguments.optional_text("Armature", "model_name", model_name)
        if not armature_name and not model_name:
            raise MorseBuilderError(
                "an Armature needs armature_name= (part of the robot) or model_name= (a model file)"
            )
        action = ActuatorCreator.USE_BLEND if model_name else ActuatorCreator.LINK_EXISTING_OBJECT
        ActuatorCreator.__init__(self, name, action, model_name, armature_name)
        self._ik_bones: List[str] = []
        self.options.pop("linked_object", None)
        if armature_name:
            self.options["armature_name"] = armature_name

    def create_ik_targets(self, bones: Iterable[str]) -> None:
        """Give each of these bones a target that inverse kinematics follows; one per bone."""
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
    def __init__(self, name: Optional[str] = None) -> None:
        Armature.__init__(self, name, model_name="kuka_lwr")
        self.create_ik_targets(["kuka_7"])


define_builders("actuators", globals())
