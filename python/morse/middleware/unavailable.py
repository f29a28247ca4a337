"""Refuses, by name, to be derived from: classes of the original's middlewares that this simulator computes itself."""

import importlib.abc
import importlib.machinery
import sys
from types import ModuleType
from typing import Any, Dict, Optional


def _made(middleware: str, name: str) -> str:
    return f"messages of {name} are made by the simulator, from the data of the component: use add_stream({middleware!r})"


_ROS = "the simulator computes this class: derive from morse.middleware.ros.ROSPublisher, ROSPublisherTF or ROSSubscriber"
#: Modules whose classes cannot work, with the names of their bases and the reason.
_MODULES: Dict[str, Dict[str, str]] = {
    "morse.middleware.yarp_datastream": {
        name: _made("yarp", "YARP") for name in ("YarpPublisher", "YarpReader", "YarpDatastreamManager")
    },
    "morse.middleware.pocolibs_datastream": {
        name: _made("pocolibs", "pocolibs") for name in ("PocolibsDataStreamOutput", "PocolibsDataStreamInput")
    },
    "morse.middleware.moos.abstract_moos": {"AbstractMOOS": _made("moos", "MOOS")},
}
_PACKAGES = ("morse.middleware.moos",)
#: Modules below this package have the streams of single components.
_OF_COMPONENTS = "morse.middleware.ros."


def _refusing(module: str, name: str, why: str) -> type:
    """A class that says why none can derive from it and run."""

    from morse.middleware.abstract_datastream import AbstractDatastream

    return type(name, (AbstractDatastream,), {"__module__": module, "_refusal": f"{module}.{name}: {why}"})


def _of_component(module: str, name: str) -> type:
    if name.startswith("_"):
        raise AttributeError(name)
    return _refusing(module, name, _ROS)


class _RefusingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds these modules, and makes classes that cannot run."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        if name in _MODULES or name.startswith(_OF_COMPONENTS):
            return importlib.machinery.ModuleSpec(name, self)
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name in _PACKAGES else None

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = "Bases of datastreams that cannot run here."
        for name, why in _MODULES.get(module.__name__, {}).items():
            setattr(module, name, _refusing(module.__name__, name, why))
        if module.__name__.startswith(_OF_COMPONENTS):
            setattr(module, "__getattr__", lambda name: _of_component(module.__name__, name))


def install() -> None:
    """Make these modules importable."""
    if not any(isinstance(finder, _RefusingFinder) for finder in sys.meta_path):
        sys.meta_path.append(_RefusingFinder())
