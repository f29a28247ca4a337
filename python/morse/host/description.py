"""Describes component classes: data, properties, levels and services."""

import importlib
import importlib.util
import inspect
import sys
from typing import Any, Dict, List

from morse.core.actuator import Actuator
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.sensor import Sensor
from morse.core.services import functions, services_of
from morse.helpers.components import declared
from morse.host.errors import error_text
from morse.host.values import encoded

_KINDS = (("robot", Robot), ("sensor", Sensor), ("actuator", Actuator))


#: Kinds of extensions, and the modules and names of their bases.
_EXTENSIONS = (
    ("modifier", "morse.modifiers.abstract_modifier", "AbstractModifier"),
    ("overlay", "morse.core.overlay", "MorseOverlay"),
    ("stream", "morse.middleware.abstract_datastream", "AbstractDatastream"),
    ("stream_manager", "morse.core.datastream", "DatastreamManager"),
    ("request_manager", "morse.core.request_manager", "RequestManager"),
)


class NotRunnable(Exception):
    """The class of a class path cannot run; the text is the reason."""


def loaded(path: str) -> type:
    """Import the class of a class path. Raises NotRunnable."""
    module_name, _, class_name = path.rpartition(".")
    if not module_name:
        raise NotRunnable(f"`{path}` names no module: a class path is `package.module.Class`")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as problem:
        # A failed import inside the user's module is an error of that module.
        if problem.name and (module_name + ".").startswith(problem.name + "."):
            raise NotRunnable(_no_module(module_name, problem.name)) from None
        raise NotRunnable(error_text(problem)) from None
    except BaseException as problem:
        raise NotRunnable(error_text(problem)) from None
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        classes = [name for name, value in vars(module).items() if isinstance(value, type) and issubclass(value, Object)]
        there = f"; it has {', '.join(classes)}" if classes else ""
        raise NotRunnable(f"there is no class `{class_name}` in {getattr(module, '__file__', module_name)}{there}")
    return found


def _no_module(module: str, missing: str) -> str:
    places = [place for place in sys.path if place] or ["nowhere: the Python path is empty"]
    what = f"there is no module `{module}`" if missing == module else f"there is no `{missing}` for `{module}`"
    return f"{what}. Looked for it in:\n" + "\n".join(f"  {place}" for place in places)


def kind_of(cls: type) -> str:
    """The kind of a class: robot, sensor, actuator, or an extension. Raises NotRunnable."""
    for kind, base in _KINDS:
        if issubclass(cls, base):
            return kind
    for kind, module, name in _EXTENSIONS:
        # A class cannot derive from one whose module was not imported.
        if module in sys.modules and issubclass(cls, getattr(sys.modules[module], name, ())):
            return kind
    bases = "morse.core.robot.Robot, morse.core.sensor.Sensor or morse.core.actuator.Actuator"
    raise NotRunnable(
        f"`{cls.__module__}.{cls.__qualname__}` can run only if it derives from {bases}, "
        "or from the base of modifiers, overlays, streams or managers"
    )


def described(path: str) -> Dict[str, Any]:
    """The description of a class in the form of the simulator. Raises NotRunnable."""
    cls = loaded(path)
    kind = kind_of(cls)
    if kind not in ("robot", "sensor", "actuator"):
        refusal = getattr(cls, "_refusal", None)
        if refusal is not None:
            raise NotRunnable(f"`{path}` derives from {refusal}")
        extension = {"class": path, "kind": kind, "services": _services(cls), "carrier": getattr(cls, "_carrier", None)}
        return {"extension": extension}
    bases = (vars(base).get("_builtin_class") for base in cls.__mro__)
    return {"component": {"description": _component(path, cls, kind), "base": next(filter(None, bases), None)}}


def _component(path: str, cls: type, kind: str) -> Dict[str, Any]:
    return {
        "class": path,
        "kind": kind,
        "title": str(getattr(cls, "_name", cls.__name__)),
        "doc": inspect.getdoc(cls) or str(getattr(cls, "_short_desc", "")),
        "implemented": True,
        "fields": [
            {
                "name": str(name),
                "type": str(type_name),
                "default": encoded(default),
                "doc": str(doc),
                "levels": [] if level == "all" else [level] if isinstance(level, str) else list(map(str, level)),
            }
            for name, (default, type_name, doc, level) in declared(cls, "_data_fields").items()
        ],
        "properties": [
            {"name": str(name), "type": str(type_name), "default": encoded(default), "doc": str(doc)}
            for name, (default, type_name, doc, _) in declared(cls, "_properties").items()
        ],
        "levels": [
            {"name": str(name), "class": None if other is None else str(other), "default": bool(default), "doc": str(doc)}
            for name, (other, doc, default) in declared(cls, "_levels").items()
        ],
        "services": _services(cls),
    }


def _services(cls: type) -> List[Dict[str, Any]]:
    own = []
    common = services_of(Sensor)
    for name, function in services_of(cls).items():
        if function is common.get(name):
            # Services that every component has are known to the simulator.
            continue
        entry = _service(name, function)
        interruptible = getattr(function, "_morse_service_interruptible", None)
        if interruptible is not None:
            entry["interruptible"] = interruptible
        own.append(entry)
    return own


def _service(name: str, function: Any, leading: int = 1) -> Dict[str, Any]:
    """The description of a service; clients do not give the leading arguments."""
    return {
        "name": name,
        "arguments": _arguments(function, leading),
        "kind": "async" if getattr(function, "_morse_service_is_async", False) else "sync",
        "doc": inspect.getdoc(function) or "",
    }


def described_functions() -> List[Dict[str, Any]]:
    """The plain functions that are services."""
    found = sorted(functions().items())
    return [{"component": owner, "description": _service(name, function, 0)} for (owner, name), function in found]


def _arguments(function: Any, leading: int) -> List[Dict[str, Any]]:
    if hasattr(function, "_morse_arguments"):
        return function._morse_arguments
    parameters = list(inspect.signature(getattr(function, "_morse_function", function)).parameters.values())[leading:]
    return [
        {"name": parameter.name}
        if parameter.default is parameter.empty
        else {"name": parameter.name, "default": encoded(parameter.default)}
        for parameter in parameters
    ]
