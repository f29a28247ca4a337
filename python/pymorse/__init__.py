"""pymorse: clients of the robot simulator MORSE, in Python.

    import pymorse

    with pymorse.Morse() as morse:
        print(morse.robots)
        print(morse.robot.pose.get())
        morse.robot.waypoint.goto(2, 1, 0, 0.5, 1.0).result()

Robots are attributes of the client, components are attributes of their robots. Services of components are methods; they return
futures, as those of `concurrent.futures`. Streams of sensors have `get`, `last` and `subscribe`, those of actuators `publish`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import arrays as arrays
from .pymorse import *  # noqa: F403  (its list of names is that of this package)
from .pymorse import __all__ as __all__


def __getattr__(name: str) -> Any:
    # Most programs do without asyncio, which takes longer to import than all of this.
    if name == "aio":
        return import_module(".aio", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
