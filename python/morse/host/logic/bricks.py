"""The logic bricks of objects: those that components add, and those that components of the original had."""

from typing import Any, Dict, List

from morse.builder import catalogue
from morse.host import scene_state
from morse.host.logic.actuator import ActuatorBrick, SilentActuator
from morse.host.logic.detectors import RadarSensor, TouchSensor
from morse.host.logic.sensor import SensorBrick
from morse.host.logic.states import AlwaysSensor
from morse.host.named_list import NamedList

#: Actuators that only sound or show something.
_SILENT = {"morse.actuators.sound.Sound": "Sound"}


class Bricks:
    """The bricks of an object."""

    def __init__(self) -> None:
        self.sensors: Dict[str, SensorBrick] = {}
        self.actuators: Dict[str, ActuatorBrick] = {}
        #: Whether those of its component are among them: it is known once its constructor has run.
        self.has_known = False


def bricks_of(obj: Any) -> Bricks:
    """The bricks of an object. Objects of components have those that the component had in the original."""
    known = scene_state.bricks.setdefault(obj.name, Bricks())
    if not known.has_known and obj.name in scene_state.instances:
        known.has_known = True
        _add_known(known, obj, scene_state.instances[obj.name])
    return known


def _add_known(bricks: Bricks, obj: Any, instance: Any) -> None:
    """Add the bricks of a component, but for names that its constructor has given."""
    bricks.sensors.setdefault("Always", AlwaysSensor(obj, "Always"))
    paths = (getattr(cls, "_builtin_class", "") for cls in type(instance).__mro__)
    path = next(filter(None, paths), "")
    for options in _options(path):
        for radar in options.get("radars", ()):
            distance = getattr(instance, "Distance", radar["distance_m"])
            angle = getattr(instance, "Angle", radar["angle_deg"])
            name = radar["name"]
            bricks.sensors.setdefault(name, RadarSensor(obj, name, distance, angle, radar["axis"], radar["property"]))
        if options.get("trigger") == "collision":
            prop = getattr(instance, "only_objects_with_property", "")
            half_size = [abs(side) for side in obj.worldScale]
            bricks.sensors.setdefault("Collision", TouchSensor(obj, "Collision", prop, half_size))
    if path in _SILENT:
        bricks.actuators.setdefault(_SILENT[path], SilentActuator(obj, _SILENT[path]))


def _options(path: str) -> List[Dict[str, Any]]:
    """What the builder classes of a built-in class say of its bricks."""
    facts = catalogue.components().get(path, {})
    return [builder.get("options", {}) for builder in facts.get("builders", ())]


class Controller:
    """``blenderapi.controller()``: the component that acts, as a controller of its object."""

    def __init__(self, owner: Any) -> None:
        #: The object of the component.
        self.owner = owner
        self.name = owner.name

    @property
    def sensors(self) -> NamedList:
        """The sensors of the object."""
        return NamedList(bricks_of(self.owner).sensors.values())

    @property
    def actuators(self) -> NamedList:
        """The actuators of the object."""
        return NamedList(bricks_of(self.owner).actuators.values())

    def activate(self, actuator: Any) -> None:
        """Let an actuator of the object act from now on: by itself, or by its name."""
        self._actuator(actuator).activate()

    def deactivate(self, actuator: Any) -> None:
        """Let an actuator of the object act no more."""
        self._actuator(actuator).deactivate()

    def _actuator(self, actuator: Any) -> ActuatorBrick:
        found = self.actuators[actuator] if isinstance(actuator, str) else actuator
        if not isinstance(found, ActuatorBrick):
            raise TypeError(f"an actuator, or the name of one, is activated, not {actuator!r}")
        return found


def controller() -> Controller:
    """The controller of the component that acts. Raises LookupError while none acts."""
    if scene_state.acting is None:
        raise LookupError("blenderapi.controller(): no component acts now")
    return Controller(scene_state.acting.bge_object)
