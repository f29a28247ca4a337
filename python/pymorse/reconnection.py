"""Connecting a client again after its simulator has been started anew."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Dict, Optional

from .closing import close
from .component import Component
from .errors import MorseConnectionError, MorseServerError
from .service import ServiceConnection

if TYPE_CHECKING:
    from .pymorse import Morse

__all__ = ["connected", "reconnect"]

logger = logging.getLogger("pymorse")

#: How long to wait before the next attempt. [s]
_PAUSE_S = 0.1


def connected(host: str, port: int, wait_s: float = 0.0) -> ServiceConnection:
    """A connection to a simulator, which may take so long to start. Raises MorseConnectionError."""
    deadline = time.monotonic() + wait_s
    while True:
        try:
            return ServiceConnection(host, port)
        except MorseConnectionError:
            if time.monotonic() + _PAUSE_S > deadline:
                raise
        time.sleep(_PAUSE_S)


def reconnect(morse: Morse, wait_s: Optional[float]) -> None:
    """Connects a client to the simulator that runs at its place now; `None` waits for ever.

    Robots and components that it has again are the same objects; their streams are connected again, with what was subscribed.
    Raises MorseConnectionError, and leaves the client closed.
    """
    before = {component.fqn: component for robot in morse._robots.values() for component in _all(robot)}
    close(morse, cancel=True)
    deadline = None if wait_s is None else time.monotonic() + wait_s
    while True:
        left = 1.0 if deadline is None else max(deadline - time.monotonic(), 0.0)
        try:
            morse.simulator_service = connected(*morse._place, left)
            for name in morse._robots:
                vars(morse).pop(name, None)
                vars(morse).pop(name + "s", None)
            morse._robots, morse._streams = {}, []
            type(morse).initialize_api(morse)
            break
        except MorseServerError:
            # It may have ended again while it started.
            if deadline is not None and time.monotonic() >= deadline:
                raise
            morse.simulator_service.close()
    now = {component.fqn: component for robot in morse._robots.values() for component in _all(robot)}
    for fqn, component in before.items():
        if fqn in now:
            component._take_over(now[fqn])
        elif component.stream is not None:
            logger.warning("the simulator that runs now has no %s", fqn)
    for robot in morse._robots.values():
        for name, component in list(dict.items(robot)):
            dict.__setitem__(robot, name, before.get(component.fqn, component))


def _all(robot: Dict[str, Component]) -> "list[Component]":
    found = list(dict.values(robot))
    for component in found:
        found += component._child_components()
    return found
