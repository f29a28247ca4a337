"""Reads and writes messages with the library Fast CDR, which Fast DDS uses."""

import ctypes
import struct
from ctypes import c_bool, c_char_p, c_size_t, c_uint8, c_void_p
from functools import cache
from pathlib import Path
from typing import Any

from .fields import ARRAY, BOUNDED, DUMMY, NESTED, NUMBERS, SEQUENCE, STRINGS, ClassOf, Field, fields_of


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
    """Reads CDR from a `Cdr` of Fast CDR. `class_of` returns the class of a type."""

    def __init__(self, cdr: int, class_of: ClassOf) -> None:
        self.cdr, self.library, self.offset, self.class_of = cdr, fast_cdr(), 0, class_of
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
        message = self.class_of(name)()
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
