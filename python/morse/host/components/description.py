"""Descriptions of component classes: data, properties, levels and services."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from typing import TYPE_CHECKING

from morse.core.actuator import Actuator
from morse.core.external_object import ExternalObject
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.sensor import Sensor
from morse.core.services import functions, services_of
from morse.helpers.components import declared
from morse.host.errors import error_text
from morse.host.values import encoded

if TYPE_CHECKING:
    from morse.host.types import Function, Message, ServiceFunction

_KINDS = (("robot", Robot), ("sensor", Sensor), ("actuator", Actuator))


#: Kinds of extensions, and the modules and names of their base classes.
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
        # Otherwise an import inside the user's module failed, which is an error in that module.
        if problem.name and (module_name + ".").startswith(problem.name + "."):
            raise NotRunnable(_no_module(module_name, problem.name)) from None
        raise NotRunnable(error_text(problem)) from None
    except BaseException as problem:
        raise NotRunnable(error_text(problem)) from None
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        members = vars(module).items()
        classes = [name for name, value in members if isinstance(value, type) and issubclass(value, Object)]
        known = f"; it has {', '.join(classes)}" if classes else ""
        raise NotRunnable(f"there is no class `{class_name}` in {getattr(module, '__file__', module_name)}{known}")
    return found


def _no_module(module: str, missing: str) -> str:
    folders = [folder for folder in sys.path if folder] or ["nowhere: the Python path is empty"]
    problem = f"there is no module `{module}`" if missing == module else f"there is no `{missing}` for `{module}`"
    return f"{problem}. Looked for it in:\n" + "\n".join(f"  {folder}" for folder in folders)


def kind_of(cls: type) -> str:
    """The kind of a class: robot, sensor, actuator, or an extension. Raises NotRunnable."""
    for kind, base in _KINDS:
        if issubclass(cls, base):
            return kind
    for kind, module, name in _EXTENSIONS:
        # The module of a base class has been imported.
        if module in sys.modules and issubclass(cls, getattr(sys.modules[module], name, ())):
            return kind
    bases = "morse.core.robot.Robot, morse.core.sensor.Sensor or morse.core.actuator.Actuator"
    raise NotRunnable(
        f"`{cls.__module__}.{cls.__qualname__}` can run only if it derives from {bases}, "
        "or from the base of modifiers, overlays, streams or managers"
    )


def described(path: str) -> Message:
    """The description of a class for the simulator. Raises NotRunnable."""
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


def _component(path: str, cls: type, kind: str) -> Message:
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
            {"name": str(name), "class": None if path is None else str(path), "default": bool(default), "doc": str(doc)}
            for name, (path, doc, default) in declared(cls, "_levels").items()
        ],
        "services": _services(cls),
        "both_directions": issubclass(cls, ExternalObject),
    }


def _services(cls: type) -> list[Message]:
    own = []
    common = services_of(Sensor)
    for name, function in services_of(cls).items():
        if function is common.get(name):
            # The simulator knows the services that all components have.
            continue
        entry = _service(name, function)
        interruptible = getattr(function, "_morse_service_interruptible", None)
        if interruptible is not None:
            entry["interruptible"] = interruptible
        own.append(entry)
    return own


def _service(name: str, function: ServiceFunction | Function, leading: int = 1) -> Message:
    """The description of a service. Clients do not pass the ``leading`` first arguments."""
    return {
        "name": name,
        "arguments": _arguments(function, leading),
        "kind": "async" if getattr(function, "_morse_service_is_async", False) else "sync",
        "doc": inspect.getdoc(function) or "",
    }


def described_functions() -> list[Message]:
    """Descriptions of the plain functions that are services."""
    found = sorted(functions().items())
    return [{"component": owner, "description": _service(name, function, 0)} for (owner, name), function in found]


def _arguments(function: ServiceFunction | Function, leading: int) -> list[Message]:
    # Methods of built-in classes have the arguments of the catalog.
    known: list[Message] | None = getattr(function, "_morse_arguments", None)
    if known is not None:
        return known
    parameters = list(inspect.signature(getattr(function, "_morse_function", function)).parameters.values())[leading:]
    return [
        {"name": parameter.name}
        if parameter.default is parameter.empty
        else {"name": parameter.name, "default": encoded(parameter.default)}
        for parameter in parameters
    ]
