"""Creates the scene document: the scene as plain data for the simulator."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from morse import __version__
from morse.builder.catalog.models import ROOTS, Root
from morse.builder.document.encoding import encoded
from morse.builder.environment import check_time_scale
from morse.builder.scene.hierarchy import component_of
from morse.builder.script import report
from morse.builder.script.arguments import number
from morse.builder.wiring import tables

if TYPE_CHECKING:
    from morse.builder.abstractcomponent import AbstractComponent
    from morse.builder.catalog.models import Triple
    from morse.builder.document.json_types import JsonObject, JsonValue
    from morse.builder.morsebuilder import Robot
    from morse.builder.scene.current import Scene
    from morse.builder.scene.settings import Host, Settings
    from morse.builder.script.source import Place
    from morse.core.mathutils import Euler, Vector

#: Version of the document's format.
VERSION = 1

# Properties that have their own key in the document.
_PLACED = ("classpath", "frequency", "abstraction_level")
# Settings that most components do not have.
_OPTIONAL = ("attach_to", "model", "parts", "shape", "body", "visual", "external", "options")

_UNMOVED = Root("")


def scene_document(scene: Scene, script: str | None = None) -> JsonObject:
    """The document of a finished scene. ``script`` is the path of the script that described it."""
    settings = _settings(scene)
    _finish(scene)
    wiring = tables.of_scene(scene)
    sources = tables.sources(scene)
    local = _local_robots(settings)
    if local is not None:
        wiring.restrict(local)
        sources.restrict(local)
    return {
        "morse_scene": VERSION,
        "generator": f"morse-builder {__version__}",
        "script": script,
        "environment": _environment(scene, settings),
        "objects": [_component(component) for component in _parents_first(scene.components)]
        + _environment_objects(scene),
        **{name: encoded(table) for name, table in wiring.by_name().items()},
        # Source lines are JSON already.
        "wiring_sources": cast("JsonObject", sources.by_name()),
        "builder_log": _log(scene),
        **({"edits": cast("JsonValue", scene.edits)} if scene.edits else {}),
    }


def _settings(scene: Scene) -> Settings:
    assert scene.settings is not None, "the scene has an Environment"
    return scene.settings


def _finish(scene: Scene) -> None:
    """Complete the values that depend on full names, on the node, or on settings after the Environment was created."""
    settings = _settings(scene)
    local = _local_robots(settings)
    if local is not None:
        ours = set(local)
        for component in scene.components:
            if component.kind == "robot" and component.name not in ours and not component.external:
                # Every component of this kind has the methods of a robot.
                robot = cast("Robot", component)
                robot.make_external()
                robot.set_physics_type("STATIC")
    for component in scene.components:
        component.finish_options()
        if component.body and not _may_have_body(component):
            names = ", ".join(component.body)
            report.warn(f"{component.name} has no body, so this has no effect: {names}; set a physics type", component)
    _collect_parts(scene)
    check_time_scale(settings)


def _may_have_body(component: AbstractComponent) -> bool:
    """Whether physics can act on the component: it is a robot, or it has a model or a physics type."""
    return component.kind == "robot" or component.model is not None or "physics" in component.body


def _collect_parts(scene: Scene) -> None:
    """Give the settings of parts of model files to the components that have the models."""
    for obj in scene.objects.values():
        name, owner = obj.part_name, component_of(obj.parent) if obj.parent is not None else None
        if name is None or owner is None:
            continue
        if obj.body:
            names = ", ".join(obj.body)
            report.warn(f"{name!r} is a part of a model file, so this has no effect: {names} ({obj.place})")
        settings = obj.part_settings()
        if settings:
            owner.options.setdefault("part_settings", {})[name] = settings


def node_name(settings: Settings) -> str:
    """Name of this node: as given to create(), else MORSE_NODE, else the name of the machine."""
    name = settings.node_name or os.environ.get("MORSE_NODE")
    if name:
        return name
    import platform  # rarely needed, slow to import

    return platform.node()


def _local_robots(settings: Settings) -> list[str] | None:
    """Names of the robots of this node; None when the scene is not shared."""
    multinode = settings.multinode
    if multinode is None or multinode["distribution"] is None:
        return None
    node = node_name(settings)
    return multinode["distribution"].get(node, [])


def _environment(scene: Scene, settings: Settings) -> JsonObject:
    display = dict(settings.display)
    if settings.display_camera is not None:
        display["selected_camera"] = str(settings.display_camera)
    multinode = None
    if settings.multinode is not None:
        multinode = {**settings.multinode, "node_name": node_name(settings)}
    return {
        "file": settings.file,
        "main_scene": settings.main_scene,
        "fastmode": settings.fastmode,
        "properties": encoded(settings.properties),
        "gravity": encoded(settings.gravity),
        "as_morse": settings.as_morse,
        "spawned_max": settings.spawned_max,
        "time": encoded(settings.time.as_json(scene.frequency_hz)),
        "camera": encoded(settings.camera.as_json()),
        "display": encoded(display),
        "recording": settings.recording,
        "log_levels": settings.log_levels,
        **({"models_of_robots": encoded(scene.models_of_robots)} if scene.models_of_robots else {}),
        **_materials(scene),
        "hosts": {name: _host(host) for name, host in settings.hosts.items()},
        "multinode": encoded(multinode),
        "source": _source(settings.place),
    }


def _materials(scene: Scene) -> JsonObject:
    """The materials of model files that the script changed."""
    if not scene.materials:
        return {}
    from morse.builder.blender.materials import changed_in_files  # here because scripts rarely change materials

    changed = changed_in_files()
    return {"materials": encoded(changed)} if changed else {}


def _host(host: Host) -> JsonObject:
    components = [component if isinstance(component, str) else component.name for component in host["components"]]
    return {"components": components, "lag_s": encoded(host["lag"]), "source": _source(host["place"])}


def _parents_first(components: list[AbstractComponent]) -> list[AbstractComponent]:
    """The components in creation order, except that a component follows its parent."""
    ordered: list[AbstractComponent] = []
    done = set()

    def place(component: AbstractComponent) -> None:
        if id(component) in done:
            return
        done.add(id(component))
        if component.parent_component is not None:
            place(component.parent_component)
        ordered.append(component)

    for component in components:
        place(component)
    return ordered


def _component(component: AbstractComponent) -> JsonObject:
    """The entry of a component, without default values: scenes have thousands of components."""
    obj = component.scene_object
    values = obj.values
    # The simulator adds the pose of the model in its file; the document has the difference to that pose.
    stored = _UNMOVED
    if component.kind == "robot" and component.model is not None:
        stored = ROOTS.get(component.model["file"] or "", _UNMOVED)
    entry: JsonObject = {
        "name": obj.name,
        "kind": component.kind,
        "builder": type(component).__name__,
        "location": encoded(_relative(obj.location, stored.location)),
        "rotation": encoded(_relative(obj.rotation_euler, stored.rotation)),
        "scale": encoded(obj.scale),
    }
    if component.parent_component is not None:
        entry["parent"] = component.parent_component.name
    acts = component.is_morseable()
    entry["properties"] = {name: encoded(value) for name, value in values.items() if not acts or name not in _PLACED}
    if acts:
        entry["class"] = cast("JsonValue", values.get("classpath"))
        entry["rate_hz"] = encoded(_rate(component))
        entry["level"] = cast("JsonValue", values.get("abstraction_level"))
        # A frequency always has its line, because one without is that of the builder class.
        lines: JsonObject = {
            name: place.as_json()
            for name, place in component.property_places.items()
            if place is not None and (place != component.place or name == "frequency")
        }
        if lines:
            entry["sources"] = lines
    for name in _OPTIONAL:
        value = getattr(component, name)
        if value:
            entry[name] = encoded(value)
    if component.place is not None:
        entry["source"] = component.place.as_json()
    return entry


def _rate(component: AbstractComponent) -> float | None:
    rate = component.property_value("frequency")
    return None if rate is None else number(component.name, "the property frequency", rate)


def _relative(values: Vector | Euler, stored: Triple) -> Iterable[float]:
    if stored is _UNMOVED.location or stored is _UNMOVED.rotation:
        return values
    # Rounded, so that (0.1 + 0.2) - 0.1 gives the 0.2 of the script.
    return [value if base == 0.0 else round(value - base, 12) for value, base in zip(values, stored)]


def _environment_objects(scene: Scene) -> list[JsonObject]:
    """Objects of the environment file that the script changed: kind object, builder Scene, the changes in options."""
    entries: list[JsonObject] = []
    for name, obj in scene.environment_objects.items():
        changes = obj.changes()
        if changes or obj.values or obj.body or obj.visual:
            entries.append(
                {
                    "name": name,
                    "kind": "object",
                    "class": None,
                    "builder": "Scene",
                    "properties": encoded(obj.values),
                    "body": encoded(obj.body),
                    "visual": encoded(obj.visual),
                    "options": {"scene_object": encoded(changes)},
                    "source": _source(obj.place),
                }
            )
    return entries


def _source(place: Place | None) -> JsonValue:
    return place.as_json() if place else None


def _log(scene: Scene) -> list[JsonObject]:
    known = {id(component) for component in scene.components}
    return [
        {
            "severity": entry.severity,
            "object": entry.subject.name if entry.subject is not None and id(entry.subject) in known else None,
            "message": entry.message(),
            "source": _source(entry.place),
            **({"code": entry.code} if entry.code else {}),
            **({"related": [place.as_json() for place in entry.related]} if entry.related else {}),
        }
        for entry in report.reports
    ]
