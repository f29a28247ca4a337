"""``bge.logic``, also known as ``GameLogic``: the scene, the acting component, time, keys and constants."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, NoReturn

from morse.core import blenderapi
from morse.core.game_engine import NotInThisSimulator
from morse.host import scene_state
from morse.host.logic.bricks import controller
from morse.host.logic.devices import (
    KX_INPUT_ACTIVE,
    KX_INPUT_JUST_ACTIVATED,
    KX_INPUT_JUST_RELEASED,
    KX_INPUT_NONE,
    Keyboard,
)
from morse.host.logic.message import send
from morse.host.logic.sensor import (
    KX_SENSOR_ACTIVE,
    KX_SENSOR_INACTIVE,
    KX_SENSOR_JUST_ACTIVATED,
    KX_SENSOR_JUST_DEACTIVATED,
)
from morse.host.scene.armature import (
    CONSTRAINT_IK_COPYPOSE,
    CONSTRAINT_IK_DISTANCE,
    CONSTRAINT_TYPE_KINEMATIC,
    PROT_MODE_QUAT,
    PROT_MODE_XYZ,
)
from morse.host.scene.without_effect import without_effect

if TYPE_CHECKING:
    from morse.core.blenderapi import _Scene
    from morse.host.logic.bricks import Controller
    from morse.host.types import Value

__all__ = [
    "CONSTRAINT_IK_COPYPOSE", "CONSTRAINT_IK_DISTANCE", "CONSTRAINT_TYPE_KINEMATIC", "KX_INPUT_ACTIVE",
    "KX_INPUT_JUST_ACTIVATED", "KX_INPUT_JUST_RELEASED", "KX_INPUT_NONE", "KX_SENSOR_ACTIVE", "KX_SENSOR_INACTIVE",
    "KX_SENSOR_JUST_ACTIVATED", "KX_SENSOR_JUST_DEACTIVATED", "KX_TRUE", "KX_FALSE", "PROT_MODE_QUAT", "PROT_MODE_XYZ",
    "addScene", "expandPath", "getClockTime", "getCurrentController", "getCurrentScene", "getFrameTime",
    "getLogicTicRate", "getPhysicsTicRate", "getRandomFloat", "getRealTime", "getSceneList", "getTimeScale",
    "globalDict", "keyboard", "sendMessage", "setLogicTicRate", "setTimeScale",
]  # fmt: skip

KX_TRUE, KX_FALSE = 1, 0

#: Data that components of one process share.
globalDict: dict[str, Value] = {}

keyboard = Keyboard()

#: Settings of the game engine that have no effect here.
_SETTINGS = (
    "setMaxLogicFrame setMaxPhysicsFrame setPhysicsTicRate setExitKey setUseExternalClock saveGlobalDict "
    "loadGlobalDict setRender setClockTime NextFrame PrintGLInfo PrintMemInfo"
).split()


def getCurrentController() -> Controller:
    """The controller of the acting component."""
    return controller()


def getCurrentScene() -> _Scene:
    """The running scene."""
    return blenderapi.scene()


def getSceneList() -> list[_Scene]:
    """A list of the only scene."""
    return blenderapi.get_scene_list()


def getLogicTicRate() -> float:
    """Ticks per simulated second. [Hz]"""
    return blenderapi.getfrequency()


getPhysicsTicRate = getLogicTicRate


def setLogicTicRate(ticrate: float) -> None:
    """Has no effect: the scene sets the rate. Raises ValueError for a different rate. [Hz]"""
    blenderapi.setfrequency(ticrate)


def getClockTime() -> float:
    """Simulated time. [s]"""
    return scene_state.time_s


getFrameTime = getRealTime = getClockTime


def getTimeScale() -> float:
    """Simulated seconds per simulated second: 1. The scale of the run is that of real time."""
    return 1.0


def setTimeScale(time_scale: float) -> None:
    """Set the simulated seconds per real second."""
    blenderapi.set_time_scale(time_scale)


def getRandomFloat() -> float:
    """A random number, 0 to 1, which the seed of the run determines."""
    return random.random()


def sendMessage(subject: str, body: str = "", to: str = "", message_from: str = "") -> None:
    """Send a message to the object ``to``, or to all objects."""
    send(subject, body, to)


def expandPath(path: str) -> str:
    """The path. A leading ``//`` is the working directory."""
    return os.path.join(os.getcwd(), path[2:]) if path.startswith("//") else path


def addScene(name: str, overlay: int = 1) -> NoReturn:
    """Not available: raises NotInThisSimulator."""
    raise NotInThisSimulator(f"addScene({name!r}): the simulator has one scene")


def __getattr__(name: str) -> Value:
    if name in _SETTINGS:
        return lambda *_, **__: without_effect(f"bge.logic.{name}")
    if name == "joysticks":
        return blenderapi.joysticks()
    if name == "cameras":
        return blenderapi.cameras()
    if name == "mouse":
        raise NotInThisSimulator("bge.logic.mouse: there is no window")
    raise AttributeError(f"bge.logic has no {name!r} here")
