"""Built-in robots, sensors, actuators and modifiers as Python classes, made from the catalog.

An instance of such a class is a proxy for a component that the simulator computes: ``component_instance`` of modifiers
and ``overlaid_object`` of overlays. For a class derived from it, the simulator still computes the built-in part, and
``super().default_action()`` sets the result.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import logging
import sys
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, cast, overload

from morse.builder import catalog
from morse.core import former_names, status
from morse.core.actuator import Actuator
from morse.core.exceptions import MorseRPCInvokationError
from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.core.object import Object
from morse.core.robot import Robot
from morse.core.sensor import Sensor
from morse.host import scene_state
from morse.host.channel import simulator
from morse.host.scene.constraints import Vehicle
from morse.host.values import decoded, encoded

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Answer, Completion, Data, Function, Message, Value

_BASES: dict[str, type[Object]] = {"robot": Robot, "sensor": Sensor, "actuator": Actuator}

#: The car. Its builder class does not derive from that of wheeled robots.
_CAR = "morse.robots.hummer.Hummer"

#: Packages whose modules this module creates.
PACKAGES = ("morse.sensors", "morse.actuators", "morse.robots", "morse.modifiers")


#: Type of the fields that are a Vector in Python. Those of commands are lists.
VECTOR = "vector"


def python_type(type_name: str, kind: str) -> str:
    """The type of a field for ``typed``: vectors of sensors are VECTOR."""
    return VECTOR if kind == "sensor" and type_name == "vec3" else type_name


def typed(value: Value, type_name: str) -> Value:
    """Convert the JSON value of a field for components: vectors and rotations become those of ``mathutils``, images
    buffers."""
    value = decoded(value)
    if type_name == "image" and isinstance(value, bytes):
        return memoryview(bytearray(value))
    if type_name == "points" and isinstance(value, (bytes, list)):
        # x, y and z of each point as 32-bit floats.
        if isinstance(value, list):
            value = array("f", [float(number) for point in value for number in point])
        return memoryview(bytearray(value))
    if type_name == VECTOR and isinstance(value, list):
        return Vector(value)
    if type_name == "quaternion" and isinstance(value, dict):
        return Quaternion((value["w"], value["x"], value["y"], value["z"]))
    if type_name == "euler" and isinstance(value, dict):
        return Euler((value["roll"], value["pitch"], value["yaw"]))
    if type_name == "matrix3" and value:
        return Matrix(value)
    return value


class _Property:
    """Descriptor of a property of a built-in component. Setting it also sets the property in the simulator."""

    def __init__(self, name: str, default: Value) -> None:
        self._name = name
        self._default = default

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> _Property: ...
    @overload
    def __get__(self, instance: BuiltIn, owner: type | None = None) -> Value: ...
    def __get__(self, instance: BuiltIn | None, owner: type | None = None) -> _Property | Value:
        return self if instance is None else instance.__dict__.get(self._name, self._default)

    def __set__(self, instance: BuiltIn, value: Value) -> None:
        known = self._name in instance.__dict__
        instance.__dict__[self._name] = value
        if known:
            simulator().do("component_property", component=instance.name(), name=self._name, value=encoded(value))


class BuiltIn(Object):
    """Base class of all built-in components."""

    #: Class path of the built-in class.
    _builtin_class = ""

    def __init__(self, obj: SceneNode, parent: Robot | None = None) -> None:
        #: Whether the class is the built-in one, and not derived from it.
        self._is_proxy = "_builtin_class" in vars(type(self))
        #: Whether ``_data`` are the data of the current step.
        self._in_step = False
        #: Newest reading of the built-in part.
        self._native: Data | None = None
        self._data: Data = OrderedDict()
        super().__init__(obj, parent)

    @property
    def local_data(self) -> Data:
        """Data by field, in order."""
        if self._is_proxy and not self._in_step and self.name() in scene_state.instances:
            types = scene_state.field_types(self.name())
            answer = simulator().ask("data", component=self.name())
            self._data.update((name, typed(value, types.get(name, ""))) for name, value in answer.items())
        return self._data

    @local_data.setter
    def local_data(self, data: Data) -> None:
        self._data = data

    def default_action(self) -> None:
        """Action of the built-in class: a sensor copies the reading of its built-in part, an actuator acts."""
        if self._is_proxy or isinstance(self, Robot):
            return
        if isinstance(self, Sensor):
            if self._native is not None:
                self.local_data.update(self._native)
            return
        fields = scene_state.fields(self.name())
        names = [name for name, _ in fields]
        data = [encoded(self.local_data.get(name)) for name in names]
        # Numbers by name, such as those of joints.
        further = {name: encoded(value) for name, value in self.local_data.items() if name not in names}
        request = {"data": data, "open": further} if further else {"data": data}
        answer = simulator().ask("act_native", component=self.name(), **request)
        self._take(answer["data"])
        self.local_data.update(decoded(answer.get("open", {})))
        if "completion" in answer:
            self.completed(*decoded(answer["completion"]))

    def _take(self, values: Sequence[Value]) -> None:
        """Copy the data of the built-in part."""
        for (name, type_name), value in zip(scene_state.fields(self.name()), values):
            self.local_data[name] = typed(value, type_name)

    def interrupt(self) -> None:
        """Stop the running service, also one called by a client."""
        if not self._is_proxy:
            simulator().ask("interrupt", component=self.name())
            self.completed(status.PREEMPTED)
            return
        settle(simulator().ask("interrupt", component=self.name())["ended"])

    def _call(self, service: str, arguments: Sequence[Value], callback: Completion | None) -> Value:
        """Call a service of the built-in class; an asynchronous one with a callback."""
        if callback is not None and not self._is_proxy:
            self.set_service_callback(callback)
        try:
            return call(self.name(), service, arguments, callback if self._is_proxy else None, self)
        except BaseException:
            if not self._is_proxy:
                self.on_completion = None
            raise


class PhysicsWheelRobot(BuiltIn):
    """A wheeled robot."""

    def apply_vw_wheels(self, vx: float, vw: float) -> None:
        """Drive at a forward speed and a turn rate, positive to the left, until the next command. [m/s, rad/s]"""
        simulator().do("wheels", robot=self.name(), v=float(vx), w=float(vw))

    @property
    def vehicle(self) -> Vehicle:
        """The drive of a car such as the Hummer, with the interface of the game engine."""
        return scene_state.vehicles.setdefault(self.name(), Vehicle(self.name()))

    def steer(self, angle: float, engine: float, brake: float = 0.0) -> None:
        """Steer [rad], drive and brake a car such as the Hummer, until the next command."""
        simulator().do("steer", robot=self.name(), steering=float(angle), engine=float(engine), brake=float(brake))


def call(
    component: str,
    service: str,
    arguments: Sequence[Value],
    callback: Completion | None = None,
    proxy: BuiltIn | None = None,
    manager: str | None = None,
) -> Value:
    """Call a service of a built-in component.

    ``callback`` is called with (status, result) when an asynchronous service ends. Raises MorseRPCInvokationError for a
    refused request.
    """
    number = scene_state.begin_call(callback, proxy)
    request = {"component": component, "service": service, "arguments": [encoded(item) for item in arguments]}
    answer = simulator().ask("call", call=number, manager=manager, **request)
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


def settle(ended: Sequence[tuple[int, str, Value]]) -> None:
    """Call the callbacks of ended services of built-in components. ``ended``: number of the call, status, value."""
    for number, outcome, value in ended:
        callback = scene_state.end_call(number)
        if callback is not None:
            callback((outcome, decoded(value)))


def _ignore(answer: Answer | str) -> None:
    """Callback for services whose answer is not used."""


def _service(facts: Message) -> Function:
    """A method that calls a service of the built-in class."""
    name = facts["name"]
    is_async = facts["kind"] == "async"

    def method(self: BuiltIn, *arguments: Value) -> Value:
        if not is_async:
            return self._call(name, arguments, None)
        if arguments and callable(arguments[0]):
            return self._call(name, arguments[1:], arguments[0])
        return self._call(name, arguments, _ignore)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = facts.get("doc")
    method._morse_service = True  # type: ignore[attr-defined]
    method._morse_service_name = name  # type: ignore[attr-defined]
    method._morse_service_is_async = is_async  # type: ignore[attr-defined]
    method._morse_arguments = facts["arguments"]  # type: ignore[attr-defined]
    if facts.get("interruptible") is not None:
        method._morse_service_interruptible = facts["interruptible"]  # type: ignore[attr-defined]
    return method


def _component_class(facts: Message) -> type:
    module, _, name = facts["class"].rpartition(".")
    base = _BASES[facts["kind"]]
    body: dict[str, object] = {
        "__module__": module,
        "__doc__": facts["doc"],
        "_name": facts["title"],
        "_builtin_class": facts["class"],
        "_data_fields": OrderedDict(
            (
                field["name"],
                (
                    typed(field["default"], python_type(field["type"], facts["kind"])),
                    field["type"],
                    field["doc"],
                    field.get("levels") or "all",
                ),
            )
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
        held = _Property(known["name"], decoded(known["default"]))
        for attribute in (known["name"], *former_names.ATTRIBUTES.get(known["name"], ())):
            if not hasattr(base, attribute):
                body.setdefault(attribute, held)
    if "cam_width" in body:
        body["blender_cam"] = property(lambda self: self.bge_object, doc="The object of the camera.")
    for service in facts.get("services", ()):
        body.setdefault(service["name"], _service(service))
    return type(name, (PhysicsWheelRobot if _is_on_wheels(facts) else BuiltIn, base), body)


def _is_on_wheels(facts: Message) -> bool:
    builders = facts.get("builders", ())
    own = facts["class"].startswith("morse.core.wheeled_robot.")
    return own or facts["class"] == _CAR or any(builder["base"] == "WheeledRobot" for builder in builders)


def _modifier_class(facts: Message) -> type:
    from morse.modifiers.abstract_modifier import AbstractModifier

    module, _, name = facts["class"].rpartition(".")

    def modify(self: AbstractModifier) -> None:
        raise NotImplementedError(
            f"{facts['class']} is computed by the simulator, and its modify() cannot be called in Python: "
            "use both modifiers, one after the other"
        )

    return type(name, (AbstractModifier,), {"__module__": module, "__doc__": facts["doc"], "modify": modify})


@cache
def builtin_class(path: str) -> type | None:
    """The Python class of a built-in class path; None for an unknown path."""
    # The entries of the catalog also have services, which their type in the Builder omits.
    facts = cast("Message | None", catalog.components().get(path))
    if facts is None:
        return None
    return _modifier_class(facts) if facts["kind"] == "modifier" else _component_class(facts)


@cache
def _modules() -> dict[str, list[str]]:
    """Class paths by the names of their modules."""
    found: dict[str, list[str]] = {}
    for path in catalog.components():
        module = path.rpartition(".")[0]
        if module.startswith(tuple(package + "." for package in PACKAGES)):
            found.setdefault(module, []).append(path)
    return {**dict.fromkeys(former_names.NAMES, []), **found}


class _CatalogFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import finder that creates the modules of built-in components."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        package = name.rpartition(".")[0]
        if package not in PACKAGES:
            return None
        if name not in _modules():
            modules = sorted(module.rpartition(".")[2] for module in _modules() if module.startswith(package + "."))
            raise ModuleNotFoundError(f"there is no `{name}`; {package} has {', '.join(modules)}", name=name)
        return importlib.machinery.ModuleSpec(name, self)

    def exec_module(self, module: ModuleType) -> None:
        module.__doc__ = "Built-in components, made from the catalog."
        vars(module)["logger"] = logging.getLogger("morse." + module.__name__)
        for path in _modules()[module.__name__]:
            setattr(module, path.rpartition(".")[2], builtin_class(path))
        vars(module).update(former_names.CONSTANTS.get(module.__name__, {}))
        for name, own in former_names.NAMES.get(module.__name__, {}).items():
            setattr(module, name, getattr(importlib.import_module(own), name))


def install() -> None:
    """Make the modules of built-in components importable."""
    if not any(isinstance(finder, _CatalogFinder) for finder in sys.meta_path):
        sys.meta_path.append(_CatalogFinder())
