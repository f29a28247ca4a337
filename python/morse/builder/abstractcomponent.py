"""AbstractComponent: names, properties, hierarchy and models of all objects of a scene."""

import sys
from typing import Any, Dict, Iterable, List, Optional

from morse.builder import arguments, naming, report
from morse.builder.catalogue import builders
from morse.builder.data import MORSE_DATASTREAM_MODULE
from morse.builder.posed import Posed
from morse.builder.report import logger
from morse.builder.scene import scene
from morse.builder.scene_object import SceneObject
from morse.builder.source import Place, calling_place
from morse.builder.suggestions import did_you_mean
from morse.builder.values import check_property, timer
from morse.builder.wired import Wired
from morse.core.exceptions import MorseBuilderError

__all__ = ["AbstractComponent", "MORSE_DATASTREAM_MODULE", "logger", "timer"]

_PROFILED = ("profile", "profile_action", "profile_modifiers", "profile_datastreams")


class AbstractComponent(Posed, Wired):
    """Base of robots, sensors, actuators, objects, zones and the Environment."""

    #: Every component of the scene, in creation order.
    components: List["AbstractComponent"] = scene().components

    #: Catalogue entry of the builder class, for the classes of this package and those derived from them.
    facts: Optional[Dict[str, Any]] = None

    #: Class path of the run-time class.
    _classpath: Optional[str] = None

    #: False for the Environment, which is not among the components of the scene.
    is_listed = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__module__.startswith("morse.builder."):
            facts = builders().get(cls.__name__)
            if facts is not None:
                cls.facts = facts
                cls._classpath = facts["component"]["class"]
                cls.__doc__ = cls.__doc__ or f"{facts['component']['title']}. {facts['component']['doc']}"

    def __init__(self, obj: Optional[SceneObject] = None, filename: str = "", category: str = "") -> None:
        call = type(self).__name__
        arguments.text(call, "filename", filename)
        arguments.text(call, "category", category)
        self.scene_object: SceneObject = SceneObject("Empty") if obj is None else _scene_object(call, obj)
        self.basename: Optional[str] = None
        self.parent_component: Optional["AbstractComponent"] = None
        self.child_components: List["AbstractComponent"] = []
        self.attach_to: Optional[str] = None
        self.model: Optional[Dict[str, Any]] = None
        self.parts: List[Dict[str, Any]] = []
        self.body = self.scene_object.body
        self.visual = self.scene_object.visual
        self.options: Dict[str, Any] = {}
        self.shape: Optional[Dict[str, Any]] = None
        self.external = False
        self.start_wiring()
        self.place = calling_place()
        #: The script lines that set the frequency, the name and the parent.
        self.rate_place: Optional[Place] = None
        self.name_place: Optional[Place] = None
        self.append_place: Optional[Place] = None
        if filename:
            from morse.builder.models import model_file

            self.model = {"file": model_file(category, filename)}
        if self.is_listed:
            AbstractComponent.components.append(self)

    # Name ------------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name in the scene; the full name once an Environment was made.

        Writing sets the component's own name too. Wiring done before follows the component, whatever its name becomes.
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

    def properties(self, **kwargs: Any) -> None:
        """Create or overwrite properties, of any type; warns of values that the simulator gets as text only."""
        for name, value in kwargs.items():
            check_property(name, value)
        self.scene_object.values.update(kwargs)

    def property_value(self, name: str) -> Any:
        """Value of a property, or None."""
        arguments.text("property_value", "name", name)
        return self.scene_object.values.get(name)

    def level(self, level: str) -> None:
        """Choose the abstraction level, one of those the component documents."""
        self.properties(abstraction_level=arguments.text("level", "level", level))

    def frequency(self, frequency: Optional[float] = None) -> None:
        """Act this many times per simulated second."""
        if frequency is not None:
            self.properties(frequency=arguments.number("frequency", "it", frequency))
            self.rate_place = calling_place()

    def profile(self) -> None:
        """Measure the time this sensor takes and show it."""
        if self.kind != "sensor":
            report.warn(f"profile() is meant for sensors; {self.name} is none", self)
        self.properties(**{name: "0" for name in _PROFILED})
        self.options["profile"] = True

    def set_color(self, r: float, g: float, b: float) -> None:
        """Colour this component and its descendants, 0 to 1."""
        self.visual["color"] = arguments.numbers("set_color", "the colour", (r, g, b), 3)

    # Hierarchy -------------------------------------------------------------------------------------------------------

    def append(self, obj: "AbstractComponent", child: Optional[str] = None, level: int = 1) -> None:
        """Put a component on this one, or on the part of its model called ``child``.

        A component without a name takes that of the variable that holds it, ``level`` frames up.
        Raises MorseBuilderError when there is no such part, or when a component would hang below itself.
        """
        if not isinstance(obj, AbstractComponent):
            raise arguments.WrongType(f"append: {self._called()} takes a component, not {obj!r}")
        level = arguments.integer("append", "level", level)
        above: Optional[AbstractComponent] = self
        while above is not None:
            if above is obj:
                raise MorseBuilderError(f"{obj.name} cannot be appended to {self.name}: it would hang below itself")
            above = above.parent_component
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

    def _warn_of_second_append(
        self, obj: "AbstractComponent", parent: "AbstractComponent", place: Optional[Place]
    ) -> None:
        first = obj.append_place

        def message() -> str:
            before = f"it was appended to `{parent.name}` before, at {first}"
            return f"{before}; nothing changes" if parent is self else f"{before}: now it is part of `{self.name}` only"

        report.finding("appended-twice", message, obj, place, [first])

    def _check_child(self, child: str) -> None:
        # The parts of a model are known to the simulator only; it reports a missing one.
        if self.model is None and "armature_name" not in self.options and self.get_child(child) is None:
            known = (part.name for part in self.scene_object.children)
            raise MorseBuilderError(f"No such child {child} in {self.name}{did_you_mean(child, known)}")

    def get_child(
        self, name: str, objects: Optional[Iterable[SceneObject]] = None, recursive: bool = True
    ) -> Optional[SceneObject]:
        """A scene child: of this name, else of a name beginning with its part before the first dot, else deeper."""
        arguments.text("get_child", "name", name)
        if not isinstance(objects, (list, tuple, type(None))):
            raise arguments.WrongType(f"get_child: objects takes a list of scene objects, not {objects!r}")
        children = list(self.scene_object.children if objects is None else objects)
        for child in children:
            if child.name == name:
                return child
        stem = name.split(".")[0]
        for child in children:
            if child.name.startswith(stem):
                return child
        if recursive:
            for child in children:
                found = self.get_child(name, child.children)
                if found is not None:
                    return found
        return None

    @staticmethod
    def close_context(level: int = 1) -> None:
        """Name the components without parent after the variables that hold them now, ``level`` frames up.

        Call it at the end of a loop body that makes one robot per turn.
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
        obj.mark_part(False)
        obj.body.update(self.body)
        obj.visual.update(self.visual)
        self.body, self.visual = obj.body, obj.visual

    def select(self) -> None:
        """Make it the one object that Blender's operators act on."""
        scene().selected[:] = [self.scene_object]
        scene().active = self.scene_object

    def is_morseable(self) -> bool:
        """True when the component acts at run time."""
        return self.kind in ("robot", "sensor", "actuator")

    def morseable(self, calling_module: Optional[str] = None) -> None:
        """No effect: the class determines whether it acts at run time; kept for old scripts."""

    # Models ----------------------------------------------------------------------------------------------------------

    def append_meshes(
        self, objects: Optional[List[str]] = None, component: Optional[str] = None, prefix: Optional[str] = None
    ) -> List[SceneObject]:
        """Attach objects of a model file to this component: the named ones, those with a prefix, or all."""
        from morse.builder.models import model_file

        component = arguments.optional_text("append_meshes", "component", component)
        prefix = arguments.optional_text("append_meshes", "prefix", prefix)
        names = [] if objects is None else arguments.texts("append_meshes", "objects", objects)
        file = component or getattr(self, "_blendname", None)
        if not file:
            raise MorseBuilderError(f"{self.name}: append_meshes() needs the model file, as component= or _blendname")
        category = {"sensor": "sensors", "actuator": "actuators", "robot": "robots"}.get(self.kind, "")
        self.parts.append({"file": model_file(category, file), "objects": names, "prefix": prefix})
        found = []
        for name in names:
            part = SceneObject(name)
            part.mark_part()
            part.attach(self.scene_object)
            found.append(part)
        return found

    def append_scenes(self, component: Optional[str] = None) -> List[SceneObject]:
        """Attach every object of a model file."""
        return self.append_meshes(component=component)

    def append_collada(self, component: Optional[str] = None) -> List[SceneObject]:
        """Attach every object of a Collada file."""
        return self.append_meshes(component=component)

    # Tree -------------------------------------------------------------------------------------------------------------

    def descendants(self) -> Iterable["AbstractComponent"]:
        """All descendants, parents first."""
        for child in self.child_components:
            yield child
            yield from child.descendants()

    def finish_options(self) -> None:
        """Add the options that depend on full names; called when the document is made."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


def _scene_object(call: str, obj: Any) -> SceneObject:
    if not isinstance(obj, SceneObject):
        raise arguments.WrongType(f"{call}: obj takes a scene object, not {obj!r}")
    return obj
