"""Makes the scene document: the scene as plain data for the simulator."""

import os
from typing import Any, Dict, List, Optional

from morse import __version__
from morse.builder import report, tables
from morse.builder.arguments import number
from morse.builder.environment import check_time_scale
from morse.builder.models import ROOTS, Root
from morse.builder.scene import Scene
from morse.builder.source import Place
from morse.builder.values import encoded

VERSION = 1

# Properties that have their own key in the document.
_PLACED = ("classpath", "frequency", "abstraction_level")
# Settings that most components do not have.
_OPTIONAL = ("attach_to", "model", "parts", "shape", "body", "visual", "external", "options")

_UNMOVED = Root("")


def scene_document(scene: Scene, script: Optional[str] = None) -> Dict[str, Any]:
    """The document of a finished scene; the script that described it is named in it."""
    _finish(scene)
    wiring = {
        "component_datastream": tables.datastreams(scene),
        "component_modifier": tables.modifiers(scene),
        "component_service": tables.services(scene),
        "overlays": tables.overlays(scene),
        "stream_manager": dict(sorted(scene.stream_managers.items())),
    }
    sources = tables.sources(scene)
    local = _local_robots(scene)
    if local is not None:
        _restrict(wiring, local)
        _restrict(sources, local)
    return {
        "morse_scene": VERSION,
        "generator": f"morse-builder {__version__}",
        "script": script,
        "environment": _environment(scene),
        "objects": [_component(component) for component in _parents_first(scene.components)]
        + _environment_objects(scene),
        **{name: encoded(table) for name, table in wiring.items()},
        "wiring_sources": sources,
        "builder_log": _log(scene),
    }


def _finish(scene: Scene) -> None:
    """Complete the values that depend on full names, on the node, or on settings after the Environment was created."""
    local = _local_robots(scene)
    if local is not None:
        ours = set(local)
        for component in scene.components:
            if component.kind == "robot" and component.name not in ours and not component.external:
                component.make_external()
                component.set_physics_type("STATIC")
    for component in scene.components:
        component.finish_options()
        if component.body and not _may_have_body(component):
            settings = ", ".join(component.body)
            report.warn(f"{component.name} has no body, so this has no effect: {settings}; set a physics type", component)
    _name_changed_parts(scene)
    check_time_scale(scene.settings)


def _may_have_body(component: Any) -> bool:
    """Whether physics can act on it: it has a model, a robot's class, or body settings of the script."""
    return component.kind == "robot" or component.model is not None or "physics" in component.body


def _name_changed_parts(scene: Scene) -> None:
    """Warn of settings on parts of model files, which keep the values of their file."""
    for obj in scene.objects.values():
        if obj.is_changed_part():
            report.warn(f"what the script sets on {obj.name!r}, a part of a model file, has no effect ({obj.place})")


def node_name(scene: Scene) -> str:
    """Name of this node: as given to create(), else MORSE_NODE, else the name of the machine."""
    name = scene.settings.node_name or os.environ.get("MORSE_NODE")
    if name:
        return name
    import platform  # rarely needed, slow to import

    return platform.node()


def _local_robots(scene: Scene) -> Optional[List[str]]:
    """Names of the robots of this node; None when the scene is not shared."""
    multinode = scene.settings.multinode
    if multinode is None or multinode["distribution"] is None:
        return None
    node = node_name(scene)
    return multinode["distribution"].get(node, [])


def _restrict(wiring: Dict[str, Any], robots: List[str]) -> None:
    for name in ("component_datastream", "component_modifier", "component_service"):
        wiring[name] = tables.of_robots(wiring[name], robots)
    wiring["overlays"] = {
        manager: kept
        for manager, entries in wiring["overlays"].items()
        for kept in [tables.of_robots(entries, robots)]
        if kept
    }


def _environment(scene: Scene) -> Dict[str, Any]:
    settings = scene.settings
    display = dict(settings.display)
    if settings.display_camera is not None:
        display["selected_camera"] = str(settings.display_camera)
    multinode = None
    if settings.multinode is not None:
        multinode = {**settings.multinode, "node_name": node_name(scene)}
    return {
        "file": settings.file,
        "main_scene": settings.main_scene,
        "fastmode": settings.fastmode,
        "properties": encoded(settings.properties),
        "gravity": encoded(settings.gravity),
        "time": encoded(settings.time.as_json(scene.frequency_hz)),
        "camera": encoded(settings.camera),
        "display": encoded(display),
        "recording": settings.recording,
        "log_levels": settings.log_levels,
        "hosts": {name: _host(host) for name, host in settings.hosts.items()},
        "multinode": encoded(multinode),
        "source": _source(settings.place),
    }


def _host(host: Dict[str, Any]) -> Dict[str, Any]:
    components = [component if isinstance(component, str) else component.name for component in host["components"]]
    return {"components": components, "lag_s": encoded(host["lag"]), "source": _source(host["place"])}


def _parents_first(components: List[Any]) -> List[Any]:
    """In creation order, except that a component made before its parent follows it."""
    ordered: List[Any] = []
    done = set()

    def place(component: Any) -> None:
        if id(component) in done:
            return
        done.add(id(component))
        if component.parent_component is not None:
            place(component.parent_component)
        ordered.append(component)

    for component in components:
        place(component)
    return ordered


def _component(component: Any) -> Dict[str, Any]:
    """The entry of a component, without what the document's format has as default: scenes have thousands of them."""
    obj = component.scene_object
    values = obj.values
    # The simulator adds the pose a model is stored with; the document has what the script added to it.
    stored = _UNMOVED
    if component.kind == "robot" and component.model is not None:
        stored = ROOTS.get(component.model["file"], _UNMOVED)
    entry: Dict[str, Any] = {
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
        entry["class"] = values.get("classpath")
        entry["rate_hz"] = encoded(_rate(component))
        entry["level"] = values.get("abstraction_level")
        if component.rate_place is not None:
            entry["rate_source"] = component.rate_place.as_json()
    for name in _OPTIONAL:
        value = getattr(component, name)
        if value:
            entry[name] = encoded(value)
    if component.place is not None:
        entry["source"] = component.place.as_json()
    return entry


def _rate(component: Any) -> Optional[float]:
    rate = component.property_value("frequency")
    return None if rate is None else number(component.name, "the property frequency", rate)


def _relative(values: Any, stored: Any) -> Any:
    if stored is _UNMOVED.location or stored is _UNMOVED.rotation:
        return values
    # Rounded, so that (0.1 + 0.2) - 0.1 gives the 0.2 of the script.
    return [value if base == 0.0 else round(value - base, 12) for value, base in zip(values, stored)]


def _environment_objects(scene: Scene) -> List[Dict[str, Any]]:
    """Objects of the environment file that the script changed: kind object, builder Scene, the changes in options."""
    entries = []
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


def _source(place: Optional[Place]) -> Optional[Dict[str, Any]]:
    return place.as_json() if place else None


def _log(scene: Scene) -> List[Dict[str, Any]]:
    known = {id(component) for component in scene.components}
    return [
        {
            "severity": entry.severity,
            "object": entry.subject.name if id(entry.subject) in known else None,
            "message": entry.message(),
            "source": _source(entry.place),
            **({"code": entry.code} if entry.code else {}),
            **({"related": [place.as_json() for place in entry.related]} if entry.related else {}),
        }
        for entry in report.reports
    ]
