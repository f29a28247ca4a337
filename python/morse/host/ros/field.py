"""Fields of messages of ROS 1: default values, serialization and deserialization."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Callable, NamedTuple

from morse.host.ros.times import Duration, Time

if TYPE_CHECKING:
    from morse.host.ros.message import Message
    from morse.host.types import Value

    MessageClass = type[Message]


class SerializationError(Exception):
    """A message has a value that does not fit its field."""


class DeserializationError(Exception):
    """Bytes are not a message of the type."""


#: Formats of numbers, for the module struct.
FORMATS = {
    "bool": "?", "int8": "b", "byte": "b", "uint8": "B", "char": "B", "int16": "h", "uint16": "H",
    "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q", "float32": "f", "float64": "d",
}
_LENGTH = struct.Struct("<I")
_TIMES = {"time": (Time, struct.Struct("<II")), "duration": (Duration, struct.Struct("<ii"))}
#: Types whose arrays are bytes.
_BYTES = ("uint8", "char")


class Field(NamedTuple):
    """A field. ``count`` is None for a single value, -1 for a sequence, otherwise the number of items."""

    name: str
    type: str
    count: int | None  # type: ignore[assignment]  # hides the method of tuples
    #: Returns the class of a message type.
    message: Callable[[str], MessageClass]

    @property
    def slot_type(self) -> str:
        """The type in the notation of message definitions."""
        return self.type if self.count is None else f"{self.type}[{'' if self.count < 0 else self.count}]"

    def default(self) -> Value:
        """The default value."""
        if self.count is None:
            return self._default_item()
        count = max(self.count, 0)
        return b"\0" * count if self.type in _BYTES else [self._default_item() for _ in range(count)]

    def _default_item(self) -> Value:
        if self.type in FORMATS:
            return {"?": False, "f": 0.0, "d": 0.0}.get(FORMATS[self.type], 0)
        if self.type == "string":
            return ""
        return _TIMES[self.type][0]() if self.type in _TIMES else self.message(self.type)()

    def write(self, value: Value) -> bytes:
        """Serialize a value. Raises SerializationError."""
        try:
            return self._written(value)
        except SerializationError:
            raise
        except (struct.error, TypeError, ValueError, AttributeError, OverflowError) as problem:
            shown = repr(value)
            shown = shown if len(shown) <= 60 else shown[:57] + "..."
            raise SerializationError(f"field {self.name} must be {self.slot_type}, not {shown}: {problem}") from None

    def _written(self, value: Value) -> bytes:
        if self.count is None:
            return self._written_item(value)
        if self.type in _BYTES and not isinstance(value, (list, tuple)):
            # Raises TypeError for text.
            body = memoryview(value).tobytes()
            count = len(body)
        else:
            values = list(value)
            count = len(values)
            if self.type in FORMATS:
                body = struct.pack(f"<{count}{FORMATS[self.type]}", *values)
            else:
                body = b"".join(map(self._written_item, values))
        if self.count < 0:
            return _LENGTH.pack(count) + body
        if count != self.count:
            raise SerializationError(f"field {self.name} has {self.count} items, not {count}")
        return body

    def _written_item(self, value: Value) -> bytes:
        if self.type in FORMATS:
            return struct.pack("<" + FORMATS[self.type], value)
        if self.type == "string":
            text = value.encode("utf-8") if isinstance(value, str) else bytes(memoryview(value))
            return _LENGTH.pack(len(text)) + text
        if self.type in _TIMES:
            return _TIMES[self.type][1].pack(value.secs, value.nsecs)
        cls = self.message(self.type)
        if getattr(value, "_type", cls._type) != cls._type:
            raise SerializationError(f"field {self.name} must be of type {cls._type} instead of {value._type}")
        return cls._bytes_of(value)

    def read(self, data: bytes, start: int) -> tuple[Value, int]:
        """Deserialize the value at ``start``. Returns it and its end. Raises struct.error when bytes are missing."""
        if self.count is None:
            return self._read_item(data, start)
        count = self.count
        if count < 0:
            (count,), start = _LENGTH.unpack_from(data, start), start + _LENGTH.size
        if self.type in _BYTES:
            return _cut(data, start, count)
        if self.type in FORMATS:
            # Checked first: an invalid length must not allocate memory.
            body, end = _cut(data, start, count * struct.calcsize("<" + FORMATS[self.type]))
            return struct.unpack(f"<{count}{FORMATS[self.type]}", body), end
        items = []
        for _ in range(count):
            item, start = self._read_item(data, start)
            items.append(item)
        return items, start

    def _read_item(self, data: bytes, start: int) -> tuple[Value, int]:
        if self.type in FORMATS:
            code = struct.Struct("<" + FORMATS[self.type])
            return code.unpack_from(data, start)[0], start + code.size
        if self.type == "string":
            (length,) = _LENGTH.unpack_from(data, start)
            text, end = _cut(data, start + _LENGTH.size, length)
            return text.decode("utf-8", "replace"), end
        if self.type in _TIMES:
            cls, code = _TIMES[self.type]
            return cls(*code.unpack_from(data, start)), start + code.size
        return self.message(self.type)._read_from(data, start)


def _cut(data: bytes, start: int, length: int) -> tuple[bytes, int]:
    if start + length > len(data):
        raise struct.error(f"{start + length - len(data)} bytes are missing")
    return data[start : start + length], start + length
