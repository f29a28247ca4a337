"""Connecting a client again after a restart of its simulator."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from .closing import close
from .component import Component
from .errors import MorseConnectionError, MorseServerError
from .service import ServiceConnection

if TYPE_CHECKING:
    from .pymorse import Morse

__all__ = ["connected", "reconnect"]

logger = logging.getLogger("pymorse")

#: Pause between attempts. [s]
_PAUSE_S = 0.1


def connected(host: str, port: int, wait_s: float = 0.0) -> ServiceConnection:
    """Connects to a simulator, and retries for `wait_s` seconds. Raises MorseConnectionError."""
    deadline = time.monotonic() + wait_s
    while True:
        try:
            return ServiceConnection(host, port)
        except MorseConnectionError:
            if time.monotonic() + _PAUSE_S > deadline:
                raise
        time.sleep(_PAUSE_S)


def reconnect(morse: Morse, wait_s: float | None) -> None:
    """Connects a client to the simulator that now runs at its address; `None` waits without limit.

    Robots and components of the same name stay the same objects. Their streams are connected and their callbacks
    subscribed again. Raises MorseConnectionError, and leaves the client closed.
    """
    before = {component.fqn: component for robot in morse._robots.values() for component in _all(robot)}
    close(morse, cancel=True)
    deadline = None if wait_s is None else time.monotonic() + wait_s
    while True:
        remaining_s = 1.0 if deadline is None else max(deadline - time.monotonic(), 0.0)
        try:
            morse.simulator_service = connected(*morse._address, remaining_s)
            for name in morse._robots:
                vars(morse).pop(name, None)
                vars(morse).pop(name + "s", None)
            morse._robots, morse._streams = {}, []
            type(morse).initialize_api(morse)
            break
        except MorseServerError:
            # The simulator may have ended while it started.
            if deadline is not None and time.monotonic() >= deadline:
                raise
            morse.simulator_service.close()
    now = {component.fqn: component for robot in morse._robots.values() for component in _all(robot)}
    for fqn, component in before.items():
        if fqn in now:
            component._take_over(now[fqn])
        elif component.stream is not None:
            logger.warning("the restarted simulator has no %s", fqn)
    for robot in morse._robots.values():
        for name, component in list(dict.items(robot)):
            dict.__setitem__(robot, name, before.get(component.fqn, component))


def _all(robot: dict[str, Component]) -> list[Component]:
    found = list(dict.values(robot))
    for component in found:
        found += component._child_components()
    return found
