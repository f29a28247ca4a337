"""Makes modules of ROS importable: rospy always, as the node is the simulator's; messages where ROS is not installed."""

import codecs
import importlib.abc
import importlib.machinery
import struct
import sys
from importlib import import_module
from types import ModuleType
from typing import Any, Dict, Optional

from morse.host.ros import field, message, times
from morse.host.ros.definitions import message_class, names_of, packages

#: A package of the original's time whose one message has another name now.
_TF = {"tfMessage": "tf2_msgs/TFMessage"}
#: The package of times in ROS 2.
_INTERFACES = "builtin_interfaces"


def _names_of_genpy() -> Dict[str, Any]:
    """What code that genpy has written needs."""
    # Texts that are not UTF-8 are read all the same.
    codecs.register_error("rosmsg", codecs.lookup_error("replace"))
    return {
        "Message": message.Message, "Time": times.Time, "Duration": times.Duration, "TVal": times.TVal,
        "SerializationError": field.SerializationError, "DeserializationError": field.DeserializationError,
        "MessageException": field.SerializationError, "struct_I": struct.Struct("<I"),
    }


def _messages_of(package: str) -> Dict[str, Any]:
    if package == "tf":
        return {name: message_class(kind) for name, kind in _TF.items()}
    if package == _INTERFACES:
        return {cls.__name__: times.with_names_of_ros2(cls) for cls in (times.Time, times.Duration)}
    return {name: message_class(f"{package}/{name}") for name in names_of(package)}


class _Loader(importlib.abc.Loader):
    """Fills one of these modules."""

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        module.__doc__ = f"`{name}`, as the simulator has it."
        if name == "rospy":
            own = vars(import_module("morse.host.ros.rospy"))
            vars(module).update((key, value) for key, value in own.items() if key == "__getattr__" or key[:2] != "__")
        elif name == "roslib":
            vars(module)["load_manifest"] = lambda package: None
        elif name.startswith("genpy"):
            vars(module).update(_names_of_genpy())
        elif name.endswith(".msg"):
            vars(module).update(_messages_of(name.split(".")[0]))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds what others have not found, or what nobody else may."""

    def __init__(self, is_first: bool) -> None:
        self._is_first = is_first

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        if self._is_first:
            return importlib.machinery.ModuleSpec(name, _Loader()) if name == "rospy" else None
        package, _, rest = name.partition(".")
        if package in packages() or package in ("tf", _INTERFACES):
            if rest in ("", "msg"):
                return importlib.machinery.ModuleSpec(name, _Loader(), is_package=not rest)
            return None
        if name in ("roslib", "genpy", "genpy.message", "genpy.rostime"):
            return importlib.machinery.ModuleSpec(name, _Loader(), is_package=name == "genpy")
        if package.endswith("_msgs") and not rest:
            known = ", ".join(packages())
            raise ModuleNotFoundError(
                f"there is no `{package}`: the simulator has the messages of {known}. "
                "Put the Python package of other messages, as genpy writes it, on PYTHONPATH",
                name=package,
            )
        return None


def install() -> None:
    """Make these modules importable."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder(is_first=True))
        sys.meta_path.append(_Finder(is_first=False))
