"""Explanations for imports of modules of Blender's game engine, which do not exist here."""

import sys
from importlib.abc import MetaPathFinder

_BGE = (
    "there is no game engine: `self.bge_object` is the object of a component, and `from morse.core import blenderapi` "
    "finds other objects with `blenderapi.scene().objects`"
)
_GONE = {
    "bge": _BGE,
    "GameLogic": _BGE,
}


class _Explainer(MetaPathFinder):
    """Import finder that raises an explanation for unavailable modules."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        for gone, reason in _GONE.items():
            if name == gone or name.startswith(gone + "."):
                raise ImportError(f"there is no `{name}`: {reason}", name=gone)


def install() -> None:
    """Raise an ImportError with an explanation for these modules."""
    sys.meta_path.append(_Explainer())
