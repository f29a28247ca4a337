"""State of the running simulation for components."""

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
#: Start data of each component, by full name.
component_inits: Dict[str, Dict[str, Any]] = {}
#: The components of this host, by full name.
instances: Dict[str, Any] = {}
#: Services that ended since the last reply.
completed: List[Dict[str, Any]] = []

_numbers: Dict[str, int] = {}


def open(command: Dict[str, Any]) -> None:
    """Reset the state for a new scene."""
    global rate_hz, gravity, environment, fastmode
    rate_hz, gravity, fastmode = command["rate_hz"], command["gravity"], command["fastmode"]
    environment = decoded(command["environment"])
    for container in (component_inits, instances, completed, _numbers):
        container.clear()


def register(name: str, number: int, instance: Any) -> None:
    """Register a component under its full name."""
    instances[name] = instance
    _numbers[name] = number


def callback(number: int, function: Any) -> Callable[[Any], None]:
    """The callback that completes a service. It takes (status, result), or the status alone."""

    def end(answer: Any) -> None:
        status, value = answer if isinstance(answer, tuple) else (answer, None)
        if status not in ("SUCCESS", "FAILED", "PREEMPTED"):
            raise ValueError(f"a service ends with status.SUCCESS, FAILED or PREEMPTED, not {status!r}")
        completed.append({"external_id": number, "status": status, "value": encoded(value)})

    end.service = function  # type: ignore[attr-defined]
    return end
