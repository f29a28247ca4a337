"""The module ``bge`` of Blender's game engine: its parts that components of MORSE 1.4 use.

Importing is possible everywhere, also in scene scripts. Outside of a simulation, access to it raises NoSimulator.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

__all__ = ["app", "constraints", "events", "logic", "render", "texture", "types"]


class app:
    """The version of Blender whose interface this is."""

    version = (2, 79, 0)
    version_string = "2.79 (sub 0)"
    has_texture_ffmpeg = False
    has_joystick = True
    has_physics = True


def __getattr__(name: str) -> ModuleType:
    if name not in __all__:
        raise AttributeError(f"bge has no {name!r} here, but {', '.join(__all__)}")
    return import_module(f"{__name__}.{name}")
