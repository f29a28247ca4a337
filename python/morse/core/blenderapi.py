"""What components used to ask of Blender's game engine, of this simulator."""

from typing import Any, Dict, List

from morse.core.game_engine import KEYS, MISSING, GameSettings, ObjectData, Render, refusing, without_effect
from morse.core.mathutils import Vector
from morse.core.storage import Storage
from morse.host import scene_state
from morse.host.node import SceneObjects

#: True where nothing is simulated.
fake = False

class _Scene:
    """The scene that runs."""

    objects = SceneObjects()

    @property
    def gravity(self) -> Vector:
        return gravity()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the scene has objects and gravity here, and no {name!r}")


_game_settings = GameSettings()
_render = Render()
_storage = Storage()


def persistantstorage() -> Storage:
    """What is known of the whole simulation, and what components keep there for each other."""
    return _storage


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


def game_settings() -> GameSettings:
    """Settings of the simulation, under the names of the game engine."""
    return _game_settings


def render() -> Render:
    """What the game engine draws: nothing; calls that only draw have no effect, and are told once."""
    return _render


def objectdata(name: str) -> ObjectData:
    """An object of the scene with the attributes that it has in Blender's editor. Raises KeyError."""
    return ObjectData(scene().objects[name])


def mousepointer(visible: bool = True) -> None:
    """There is no window, and no pointer."""
    without_effect("blenderapi.mousepointer")


def get_scene_list() -> List[_Scene]:
    """The scenes: one."""
    return [scene()]


def input_none() -> int:
    """State of a key that is not pressed."""
    return 0


def input_just_activated() -> int:
    """State of a key that has been pressed since the last tick."""
    return 1


def input_active() -> int:
    """State of a key that is held."""
    return 2


def input_just_released() -> int:
    """State of a key that has been released since the last tick."""
    return 3


for _name, _instead in MISSING.items():
    globals()[_name] = refusing(_name, _instead)
globals().update(KEYS)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"morse.core.blenderapi has no {name!r}")
