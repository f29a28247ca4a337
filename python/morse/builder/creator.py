"""Creators: the base classes of sensors and actuators."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from morse.builder import bpymorse
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.catalog.models import ROOTS, model_file
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments

if TYPE_CHECKING:
    from morse.builder.components.settings import ComponentOptions

__all__ = ["ActuatorCreator", "ComponentCreator", "SensorCreator", "bpymorse"]

_DEFAULT_RATE_HZ = 60

_Data = TypeVar("_Data")


class ComponentCreator(AbstractComponent):
    """A component with its own frame or model. It is active 60 times per simulated second by default."""

    #: Value of ``action``: create a frame.
    APPEND_EMPTY = 0
    #: Value of ``action``: use the root object of a model file.
    USE_BLEND = 1
    #: Value of ``action``: use an object of the robot's model.
    LINK_EXISTING_OBJECT = 2

    #: Model file that ``append_meshes`` takes parts from.
    _blendname: str | None = None

    def __init__(
        self,
        name: str | None,
        category: str,
        action: int = APPEND_EMPTY,
        blendfile: str | None = "",
        blendobject: str | None = None,
        make_morseable: bool = True,
    ) -> None:
        self.kind = {"sensors": "sensor", "actuators": "actuator", "robots": "robot"}.get(category, self.kind)
        call = type(self).__name__
        arguments.optional_text(call, "name", name)
        arguments.text(call, "category", category)
        if action not in (self.APPEND_EMPTY, self.USE_BLEND, self.LINK_EXISTING_OBJECT):
            raise arguments.WrongValue(
                f"{call}: action is APPEND_EMPTY, USE_BLEND or LINK_EXISTING_OBJECT, not {action!r}"
            )
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
        # Direct assignment: `properties` is for values of scripts, which it checks.
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
        """Apply the defaults of the catalog."""
        apply_facts(self)


class SensorCreator(ComponentCreator):
    """Base of sensors; subclasses set ``_classpath``."""

    kind = "sensor"

    def __init__(
        self, name: str | None = None, action: int = ComponentCreator.APPEND_EMPTY, make_morseable: bool = True
    ) -> None:
        ComponentCreator.__init__(self, name, "sensors", action, make_morseable=make_morseable)


class ActuatorCreator(ComponentCreator):
    """Base of actuators; subclasses set ``_classpath``."""

    kind = "actuator"

    def __init__(
        self,
        name: str | None = None,
        action: int = ComponentCreator.APPEND_EMPTY,
        blendfile: str | None = None,
        blendobject: str | None = None,
        make_morseable: bool = True,
    ) -> None:
        ComponentCreator.__init__(self, name, "actuators", action, blendfile, blendobject, make_morseable)


def apply_facts(component: AbstractComponent) -> None:
    """Give a component the properties, body settings and options of its catalog entry."""
    facts = component.facts
    if facts is None:
        return
    component.scene_object.values.update(facts["properties"])
    component.body.update(facts["body"])
    options: ComponentOptions = copied(facts["options"])
    component.options.update(options)


def copied(value: _Data) -> _Data:
    """A deep copy of JSON data, so that no component changes the catalog."""
    if isinstance(value, dict):
        return cast("_Data", {key: copied(item) for key, item in value.items()})
    if isinstance(value, list):
        return cast("_Data", [copied(item) for item in value])
    return value
