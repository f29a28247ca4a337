"""MORSE: robots, sensors and actuators simulated for people who write robot software.

``morse.builder`` describes scenes; ``morse.core`` holds what scenes and users' own components share.
``morse.Simulation`` runs a scene in this process, where the engine module is installed: ``pip install
morse-simulator``. It is loaded when it is first used, so that scenes and components do without it.
"""

import importlib
from typing import Any, List

__version__ = "0.1.0"

#: What the engine module brings, and where it is.
_ENGINE = {
    name: "morse.simulation"
    for name in ("CommandError", "Scene", "SceneError", "ServiceError", "Simulation", "SimulationError")
}


def __getattr__(name: str) -> Any:
    if name in _ENGINE:
        return getattr(importlib.import_module(_ENGINE[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> List[str]:
    return sorted([*globals(), *_ENGINE])
