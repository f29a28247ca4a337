"""State of the running simulation for components."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING

from morse.host.values import decoded, encoded

if TYPE_CHECKING:
    from morse.core.builtin import BuiltIn
    from morse.core.object import Object
    from morse.host.logic.actuator import ActuatorBrick
    from morse.host.logic.bricks import Bricks
    from morse.host.logic.devices import Devices
    from morse.host.logic.message import Message as ObjectMessage
    from morse.host.scene.armature import Armature
    from morse.host.scene.constraints import Constraint, Vehicle
    from morse.host.types import Answer, Completion, Data, Message, ServiceFunction

logger = logging.getLogger("morse")

#: Simulated time, as sent to clients. [s]
time_s: float = 0.0
#: Ticks per simulated second. [Hz]
rate_hz: float = 60.0
#: Acceleration in the frame of the world. [m/s²]
gravity: list[float] = [0.0, 0.0, -9.81]
#: Properties of the environment.
environment: Data = {}
fastmode: bool = False
#: Start data of each component, by full name.
component_inits: dict[str, Message] = {}
#: Components of this host, by full name.
instances: dict[str, Object] = {}
#: Services that ended since the last reply.
completed: list[Message] = []
#: Armatures by the names of objects, with the settings of their constraints.
armatures: dict[str, Armature] = {}
#: Rotation modes of bones, by armature and bone.
rotation_modes: dict[tuple[str, str], int] = {}
#: Logic bricks by the names of objects.
bricks: dict[str, Bricks] = {}
#: Active actuator bricks, by object and name.
active_bricks: dict[tuple[str, str], ActuatorBrick] = {}
#: Constraints in the order of creation; None for removed constraints.
constraints: list[Constraint | None] = []
#: Drives of cars, by the names of robots.
vehicles: dict[str, Vehicle] = {}
#: Numbers of bodies, by the names of objects.
physics_ids: dict[str, int] = {}
#: Newest messages between objects.
messages: deque[ObjectMessage] = deque(maxlen=256)
#: Number of service calls.
served = 0
#: Component that acts, or acted last.
acting: Object | None = None
#: State of keys and joysticks; None before the first access.
devices: Devices | None = None

_numbers: dict[str, int] = {}
_calls: dict[int, tuple[Completion | None, BuiltIn | None]] = {}
_last_call = 0


def open(command: Message) -> None:
    """Reset the state for a new scene."""
    global rate_hz, gravity, environment, fastmode, acting, devices
    rate_hz, gravity, fastmode = command["rate_hz"], command["gravity"], command["fastmode"]
    environment = decoded(command["environment"])
    acting = devices = None
    by_name = (component_inits, instances, armatures, rotation_modes, _numbers, _calls, bricks, active_bricks)
    for table in (*by_name, vehicles, physics_ids):
        table.clear()
    completed.clear()
    messages.clear()
    constraints.clear()


def moment() -> tuple[float, int]:
    """Simulated time, and number of service calls: the scene may change between two service calls in a tick."""
    return time_s, served


def register(name: str, number: int, instance: Object) -> None:
    """Register a component under its full name."""
    instances[name] = instance
    _numbers[name] = number


def fields(name: str) -> list[tuple[str, str]]:
    """Names and types of the fields of a component, in the order of messages."""
    declared: list[tuple[str, str]] = component_inits[name]["fields"]
    return declared


def field_types(name: str) -> dict[str, str]:
    """Types of the fields of a component, by name."""
    return dict(fields(name))


def begin_call(callback: Completion | None, proxy: BuiltIn | None) -> int:
    """Register a service call to the simulator, and return its number."""
    global _last_call
    _last_call += 1
    _calls[_last_call] = callback, proxy
    if proxy is not None and callback is not None:
        proxy.on_completion = callback
    return _last_call


def end_call(number: int) -> Completion | None:
    """Remove a service call, and return its callback."""
    callback, proxy = _calls.pop(number, (None, None))
    if proxy is not None and proxy.on_completion is callback:
        proxy.on_completion = None
    return callback


def callback(number: int, function: ServiceFunction, overlay: int | None = None) -> Completion:
    """Make the callback that completes a service of a component or of an overlay."""

    def end(answer: Answer | str) -> None:
        status, value = answer if isinstance(answer, tuple) else (answer, None)
        if status not in ("SUCCESS", "FAILED", "PREEMPTED"):
            raise ValueError(f"a service ends with status.SUCCESS, FAILED or PREEMPTED, not {status!r}")
        entry = {"external_id": number, "status": status, "value": encoded(value)}
        completed.append(entry if overlay is None else {**entry, "overlay": overlay})

    end.service = function  # type: ignore[attr-defined]
    return end
