"""CBOR (RFC 8949), as streams send it that a scene gives `encoding='cbor'`: taking whole messages out of what arrives, and
reading them.

Bytes are `bytes`. Arrays of numbers of one type (RFC 8746) are memory views on the message, which numpy takes without a copy
and `tolist()` makes lists of.
"""

from __future__ import annotations

import struct
import sys
from array import array
from typing import Any, Callable, Dict, List, Tuple

__all__ = ["ItemBuffer", "decode", "is_cbor"]

_POSITIVE, _NEGATIVE, _BYTES, _TEXT, _ARRAY, _MAP, _TAG, _OTHER = range(8)
#: Formats of numbers behind the low five bits of the head of an item.
_LENGTHS = {24: ">B", 25: ">H", 26: ">I", 27: ">Q"}
_FLOATS = {25: ">e", 26: ">f", 27: ">d"}
_SIMPLE = {20: False, 21: True, 22: None, 23: None}
#: Tags of typed arrays: type codes of little-endian numbers. The simulator sends no others.
_TYPED = {85: "f", 86: "d"}
#: Tag of an array of several dimensions: their sizes, and all elements.
_DIMENSIONS = 40


def is_cbor(data: bytes) -> bool:
    """Whether a message, or what arrives first on a stream, is CBOR. JSON begins with a brace, and messages in CBOR are maps."""
    return data[0] >> 5 == _MAP


class _Incomplete(Exception):
    """The rest has not arrived."""


class ItemBuffer:
    """Collects bytes and gives whole items."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> List[bytes]:
        """Takes bytes; gives the items that are complete now. Raises ValueError for what is not CBOR of the simulator."""
        self._data += data
        items: List[bytes] = []
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


def _head(data: Any, start: int) -> Tuple[int, int, int, int]:
    """The kind of the item that begins there, the low bits of its first byte, its number, and where its head ends."""
    if start >= len(data):
        raise _Incomplete
    first: int = data[start]
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


def _end(data: Any, start: int) -> int:
    """Where the item that begins there ends."""
    left = 1
    while left:
        left -= 1
        kind, _, number, start = _head(data, start)
        if kind in (_BYTES, _TEXT):
            start += number
        elif kind in (_ARRAY, _MAP):
            left += number * (2 if kind == _MAP else 1)
        elif kind == _TAG:
            left += 1
    if start > len(data):
        raise _Incomplete
    return start


def decode(message: bytes) -> Any:
    """The value of one item. Raises ValueError when it is no item of CBOR, or more than one."""
    try:
        value, end = _read(memoryview(message), 0)
    except _Incomplete:
        raise ValueError("a message of CBOR that is cut off") from None
    if end != len(message):
        raise ValueError("more than one item of CBOR in a message")
    return value


def _read(data: memoryview, start: int) -> Tuple[Any, int]:
    kind, low, number, start = _head(data, start)
    return _READERS[kind](data, start, number, low)


def _positive(_data: memoryview, start: int, number: int, _low: int) -> Tuple[Any, int]:
    return number, start


def _negative(_data: memoryview, start: int, number: int, _low: int) -> Tuple[Any, int]:
    return -1 - number, start


def _bytes(data: memoryview, start: int, number: int, _low: int) -> Tuple[Any, int]:
    if start + number > len(data):
        raise _Incomplete
    return bytes(data[start : start + number]), start + number


def _text(data: memoryview, start: int, number: int, low: int) -> Tuple[Any, int]:
    text, end = _bytes(data, start, number, low)
    return text.decode(), end


def _list(data: memoryview, start: int, number: int, _low: int) -> Tuple[Any, int]:
    items = []
    for _ in range(number):
        item, start = _read(data, start)
        items.append(item)
    return items, start


def _dict(data: memoryview, start: int, number: int, _low: int) -> Tuple[Any, int]:
    entries: Dict[Any, Any] = {}
    for _ in range(number):
        key, start = _read(data, start)
        entries[key], start = _read(data, start)
    return entries, start


def _tagged(data: memoryview, start: int, tag: int, _low: int) -> Tuple[Any, int]:
    value, start = _read(data, start)
    if tag in _TYPED and isinstance(value, bytes):
        return _numbers(value, _TYPED[tag]), start
    if tag == _DIMENSIONS and isinstance(value, list) and len(value) == 2:
        sizes, elements = value
        # A view cannot have the size zero.
        shaped = elements.cast("B").cast(elements.format, sizes) if len(elements) else elements
        return shaped, start
    raise ValueError(f"CBOR with the tag {tag}, which the simulator does not send")


def _numbers(data: bytes, code: str) -> memoryview:
    if sys.byteorder == "little":
        return memoryview(data).cast("B").cast(code)  # type: ignore[call-overload, no-any-return]
    swapped = array(code, data)
    swapped.byteswap()
    return memoryview(swapped)


def _other(data: memoryview, start: int, number: int, low: int) -> Tuple[Any, int]:
    if low in _FLOATS:
        form = _FLOATS[low]
        return struct.unpack_from(form, data, start - struct.calcsize(form))[0], start
    if low in _SIMPLE:
        return _SIMPLE[low], start
    raise ValueError(f"CBOR with the simple value {number}, which the simulator does not send")


_READERS: Tuple[Callable[[memoryview, int, int, int], Tuple[Any, int]], ...] = (
    _positive,
    _negative,
    _bytes,
    _text,
    _list,
    _dict,
    _tagged,
    _other,
)
