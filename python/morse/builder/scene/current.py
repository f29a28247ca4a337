"""The scene under construction: its objects, its components and its settings."""

from __future__ import annotations

import re
import weakref
from typing import TYPE_CHECKING, TypedDict

from morse.builder.scene import attributes
from morse.builder.scene.numbered_names import NumberedNames
from morse.builder.script import report

if TYPE_CHECKING:
    from morse.builder.abstractcomponent import AbstractComponent
    from morse.builder.blender.materials import Material
    from morse.builder.blender.texts import Text
    from morse.builder.document.json_types import JsonObject
    from morse.builder.environment import Environment
    from morse.builder.scene.environment_object import EnvironmentObject
    from morse.builder.scene.scene_object import SceneObject
    from morse.builder.scene.settings import Settings
    from morse.builder.script.source import Place
    from morse.builder.wiring.choice import Service

_NUMBERED = re.compile(r"^(.*?)(?:\.(\d{3,}))?$", re.DOTALL)


class EarlySettings(TypedDict):
    """Settings that a script made through bpy before the Environment, by attribute: those of Settings, of its time and
    of its display."""

    settings: dict[str, object]
    time: dict[str, object]
    display: dict[str, object]


class Scene:
    """The scene as described by the script so far."""

    def __init__(self, components: list[AbstractComponent]) -> None:
        self.objects: dict[str, SceneObject] = {}
        self._names = NumberedNames(".")
        self.components = components
        #: Objects of the environment file that the script asked for by name.
        self.environment_objects: dict[str, EnvironmentObject] = {}
        #: Services of names that are not components of this scene, such as ``simulation``.
        self.named_services: dict[str, list[Service]] = {}
        #: Options by stream manager.
        self.stream_managers: dict[str, dict[str, object]] = {}
        self.stream_manager_places: dict[str, Place | None] = {}
        #: Settings of the Environment; None until the script creates it.
        self.settings: Settings | None = None
        self.environment: weakref.ref[Environment] | None = None
        #: Steps per second that a script set through bpy. [Hz]
        self.frequency_hz: float | None = None
        self.early: EarlySettings = {"settings": {}, "time": {}, "display": {}}
        #: The active object of Blender's context, and the selected objects.
        self.active: SceneObject | None = None
        self.selected: list[SceneObject] = []
        #: Components that were made through bpy and are not linked to the scene yet, by the identity of their objects.
        self.unlinked: dict[int, AbstractComponent] = {}
        #: Materials and texts of the script.
        self.materials: list[Material] = []
        self.texts: list[Text] = []
        #: Models of the environment file that robots of the scene take the place of.
        self.models_of_robots: list[str] = []
        #: Changes by the scene editor, as JSON of the scene document.
        self.edits: list[JsonObject] = []
        self.created = False
        #: Exception of the Environment's destructor, which cannot raise it.
        self.failure: BaseException | None = None
        #: True when a runner outputs the document, so that the script's user needs no hint.
        self.is_run = False

    def claim(self, name: str, owner: SceneObject) -> str:
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
    # The list object stays, because AbstractComponent.components refers to it.
    components = _scene.components
    components.clear()
    report.reports.clear()
    attributes.start_over()
    _scene = Scene(components)
    return _scene
