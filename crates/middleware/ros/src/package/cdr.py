"""Reads and writes messages with the library Fast CDR, which Fast DDS uses."""

import ctypes
import struct
from ctypes import c_char_p, c_size_t, c_uint8, c_void_p
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
    """Reads CDR. `class_of` returns the class of a type."""

    def __init__(self, data: bytes, little_endian: bool, class_of: ClassOf) -> None:
        self.data, self.offset, self.class_of = data, 0, class_of
        self.order = "<" if little_endian else ">"

    def take(self, count: int) -> bytes:
        begin, self.offset = self.offset, self.offset + count
        if self.offset > len(self.data):
            raise ValueError("the message is too short")
        return self.data[begin : self.offset]

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
    """The functions of the library Fast CDR, version 2, which Fast DDS has loaded.

    They are called without releasing the GIL. Fast DDS holds a mutex meanwhile, and another thread that takes the GIL can wait
    for this mutex with the GIL held: a deadlock.
    """

    def __init__(self) -> None:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
        loaded = [path for line in lines if "libfastcdr" in (path := line.split(maxsplit=5)[-1])]
        if not loaded:
            raise ImportError("these types need RMW_IMPLEMENTATION=rmw_fastrtps_cpp, which is not in use")
        self.library = ctypes.PyDLL(loaded[0])
        self.position = self.function(c_void_p, [c_void_p], "N8eprosima7fastcdr3Cdr20get_current_positionEv")
        arguments = [c_void_p, c_char_p, c_size_t]
        self.serialize = self.function(c_void_p, arguments, "N8eprosima7fastcdr3Cdr15serialize_arrayEPKcm")
        self.endianness = self.function(c_uint8, [c_void_p], "NK8eprosima7fastcdr3Cdr10endiannessEv")
        self.end = self.offset_of_end()

    def rest(self, cdr: int) -> bytes:
        """A copy of all bytes from the current position of a `Cdr` to its end."""
        begin = self.position(cdr)
        return ctypes.string_at(begin, c_size_t.from_address(cdr + self.end).value - begin)

    def offset_of_end(self) -> int:
        """The offset of the pointer to the end of the bytes in a `Cdr`. Fast CDR has no function that returns this pointer."""
        new_buffer = self.function(None, [c_void_p, c_void_p, c_size_t], "N8eprosima7fastcdr10FastBufferC1EPcm")
        new_cdr = self.function(
            None,
            [c_void_p, c_void_p, c_uint8, c_uint8],
            "N8eprosima7fastcdr3CdrC1ERNS0_10FastBufferENS1_10EndiannessENS0_10CdrVersionE",
        )
        data, buffer, cdr = ((c_size_t * 256)() for _ in range(3))
        length = 24
        new_buffer(buffer, data, length)
        # LITTLE_ENDIANNESS and DDS_CDR
        new_cdr(cdr, buffer, 1, 1)
        return list(cdr).index(ctypes.addressof(data) + length) * ctypes.sizeof(c_size_t)

    def function(self, result: Any, arguments: list[Any], name: str) -> Any:
        found = getattr(self.library, "_Z" + name, None)
        if found is None:
            raise ImportError(f"this version of Fast CDR has no function _Z{name}")
        found.restype, found.argtypes = result, arguments
        return found


@cache
def fast_cdr() -> FastCdr:
    """The loaded library."""
    return FastCdr()
