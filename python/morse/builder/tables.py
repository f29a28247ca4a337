"""The five wiring tables of a scene, keyed by the components' present names, and where each entry was written."""

from typing import Any, Callable, Dict, Iterable, Iterator, Optional

from morse.builder.scene import Scene
from morse.builder.source import Place

Table = Dict[str, Any]


def _by_component(scene: Scene, attribute: str, entry: Callable[[Any], Any]) -> Table:
    found = {}
    for component in scene.components:
        entries = getattr(component, attribute)
        if entries:
            found[component.scene_object.name] = [entry(item) for item in entries]
    return dict(sorted(found.items()))


def _place(item: Any) -> Optional[Dict[str, Any]]:
    place: Optional[Place] = item.place
    return place.as_json() if place else None


def datastreams(scene: Scene, entry: Optional[Callable[[Any], Any]] = None) -> Table:
    """``{component: [[manager, class, direction, options]]}``."""
    return _by_component(scene, "streams", entry or (lambda s: [s.manager, s.classpath, s.direction, s.options]))


def modifiers(scene: Scene, entry: Optional[Callable[[Any], Any]] = None) -> Table:
    """``{component: [[class, direction, options]]}``."""
    return _by_component(scene, "modifiers", entry or (lambda m: [m.classpath, m.direction, m.options]))


def services(scene: Scene, entry: Optional[Callable[[Any], Any]] = None) -> Table:
    """``{component: [request manager]}``, with the pseudo components such as ``simulation``."""
    entry = entry or (lambda service: service.manager)
    found = _by_component(scene, "services", entry)
    for name, items in scene.named_services.items():
        found[name] = found.get(name, []) + [entry(item) for item in items]
    return dict(sorted(found.items()))


def overlays(scene: Scene, entry: Optional[Callable[[Any], Any]] = None) -> Table:
    """``{request manager: {component: [class, options]}}``."""
    entry = entry or (lambda overlay: [overlay.classpath, overlay.options])
    found: Dict[str, Table] = {}
    for component in scene.components:
        for overlay in component.overlays:
            found.setdefault(overlay.manager, {})[component.name] = entry(overlay)
    return {manager: dict(sorted(entries.items())) for manager, entries in sorted(found.items())}


def sources(scene: Scene) -> Dict[str, Table]:
    """Where each entry of each table was written, in the same shape."""
    managers = {
        manager: place.as_json() if place else None for manager, place in sorted(scene.stream_manager_places.items())
    }
    return {
        "component_datastream": datastreams(scene, _place),
        "component_modifier": modifiers(scene, _place),
        "component_service": services(scene, _place),
        "overlays": overlays(scene, _place),
        "stream_manager": managers,
    }


def of_robots(table: Table, robots: Iterable[str]) -> Table:
    """The part of a table for these robots and their components."""
    wanted = set(robots)
    return {key: value for key, value in table.items() if any(part in wanted for part in _and_carriers(key))}


def _and_carriers(name: str) -> Iterator[str]:
    """The name, and every beginning of it that ends before a dot."""
    yield name
    while "." in name:
        name = name.rpartition(".")[0]
        yield name
