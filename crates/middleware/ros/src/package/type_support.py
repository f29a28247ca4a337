"""ROS 2 types for rclpy without a compiler: classes from a table of types, with their type support for Fast DDS.

A type support tells rclpy how messages are created, converted and sent. The generators of ROS 2 write it in C. Here,
its functions are callbacks into Python, which write and read the bytes of Fast CDR.
"""

import ctypes
import importlib
import json
import struct
from ctypes import CFUNCTYPE, Structure, c_bool, c_char_p, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

IDENTIFIER = b"rosidl_typesupport_fastrtps_c"
INTROSPECTION = b"rosidl_typesupport_introspection_c"

#: Format, size and Python type of the numbers of `type_description_interfaces/FieldType`.
NUMBERS = {
    2: ("b", 1, int), 3: ("B", 1, int), 4: ("h", 2, int), 5: ("H", 2, int), 6: ("i", 4, int), 7: ("I", 4, int),
    8: ("q", 8, int), 9: ("Q", 8, int), 10: ("f", 4, float), 11: ("d", 8, float), 15: ("?", 1, bool), 16: ("B", 1, int),
}
NAMES = {
    1: "", 2: "int8", 3: "uint8", 4: "int16", 5: "uint16", 6: "int32", 7: "uint32", 8: "int64", 9: "uint64", 10: "float",
    11: "double", 15: "boolean", 16: "octet", 17: "string", 21: "string",
}
NESTED, STRINGS, ARRAY, BOUNDED, SEQUENCE = 1, (17, 21), 1, 2, 3
#: The field of messages without fields.
DUMMY = "structure_needs_at_least_one_member"

TABLE = json.loads(Path(__file__).with_name("types.json").read_text(encoding="utf-8"))
#: Everything that C code points to.
kept: list[Any] = []


class Field(NamedTuple):
    """A field of a type."""

    name: str
    type_id: int
    capacity: int
    string_capacity: int
    nested: str

    @property
    def kind(self) -> int:
        """The type of a single value."""
        return self.type_id % 48

    @property
    def shape(self) -> int:
        """0 for a single value, or `ARRAY`, `BOUNDED`, `SEQUENCE`."""
        return self.type_id // 48

    def type_text(self) -> str:
        """The type as rosidl writes it."""
        package, _, name = self.nested.split("/") if self.nested else ("", "", "")
        base = f"{package}/{name}" if self.nested else NAMES[self.kind]
        if self.shape == ARRAY:
            return f"{base}[{self.capacity}]"
        if self.shape == BOUNDED:
            return f"sequence<{base}, {self.capacity}>"
        return f"sequence<{base}>" if self.shape else base

    def default(self) -> Any:
        """The value of the field in a new message."""
        if self.shape:
            count = self.capacity if self.shape == ARRAY else 0
            return [self.single() for _ in range(count)]
        return self.single()

    def single(self) -> Any:
        """The default of a single value."""
        if self.kind == NESTED:
            return message_class(self.nested)()
        return "" if self.kind in STRINGS else NUMBERS[self.kind][2]()

    def check(self, value: Any) -> Any:
        """The value as it is stored; raises an error if the field cannot have it."""
        if not self.shape:
            return self.check_single(value)
        values = list(value)
        if self.shape == ARRAY and len(values) != self.capacity:
            raise ValueError(f"the field {self.name!r} must have {self.capacity} values, not {len(values)}")
        return [self.check_single(one) for one in values]

    def check_single(self, value: Any) -> Any:
        """As `check`, for a single value."""
        if self.kind == NESTED:
            expected: Any = message_class(self.nested)
        else:
            expected = str if self.kind in STRINGS else NUMBERS[self.kind][2]
        if expected in (int, float, bool):
            value = value.item() if hasattr(value, "item") else value
            if expected is float and isinstance(value, int):
                value = float(value)
            if expected is not float:
                struct.pack(NUMBERS[self.kind][0], value)
        if not isinstance(value, expected):
            raise TypeError(f"the field {self.name!r} must be of type {expected.__name__}, not {type(value).__name__}")
        return value


@cache
def fields_of(name: str) -> tuple[Field, ...]:
    """The fields of a type with a full name, such as `nav2_msgs/action/NavigateToPose_Goal`."""
    rows = (row.split(",") for row in TABLE["types"][name].split(";"))
    return tuple(Field(row[0], int(row[1]), int(row[2]), int(row[3]), row[4]) for row in rows)


class Message:
    """The base class of messages."""

    _full_name = ""
    _fields: tuple[Field, ...] = ()

    def __init__(self, **values: Any) -> None:
        for field in self._fields:
            setattr(self, field.name, values.pop(field.name) if field.name in values else field.default())
        if values:
            raise AttributeError(f"{self._full_name} has no field {', '.join(values)}")

    def __setattr__(self, name: str, value: Any) -> None:
        for field in self._fields:
            if field.name == name:
                return super().__setattr__(name, field.check(value))
        raise AttributeError(f"{self._full_name} has no field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        values = (f"{name}={value!r}" for name, value in vars(self).items())
        return f"{self._full_name.replace('/', '.')}({', '.join(values)})"

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        """The types of the fields by name."""
        return {field.name: field.type_text() for field in cls._fields}


class Writer:
    """Writes CDR, little endian."""

    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, kind: int, value: Any) -> None:
        code, size, _ = NUMBERS[kind]
        if isinstance(value, bytes):
            value = value[0]
        self.data += bytes(-len(self.data) % size) + struct.pack("<" + code, value)

    def message(self, name: str, message: Any) -> None:
        for field in fields_of(name):
            value = 0 if field.name == DUMMY else getattr(message, field.name)
            if field.shape in (BOUNDED, SEQUENCE):
                self.number(7, len(value))
            for one in value if field.shape else (value,):
                self.single(field, one)

    def single(self, field: Field, value: Any) -> None:
        if field.kind == NESTED:
            self.message(field.nested, value)
        elif field.kind in STRINGS:
            text = value.encode() + b"\0"
            self.number(7, len(text))
            self.data += text
        else:
            self.number(field.kind, value.item() if hasattr(value, "item") else value)


class Reader:
    """Reads CDR from a `Cdr` of Fast CDR."""

    def __init__(self, cdr: int) -> None:
        self.cdr, self.library, self.offset = cdr, fast_cdr(), 0
        self.order = "<" if self.library.endianness(cdr) == 1 else ">"

    def take(self, count: int) -> bytes:
        at = self.library.position(self.cdr)
        if not self.library.jump(self.cdr, count):
            raise ValueError("the message is too short")
        self.offset += count
        return ctypes.string_at(at, count)

    def number(self, kind: int) -> Any:
        code, size, _ = NUMBERS[kind]
        self.take(-self.offset % size)
        return struct.unpack(self.order + code, self.take(size))[0]

    def message(self, name: str) -> Any:
        message = message_class(name)()
        for field in fields_of(name):
            if field.shape:
                count = field.capacity if field.shape == ARRAY else self.number(7)
                value: Any = [self.single(field) for _ in range(count)]
                if field.kind == 16:
                    value = [bytes([one]) for one in value]
            else:
                value = self.single(field)
            if field.name != DUMMY:
                setattr(message, field.name, value)
        return message

    def single(self, field: Field) -> Any:
        if field.kind == NESTED:
            return self.message(field.nested)
        if field.kind in STRINGS:
            return self.take(self.number(7))[:-1].decode(errors="replace")
        return self.number(field.kind)


class FastCdr:
    """The functions of the library Fast CDR, version 1 or 2, which Fast DDS has loaded."""

    def __init__(self) -> None:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        loaded = [path for line in lines if "libfastcdr" in (path := line.split(maxsplit=5)[-1])]
        if not loaded:
            raise ImportError("these types need RMW_IMPLEMENTATION=rmw_fastrtps_cpp, which is not in use")
        self.library = ctypes.CDLL(loaded[0])
        self.position = self.function(c_void_p, [c_void_p], "get_current_positionEv", "getCurrentPositionEv")
        self.jump = self.function(c_bool, [c_void_p, c_size_t], "jumpEm")
        arguments = [c_void_p, c_char_p, c_size_t]
        self.serialize = self.function(c_void_p, arguments, "serialize_arrayEPKcm", "serializeArrayEPKcm")
        self.endianness = self.function(c_uint8, [c_void_p], "endiannessEv", prefix="_ZNK8eprosima7fastcdr3Cdr")

    def function(self, result: Any, arguments: list[Any], *names: str, prefix: str = "_ZN8eprosima7fastcdr3Cdr") -> Any:
        for name in names:
            found = getattr(self.library, f"{prefix}{name.index('E')}{name}", None)
            if found is not None:
                found.restype, found.argtypes = result, arguments
                return found
        raise ImportError(f"this version of Fast CDR has no function {names[0]}")


@cache
def fast_cdr() -> FastCdr:
    """The loaded library."""
    return FastCdr()


class String(Structure):
    """`rosidl_runtime_c__String`."""

    _fields_ = [("data", c_char_p), ("size", c_size_t), ("capacity", c_size_t)]

    @classmethod
    def of(cls, text: str) -> "String":
        data = text.encode()
        kept.append(data)
        return cls(data, len(data), len(data) + 1)


class FieldTypeC(Structure):
    """`type_description_interfaces/FieldType`."""

    _fields_ = [("type_id", c_uint8), ("capacity", c_uint64), ("string_capacity", c_uint64), ("nested", String)]


class FieldC(Structure):
    """`type_description_interfaces/Field`."""

    _fields_ = [("name", String), ("type", FieldTypeC), ("default_value", String)]


class Sequence(Structure):
    """A sequence of C structs."""

    _fields_ = [("data", c_void_p), ("size", c_size_t), ("capacity", c_size_t)]

    @classmethod
    def of(cls, items: list[Any], kind: Any) -> "Sequence":
        array = (kind * max(1, len(items)))(*items)
        kept.append(array)
        return cls(ctypes.addressof(array), len(items), len(items))


class Individual(Structure):
    """`type_description_interfaces/IndividualTypeDescription`."""

    _fields_ = [("type_name", String), ("fields", Sequence)]

    @classmethod
    def of(cls, name: str) -> "Individual":
        def c_field(field: Field) -> FieldC:
            nested = String.of(field.nested)
            kind = FieldTypeC(field.type_id, field.capacity, field.string_capacity, nested)
            return FieldC(String.of(field.name), kind, String.of(""))

        return cls(String.of(name), Sequence.of([c_field(field) for field in fields_of(name)], FieldC))


class Description(Structure):
    """`type_description_interfaces/TypeDescription`."""

    _fields_ = [("type_description", Individual), ("referenced", Sequence)]

    @classmethod
    def of(cls, name: str) -> "Description":
        used: set[str] = set()
        waiting = [name]
        while waiting:
            nested = {field.nested for field in fields_of(waiting.pop()) if field.nested}
            waiting += nested - used
            used |= nested
        return cls(Individual.of(name), Sequence.of([Individual.of(one) for one in sorted(used)], Individual))


class Facts(Structure):
    """The last members of all type supports: functions that return hash, description and sources of the type."""

    _fields_ = [("hash", c_void_p), ("description", c_void_p), ("sources", c_void_p)]

    @classmethod
    def of(cls, name: str) -> "Facts":
        digest = bytes.fromhex(TABLE["hashes"].get(name, "00" * 32))
        constants = [(c_uint8 * 33)(1, *digest), Description.of(name), Sequence.of([], String)]
        kept.extend(constants)
        return cls(*(returning(ctypes.addressof(one)) for one in constants))


class MessageSupport(Structure):
    """`rosidl_message_type_support_t`."""

    _fields_ = [("identifier", c_char_p), ("data", c_void_p), ("find", c_void_p), ("facts", Facts)]


class ServiceSupport(Structure):
    """`rosidl_service_type_support_t`."""

    _fields_ = [
        ("identifier", c_char_p), ("data", c_void_p), ("find", c_void_p), ("request", c_void_p), ("response", c_void_p),
        ("event", c_void_p), ("create_event", c_void_p), ("destroy_event", c_void_p), ("facts", Facts),
    ]


class ActionSupport(Structure):
    """`rosidl_action_type_support_t`."""

    _fields_ = [
        ("goal", c_void_p), ("result", c_void_p), ("cancel", c_void_p), ("feedback", c_void_p), ("status", c_void_p),
        ("facts", Facts),
    ]


class MessageFunctions(Structure):
    """`message_type_support_callbacks_t` of rosidl_typesupport_fastrtps_cpp."""

    _fields_ = [
        ("namespace", c_char_p), ("name", c_char_p), ("serialize", c_void_p), ("deserialize", c_void_p),
        ("size", c_void_p), ("size_max", c_void_p), ("key", c_void_p),
    ]


class ServiceNames(Structure):
    """`service_type_support_callbacks_t` of rosidl_typesupport_fastrtps_cpp."""

    _fields_ = [("namespace", c_char_p), ("name", c_char_p), ("request", c_void_p), ("response", c_void_p)]


def function(result: Any, arguments: list[Any], call: Any) -> int:
    """The address of a C function that calls Python."""
    made = CFUNCTYPE(result, *arguments)(call)
    kept.append(made)
    return int(ctypes.cast(made, c_void_p).value or 0)


def returning(at: int) -> int:
    """The address of a C function that returns an address for each type support."""
    return function(c_void_p, [c_void_p], lambda _: at)


def address(structure: Structure) -> int:
    """The address of a C struct, which stays in memory."""
    kept.append(structure)
    return ctypes.addressof(structure)


def capsule(at: int) -> Any:
    """A capsule of Python with an address."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
    return new(at, None, None)


def address_in(of: Any) -> int:
    """The address in a capsule."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = c_void_p, [ctypes.py_object, c_char_p]
    return int(get(of, None))


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
    """The functions of one message type. A message of C is the address of a cell that holds a Python object."""

    def __init__(self, name: str) -> None:
        self.name = name
        #: Memory, message and CDR of each C message, by address.
        self.cells: dict[int, list[Any]] = {}

    def create(self) -> int:
        memory = (c_uint8 * 8)()
        at = ctypes.addressof(memory)
        self.cells[at] = [memory, None, b""]
        return at

    def destroy(self, at: int) -> None:
        self.cells.pop(at, None)

    def from_python(self, message: Any, at: int) -> bool:
        writer = Writer()
        writer.message(self.name, message)
        self.cells[at][2] = bytes(writer.data)
        return True

    def to_python(self, at: int) -> Any:
        return self.cells[at][1]

    def serialize(self, at: int, cdr: int) -> bool:
        data = self.cells[at][2]
        fast_cdr().serialize(cdr, data, len(data))
        return True

    def deserialize(self, cdr: int, at: int) -> bool:
        self.cells[at][1] = Reader(cdr).message(self.name)
        return True

    def size(self, at: int) -> int:
        return len(self.cells[at][2])

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
    body = {"_full_name": name, "_fields": fields, "__module__": f"{package}.{folder}", **TABLE["constants"].get(name, {})}
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
