"""The module ``bpy`` of scene scripts: the part of Blender's module that has an effect in this simulator.

Its functions create objects of the scene. Settings without effect are kept, and named once in a warning. Functions
that need Blender, such as those of logic bricks, raise an error with their name. See ``docs/blender_scripts.md``.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from morse.builder.blender import context, data, ops, types

__all__ = ["app", "context", "data", "ops", "path", "types"]


class app:
    """The version of Blender whose behavior this module reproduces."""

    version = (2, 79, 0)
    version_string = "2.79 (sub 0)"
    background = True
    binary_path = sys.executable
    debug = False


class path:
    """Paths of files."""

    @staticmethod
    def abspath(name: str) -> str:
        """The absolute path. A leading ``//`` is the folder of the scene script."""
        folder = os.path.dirname(os.path.abspath(getattr(sys.modules.get("__main__"), "__file__", "") or ""))
        return os.path.join(folder, name[2:]) if name.startswith("//") else os.path.abspath(name)


# Modules that are imported on first access.
_LATE = ("context", "data", "ops", "types")


def __getattr__(name: str) -> ModuleType:
    if name not in _LATE:
        raise AttributeError(f"bpy.{name} needs Blender, which is not part of this simulator")
    module = importlib.import_module(f"{__name__}.{name}")
    globals()[name] = module
    return module


def install() -> None:
    """Make this the module of ``import bpy``, unless this process has Blender's own module."""
    sys.modules.setdefault("bpy", sys.modules[__name__])
