"""The module ``bpy`` of scene scripts: what of Blender's means something here, under its names.

Objects that it makes are objects of the scene. Settings without effect are kept, and named once in a warning. What cannot be,
such as logic bricks, is refused by name. ``docs/blender_scripts.md`` lists it.
"""

import importlib
import os
import sys
from typing import Any

__all__ = ["app", "context", "data", "ops", "path", "types"]


class app:
    """The Blender whose behaviour scripts may expect."""

    version = (2, 79, 0)
    version_string = "2.79 (sub 0)"
    background = True
    binary_path = sys.executable
    debug = False


class path:
    """Names of files."""

    @staticmethod
    def abspath(name: str) -> str:
        """The absolute path; ``//`` stands for the folder of the scene script."""
        folder = os.path.dirname(os.path.abspath(getattr(sys.modules.get("__main__"), "__file__", "") or ""))
        return os.path.join(folder, name[2:]) if name.startswith("//") else os.path.abspath(name)


_LATE = {"context": "context", "data": "data", "ops": "ops", "types": "types"}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"bpy.{name} needs Blender, which is not part of this simulator")
    module = importlib.import_module(f"{__name__}.{_LATE[name]}")
    globals()[name] = module
    return module


def install() -> None:
    """Have ``import bpy`` find this, unless there is a real one in this process."""
    sys.modules.setdefault("bpy", sys.modules[__name__])
