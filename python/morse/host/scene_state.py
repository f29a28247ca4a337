"""State of the running simulation for components."""

import logging
from collections import deque
from typing import Any, Callable, Deque, Dict, List, Optional, Tuple

from morse.host.values import decoded, encoded

logger = logging.getLogger("morse")

#: Simulated time, as clients see it.
time_s: float = 0.0
#: Ticks per simulated second.
rate_hz: float = 60.0
gravity: List[float] = [0.0, 0.0, -9.81]
environment: Dict[str, Any] = {}
fastmode: bool = False
#: Start data of each component, by full name.
component_inits: Dict[str, Dict[str, Any]] = {}
#: The components of this host, by full name.
instances: Dict[str, Any] = {}
#: Services that ended since the last reply.
completed: List[Dict[str, Any]] = []
#: Armatures by the names of objects, with what components set of their constraints.
armatures: Dict[str, Any] = {}
#: Modes of rotation of bones, by armature and bone.
rotation_modes: Dict[Tuple[str, str], int] = {}
#: Logic bricks by the names of objects.
bricks: Dict[str, Any] = {}
#: Actuators of objects that are active, by object and name.
active_bricks: Dict[Tuple[str, str], Any] = {}
#: Constraints in the order of adding; None for those that were removed.
constraints: List[Any] = []
#: The drives of cars, by the names of robots.
vehicles: Dict[str, Any] = {}
#: Numbers of bodies, by the names of objects.
physics_ids: Dict[str, int] = {}
#: The newest messages between objects.
messages: "Deque[Any]" = deque(maxlen=256)
#: How many services were called.
served = 0
#: The component that acts, or did last.
acting: Any = None
#: What was read of keys and joysticks.
devices: Any = None

_numbers: Dict[str, int] = {}
_calls: Dict[int, Tuple[Optional[Callable], Any]] = {}
_last_call = 0


def open(command: Dict[str, Any]) -> None:
    """Reset the state for a new scene."""
    global rate_hz, gravity, environment, fastmode, acting, devices
    rate_hz, gravity, fastmode = command["rate_hz"], command["gravity"], command["fastmode"]
    environment = decoded(command["environment"])
    acting = devices = None
    for container in (component_inits, instances, completed, armatures, rotation_modes, _numbers, _calls):
        container.clear()
    for container in (bricks, active_bricks, messages, constraints, vehicles, physics_ids):
        container.clear()


def moment() -> Tuple[float, int]:
    """The tick, and the call of a service in it: inputs from outside may come between them."""
    return time_s, served


def register(name: str, number: int, instance: Any) -> None:
    """Register a component under its full name."""
    instances[name] = instance
    _numbers[name] = number


def fields(name: str) -> List[Tuple[str, str]]:
    """Names and types of the fields of a component, in the order of messages."""
    return component_inits[name]["fields"]


def field_types(name: str) -> Dict[str, str]:
    """The types of a component's fields, by name."""
    return dict(fields(name))


def begin_call(callback: Optional[Callable], proxy: Any) -> int:
    """Note a call of a service in the simulator, and return its number."""
    global _last_call
    _last_call += 1
    _calls[_last_call] = callback, proxy
    if proxy is not None and callback is not None:
        proxy.on_completion = callback
    return _last_call


def end_call(number: int) -> Optional[Callable]:
    """Forget a call, and return what is called when it has ended."""
    callback, proxy = _calls.pop(number, (None, None))
    if proxy is not None and proxy.on_completion is callback:
        proxy.on_completion = None
    return callback


def callback(number: int, function: Any, overlay: Optional[int] = None) -> Callable[[Any], None]:
    """The callback that completes a service of a component or of an overlay. It takes (status, result), or the status."""

    def end(answer: Any) -> None:
        status, value = answer if isinstance(answer, tuple) else (answer, None)
        if status not in ("SUCCESS", "FAILED", "PREEMPTED"):
            raise ValueError(f"a service ends with status.SUCCESS, FAILED or PREEMPTED, not {status!r}")
        entry = {"external_id": number, "status": status, "value": encoded(value)}
        completed.append(entry if overlay is None else {**entry, "overlay": overlay})

    end.service = function  # type: ignore[attr-defined]
    return end
