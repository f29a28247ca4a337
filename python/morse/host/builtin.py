"""Explains imports of modules of the original and its game engine that do not exist here."""

import sys
from importlib.abc import MetaPathFinder
from typing import Any

_BGE = (
    "there is no game engine: `self.bge_object` is the object of a component, and `from morse.core import blenderapi` "
    "finds others with `blenderapi.scene().objects`"
)
_GONE = {
    "bge": _BGE,
    "GameLogic": _BGE,
}


class _Explainer(MetaPathFinder):
    """Import finder that raises an explanation for unavailable modules."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        for gone, why in _GONE.items():
            if name == gone or name.startswith(gone + "."):
                raise ImportError(f"there is no `{name}`: {why}", name=gone)


def explain() -> None:
    """Install the explanations for modules of the original that do not exist here."""
    sys.meta_path.append(_Explainer())
