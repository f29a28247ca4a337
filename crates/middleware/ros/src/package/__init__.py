"""ROS 2 types for rclpy without a compiler: classes from a table of types, with their type support for Fast DDS.

A type support is a set of C functions by which rclpy creates, converts and sends messages. The generators of ROS 2 write it
in C. Here, the functions are callbacks into Python, which write and read the bytes of Fast CDR.
"""

import ctypes
import importlib
import traceback
from ctypes import CFUNCTYPE, c_bool, c_char_p, c_size_t, c_uint8, c_uint32, c_void_p
from functools import cache
from typing import Any

from .cdr import Reader, Writer, fast_cdr
from .fields import DUMMY, TABLE, Message, fields_of
from .structs import (
    ActionSupport,
    Facts,
    MessageFunctions,
    MessageSupport,
    ServiceNames,
    ServiceSupport,
    address,
    address_in,
    capsule,
    function,
)

IDENTIFIER = b"rosidl_typesupport_fastrtps_c"
INTROSPECTION = b"rosidl_typesupport_introspection_c"


@cache
def finder() -> int:
    """The function that returns a type support if it has the requested identifier."""

    def find(support: int, identifier: bytes) -> "int | None":
        if identifier == INTROSPECTION:
            return time_introspection()
        return support if identifier == IDENTIFIER else None

    return function(c_void_p, [c_void_p, c_char_p], find)


@cache
def time_introspection() -> "int | None":
    """The description of the members of a C struct.

    In Jazzy, Fast DDS stores one for each topic, but neither uses nor sends it. The messages here have no C struct, so it
    gets that of a message which is always installed.
    """
    from builtin_interfaces.msg import Time

    type(Time).__import_type_support__()
    support = address_in(type(Time)._TYPE_SUPPORT)
    find = MessageSupport.from_address(support).find
    return CFUNCTYPE(c_void_p, c_void_p, c_char_p)(find)(support, INTROSPECTION)


class MessageType:
    """The functions of one message type. A message of C is the address of a cell that holds its CDR.

    Fast DDS calls `serialize`, `deserialize` and `size` with a mutex held. They copy bytes only and never block, so that the GIL
    does not change to a thread that waits for this mutex. rclpy calls the other functions without a mutex.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        #: Memory, CDR, and whether the CDR is little endian, of each C message, by address.
        self.cells: dict[int, list[Any]] = {}

    def create(self) -> int:
        # The library is looked up here, where no mutex is held.
        fast_cdr()
        memory = (c_uint8 * 8)()
        at = ctypes.addressof(memory)
        self.cells[at] = [memory, b"", True]
        return at

    def destroy(self, at: int) -> None:
        self.cells.pop(at, None)

    def from_python(self, message: Any, at: int) -> bool:
        writer = Writer()
        writer.message(self.name, message)
        self.cells[at][1] = bytes(writer.data)
        return True

    def to_python(self, at: int) -> Any:
        _, data, little_endian = self.cells[at]
        try:
            return Reader(data, little_endian, message_class).message(self.name)
        except Exception:
            # A callback cannot raise: rclpy gets None for a damaged message.
            traceback.print_exc()
            return None

    def serialize(self, at: int, cdr: int) -> bool:
        data = self.cells[at][1]
        fast_cdr().serialize(cdr, data, len(data))
        return True

    def deserialize(self, cdr: int, at: int) -> bool:
        library = fast_cdr()
        self.cells[at][1:] = library.rest(cdr), library.endianness(cdr) == 1
        return True

    def size(self, at: int) -> int:
        return len(self.cells[at][1])

    @staticmethod
    def size_max(bounds: int) -> int:
        # 0: strings and sequences have no maximum length.
        c_uint8.from_address(bounds).value = 0
        return 256

    def support(self) -> int:
        """The type support."""
        package, folder, last = self.name.split("/")
        functions = MessageFunctions(
            f"{package}::{folder}".encode(),
            last.encode(),
            function(c_bool, [c_void_p, c_void_p], self.serialize),
            function(c_bool, [c_void_p, c_void_p], self.deserialize),
            function(c_uint32, [c_void_p], self.size),
            function(c_size_t, [c_void_p], self.size_max),
            None,
        )
        return address(MessageSupport(IDENTIFIER, address(functions), finder(), Facts.of(self.name)))

    def attributes(self) -> dict[str, Any]:
        """The attributes of the metaclass that rclpy reads."""
        return {
            "_CREATE_ROS_MESSAGE": capsule(function(c_void_p, [], self.create)),
            "_CONVERT_FROM_PY": capsule(function(c_bool, [ctypes.py_object, c_void_p], self.from_python)),
            "_CONVERT_TO_PY": capsule(function(ctypes.py_object, [c_void_p], self.to_python)),
            "_DESTROY_ROS_MESSAGE": capsule(function(None, [c_void_p], self.destroy)),
            "_TYPE_SUPPORT": capsule(self.support()),
            "__import_type_support__": classmethod(lambda cls: None),
        }


def metaclass(attributes: dict[str, Any]) -> Any:
    """A metaclass with attributes for rclpy."""
    return type("Metaclass", (type,), attributes)


@cache
def message_class(name: str) -> Any:
    """The class of a message: that of an installed package, or a new one for the packages of the table."""
    package, folder, last = name.split("/")
    if package not in TABLE["packages"]:
        try:
            return getattr(importlib.import_module(f"{package}.{folder}"), last)
        except ModuleNotFoundError as error:
            install = package.replace("_", "-")
            text = f"there is no package {package}: pip install ros-{install}, or ros-DISTRIBUTION-{install}"
            raise ModuleNotFoundError(text) from error
    fields = tuple(field for field in fields_of(name) if field.name != DUMMY)
    body = {"_full_name": name, "_fields": fields, "_class_of": staticmethod(message_class)}
    body.update(TABLE["constants"].get(name, {}), __module__=f"{package}.{folder}")
    return metaclass(MessageType(name).attributes())(last, (Message,), body)


@cache
def service_class(name: str) -> Any:
    """The class of a service."""
    package, folder, last = name.split("/")
    halves = [message_class(f"{name}_{half}") for half in ("Request", "Response")]
    supports = [address_in(type(half)._TYPE_SUPPORT) for half in halves]
    names = ServiceNames(f"{package}::{folder}".encode(), last.encode(), *supports)
    facts = Facts.of(name)
    support = ServiceSupport(IDENTIFIER, address(names), finder(), *supports, None, None, None, facts)
    attributes = {"_TYPE_SUPPORT": capsule(address(support)), "__import_type_support__": classmethod(lambda cls: None)}
    body = {"Request": halves[0], "Response": halves[1], "__module__": f"{package}.{folder}"}
    return metaclass(attributes)(last, (), body)


@cache
def action_class(name: str) -> Any:
    """The class of an action."""
    from action_msgs.msg import GoalStatusArray
    from action_msgs.srv import CancelGoal

    package, folder, last = name.split("/")
    for genuine in (GoalStatusArray, CancelGoal):
        type(genuine).__import_type_support__()
    send_goal, get_result = (service_class(f"{name}_{part}") for part in ("SendGoal", "GetResult"))
    feedback = message_class(f"{name}_FeedbackMessage")
    parts = [send_goal, get_result, CancelGoal, feedback, GoalStatusArray]
    support = ActionSupport(*(address_in(type(part)._TYPE_SUPPORT) for part in parts), Facts.of(name))
    names = ["SendGoalService", "GetResultService", "CancelGoalService", "FeedbackMessage", "GoalStatusMessage"]
    attributes = {"_TYPE_SUPPORT": capsule(address(support)), "__import_type_support__": classmethod(lambda cls: None)}
    body = {part: message_class(f"{name}_{part}") for part in ("Goal", "Result", "Feedback")}
    body.update(Impl=type("Impl", (), dict(zip(names, parts))), __module__=f"{package}.{folder}")
    return metaclass(attributes)(last, (), body)


def module(package: str, folder: str) -> Any:
    """The function `__getattr__` of the module of a package and folder: `msg`, `srv` or `action`."""
    make = {"msg": message_class, "srv": service_class, "action": action_class}[folder]
    known = TABLE["packages"][package].get(folder, [])

    def get(name: str) -> Any:
        if name not in known:
            raise AttributeError(f"{package}.{folder} has no type {name}; there are {', '.join(known)}")
        return make(f"{package}/{folder}/{name}")

    return get
