"""Explains imports of built-in components, which have no Python modules here."""

import sys
from importlib.abc import MetaPathFinder
from typing import Any

_GONE = {
    "morse.sensors": "the simulator's own sensors are built in and cannot be imported or derived from",
    "morse.actuators": "the simulator's own actuators are built in and cannot be imported or derived from",
    "morse.robots": "the simulator's own robots are built in and cannot be imported or derived from",
    "morse.modifiers": "modifiers cannot be written in Python yet",
    "morse.middleware": "datastreams and request managers cannot be written in Python yet",
    "morse.core.overlay": "overlays cannot be written in Python yet",
    "morse.core.wheeled_robot": "robots on wheels cannot be written in Python; the builder classes of Pioneer3DX and the like can",
    "morse.core.external_object": "components that other simulators compute cannot be written in Python",
    "morse.core.datastream": "datastreams cannot be written in Python yet",
    "morse.core.request_manager": "request managers cannot be written in Python yet",
    "morse.helpers.coordinates": "geographic coordinates are in the simulator's GPS and in its modifiers",
    "morse.core.multinode": "exchanges between simulators cannot be written in Python",
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
