"""The logic bricks of objects: bricks that components add, and bricks that components of the original MORSE had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.builder import catalog
from morse.host import scene_state
from morse.host.logic.actuator import ActuatorBrick, SilentActuator
from morse.host.logic.detectors import RadarSensor, TouchSensor
from morse.host.logic.sensor import SensorBrick
from morse.host.logic.states import AlwaysSensor, JoystickSensor
from morse.host.scene.named_list import NamedList
from morse.host.values import decoded

if TYPE_CHECKING:
    from morse.builder.components.settings import ComponentOptions
    from morse.host.scene.node import SceneNode
    from morse.host.types import Message, Value

#: Actuator bricks without effect, by the class of the component.
_SILENT = {
    "morse.actuators.gripper.Gripper": ("Close_anim", "Open_anim"),
    "morse.actuators.sound.Sound": ("Sound",),
}
_JOYSTICK = "morse.actuators.joystick.Joystick"


class Bricks:
    """The bricks of an object."""

    def __init__(self) -> None:
        self.sensors: dict[str, SensorBrick] = {}
        self.actuators: dict[str, ActuatorBrick] = {}
        #: Whether the bricks of the component were added, which happens after its constructor.
        self.has_component_bricks = False


def bricks_of(obj: SceneNode) -> Bricks:
    """The bricks of an object. Objects of components also have those that the Builder of the original gave them."""
    known = scene_state.bricks.setdefault(obj.name, Bricks())
    if not known.has_component_bricks and obj.name in scene_state.component_inits:
        known.has_component_bricks = True
        _add_component_bricks(known, obj)
    return known


def _add_component_bricks(bricks: Bricks, obj: SceneNode) -> None:
    """Add the bricks of a component, except for names that its constructor has used.

    They are those of the built-in class from which its class derives, or else of its builder class.
    """
    init = scene_state.component_inits[obj.name]
    instance = scene_state.instances.get(obj.name)

    def value(name: str, default: Value) -> Value:
        return getattr(instance, name, decoded(init["properties"]).get(name, default))

    path = init["class"] if init["built_in"] else _built_in_class(init)
    if path == _JOYSTICK:
        # In place of the Always sensor.
        bricks.sensors.setdefault("Joystick", JoystickSensor(obj, "Joystick", 0, 0, 0.0))
    else:
        bricks.sensors.setdefault("Always", AlwaysSensor(obj, "Always"))
    for options in _options(path):
        for radar in options.get("radars", ()):
            distance, angle = value("Distance", radar["distance_m"]), value("Angle", radar["angle_deg"])
            name = radar["name"]
            sensor = RadarSensor(obj, name, distance, angle, radar["axis"], radar["property"] or "")
            bricks.sensors.setdefault(name, sensor)
        if options.get("trigger") == "collision":
            prop = value("only_objects_with_property", "")
            half_size = [abs(side) for side in obj.worldScale]
            bricks.sensors.setdefault("Collision", TouchSensor(obj, "Collision", prop, half_size))
    for name in _SILENT.get(path, ()):
        bricks.actuators.setdefault(name, SilentActuator(obj, name))


def _built_in_class(init: Message) -> str:
    """Path of the built-in class from which a class derives, or else of that of its builder class; may be empty."""
    instance = scene_state.instances.get(init["name"])
    paths = (getattr(cls, "_builtin_class", "") for cls in type(instance).__mro__)
    builder = catalog.builders().get(init["builder"] or "")
    return next(filter(None, paths), "") or ("" if builder is None else builder["component"]["class"])


def _options(path: str) -> list[ComponentOptions]:
    """Options of the builder classes of a built-in class."""
    facts = catalog.components().get(path)
    return [] if facts is None else [builder["options"] for builder in facts.get("builders", ())]


class Controller:
    """``blenderapi.controller()``: the acting component, as a controller of its object."""

    def __init__(self, owner: SceneNode) -> None:
        #: Object of the component.
        self.owner = owner
        self.name = owner.name

    @property
    def sensors(self) -> NamedList[SensorBrick]:
        """The sensors of the object."""
        return NamedList(bricks_of(self.owner).sensors.values())

    @property
    def actuators(self) -> NamedList[ActuatorBrick]:
        """The actuators of the object."""
        return NamedList(bricks_of(self.owner).actuators.values())

    def activate(self, actuator: ActuatorBrick | str) -> None:
        """Activate an actuator of the object, given by itself or its name."""
        self._actuator(actuator).activate()

    def deactivate(self, actuator: ActuatorBrick | str) -> None:
        """Deactivate an actuator of the object."""
        self._actuator(actuator).deactivate()

    def _actuator(self, actuator: ActuatorBrick | str) -> ActuatorBrick:
        found = self.actuators[actuator] if isinstance(actuator, str) else actuator
        if not isinstance(found, ActuatorBrick):
            raise TypeError(f"an actuator, or the name of one, is activated, not {actuator!r}")
        return found


def controller() -> Controller:
    """The controller of the acting component. Raises LookupError when no component acts."""
    if scene_state.acting is None:
        raise LookupError("blenderapi.controller(): no component acts now")
    return Controller(scene_state.acting.bge_object)
