"""The interface of Blender's game engine that components use, implemented by this simulator."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NoReturn

from morse.core import mathutils as mathutils
from morse.core.builtin import builtin_class, call
from morse.core.game_engine import MISSING, GameSettings, ObjectData, Render, refusing
from morse.core.mathutils import Vector
from morse.core.storage import Storage
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.logic.bricks import bricks_of, controller
from morse.host.logic.devices import KEYS, Keyboard
from morse.host.logic.devices import joysticks as joysticks
from morse.host.logic.states import AlwaysSensor
from morse.host.scene.armature import CONSTRAINT_IK_COPYPOSE as CONSTRAINT_IK_COPYPOSE
from morse.host.scene.armature import CONSTRAINT_IK_DISTANCE as CONSTRAINT_IK_DISTANCE
from morse.host.scene.armature import CONSTRAINT_TYPE_KINEMATIC as CONSTRAINT_TYPE_KINEMATIC
from morse.host.scene.armature import PROT_MODE_QUAT as PROT_MODE_QUAT
from morse.host.scene.armature import PROT_MODE_XYZ as PROT_MODE_XYZ
from morse.host.scene.constraints import Constraints
from morse.host.scene.node import SceneNode, SceneObjects, node
from morse.host.scene.texture import ImageRender, MaterialData, Textures
from morse.host.scene.without_effect import without_effect

if TYPE_CHECKING:
    from collections.abc import Container

    from morse.host.types import Data

logger = logging.getLogger("morse." + __name__)

#: True outside of simulations.
fake = False

#: The type of ``persistantstorage()``.
PersistantStorage = Storage


class _Scene:
    """The running scene."""

    objects = SceneObjects()

    @property
    def gravity(self) -> Vector:
        return gravity()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"the scene has objects and gravity here, and no {name!r}")


_game_settings = GameSettings()
_render = Render()
_storage = Storage()
_constraints = Constraints()
_textures = Textures()


def persistantstorage() -> Storage:
    """Data of the simulation, and data that components share."""
    return _storage


def scene() -> _Scene:
    """The running scene."""
    return _Scene()


def getssr() -> Data:
    """Properties of the environment of the scene."""
    return scene_state.environment


def getfrequency() -> float:
    """Ticks per simulated second. [Hz]"""
    return scene_state.rate_hz


def gravity() -> Vector:
    """Gravity in the frame of the world. [m/s²]"""
    return Vector(scene_state.gravity)


def isfastmode() -> bool:
    """Whether the scene is in fast mode."""
    return scene_state.fastmode


def clock_time() -> float:
    """Simulated time. [s]"""
    return scene_state.time_s


frame_time = clock_time


def version() -> tuple[int, int, int]:
    """The version of Blender whose interface this is."""
    return (2, 79, 0)


def game_settings() -> GameSettings:
    """Settings of the simulation."""
    return _game_settings


def render() -> Render:
    """Drawing functions. They have no effect, which is logged once for each."""
    return _render


def objectdata(name: str) -> ObjectData:
    """An object of the scene with the attributes of Blender's editor. Raises KeyError."""
    return ObjectData(scene().objects[name])


def hascontroller() -> bool:
    """Whether a component is acting."""
    return scene_state.acting is not None


def getalwayssensors(obj: SceneNode | None = None) -> list[AlwaysSensor]:
    """The ``Always`` sensors of an object, by default of the acting component."""
    sensors = bricks_of(controller().owner if obj is None else obj).sensors.values()
    return [sensor for sensor in sensors if isinstance(sensor, AlwaysSensor)]


def constraints() -> Constraints:
    """Constraints between bodies."""
    return _constraints


def keyboard() -> Keyboard:
    """Keys pressed at the terminal of the simulator or by a client."""
    return Keyboard()


def texture() -> Textures:
    """Images of cameras. Textures have no effect."""
    return _textures


def cameras() -> dict[str, ImageRender]:
    """Images of the cameras on robots, by their full names."""
    known = simulator().ask("components")
    names = [name for name, facts in known.items() if "image" in _declared_fields(name, facts["class"])]
    return {name: ImageRender(scene(), node(name)) for name in names}


def _declared_fields(name: str, class_path: str) -> Container[str]:
    own = scene_state.instances.get(name)
    return own.local_data if own is not None else getattr(builtin_class(class_path), "_data_fields", ())


def hascameras() -> bool:
    """Whether a robot has a camera."""
    return bool(cameras())


def initcameras() -> None:
    """Has no effect: cameras exist from the start."""


def materialdata(name: str) -> MaterialData:
    """A material of the editor. Its settings have no effect."""
    return MaterialData(name)


def setfrequency(frequency_hz: float) -> None:
    """Has no effect: the scene sets the rate. Raises ValueError for a different rate. [Hz]"""
    if frequency_hz != getfrequency():
        rate = f"the rate is {getfrequency():g} Hz from the start to the end"
        raise ValueError(f"setfrequency: {rate}: set it in the scene, with Environment.simulator_frequency")


def set_time_scale(time_scale: float) -> bool:
    """Set the simulated seconds per real second, like the service time.set_time_scale. Returns True."""
    call("time", "set_time_scale", [float(time_scale)])
    return True


def get_scene_map() -> dict[str, _Scene]:
    """The only scene, by its name."""
    return {"Scene": scene()}


def get_armatures(obj: SceneNode | None = None) -> list[SceneNode]:
    """The objects with an armature; with ``obj``, those among its children."""
    names = simulator().ask("armatures")
    return [node(name) for name in names] if obj is None else [it for it in obj.children if it.name in names]


def mousepointer(visible: bool = True) -> None:
    """Has no effect: there is no window."""
    without_effect("blenderapi.mousepointer")


def get_scene_list() -> list[_Scene]:
    """A list of the only scene."""
    return [scene()]


def input_none() -> int:
    """State of a key that is not pressed."""
    return 0


def input_just_activated() -> int:
    """State of a key that was pressed since the last tick."""
    return 1


def input_active() -> int:
    """State of a key that is held."""
    return 2


def input_just_released() -> int:
    """State of a key that was released since the last tick."""
    return 3


for _name, _instead in MISSING.items():
    globals()[_name] = refusing(_name, _instead)
globals().update(KEYS)


def __getattr__(name: str) -> NoReturn:
    raise AttributeError(f"morse.core.blenderapi has no {name!r}")
