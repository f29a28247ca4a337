"""CBOR (RFC 8949) of streams with `encoding='cbor'`: splitting received bytes into messages, and decoding them.

Byte strings become `bytes`. Typed arrays (RFC 8746) become memory views on the message, which numpy uses without a copy
and `tolist()` converts to lists.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import Callable, Literal

from .codec import Value

__all__ = ["ItemBuffer", "decode", "is_cbor"]

_POSITIVE, _NEGATIVE, _BYTES, _TEXT, _ARRAY, _MAP, _TAG, _OTHER = range(8)
#: Formats of the number after the first byte of an item, by the low five bits of that byte.
_LENGTHS = {24: ">B", 25: ">H", 26: ">I", 27: ">Q"}
_FLOATS = {25: ">e", 26: ">f", 27: ">d"}
_SIMPLE = {20: False, 21: True, 22: None, 23: None}
#: Type codes of typed arrays by tag. The simulator sends only these, in little-endian order.
_TYPED: dict[int, Literal["f", "d"]] = {85: "f", 86: "d"}
#: Tag of a multi-dimensional array: sizes of its dimensions, and all elements.
_DIMENSIONS = 40


def is_cbor(data: bytes) -> bool:
    """Whether a message, or the beginning of a stream, is CBOR: a map, while JSON messages begin with a brace."""
    return data[0] >> 5 == _MAP


class _Incomplete(Exception):
    """Raised for an item that has not arrived completely."""


class ItemBuffer:
    """Splits received bytes into CBOR items."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Adds bytes; returns the items that are complete now.

        Raises ValueError for CBOR that the simulator never sends.
        """
        self._data += data
        items: list[bytes] = []
        start = 0
        with memoryview(self._data) as view:
            try:
                while start < len(view):
                    end = _end(view, start)
                    items.append(bytes(view[start:end]))
                    start = end
            except _Incomplete:
                pass
        del self._data[:start]
        return items


def _head(data: memoryview, start: int) -> tuple[int, int, int, int]:
    """Reads the head of the item at `start`: major type, low bits of the first byte, number, and end of the head."""
    if start >= len(data):
        raise _Incomplete
    first = data[start]
    low = first & 31
    if low < 24:
        return first >> 5, low, low, start + 1
    if low not in _LENGTHS:
        raise ValueError(f"CBOR with the byte {first:#04x}, which the simulator does not send")
    form = _LENGTHS[low]
    end = start + 1 + struct.calcsize(form)
    if end > len(data):
        raise _Incomplete
    return first >> 5, low, struct.unpack_from(form, data, start + 1)[0], end


def _end(data: memoryview, start: int) -> int:
    """The end of the item at `start`."""
    items_left = 1
    while items_left:
        items_left -= 1
        kind, _, number, start = _head(data, start)
        if kind in (_BYTES, _TEXT):
            start += number
        elif kind in (_ARRAY, _MAP):
            items_left += number * (2 if kind == _MAP else 1)
        elif kind == _TAG:
            items_left += 1
    if start > len(data):
        raise _Incomplete
    return start


def decode(message: bytes) -> Value:
    """The value of one CBOR item. Raises ValueError for other bytes, and for several items."""
    try:
        value, end = _read(memoryview(message), 0)
    except _Incomplete:
        raise ValueError("a message of CBOR that is cut off") from None
    if end != len(message):
        raise ValueError("more than one item of CBOR in a message")
    return value


def _read(data: memoryview, start: int) -> tuple[Value, int]:
    kind, low, number, start = _head(data, start)
    return _READERS[kind](data, start, number, low)


def _positive(_data: memoryview, start: int, number: int, _low: int) -> tuple[Value, int]:
    return number, start


def _negative(_data: memoryview, start: int, number: int, _low: int) -> tuple[Value, int]:
    return -1 - number, start


def _bytes(data: memoryview, start: int, number: int, _low: int) -> tuple[Value, int]:
    if start + number > len(data):
        raise _Incomplete
    return bytes(data[start : start + number]), start + number


def _text(data: memoryview, start: int, number: int, low: int) -> tuple[Value, int]:
    text, end = _bytes(data, start, number, low)
    return text.decode(), end


def _list(data: memoryview, start: int, number: int, _low: int) -> tuple[Value, int]:
    items = []
    for _ in range(number):
        item, start = _read(data, start)
        items.append(item)
    return items, start


def _dict(data: memoryview, start: int, number: int, _low: int) -> tuple[Value, int]:
    entries: dict[object, Value] = {}
    for _ in range(number):
        key, start = _read(data, start)
        entries[key], start = _read(data, start)
    return entries, start


def _tagged(data: memoryview, start: int, tag: int, _low: int) -> tuple[Value, int]:
    value, start = _read(data, start)
    if tag in _TYPED and isinstance(value, bytes):
        return _numbers(value, _TYPED[tag]), start
    if tag == _DIMENSIONS and isinstance(value, list) and len(value) == 2:
        sizes, elements = value
        # Memory views cannot have a dimension of size zero.
        shaped = elements.cast("B").cast(elements.format, sizes) if len(elements) else elements
        return shaped, start
    raise ValueError(f"CBOR with the tag {tag}, which the simulator does not send")


def _numbers(data: bytes, code: Literal["f", "d"]) -> memoryview[float]:
    if sys.byteorder == "little":
        return memoryview(data).cast("B").cast(code)
    swapped = array(code, data)
    swapped.byteswap()
    return memoryview(swapped)


def _other(data: memoryview, start: int, number: int, low: int) -> tuple[Value, int]:
    if low in _FLOATS:
        form = _FLOATS[low]
        return struct.unpack_from(form, data, start - struct.calcsize(form))[0], start
    if low in _SIMPLE:
        return _SIMPLE[low], start
    raise ValueError(f"CBOR with the simple value {number}, which the simulator does not send")


_READERS: tuple[Callable[[memoryview, int, int, int], tuple[Value, int]], ...] = (
    _positive,
    _negative,
    _bytes,
    _text,
    _list,
    _dict,
    _tagged,
    _other,
)
