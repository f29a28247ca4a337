"""The scene under construction: its objects, its components and its settings."""

import re
import weakref
from typing import Any, Dict, List, Optional

from morse.builder import attributes, report
from morse.builder.numbered_names import NumberedNames
from morse.builder.source import Place

_NUMBERED = re.compile(r"^(.*?)(?:\.(\d{3,}))?$", re.DOTALL)


class Scene:
    """The scene as described by the script so far."""

    def __init__(self, components: List[Any]) -> None:
        self.objects: Dict[str, Any] = {}
        self._names = NumberedNames(".")
        self.components = components
        #: Objects of the environment file that the script asked for by name.
        self.environment_objects: Dict[str, Any] = {}
        #: Wiring of names that are no component of this scene, such as ``simulation``.
        self.named_services: Dict[str, List[Any]] = {}
        self.stream_managers: Dict[str, Dict[str, Any]] = {}
        self.stream_manager_places: Dict[str, Optional[Place]] = {}
        #: Settings of the Environment (morse.builder.settings.Settings); None before there is one.
        self.settings: Any = None
        self.environment: Optional["weakref.ref[Any]"] = None
        self.frequency_hz: Optional[float] = None
        #: Settings that a script made through bpy before there was an Environment, by what they belong to.
        self.early: Dict[str, Dict[str, Any]] = {"settings": {}, "time": {}, "display": {}}
        #: The object that Blender would call active, and those selected.
        self.active: Any = None
        self.selected: List[Any] = []
        #: Components that were made through bpy and not linked to the scene yet, by the identity of their objects.
        self.unlinked: Dict[int, Any] = {}
        #: Materials and texts that the script made.
        self.materials: List[Any] = []
        self.texts: List[Any] = []
        self.created = False
        #: Raised while the Environment was being finalised by its destructor, where nothing can be raised.
        self.failure: Optional[BaseException] = None
        #: True when the runner outputs the document, so that no hint is needed.
        self.is_run = False

    def claim(self, name: str, owner: Any) -> str:
        """Reserve a name, with the next free number when it is taken."""
        unique = name
        if name in self.objects:
            match = _NUMBERED.match(name) if name[-1:].isdigit() else None
            unique = self._names.numbered(match.group(1) if match else name)
        self.objects[unique] = owner
        self.active = owner
        self._names.add(unique)
        return unique

    def release(self, name: str) -> None:
        """Release a name."""
        del self.objects[name]
        self._names.remove(name)


_scene = Scene([])


def scene() -> Scene:
    """The scene under construction."""
    return _scene


def start_over() -> Scene:
    """Forget the scene and begin an empty one; for programs that build several scenes in one process."""
    global _scene
    # The same list: it is known as AbstractComponent.components.
    components = _scene.components
    components.clear()
    report.reports.clear()
    attributes.start_over()
    _scene = Scene(components)
    return _scene
