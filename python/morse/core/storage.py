"""``blenderapi.persistantstorage()``: data of the simulation, and data that components share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from morse.helpers import passive_objects
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.components.remote import RemoteComponent
from morse.host.scene.node import SceneNode, node

if TYPE_CHECKING:
    from morse.core.object import Object
    from morse.host.types import Data, Numbers, Value

    # A component in Python, or a built-in one.
    Component = Object | RemoteComponent


class _Time:
    """Simulated time."""

    @property
    def time(self) -> float:
        """Current time, as sent to clients. [s]"""
        return scene_state.time_s

    @property
    def mean(self) -> float:
        """Length of a tick. [s]"""
        return 1.0 / scene_state.rate_hz


class _Zones:
    """The zones of the scene."""

    def contains(self, point: Numbers, name: str | None = None, type: str | None = None) -> list[str]:
        """Names of the zones that contain a point. [m]"""
        zones: list[str] = simulator().ask("zones", point=list(point), name=name, kind=type)
        return zones


def _components() -> dict[str, Component]:
    known = simulator().ask("components")
    return {name: scene_state.instances.get(name) or RemoteComponent(name, facts) for name, facts in known.items()}


def _is_robot(component: Component) -> bool:
    if isinstance(component, RemoteComponent):
        return component.kind == "robot"
    return component.robot_parent is None


def _robots() -> dict[SceneNode, Component]:
    """Robots by their objects."""
    return {node(name): robot for name, robot in _components().items() if _is_robot(robot)}


def _external_robots() -> dict[SceneNode, Component]:
    """Robots that other simulators move, by their objects."""
    known = simulator().ask("components")
    return {obj: robot for obj, robot in _robots().items() if known[obj.name]["external"]}


def _sensors_and_actuators() -> dict[str, Component]:
    """Sensors and actuators by their full names."""
    return {name: component for name, component in _components().items() if not _is_robot(component)}


def _passive_objects() -> dict[SceneNode, Data | None]:
    """Label, description, type and graspability of the passive objects."""
    return {obj: passive_objects.details(obj) for obj in passive_objects.active_objects()}


_KNOWN: dict[str, Callable[[], object]] = {
    "componentDict": _sensors_and_actuators,
    "current_time": lambda: scene_state.time_s,
    "externalRobotDict": _external_robots,
    "morse_initialised": lambda: True,
    "passiveObjectsDict": _passive_objects,
    "robotDict": _robots,
    "time": _Time,
    "zone_manager": _Zones,
}

#: Items of the original that do not exist here, each with the alternative.
_GONE = {
    "overlayDict": "overlays are kept by the simulator",
    "modifierDict": "modifiers are kept by the simulator",
    "stream_managers": "streams are kept by the simulator",
    "datastreams": "streams are kept by the simulator",
    "morse_services": "services are kept by the simulator: use decorators of morse.core.services",
    "serviceObjectDict": "services are kept by the simulator: use decorators of morse.core.services",
    "node_instance": "Environment.configure_multinode is computed by the simulator; keep a node of your own yourself",
    "internal_syncer": "the clock is kept by the simulator",
}


class Storage(dict[str, "Value"]):
    """Items, which are also attributes: those of the simulation, read on each access, and those that components set."""

    def __missing__(self, key: str) -> Value:
        known = _KNOWN.get(key)
        if known is not None:
            return known()
        hint = f": {_GONE[key]}" if key in _GONE else f"; it has {', '.join(sorted([*_KNOWN, *self]))}"
        raise KeyError(f"persistantstorage() has no {key!r} here{hint}")

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as problem:
            raise AttributeError(problem.args[0]) from None

    def __setattr__(self, name: str, value: Value) -> None:
        self[name] = value

    def __setitem__(self, key: str, value: Value) -> None:
        if key in _KNOWN or key in _GONE:
            raise AttributeError(f"persistantstorage().{key} belongs to the simulator, and cannot be set")
        super().__setitem__(key, value)

    def __delattr__(self, name: str) -> None:
        try:
            del self[name]
        except KeyError:
            raise AttributeError(f"persistantstorage() has no {name!r} to delete") from None

    def __contains__(self, key: object) -> bool:
        return key in _KNOWN or super().__contains__(key)
