"""Logic bricks of the game engine that components in Python add to objects.

A brick is added once, in a constructor, and is then among ``obj.sensors`` or ``obj.actuators``. Sensors are evaluated when
they are read.
"""

from typing import Any, Optional, Union

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


def add_radar(
    obj: Any, name: str = "Radar", *, distance: float, angle: float, axis: Union[int, str] = "+X", prop: str = ""
) -> RadarSensor:
    """Detects objects in a cone of this length [m] and full opening [deg], with the property ``prop`` if one is given."""
    return _sensor(RadarSensor(obj, name, distance, angle, axis, prop))


def add_near(
    obj: Any, name: str = "Near", *, distance: float, reset_distance: Optional[float] = None, prop: str = ""
) -> NearSensor:
    """Detects objects nearer than ``distance``, until none is nearer than ``reset_distance``. [m]"""
    return _sensor(NearSensor(obj, name, distance, distance if reset_distance is None else reset_distance, prop))


def add_collision(obj: Any, name: str = "Collision", *, prop: str = "", half_size: Optional[Any] = None) -> TouchSensor:
    """Detects what touches the bodies of the object, or what is in a box of this half size around its origin. [m]"""
    return _sensor(TouchSensor(obj, name, prop, half_size))


def add_ray(
    obj: Any, name: str = "Ray", *, range: float, axis: Union[int, str] = "+X", prop: str = "", xray: bool = False
) -> RaySensor:
    """Detects the first object along an axis, up to ``range`` [m]; with ``xray``, through objects without the property."""
    return _sensor(RaySensor(obj, name, range, axis, prop, xray))


def add_always(obj: Any, name: str = "Always") -> AlwaysSensor:
    """Is always positive."""
    return _sensor(AlwaysSensor(obj, name))


def add_property(
    obj: Any,
    name: str = "Property",
    *,
    prop: str,
    mode: str = "equal",
    value: Any = None,
    minimum: Any = None,
    maximum: Any = None,
) -> PropertySensor:
    """Compares a property of the object: equal, notequal, interval, changed, lessthan or greaterthan."""
    return _sensor(PropertySensor(obj, name, prop, mode, value, minimum, maximum))


def add_keyboard(obj: Any, name: str = "Keyboard", *, key: int = 0, all_keys: bool = False) -> KeyboardSensor:
    """Is positive while a key, or any key, is pressed."""
    return _sensor(KeyboardSensor(obj, name, key, all_keys))


def add_joystick(obj: Any, name: str = "Joystick", *, index: int = 0, axis: int = 0, threshold: float = 0.1) -> JoystickSensor:
    """Is positive while an axis of a joystick is away from its middle."""
    return _sensor(JoystickSensor(obj, name, index, axis, threshold))


def add_message(obj: Any, name: str = "Message", *, subject: str = "") -> MessageSensor:
    """Is positive when there are new messages to the object, with this subject if one is given."""
    return _sensor(MessageSensor(obj, name, subject))


def add_motion(obj: Any, name: str = "Motion", *, local: bool = True, **motions: Any) -> MotionActuator:
    """Moves the object: ``dLoc``, ``dRot``, ``force``, ``torque``, ``linV``, ``angV``, along its own axes if ``local``."""
    return _actuator(MotionActuator(obj, name, motions, local))


def add_message_actuator(obj: Any, name: str = "Message", *, subject: str, body: str = "", to: str = "") -> MessageActuator:
    """Sends a message in each tick in which it is active."""
    return _actuator(MessageActuator(obj, name, subject, body, to))


def add_without_effect(obj: Any, name: str) -> SilentActuator:
    """An actuator that can be activated and has no effect, such as a sound of the game engine."""
    return _actuator(SilentActuator(obj, name))


def send_message(subject: str, body: str = "", to: str = "") -> None:
    """Send a message to the object of that name, or to all. Receivers in the same process have it from the next tick on."""
    send(subject, body, to)


def _sensor(brick: Any) -> Any:
    known = bricks_of(brick.owner).sensors
    _check_new(brick, known)
    known[brick.name] = brick
    return brick


def _actuator(brick: Any) -> Any:
    known = bricks_of(brick.owner).actuators
    _check_new(brick, known)
    known[brick.name] = brick
    return brick


def _check_new(brick: Union[SensorBrick, ActuatorBrick], known: Any) -> None:
    if not isinstance(brick.name, str) or not brick.name:
        raise ValueError(f"the name of a brick is a text that is not empty, not {brick.name!r}")
    if brick.name in known:
        raise ValueError(f"{brick.owner.name} has a brick {brick.name!r} already; it has {', '.join(known)}")
