"""The simulation that runs, as far as components know it."""

import logging
from typing import Any, Callable, Dict, List

from morse.host.values import decoded, encoded

logger = logging.getLogger("morse")

#: Simulated time, as clients see it.
time_s: float = 0.0
#: Ticks per simulated second.
rate_hz: float = 60.0
gravity: List[float] = [0.0, 0.0, -9.81]
environment: Dict[str, Any] = {}
fastmode: bool = False
#: What the scene says of each component, by full name.
members: Dict[str, Dict[str, Any]] = {}
#: The components that are here, by full name.
instances: Dict[str, Any] = {}
#: Services that ended since the last reply.
completed: List[Dict[str, Any]] = []

_numbers: Dict[str, int] = {}


def open(order: Dict[str, Any]) -> None:
    """Begin a scene."""
    global rate_hz, gravity, environment, fastmode
    rate_hz, gravity, fastmode = order["rate_hz"], order["gravity"], order["fastmode"]
    environment = decoded(order["environment"])
    for container in (members, instances, completed, _numbers):
        container.clear()


def seated(name: str, number: int, instance: Any) -> None:
    """Make a component known."""
    instances[name] = instance
    _numbers[name] = number


def callback(number: int, function: Any) -> Callable[[Any], None]:
    """What ends a service that was called from outside: it takes (status, result), or the status alone."""

    def end(answer: Any) -> None:
        status, value = answer if isinstance(answer, tuple) else (answer, None)
        if status not in ("SUCCESS", "FAILED", "PREEMPTED"):
            raise ValueError(f"a service ends with status.SUCCESS, FAILED or PREEMPTED, not {status!r}")
        completed.append({"seat": number, "status": status, "value": encoded(value)})

    end.service = function  # type: ignore[attr-defined]
    return end
