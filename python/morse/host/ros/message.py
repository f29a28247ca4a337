"""Messages of ROS, with the interface of messages of genpy for ROS 1.

Fields also have the lower-case names of ROS 2: ``K`` of a CameraInfo is also ``k``.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Protocol, TypeVar

from morse.host.ros.field import DeserializationError, Field, SerializationError
from morse.host.ros.text import text_of

if TYPE_CHECKING:
    from types import ModuleType

    from morse.host.types import Value

_M = TypeVar("_M", bound="Message")


class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...


class Message:
    """Base class of all messages. ``definitions`` creates a class for each type."""

    __slots__ = ["_connection_header"]

    _type = ""
    _md5sum = ""
    _full_text = ""
    _has_header = False
    _slot_types: list[str] = []
    _fields: tuple[Field, ...] = ()
    #: Names of fields by their names in ROS 2, where they differ.
    _other_names: dict[str, str] = {}

    def __init__(self, *args: Value, **kwds: Value) -> None:
        names = self.__slots__
        if args and kwds:
            raise TypeError("Message constructor may only use args OR keywords, not both")
        if args and len(args) != len(names):
            raise TypeError(f"Invalid number of arguments, args should be {names}, and there are {len(args)}")
        kwds = {self._other_names.get(name, name): value for name, value in kwds.items()}
        for name in kwds:
            if name not in names:
                raise AttributeError(f"{name} is not an attribute of {type(self).__name__}; it has {', '.join(names)}")
        given = dict(zip(names, args)) if args else kwds
        for name in names:
            setattr(self, name, given.get(name))
        for field in self._fields:
            if getattr(self, field.name) is None:
                setattr(self, field.name, field.default())

    if TYPE_CHECKING:
        # Each type has its own fields.
        def __getattr__(self, name: str) -> Value: ...
        def __setattr__(self, name: str, value: Value) -> None: ...

    def _get_types(self) -> list[str]:
        return self._slot_types

    def _check_types(self, exc: object = None) -> None:
        """Raise SerializationError for a value that does not fit its field, otherwise for ``exc``."""
        for field in self._fields:
            field.write(getattr(self, field.name))
        if exc:
            raise SerializationError(str(exc))

    @classmethod
    def _bytes_of(cls, message: Value) -> bytes:
        """Serialize a message of this type, which may be a message of genpy."""
        return b"".join([field.write(getattr(message, field.name)) for field in cls._fields])

    @classmethod
    def _read_from(cls: type[_M], data: bytes, start: int) -> tuple[_M, int]:
        message = cls()
        for field in cls._fields:
            value, start = field.read(data, start)
            setattr(message, field.name, value)
        return message, start

    def serialize(self, buff: _Writable) -> None:
        """Write the message into a buffer. Raises SerializationError for a value that does not fit its field."""
        buff.write(self._bytes_of(self))

    def serialize_numpy(self, buff: _Writable, numpy: ModuleType) -> None:
        """Write the message into a buffer. Sequences of numbers may be arrays."""
        self.serialize(buff)

    def deserialize(self: _M, str: bytes) -> _M:
        """Read the message from bytes. Raises DeserializationError when bytes are missing."""
        try:
            message, _ = self._read_from(bytes(str), 0)
        except struct.error as problem:
            raise DeserializationError(f"these bytes are not a {self._type}: {problem}") from None
        for name in self.__slots__:
            setattr(self, name, getattr(message, name))
        return self

    def deserialize_numpy(self: _M, str: bytes, numpy: ModuleType) -> _M:
        """Read the message from bytes, with sequences of numbers as arrays."""
        self.deserialize(str)
        for field in self._fields:
            value = getattr(self, field.name)
            if field.count is not None and isinstance(value, tuple):
                setattr(self, field.name, numpy.array(value, dtype=numpy.dtype(field.type)))
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return False
        return all(_same(getattr(self, name), getattr(other, name)) for name in self.__slots__)

    def __getstate__(self) -> list[Value]:
        return [getattr(self, name) for name in self.__slots__]

    def __setstate__(self, state: list[Value]) -> None:
        for name, value in zip(self.__slots__, state):
            setattr(self, name, value)

    def __repr__(self) -> str:
        return text_of(self)


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return tuple(one) == tuple(other)
    return bool(one == other)
