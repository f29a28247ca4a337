"""``blenderapi.persistantstorage()``: what is known of the whole simulation, and what components keep there."""

from typing import Any, Callable, Dict, List, Optional

from morse.helpers import passive_objects
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.node import SceneNode, node
from morse.host.remote import RemoteComponent


class _Time:
    """Simulated time."""

    @property
    def time(self) -> float:
        """Now, as clients see it. [s]"""
        return scene_state.time_s

    @property
    def mean(self) -> float:
        """Length of a tick. [s]"""
        return 1.0 / scene_state.rate_hz


class _Zones:
    """The zones of the scene."""

    def contains(self, point: Any, name: Optional[str] = None, type: Optional[str] = None) -> List[str]:
        """The names of the zones that contain a point."""
        return simulator().ask("zones", point=list(point), name=name, kind=type)


def _components() -> Dict[str, Any]:
    known = simulator().ask("components")
    return {name: scene_state.instances.get(name) or RemoteComponent(name, facts) for name, facts in known.items()}


def _is_robot(component: Any) -> bool:
    if isinstance(component, RemoteComponent):
        return component.kind == "robot"
    return component.robot_parent is None


def _robots() -> Dict[SceneNode, Any]:
    """Robots by their objects."""
    return {node(name): robot for name, robot in _components().items() if _is_robot(robot)}


def _sensors_and_actuators() -> Dict[str, Any]:
    """Sensors and actuators by their full names."""
    return {name: component for name, component in _components().items() if not _is_robot(component)}


def _passive_objects() -> Dict[SceneNode, Any]:
    """What can be grasped or looked for, by its object: label, description, type, graspable."""
    return {obj: passive_objects.details(obj) for obj in passive_objects.active_objects()}


_KNOWN: Dict[str, Callable[[], Any]] = {
    "componentDict": _sensors_and_actuators,
    "current_time": lambda: scene_state.time_s,
    "morse_initialised": lambda: True,
    "passiveObjectsDict": _passive_objects,
    "robotDict": _robots,
    "time": _Time,
    "zone_manager": _Zones,
}

#: What the original keeps there, and what to use.
_GONE = {
    "externalRobotDict": "robots of other simulators are in robotDict",
    "overlayDict": "overlays are kept by the simulator",
    "modifierDict": "modifiers are kept by the simulator",
    "stream_managers": "streams are kept by the simulator",
    "datastreams": "streams are kept by the simulator",
    "morse_services": "services are kept by the simulator: use decorators of morse.core.services",
    "serviceObjectDict": "services are kept by the simulator: use decorators of morse.core.services",
    "node_instance": "Environment.configure_multinode is computed by the simulator; a node of your own is yours to keep",
    "internal_syncer": "the clock is kept by the simulator",
}


class Storage(Dict[str, Any]):
    """Items that are attributes as well: those of the simulation, which are read afresh, and those that components put there."""

    def __missing__(self, key: str) -> Any:
        known = _KNOWN.get(key)
        if known is not None:
            return known()
        why = f": {_GONE[key]}" if key in _GONE else f"; it has {', '.join(sorted([*_KNOWN, *self]))}"
        raise KeyError(f"persistantstorage() has no {key!r} here{why}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as problem:
            raise AttributeError(problem.args[0]) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __setitem__(self, key: str, value: Any) -> None:
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
