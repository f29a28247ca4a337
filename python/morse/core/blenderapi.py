"""What components used to ask of Blender's game engine, of this simulator."""

from typing import Any, Dict, List, Optional

from morse.core.builtin import builtin_class, call
from morse.core.game_engine import MISSING, GameSettings, ObjectData, Render, refusing, without_effect
from morse.core.mathutils import Vector
from morse.core.storage import Storage
from morse.host import scene_state
from morse.host.armature import (
    CONSTRAINT_IK_COPYPOSE,
    CONSTRAINT_IK_DISTANCE,
    CONSTRAINT_TYPE_KINEMATIC,
    PROT_MODE_QUAT,
    PROT_MODE_XYZ,
)
from morse.host.channel import simulator
from morse.host.constraints import Constraints
from morse.host.logic.bricks import bricks_of, controller
from morse.host.logic.devices import KEYS, Keyboard, joysticks
from morse.host.logic.states import AlwaysSensor
from morse.host.node import SceneNode, SceneObjects, node
from morse.host.texture import ImageRender, MaterialData, Textures

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
_constraints = Constraints()
_textures = Textures()


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


def hascontroller() -> bool:
    """Whether a component acts."""
    return scene_state.acting is not None


def getalwayssensors(obj: Optional[SceneNode] = None) -> List[AlwaysSensor]:
    """The sensors of an object that are always positive; without an object, of that of the component that acts."""
    sensors = bricks_of(controller().owner if obj is None else obj).sensors.values()
    return [sensor for sensor in sensors if isinstance(sensor, AlwaysSensor)]


def constraints() -> Constraints:
    """Constraints between bodies."""
    return _constraints


def keyboard() -> Keyboard:
    """The keys that are pressed at the terminal of the simulator, or that a client holds."""
    return Keyboard()


def texture() -> Textures:
    """Pictures of cameras, and textures, which have no effect."""
    return _textures


def cameras() -> Dict[str, ImageRender]:
    """What the cameras on robots see, by their full names."""
    known = simulator().ask("components")
    names = [name for name, facts in known.items() if "image" in _declared_fields(name, facts["class"])]
    return {name: ImageRender(scene(), node(name)) for name in names}


def _declared_fields(name: str, class_path: str) -> Any:
    own = scene_state.instances.get(name)
    return own.local_data if own is not None else getattr(builtin_class(class_path), "_data_fields", ())


def hascameras() -> bool:
    """Whether a robot has a camera."""
    return bool(cameras())


def initcameras() -> None:
    """Cameras are there from the start."""


def materialdata(name: str) -> MaterialData:
    """A material of the editor, whose settings have no effect."""
    return MaterialData(name)


def setfrequency(frequency_hz: float) -> None:
    """The rate is that of the scene. Raises ValueError for another one."""
    if frequency_hz != getfrequency():
        rate = f"the rate is {getfrequency():g} Hz from the start to the end"
        raise ValueError(f"setfrequency: {rate}: set it in the scene, with Environment.simulator_frequency")


def set_time_scale(scale: float) -> None:
    """Set the simulated seconds per real second, as the service time.set_time_scale does."""
    call("time", "set_time_scale", [float(scale)])


def get_scene_map() -> Dict[str, _Scene]:
    """The scenes by name: one."""
    return {"Scene": scene()}


def get_armatures() -> List[SceneNode]:
    """The objects that have an armature."""
    return [node(name) for name in simulator().ask("armatures")]


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
