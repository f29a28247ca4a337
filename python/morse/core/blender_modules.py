"""Makes the modules of Blender's game engine importable, under their present and their former names.

``bpy`` and ``mathutils`` are made importable by their own packages.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import ModuleType

#: Modules, each with the module of this package that it is.
_MODULES = {
    "bge": "morse.host.bge",
    "GameLogic": "morse.host.bge.logic",
    "GameKeys": "morse.host.bge.events",
    "PhysicsConstraints": "morse.host.bge.constraints",
    "Rasterizer": "morse.host.bge.render",
    "VideoTexture": "morse.host.bge.texture",
}


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import finder that finds a module of Blender only if nothing else does, such as a real Blender."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name not in _MODULES and not name.startswith("bge."):
            return None
        own = _MODULES.get(name, "morse.host." + name)
        if importlib.util.find_spec(own) is None:
            raise ModuleNotFoundError(f"there is no `{name}` here", name=name)
        return importlib.machinery.ModuleSpec(name, self, is_package=name == "bge")

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        own = importlib.import_module(_MODULES.get(module.__name__, "morse.host." + module.__name__))
        # The name is that of our module, so that classes and functions are the same ones.
        sys.modules[module.__name__] = own


def install() -> None:
    """Make the modules importable."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
