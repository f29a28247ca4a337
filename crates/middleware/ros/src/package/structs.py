"""The C structs of type supports, as in rosidl of Jazzy and Kilted, and functions of C that call Python."""

import ctypes
from ctypes import CFUNCTYPE, Structure, c_char_p, c_size_t, c_uint8, c_uint64, c_void_p
from typing import Any

from .fields import TABLE, Field, fields_of

#: Everything that C code points to.
kept: list[Any] = []


class String(Structure):
    """The C struct `rosidl_runtime_c__String`."""

    _fields_ = [("data", c_char_p), ("size", c_size_t), ("capacity", c_size_t)]

    @classmethod
    def of(cls, text: str) -> "String":
        data = text.encode()
        kept.append(data)
        return cls(data, len(data), len(data) + 1)


class FieldTypeC(Structure):
    """The C struct `type_description_interfaces/FieldType`."""

    _fields_ = [("type_id", c_uint8), ("capacity", c_uint64), ("string_capacity", c_uint64), ("nested", String)]


class FieldC(Structure):
    """The C struct `type_description_interfaces/Field`."""

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
    """The C struct `type_description_interfaces/IndividualTypeDescription`."""

    _fields_ = [("type_name", String), ("fields", Sequence)]

    @classmethod
    def of(cls, name: str) -> "Individual":
        def c_field(field: Field) -> FieldC:
            nested = String.of(field.nested)
            kind = FieldTypeC(field.type_id, field.capacity, field.string_capacity, nested)
            return FieldC(String.of(field.name), kind, String.of(""))

        return cls(String.of(name), Sequence.of([c_field(field) for field in fields_of(name)], FieldC))


class Description(Structure):
    """The C struct `type_description_interfaces/TypeDescription`."""

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
    """The C struct `rosidl_message_type_support_t`."""

    _fields_ = [("identifier", c_char_p), ("data", c_void_p), ("find", c_void_p), ("facts", Facts)]


class ServiceSupport(Structure):
    """The C struct `rosidl_service_type_support_t`."""

    _fields_ = [
        ("identifier", c_char_p), ("data", c_void_p), ("find", c_void_p), ("request", c_void_p), ("response", c_void_p),
        ("event", c_void_p), ("create_event", c_void_p), ("destroy_event", c_void_p), ("facts", Facts),
    ]


class ActionSupport(Structure):
    """The C struct `rosidl_action_type_support_t`."""

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
