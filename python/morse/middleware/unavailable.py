"""Refuses, by name, what modules of the original's middlewares had and this simulator computes itself."""

import importlib.abc
import importlib.machinery
import sys
from types import ModuleType
from typing import Any, Dict, Optional

_ROS = "messages of ROS are made by the simulator, from the data of the component: use add_stream('ros') or 'ros2'"

#: Modules whose classes cannot work, with the names of their bases and the reason.
_MODULES: Dict[str, Dict[str, str]] = {
    "morse.middleware.ros_datastream": {name: _ROS for name in ("ROSPublisher", "ROSReader", "ROSDatastreamManager")},
    "morse.middleware.ros.abstract_ros": {
        name: _ROS
        for name in ("AbstractROS", "ROSPublisher", "ROSPublisherTF", "ROSSubscriber", "ROSReader", "StringPublisher", "StringReader")
    },
    "morse.middleware.yarp_datastream": {
        name: "there is no YARP here" for name in ("YarpPublisher", "YarpReader", "YarpDatastreamManager")
    },
    "morse.middleware.pocolibs_datastream": {
        name: "there are no pocolibs here" for name in ("PocolibsDataStreamOutput", "PocolibsDataStreamInput")
    },
    "morse.middleware.moos.abstract_moos": {name: "there is no MOOS here" for name in ("AbstractMOOS",)},
}
_PACKAGES = ("morse.middleware.ros", "morse.middleware.moos")


def _refusing(module: str, name: str, why: str) -> type:
    """A class that says why none can derive from it and run."""

    from morse.middleware.abstract_datastream import AbstractDatastream

    return type(name, (AbstractDatastream,), {"__module__": module, "_refusal": f"{module}.{name}: {why}"})


class _RefusingFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds these modules, and makes classes that cannot run."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        if name in _MODULES:
            return importlib.machinery.ModuleSpec(name, self)
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name in _PACKAGES else None

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = "Bases of datastreams that cannot run here."
        own = dict(_MODULES.get(module.__name__, {}))
        if module.__name__ == "morse.middleware.ros":
            own.update(_MODULES["morse.middleware.ros.abstract_ros"])
        for name, why in own.items():
            setattr(module, name, _refusing(module.__name__, name, why))


def install() -> None:
    """Make these modules importable."""
    if not any(isinstance(finder, _RefusingFinder) for finder in sys.meta_path):
        sys.meta_path.append(_RefusingFinder())
