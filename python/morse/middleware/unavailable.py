"""Middleware classes of the original MORSE that are built in here.

A scene with a class derived from them is refused with an explanation.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from types import ModuleType


def _made(middleware: str, name: str) -> str:
    hint = f"use add_stream({middleware!r})"
    return f"messages of {name} are made by the simulator, from the data of the component: {hint}"


_ROS = (
    "the simulator computes this class: "
    "derive from morse.middleware.ros.ROSPublisher, ROSPublisherTF or ROSSubscriber"
)
#: Modules with such classes: for each name of a class, the explanation.
_MODULES: dict[str, dict[str, str]] = {
    "morse.middleware.yarp_datastream": {
        name: _made("yarp", "YARP") for name in ("YarpPublisher", "YarpReader", "YarpDatastreamManager")
    },
    "morse.middleware.pocolibs_datastream": {
        name: _made("pocolibs", "pocolibs") for name in ("PocolibsDataStreamOutput", "PocolibsDataStreamInput")
    },
    "morse.middleware.moos.abstract_moos": {"AbstractMOOS": _made("moos", "MOOS")},
}
_PACKAGES = ("morse.middleware.moos",)
#: Package whose modules have the streams of individual components.
_OF_COMPONENTS = "morse.middleware.ros."


def _refusing(module: str, name: str, reason: str) -> type:
    """A class whose subclasses cannot run, for this reason."""

    from morse.middleware.abstract_datastream import AbstractDatastream

    return type(name, (AbstractDatastream,), {"__module__": module, "_refusal": f"{module}.{name}: {reason}"})


def _of_component(module: str, name: str) -> type:
    if name.startswith("_"):
        raise AttributeError(name)
    return _refusing(module, name, _ROS)


class _RefusingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import finder for these modules."""

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name in _MODULES or name.startswith(_OF_COMPONENTS):
            return importlib.machinery.ModuleSpec(name, self)
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name in _PACKAGES else None

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = "Bases of datastreams that cannot run here."
        for name, reason in _MODULES.get(module.__name__, {}).items():
            setattr(module, name, _refusing(module.__name__, name, reason))
        if module.__name__.startswith(_OF_COMPONENTS):
            vars(module)["__getattr__"] = lambda name: _of_component(module.__name__, name)


def install() -> None:
    """Make the modules importable."""
    if not any(isinstance(finder, _RefusingFinder) for finder in sys.meta_path):
        sys.meta_path.append(_RefusingFinder())
