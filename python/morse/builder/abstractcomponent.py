"""AbstractComponent: names, properties, hierarchy and models of all objects of a scene."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from morse.builder.catalog import builders
from morse.builder.components.posed import Posed
from morse.builder.components.wired import Wired
from morse.builder.data import MORSE_DATASTREAM_MODULE
from morse.builder.document.encoding import check_property, timer
from morse.builder.scene import naming, scene
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments, report
from morse.builder.script.report import logger
from morse.builder.script.source import Place, calling_place
from morse.builder.script.suggestions import did_you_mean
from morse.builder.wiring.configuration import Configuration
from morse.core.exceptions import MorseBuilderError

if TYPE_CHECKING:
    from morse.builder.catalog.entries import BuilderEntry
    from morse.builder.components.settings import ComponentOptions, ModelFile, ModelParts, Shape

__all__ = ["AbstractComponent", "Configuration", "MORSE_DATASTREAM_MODULE", "logger", "timer"]

_PROFILED = ("profile", "profile_action", "profile_modifiers", "profile_datastreams")


class AbstractComponent(Posed, Wired):
    """Base of robots, sensors, actuators, objects, zones and the Environment."""

    #: Every component of the scene, in creation order.
    components: list[AbstractComponent] = scene().components

    #: Catalog entry of the builder class, for the classes of this package and those derived from them.
    facts: BuilderEntry | None = None

    #: Class path of the run-time class.
    _classpath: str | None = None

    #: False for the Environment, which is not among the components of the scene.
    is_listed = True

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__module__.startswith("morse.builder."):
            facts = builders().get(cls.__name__)
            if facts is not None:
                cls.facts = facts
                cls._classpath = facts["component"]["class"]
                cls.__doc__ = cls.__doc__ or f"{facts['component']['title']}. {facts['component']['doc']}"

    def __init__(self, obj: SceneObject | None = None, filename: str = "", category: str = "") -> None:
        call = type(self).__name__
        arguments.text(call, "filename", filename)
        arguments.text(call, "category", category)
        self.scene_object: SceneObject = SceneObject("Empty") if obj is None else _scene_object(call, obj)
        self.basename: str | None = None
        self.parent_component: AbstractComponent | None = None
        self.child_components: list[AbstractComponent] = []
        #: Name of the part of the parent's model that the component is on.
        self.attach_to: str | None = None
        self.model: ModelFile | None = None
        self.parts: list[ModelParts] = []
        self.body = self.scene_object.body
        self.visual = self.scene_object.visual
        self.options: ComponentOptions = {}
        self.shape: Shape | None = None
        #: Whether another program moves the component.
        self.external = False
        self.start_wiring()
        self.place = calling_place()
        #: The script lines that set properties, by name, also `frequency` and `abstraction_level`.
        self.property_places: dict[str, Place | None] = {}
        #: The script lines that set the name and the parent.
        self.name_place: Place | None = None
        self.append_place: Place | None = None
        #: File of the model, as the script gave it.
        self._blender_filename = filename
        if filename:
            from morse.builder.catalog.models import model_file

            self.model = {"file": model_file(category, filename)}
        if self.is_listed:
            AbstractComponent.components.append(self)

    # Name ------------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name in the scene; after the Environment, the full name.

        An assignment also sets the component's own name. Earlier connections follow the component to its new name.
        """
        return self.scene_object.name

    @name.setter
    def name(self, value: str) -> None:
        if not value:
            return
        if "." in arguments.text("name", "it", value):
            raise SyntaxError(f"Invalid component name: {value}. Dots are not allowed.")
        self._name_unchecked(value)

    def _name_unchecked(self, value: str) -> None:
        self.basename = arguments.text(type(self).__name__, "name", value)
        self.name_place = calling_place()
        if value != self.scene_object.name:
            self.scene_object.name = value

    # Properties ------------------------------------------------------------------------------------------------------

    def properties(self, **kwargs: Any) -> None:  # builder classes declare keywords with types
        """Create or overwrite properties, of any type. Warns about values that the simulator gets as text only."""
        for name, value in kwargs.items():
            check_property(name, value)
        self.scene_object.values.update(kwargs)
        self.property_places.update(dict.fromkeys(kwargs, calling_place()))

    def property_value(self, name: str) -> Any:  # scripts compute with the values
        """Value of a property, or None."""
        arguments.text("property_value", "name", name)
        return self.scene_object.values.get(name)

    def level(self, level: str) -> None:
        """Choose the abstraction level; the documentation of the component lists its levels."""
        self.properties(abstraction_level=arguments.text("level", "level", level))

    def frequency(self, frequency: float | None = None) -> None:
        """Number of activations per simulated second. [Hz] 0 and None leave it as it is, with a warning."""
        rate_hz = 0.0 if frequency is None else arguments.number("frequency", "it", frequency)
        if rate_hz == 0.0:
            report.warn(f"frequency({frequency}) changes nothing: give the number of activations per second", self)
            return
        self.properties(frequency=rate_hz)

    def profile(self) -> None:
        """Measure and show the computing time of this sensor."""
        if self.kind != "sensor":
            report.warn(f"profile() is meant for sensors; {self.name} is not a sensor", self)
        self.properties(**dict.fromkeys(_PROFILED, "0"))
        self.options["profile"] = True

    def set_color(self, r: float, g: float, b: float) -> None:
        """Color this component and its descendants: red, green, blue; 0 to 1."""
        self.visual["color"] = arguments.numbers("set_color", "the color", (r, g, b), 3)

    # Hierarchy -------------------------------------------------------------------------------------------------------

    def append(
        self, obj: AbstractComponent, child: str | None = None, level: int = 1, *, link: str | None = None
    ) -> None:
        """Put a component on this one, or on the part or link of its model called ``child`` or ``link``.

        A component without a name gets the name of the variable that holds it, ``level`` frames up.
        Raises MorseBuilderError for an unknown part, and for a component that would become its own descendant.
        """
        if not isinstance(obj, AbstractComponent):
            raise arguments.WrongType(f"append: {self._called()} takes a component, not {obj!r}")
        level = arguments.integer("append", "level", level)
        above: AbstractComponent | None = self
        while above is not None:
            if above is obj:
                raise MorseBuilderError(f"{obj.name} cannot be appended to {self.name}: it would hang below itself")
            above = above.parent_component
        if link is not None:
            if child is not None:
                raise arguments.WrongValue("append: child and link name the same thing: give one of them")
            child = arguments.text("append", "link", link)
        if child is not None:
            self._check_child(arguments.text("append", "child", child))
            obj.attach_to = child
        place = calling_place()
        if obj.parent_component is not None:
            self._warn_of_second_append(obj, obj.parent_component, place)
            obj.parent_component.child_components.remove(obj)
        obj.append_place = place
        obj.parent_component = self
        self.child_components.append(obj)
        obj.scene_object.attach(self.scene_object)
        if not obj.basename:
            obj.basename = naming.variable_of(obj, sys._getframe(level))

    def _warn_of_second_append(self, obj: AbstractComponent, parent: AbstractComponent, place: Place | None) -> None:
        first = obj.append_place

        def message() -> str:
            before = f"it was appended to `{parent.name}` before, at {first}"
            return f"{before}; nothing changes" if parent is self else f"{before}: now it is part of `{self.name}` only"

        report.finding("appended-twice", message, obj, place, [first])

    def _check_child(self, child: str) -> None:
        # The parts of a model are known to the simulator only, which reports a missing part.
        if self.model is None and "armature_name" not in self.options and self.get_child(child) is None:
            known = (part.name for part in self.scene_object.children)
            raise MorseBuilderError(f"No such child {child} in {self.name}{did_you_mean(child, known)}")

    def get_child(
        self, name: str, objects: Iterable[SceneObject] | None = None, recursive: bool = True
    ) -> SceneObject | None:
        """A child of this name, else one whose name starts with the part before the first dot, else a descendant.

        Pose, scale, properties, color, materials and visibility of parts of models can be set.
        The parts of the original's models are known. In other files, a part of the wanted name is assumed.
        """
        arguments.text("get_child", "name", name)
        if not isinstance(objects, (list, tuple, type(None))):
            raise arguments.WrongType(f"get_child: objects takes a list of scene objects, not {objects!r}")
        from morse.builder.catalog.models import PARTS

        children: list[SceneObject] = list(self.scene_object.children if objects is None else objects)
        for child in children:
            if name == (child.part_name or child.name):
                return child
        known = PARTS.get(self.model["file"] or "") if objects is None and self.model is not None else None
        if known is not None and name in known:
            return self._part(name)
        stem = name.split(".")[0]
        for child in children:
            # In a file whose parts are not known, each part is assumed by its own name.
            if (child.part_name is None or known is not None) and child.name.startswith(stem):
                return child
        if recursive:
            for child in children:
                found = self.get_child(name, child.children)
                if found is not None:
                    return found
        return self._part_of_model(name) if objects is None else None

    def _part_of_model(self, name: str) -> SceneObject | None:
        if self.model is None:
            return None
        from morse.builder.catalog.models import PARTS

        known = PARTS.get(self.model["file"] or "", (name,))
        stem = name.split(".")[0]
        alike = [part for part in known if part == name] or [part for part in known if part.startswith(stem)]
        return self._part(alike[0]) if alike else None

    def _part(self, name: str) -> SceneObject:
        part = SceneObject(name)
        part.mark_part(name)
        part.attach(self.scene_object)
        return part

    @staticmethod
    def close_context(level: int = 1) -> None:
        """Name the components without parent after the variables that hold them now, ``level`` frames up.

        Call it at the end of a loop body that creates a robot in each iteration.
        """
        naming.name_orphans(sys._getframe(arguments.integer("close_context", "level", level)))

    @property
    def _bpy_object(self) -> SceneObject:
        """The scene object, under the name older scripts use."""
        return self.scene_object

    def set_blender_object(self, obj: SceneObject) -> None:
        """Attach this component to another scene object."""
        obj = _scene_object("set_blender_object", obj)
        self.scene_object = obj
        obj.mark_part(None)
        obj.body.update(self.body)
        obj.visual.update(self.visual)
        self.body, self.visual = obj.body, obj.visual

    def select(self) -> None:
        """Make this the only object that Blender's operators act on."""
        scene().selected[:] = [self.scene_object]
        scene().active = self.scene_object

    def is_morseable(self) -> bool:
        """True when the component acts at run time."""
        return self.kind in ("robot", "sensor", "actuator")

    def morseable(self, calling_module: str | None = None) -> None:
        """No effect; kept for old scripts. The class determines whether a component acts at run time."""

    # Models ----------------------------------------------------------------------------------------------------------

    def append_meshes(
        self, objects: list[str] | None = None, component: str | None = None, prefix: str | None = None
    ) -> list[SceneObject]:
        """Attach objects of a model file to this component: the named ones, those with a prefix, or all."""
        from morse.builder.catalog.models import model_file

        component = arguments.optional_text("append_meshes", "component", component)
        prefix = arguments.optional_text("append_meshes", "prefix", prefix)
        names = [] if objects is None else arguments.texts("append_meshes", "objects", objects)
        file = component or self._blender_filename or getattr(self, "_blendname", None)
        if not file:
            raise MorseBuilderError(f"{self.name}: append_meshes() needs the model file, as component= or _blendname")
        category = {"sensor": "sensors", "actuator": "actuators", "robot": "robots"}.get(self.kind, "")
        self.parts.append({"file": model_file(category, file), "objects": names, "prefix": prefix})
        found = []
        for name in names:
            found.append(self._part(name))
        return found

    def append_scenes(self, component: str | None = None) -> list[SceneObject]:
        """Attach every object of a model file."""
        return self.append_meshes(component=component)

    def append_collada(self, component: str | None = None) -> list[SceneObject]:
        """Attach every object of a Collada file."""
        return self.append_meshes(component=component)

    # Tree -------------------------------------------------------------------------------------------------------------

    def descendants(self) -> Iterable[AbstractComponent]:
        """All descendants, parents first."""
        for child in self.child_components:
            yield child
            yield from child.descendants()

    def finish_options(self) -> None:
        """Add the options that depend on full names; called before the document is created."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


def _scene_object(call: str, obj: object) -> SceneObject:
    if not isinstance(obj, SceneObject):
        raise arguments.WrongType(f"{call}: obj takes a scene object, not {obj!r}")
    return obj
