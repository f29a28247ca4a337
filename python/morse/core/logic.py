"""Logic bricks of Blender's game engine, which components in Python add to objects.

Add a brick once, in a constructor. It is then in ``obj.sensors`` or ``obj.actuators``. Sensors are evaluated when they
are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from morse.host.logic.actuator import ActuatorBrick, MessageActuator, MotionActuator, SilentActuator
from morse.host.logic.bricks import bricks_of
from morse.host.logic.detectors import NearSensor, RadarSensor, RaySensor, TouchSensor
from morse.host.logic.message import send
from morse.host.logic.sensor import (
    KX_SENSOR_ACTIVE,
    KX_SENSOR_INACTIVE,
    KX_SENSOR_JUST_ACTIVATED,
    KX_SENSOR_JUST_DEACTIVATED,
    SensorBrick,
)
from morse.host.logic.states import AlwaysSensor, JoystickSensor, KeyboardSensor, MessageSensor, PropertySensor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from morse.host.scene.node import SceneNode
    from morse.host.types import Numbers, Value

__all__ = [
    "KX_SENSOR_ACTIVE",
    "KX_SENSOR_INACTIVE",
    "KX_SENSOR_JUST_ACTIVATED",
    "KX_SENSOR_JUST_DEACTIVATED",
    "add_always",
    "add_collision",
    "add_joystick",
    "add_keyboard",
    "add_message",
    "add_message_actuator",
    "add_motion",
    "add_near",
    "add_property",
    "add_radar",
    "add_ray",
    "add_without_effect",
    "send_message",
]

_S = TypeVar("_S", bound=SensorBrick)
_A = TypeVar("_A", bound=ActuatorBrick)


def add_radar(
    obj: SceneNode, name: str = "Radar", *, distance: float, angle: float, axis: int | str = "+X", prop: str = ""
) -> RadarSensor:
    """Detects objects in a cone of this length [m] and opening angle [deg]; with ``prop``, only objects with it."""
    return _sensor(RadarSensor(obj, name, distance, angle, axis, prop))


def add_near(
    obj: SceneNode, name: str = "Near", *, distance: float, reset_distance: float | None = None, prop: str = ""
) -> NearSensor:
    """Detects objects nearer than ``distance``; stays positive until all are beyond ``reset_distance``. [m]"""
    return _sensor(NearSensor(obj, name, distance, distance if reset_distance is None else reset_distance, prop))


def add_collision(
    obj: SceneNode, name: str = "Collision", *, prop: str = "", half_size: Numbers | None = None
) -> TouchSensor:
    """Detects objects that touch the object, or that are in a box of this half size around its origin. [m]"""
    return _sensor(TouchSensor(obj, name, prop, half_size))


def add_ray(
    obj: SceneNode, name: str = "Ray", *, range: float, axis: int | str = "+X", prop: str = "", xray: bool = False
) -> RaySensor:
    """Detects the first object along an axis, up to ``range`` [m]; with ``xray``, ignores objects without ``prop``."""
    return _sensor(RaySensor(obj, name, range, axis, prop, xray))


def add_always(obj: SceneNode, name: str = "Always") -> AlwaysSensor:
    """Is always positive."""
    return _sensor(AlwaysSensor(obj, name))


def add_property(
    obj: SceneNode,
    name: str = "Property",
    *,
    prop: str,
    mode: str = "equal",
    value: Value = None,
    minimum: Value = None,
    maximum: Value = None,
) -> PropertySensor:
    """Compares a property of the object. ``mode``: equal, notequal, interval, changed, lessthan or greaterthan."""
    return _sensor(PropertySensor(obj, name, prop, mode, value, minimum, maximum))


def add_keyboard(obj: SceneNode, name: str = "Keyboard", *, key: int = 0, all_keys: bool = False) -> KeyboardSensor:
    """Is positive while a key, or any key, is pressed."""
    return _sensor(KeyboardSensor(obj, name, key, all_keys))


def add_joystick(
    obj: SceneNode, name: str = "Joystick", *, index: int = 0, axis: int = 0, threshold: float = 0.1
) -> JoystickSensor:
    """Is positive while an axis of a joystick is farther than ``threshold`` (0 to 1) from its center."""
    return _sensor(JoystickSensor(obj, name, index, axis, threshold))


def add_message(obj: SceneNode, name: str = "Message", *, subject: str = "") -> MessageSensor:
    """Is positive when the object has new messages; with ``subject``, only messages with it count."""
    return _sensor(MessageSensor(obj, name, subject))


def add_motion(obj: SceneNode, name: str = "Motion", *, local: bool = True, **motions: Numbers) -> MotionActuator:
    """Moves the object by ``dLoc``, ``dRot``, ``force``, ``torque``, ``linV`` or ``angV``.

    ``local`` selects the frame of the object instead of the world.
    """
    return _actuator(MotionActuator(obj, name, motions, local))


def add_message_actuator(
    obj: SceneNode, name: str = "Message", *, subject: str, body: str = "", to: str = ""
) -> MessageActuator:
    """Sends a message in each tick in which it is active."""
    return _actuator(MessageActuator(obj, name, subject, body, to))


def add_without_effect(obj: SceneNode, name: str) -> SilentActuator:
    """An actuator without effect, such as a sound of the game engine."""
    return _actuator(SilentActuator(obj, name))


def send_message(subject: str, body: str = "", to: str = "") -> None:
    """Send a message to the object ``to``, or to all objects.

    Sensors of this process receive it from the next tick on.
    """
    send(subject, body, to)


def _sensor(brick: _S) -> _S:
    known = bricks_of(brick.owner).sensors
    _check_new(brick, known)
    known[brick.name] = brick
    return brick


def _actuator(brick: _A) -> _A:
    known = bricks_of(brick.owner).actuators
    _check_new(brick, known)
    known[brick.name] = brick
    return brick


def _check_new(brick: SensorBrick | ActuatorBrick, known: Mapping[str, object]) -> None:
    if not isinstance(brick.name, str) or not brick.name:
        raise ValueError(f"the name of a brick is a text that is not empty, not {brick.name!r}")
    if brick.name in known:
        raise ValueError(f"{brick.owner.name} has a brick {brick.name!r} already; it has {', '.join(known)}")
