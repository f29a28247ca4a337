"""What components used to ask of Blender's game engine, of this simulator."""

from typing import Any, Dict

from morse.core.mathutils import Vector
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.node import SceneObjects, node
from morse.host.remote import RemoteComponent

#: True where nothing is simulated.
fake = False

_GONE = {
    "controller": "logic bricks",
    "texture": "pictures of the game engine: use a camera of the simulator",
    "render": "pictures of the game engine: use a camera of the simulator",
    "constraints": "constraints of the game engine",
    "keyboard": "keys: use the Keyboard actuator",
    "joysticks": "sticks: use the Joystick actuator",
    "mouse": "the mouse",
    "mousepointer": "the mouse",
    "objectdata": "data of Blender's files",
    "materialdata": "data of Blender's files",
    "setfrequency": "changes of the simulator's rate: set it in the scene, with simulator_frequency",
    "hascontroller": "logic bricks",
    "getalwayssensors": "logic bricks",
}


class _Scene:
    """The scene that runs."""

    objects = SceneObjects()

    @property
    def gravity(self) -> Vector:
        return gravity()


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


class _Storage:
    """What is known of the whole simulation."""

    time = _Time()

    @property
    def current_time(self) -> float:
        return scene_state.time_s

    @property
    def morse_initialised(self) -> bool:
        return True

    @property
    def robotDict(self) -> Dict[Any, Any]:
        """Robots by their objects."""
        return {node(name): robot for name, robot in _components().items() if _kind(robot) == "robot"}

    @property
    def componentDict(self) -> Dict[str, Any]:
        """Sensors and actuators by their full names."""
        return {name: component for name, component in _components().items() if _kind(component) != "robot"}

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"persistantstorage() has no {name!r} here")


def _components() -> Dict[str, Any]:
    known = simulator().ask("components")
    return {name: scene_state.instances.get(name) or RemoteComponent(name, facts) for name, facts in known.items()}


def _kind(component: Any) -> str:
    if isinstance(component, RemoteComponent):
        return component.kind
    return "robot" if component.robot_parent is None else "component"


def persistantstorage() -> _Storage:
    """What is known of the whole simulation."""
    return _Storage()


def scene() -> _Scene:
    """The scene that runs."""
    return _Scene()


def getssr() -> Dict[str, Any]:
    """What the scene says of its environment."""
    return scene_state.environment


def getfrequency() -> float:
    """Ticks per simulated second."""
    return scene_state.rate_hz


def gravity() -> Vector:
    """Acceleration along the axes of the world. [m/s²]"""
    return Vector(scene_state.gravity)


def isfastmode() -> bool:
    """Whether the scene asks for speed."""
    return scene_state.fastmode


def clock_time() -> float:
    """Simulated time. [s]"""
    return scene_state.time_s


frame_time = clock_time


def version() -> "tuple[int, int, int]":
    """The Blender that this stands for."""
    return (2, 79, 0)


def __getattr__(name: str) -> Any:
    why = f": there is nothing of the kind here: {_GONE[name]}" if name in _GONE else ""
    raise AttributeError(f"morse.core.blenderapi has no {name!r}{why}")
