"""pymorse: a client of the robot simulator MORSE.

    import pymorse

    with pymorse.Morse() as morse:
        print(morse.robots)
        print(morse.robot.pose.get())
        morse.robot.waypoint.goto(2, 1, 0, 0.5, 1.0).result()

Robots are attributes of the client, and components are attributes of their robots. Services of components are methods
that return futures of `concurrent.futures`. Sensors with a stream have `get`, `last` and `subscribe`; actuators have
`publish`.
"""

from __future__ import annotations

from importlib import import_module

from . import arrays as arrays
from .pymorse import *  # noqa: F403  (its list of names is that of this package)
from .pymorse import __all__ as __all__


def __getattr__(name: str) -> object:
    # Importing asyncio takes longer than importing pymorse, and most programs do not use it.
    if name == "aio":
        return import_module(".aio", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
