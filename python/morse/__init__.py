"""MORSE: robots, sensors and actuators simulated for people who write robot software.

``morse.builder`` describes scenes; ``morse.core`` holds what scenes and users' own components share.
``morse.Simulation`` runs a scene in this process; it needs the engine module: ``pip install .`` in a clone. The
module is loaded on first use, so scenes and components work without it.
"""

import importlib

__version__ = "0.1.0"

#: Names that need the engine module.
_ENGINE = ("CommandError", "Scene", "SceneError", "ServiceError", "Simulation", "SimulationError")


def __getattr__(name: str) -> object:
    if name in _ENGINE:
        return getattr(importlib.import_module("morse.simulation"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_ENGINE])
