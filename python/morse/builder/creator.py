"""Creators: the base classes of sensors and actuators."""

from typing import Any, Optional

from morse.builder import arguments, bpymorse
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.models import ROOTS, model_file
from morse.builder.scene_object import SceneObject

__all__ = ["ActuatorCreator", "ComponentCreator", "SensorCreator", "bpymorse"]

_DEFAULT_RATE_HZ = 60


class ComponentCreator(AbstractComponent):
    """A component with its own frame or model, which acts 60 times per second by default."""

    #: A new frame.
    APPEND_EMPTY = 0
    #: The root object of a model.
    USE_BLEND = 1
    #: An object that is part of the robot already.
    LINK_EXISTING_OBJECT = 2

    #: Model file that ``append_meshes`` takes parts from.
    _blendname: Optional[str] = None

    def __init__(
        self,
        name: Optional[str],
        category: str,
        action: int = APPEND_EMPTY,
        blendfile: Optional[str] = "",
        blendobject: Optional[str] = None,
        make_morseable: bool = True,
    ) -> None:
        self.kind = {"sensors": "sensor", "actuators": "actuator", "robots": "robot"}.get(category, self.kind)
        call = type(self).__name__
        arguments.optional_text(call, "name", name)
        arguments.text(call, "category", category)
        if action not in (self.APPEND_EMPTY, self.USE_BLEND, self.LINK_EXISTING_OBJECT):
            raise arguments.WrongValue(f"{call}: action is APPEND_EMPTY, USE_BLEND or LINK_EXISTING_OBJECT, not {action!r}")
        arguments.optional_text(call, "blendfile", blendfile)
        arguments.optional_text(call, "blendobject", blendobject)
        facts = self.facts
        file = model_file(category, blendfile or self._blendname) if action == self.USE_BLEND else None
        if facts is not None and facts["model"]:
            file = facts["model"]
        root = ROOTS.get(file or "")
        scene_name = blendobject or (root.name if root else "Empty")
        AbstractComponent.__init__(self, SceneObject(scene_name))
        if file:
            self.model = {"file": file, "object": blendobject, "prefix": None, "keep_pose": False}
        if action == self.LINK_EXISTING_OBJECT and blendobject:
            self.options["linked_object"] = blendobject
        # Not by `properties`, which checks what scripts give.
        values = self.scene_object.values
        values["Component_Tag"] = True
        if self._classpath:
            values["classpath"] = self._classpath
        rate = facts["rate_hz"] if facts is not None else None
        values["frequency"] = rate or _DEFAULT_RATE_HZ
        self.apply_facts()
        if name:
            self._name_unchecked(name)

    def apply_facts(self) -> None:
        """Apply the defaults of the catalogue."""
        apply_facts(self)


class SensorCreator(ComponentCreator):
    """Base of sensors; a class of your own sets ``_classpath``."""

    kind = "sensor"

    def __init__(
        self, name: Optional[str] = None, action: int = ComponentCreator.APPEND_EMPTY, make_morseable: bool = True
    ) -> None:
        ComponentCreator.__init__(self, name, "sensors", action, make_morseable=make_morseable)


class ActuatorCreator(ComponentCreator):
    """Base of actuators; a class of your own sets ``_classpath``."""

    kind = "actuator"

    def __init__(
        self,
        name: Optional[str] = None,
        action: int = ComponentCreator.APPEND_EMPTY,
        blendfile: Optional[str] = None,
        blendobject: Optional[str] = None,
        make_morseable: bool = True,
    ) -> None:
        ComponentCreator.__init__(self, name, "actuators", action, blendfile, blendobject, make_morseable)


def apply_facts(component: AbstractComponent) -> None:
    """Give a component the properties, body and options its catalogue entry states."""
    facts = component.facts
    if facts is None:
        return
    component.scene_object.values.update(facts["properties"])
    component.body.update(facts["body"])
    component.options.update(copied(facts["options"]))


def copied(value: Any) -> Any:
    """A deep copy of plain data, so that no component changes the catalogue."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copied(item) for item in value]
    return value
