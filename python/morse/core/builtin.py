"""The built-in robots, sensors, actuators and modifiers as Python classes, made from the catalogue.

An instance of such a class stands for a component that the simulator computes: modifiers and overlays see it as
``component_instance`` and ``overlaid_object``. A class of your own may derive from it. The simulator then still computes the
built-in part, and ``super().default_action()`` hands out its result.
"""

import importlib.abc
import importlib.machinery
import sys
from array import array
from collections import OrderedDict
from functools import lru_cache
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from morse.builder import catalogue
from morse.core import status
from morse.core.actuator import Actuator
from morse.core.exceptions import MorseRPCInvokationError
from morse.core.mathutils import Euler, Matrix, Quaternion
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.sensor import Sensor
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.values import decoded, encoded

_BASES = {"robot": Robot, "sensor": Sensor, "actuator": Actuator}

#: The car, whose builder class is not one of the robots on wheels.
_CAR = "morse.robots.hummer.Hummer"

#: The packages whose modules are made here.
PACKAGES = ("morse.sensors", "morse.actuators", "morse.robots", "morse.modifiers")


def typed(value: Any, type_name: str) -> Any:
    """A field's value as code in Python finds it: rotations are those of ``mathutils``."""
    value = decoded(value)
    if type_name == "image" and isinstance(value, bytes):
        return memoryview(bytearray(value))
    if type_name == "points" and isinstance(value, (bytes, list)):
        # As in memory: x, y and z of each point, as 32-bit floats.
        is_list = isinstance(value, list)
        return memoryview(bytearray(array("f", [float(number) for point in value for number in point]) if is_list else value))
    if type_name == "quaternion" and isinstance(value, dict):
        return Quaternion((value["w"], value["x"], value["y"], value["z"]))
    if type_name == "euler" and isinstance(value, dict):
        return Euler((value["roll"], value["pitch"], value["yaw"]))
    if type_name == "matrix3" and value:
        return Matrix(value)
    return value


class _Property:
    """A property of a built-in component; setting it sets that of the component."""

    def __init__(self, name: str, default: Any) -> None:
        self._name = name
        self._default = default

    def __get__(self, instance: Any, owner: Optional[type] = None) -> Any:
        return self if instance is None else instance.__dict__.get(self._name, self._default)

    def __set__(self, instance: Any, value: Any) -> None:
        known = self._name in instance.__dict__
        instance.__dict__[self._name] = value
        if known:
            simulator().do("component_property", component=instance.name(), name=self._name, value=encoded(value))


class BuiltIn(Object):
    """What the classes of built-in components share."""

    #: Class path of the built-in class.
    _builtin_class = ""

    def __init__(self, obj: Any, parent: Optional[Object] = None) -> None:
        #: Whether the code of this class is all there is.
        self._is_proxy = "_builtin_class" in vars(type(self))
        #: Whether its data are those of the step that is being made.
        self._in_step = False
        #: What the built-in part has read.
        self._native: Optional[Dict[str, Any]] = None
        self._data: Dict[str, Any] = OrderedDict()
        super().__init__(obj, parent)

    @property
    def local_data(self) -> Dict[str, Any]:
        """Data by field, in order."""
        if self._is_proxy and not self._in_step and self.name() in scene_state.instances:
            types = scene_state.field_types(self.name())
            answer = simulator().ask("data", component=self.name())
            self._data.update((name, typed(value, types.get(name, ""))) for name, value in answer.items())
        return self._data

    @local_data.setter
    def local_data(self, data: Dict[str, Any]) -> None:
        self._data = data

    def default_action(self) -> None:
        """What the built-in class does: a sensor takes over what it has read, an actuator acts."""
        if self._is_proxy or isinstance(self, Robot):
            return
        if isinstance(self, Sensor):
            if self._native is not None:
                self.local_data.update(self._native)
            return
        fields = scene_state.fields(self.name())
        data = [encoded(self.local_data.get(name)) for name, _ in fields]
        answer = simulator().ask("act_native", component=self.name(), data=data)
        self._take(answer["data"])
        if "completion" in answer:
            self.completed(*decoded(answer["completion"]))

    def _take(self, values: Sequence[Any]) -> None:
        """Take over the data of the built-in part."""
        for (name, type_name), value in zip(scene_state.fields(self.name()), values):
            self.local_data[name] = typed(value, type_name)

    def interrupt(self) -> None:
        """Stop the running service, whoever called it."""
        if not self._is_proxy:
            simulator().ask("interrupt", component=self.name())
            self.completed(status.PREEMPTED)
            return
        settle(simulator().ask("interrupt", component=self.name())["ended"])

    def _call(self, service: str, arguments: Sequence[Any], callback: Optional[Callable]) -> Any:
        """Call a service of the built-in class; with a callback, one that ends later."""
        if callback is not None and not self._is_proxy:
            self.set_service_callback(callback)
        try:
            return call(self.name(), service, arguments, callback if self._is_proxy else None, self)
        except BaseException:
            if not self._is_proxy:
                self.on_completion = None
            raise


class PhysicsWheelRobot(BuiltIn):
    """A robot on wheels."""

    def apply_vw_wheels(self, vx: float, vw: float) -> None:
        """Drive with a forward speed and a turn rate, positive to the left, until the next command. [m/s, rad/s]"""
        simulator().do("wheels", robot=self.name(), v=float(vx), w=float(vw))

    def steer(self, angle: float, engine: float, brake: float = 0.0) -> None:
        """Steer, drive and brake a car such as the Hummer, until the next command. [rad]"""
        simulator().do("steer", robot=self.name(), steering=float(angle), engine=float(engine), brake=float(brake))


def call(
    component: str,
    service: str,
    arguments: Sequence[Any],
    callback: Optional[Callable] = None,
    proxy: Optional[BuiltIn] = None,
    manager: Optional[str] = None,
) -> Any:
    """Call a service of a component that the simulator computes.

    ``callback`` gets (status, result) when an asynchronous one has ended. Raises MorseRPCInvokationError for a refusal.
    """
    number = scene_state.begin_call(callback, proxy)
    asked = {"component": component, "service": service, "arguments": [encoded(item) for item in arguments]}
    answer = simulator().ask("call", call=number, manager=manager, **asked)
    if "started" not in answer:
        scene_state.end_call(number)
    settle(answer["ended"])
    if proxy is not None and "data" in answer:
        proxy._take(answer["data"])
    if "refused" in answer:
        raise MorseRPCInvokationError(answer["refused"])
    if "started" in answer:
        return None
    result = decoded(answer["done"])
    if callback is not None:
        callback((status.SUCCESS, result))
    return result


def settle(ended: Sequence[Tuple[int, str, Any]]) -> None:
    """Tell those who called services of built-in components that these have ended."""
    for number, how, value in ended:
        callback = scene_state.end_call(number)
        if callback is not None:
            callback((how, decoded(value)))


def _service(facts: Dict[str, Any]) -> Callable:
    """A method that calls a service of the built-in class."""
    name = facts["name"]
    is_async = facts["kind"] == "async"

    def method(self: Any, *arguments: Any) -> Any:
        if not is_async:
            return self._call(name, arguments, None)
        if arguments and callable(arguments[0]):
            return self._call(name, arguments[1:], arguments[0])
        # Without a callback, nobody wants to know how it ends.
        return self._call(name, arguments, lambda answer: None)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = facts.get("doc")
    method._morse_service = True  # type: ignore[attr-defined]
    method._morse_service_name = name  # type: ignore[attr-defined]
    method._morse_service_is_async = is_async  # type: ignore[attr-defined]
    method._morse_arguments = facts["arguments"]  # type: ignore[attr-defined]
    if facts.get("interruptible") is not None:
        method._morse_service_interruptible = facts["interruptible"]  # type: ignore[attr-defined]
    return method


def _component_class(facts: Dict[str, Any]) -> type:
    module, _, name = facts["class"].rpartition(".")
    base = _BASES[facts["kind"]]
    body: Dict[str, Any] = {
        "__module__": module,
        "__doc__": facts["doc"],
        "_name": facts["title"],
        "_builtin_class": facts["class"],
        "_data_fields": OrderedDict(
            (field["name"], (typed(field["default"], field["type"]), field["type"], field["doc"], field.get("levels") or "all"))
            for field in facts["fields"]
        ),
        "_properties": OrderedDict(
            (known["name"], (decoded(known["default"]), known["type"], known["doc"], known["name"]))
            for known in facts["properties"]
            if known["name"] not in vars(base).get("_properties", {})
        ),
        "_levels": OrderedDict(
            (level["name"], (level.get("class"), level.get("doc", ""), level.get("default", False)))
            for level in facts.get("levels", ())
        ),
    }
    for known in facts["properties"]:
        body.setdefault(known["name"], _Property(known["name"], decoded(known["default"])))
    for service in facts.get("services", ()):
        body.setdefault(service["name"], _service(service))
    return type(name, (PhysicsWheelRobot if _is_on_wheels(facts) else BuiltIn, base), body)


def _is_on_wheels(facts: Dict[str, Any]) -> bool:
    builders = facts.get("builders", ())
    own = facts["class"].startswith("morse.core.wheeled_robot.")
    return own or facts["class"] == _CAR or any(builder["base"] == "WheeledRobot" for builder in builders)


def _modifier_class(facts: Dict[str, Any]) -> type:
    from morse.modifiers.abstract_modifier import AbstractModifier

    module, _, name = facts["class"].rpartition(".")

    def modify(self: Any) -> None:
        raise NotImplementedError(
            f"{facts['class']} is computed by the simulator, and its modify() cannot be called in Python: "
            "use both modifiers, one after the other"
        )

    return type(name, (AbstractModifier,), {"__module__": module, "__doc__": facts["doc"], "modify": modify})


@lru_cache(maxsize=None)
def builtin_class(path: str) -> Optional[type]:
    """The class that stands for a built-in class; None if there is none of this class path."""
    facts = catalogue.components().get(path)
    if facts is None:
        return None
    return _modifier_class(facts) if facts["kind"] == "modifier" else _component_class(facts)


@lru_cache(maxsize=None)
def _modules() -> Dict[str, List[str]]:
    """The class paths in each module that is made here."""
    found: Dict[str, List[str]] = {}
    for path in catalogue.components():
        module = path.rpartition(".")[0]
        if module.startswith(tuple(package + "." for package in PACKAGES)):
            found.setdefault(module, []).append(path)
    return found


class _CatalogueFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of built-in components and makes their classes."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Optional[importlib.machinery.ModuleSpec]:
        package = name.rpartition(".")[0]
        if package not in PACKAGES:
            return None
        if name not in _modules():
            known = ", ".join(sorted(module.rpartition(".")[2] for module in _modules() if module.startswith(package + ".")))
            raise ModuleNotFoundError(f"there is no `{name}`; {package} has {known}", name=name)
        return importlib.machinery.ModuleSpec(name, self)

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = "Built-in components, made from the catalogue."
        for path in _modules()[module.__name__]:
            setattr(module, path.rpartition(".")[2], builtin_class(path))


def install() -> None:
    """Make the modules of built-in components importable."""
    if not any(isinstance(finder, _CatalogueFinder) for finder in sys.meta_path):
        sys.meta_path.append(_CatalogueFinder())
