"""The five wiring tables of a scene, by the current names of the components, and the source lines of the entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Callable, TypeVar

if TYPE_CHECKING:
    from morse.builder.abstractcomponent import AbstractComponent
    from morse.builder.document.json_types import JsonValue
    from morse.builder.scene.current import Scene
    from morse.builder.wiring.choice import Modifier, Overlay, Service, Stream

_Item = TypeVar("_Item")
_Value = TypeVar("_Value")

#: Entries by component. Options in them have any type, until the document is encoded.
Table = dict[str, list[object]]
#: Entries by manager, and by component or option.
NestedTable = dict[str, dict[str, object]]


def _by_component(
    scene: Scene, items_of: Callable[[AbstractComponent], Sequence[_Item]], entry: Callable[[_Item], object]
) -> Table:
    found: Table = {}
    for component in scene.components:
        items = items_of(component)
        if items:
            found[component.scene_object.name] = [entry(item) for item in items]
    return dict(sorted(found.items()))


def _place(item: Stream | Modifier | Service | Overlay) -> JsonValue:
    return item.place.as_json() if item.place else None


def datastreams(scene: Scene, entry: Callable[[Stream], object] | None = None) -> Table:
    """``{component: [[manager, class, direction, options]]}``."""
    entry = entry or (lambda stream: [stream.manager, stream.classpath, stream.direction, stream.options])
    return _by_component(scene, lambda component: component.streams, entry)


def modifiers(scene: Scene, entry: Callable[[Modifier], object] | None = None) -> Table:
    """``{component: [[class, direction, options]]}``."""
    entry = entry or (lambda modifier: [modifier.classpath, modifier.direction, modifier.options])
    return _by_component(scene, lambda component: component.modifiers, entry)


def services(scene: Scene, entry: Callable[[Service], object] | None = None) -> Table:
    """``{component: [request manager]}``, with the pseudo components such as ``simulation``."""
    entry = entry or (lambda service: service.manager)
    found = _by_component(scene, lambda component: component.services, entry)
    for name, items in scene.named_services.items():
        found[name] = found.get(name, []) + [entry(item) for item in items]
    return dict(sorted(found.items()))


def overlays(scene: Scene, entry: Callable[[Overlay], object] | None = None) -> NestedTable:
    """``{request manager: {component: [class, options]}}``."""
    entry = entry or (lambda overlay: [overlay.classpath, overlay.options])
    found: NestedTable = {}
    for component in scene.components:
        for overlay in component.overlays:
            found.setdefault(overlay.manager, {})[component.name] = entry(overlay)
    return {manager: dict(sorted(entries.items())) for manager, entries in sorted(found.items())}


def sources(scene: Scene) -> WiringTables:
    """The source line of each entry of each table, in the shape of the tables."""
    managers: dict[str, object] = {
        manager: place.as_json() if place else None for manager, place in sorted(scene.stream_manager_places.items())
    }
    return WiringTables(
        datastreams(scene, _place), modifiers(scene, _place), services(scene, _place), overlays(scene, _place), managers
    )


class WiringTables:
    """The five tables, or the source lines of their entries."""

    def __init__(
        self,
        datastreams: Table,
        modifiers: Table,
        services: Table,
        overlays: NestedTable,
        stream_managers: dict[str, object],
    ) -> None:
        self.datastreams = datastreams
        self.modifiers = modifiers
        self.services = services
        self.overlays = overlays
        self.stream_managers = stream_managers

    def restrict(self, robots: Iterable[str]) -> None:
        """Keep only the entries of these robots and of their components."""
        wanted = frozenset(robots)
        self.datastreams = _of_robots(self.datastreams, wanted)
        self.modifiers = _of_robots(self.modifiers, wanted)
        self.services = _of_robots(self.services, wanted)
        self.overlays = {
            manager: kept
            for manager, entries in self.overlays.items()
            for kept in [_of_robots(entries, wanted)]
            if kept
        }

    def by_name(self) -> dict[str, object]:
        """The tables by their names in the scene document."""
        return {
            "component_datastream": self.datastreams,
            "component_modifier": self.modifiers,
            "component_service": self.services,
            "overlays": self.overlays,
            "stream_manager": self.stream_managers,
        }


def of_scene(scene: Scene) -> WiringTables:
    """The tables of the scene."""
    managers: dict[str, object] = dict(sorted(scene.stream_managers.items()))
    return WiringTables(datastreams(scene), modifiers(scene), services(scene), overlays(scene), managers)


def _of_robots(table: dict[str, _Value], robots: frozenset[str]) -> dict[str, _Value]:
    return {key: value for key, value in table.items() if any(name in robots for name in _and_carriers(key))}


def _and_carriers(name: str) -> Iterator[str]:
    """The name, and the names of all that carries it: every part of the name that ends before a dot."""
    yield name
    while "." in name:
        name = name.rpartition(".")[0]
        yield name
