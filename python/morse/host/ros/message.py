"""Messages of ROS, with the attributes and methods of those that genpy makes for ROS 1.

Fields whose names ROS 2 writes in small letters have those too: ``K`` of a CameraInfo is ``k``.
"""

import struct
from typing import Any, Dict, List, Tuple

from morse.host.ros.field import DeserializationError, Field, SerializationError
from morse.host.ros.text import text_of


class Message:
    """The base of all messages. ``definitions`` makes a class of each type."""

    __slots__ = ["_connection_header"]

    _type = ""
    _md5sum = ""
    _full_text = ""
    _has_header = False
    _slot_types: List[str] = []
    _fields: Tuple[Field, ...] = ()
    #: Names of fields in ROS 2 where they are others.
    _other_names: Dict[str, str] = {}

    def __init__(self, *args: Any, **kwds: Any) -> None:
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

    def _get_types(self) -> List[str]:
        return self._slot_types

    def _check_types(self, exc: Any = None) -> None:
        """Raise SerializationError if a value does not fit its field; else what was the reason to ask."""
        for field in self._fields:
            field.write(getattr(self, field.name))
        if exc:
            raise SerializationError(str(exc))

    @classmethod
    def _bytes_of(cls, message: Any) -> bytes:
        """The bytes of a message of this type, which may be one of genpy."""
        return b"".join([field.write(getattr(message, field.name)) for field in cls._fields])

    @classmethod
    def _read_from(cls, data: bytes, start: int) -> Tuple[Any, int]:
        message = cls()
        for field in cls._fields:
            value, start = field.read(data, start)
            setattr(message, field.name, value)
        return message, start

    def serialize(self, buff: Any) -> None:
        """Write the message into a buffer. Raises SerializationError when a value does not fit its field."""
        buff.write(self._bytes_of(self))

    def serialize_numpy(self, buff: Any, numpy: Any) -> None:
        """Write the message into a buffer; numbers may be in arrays of numpy."""
        self.serialize(buff)

    def deserialize(self, str: bytes) -> Any:
        """Read the message from its bytes. Raises DeserializationError when they end too early."""
        try:
            message, _ = self._read_from(bytes(str), 0)
        except struct.error as problem:
            raise DeserializationError(f"these bytes are no {self._type}: {problem}") from None
        for name in self.__slots__:
            setattr(self, name, getattr(message, name))
        return self

    def deserialize_numpy(self, str: bytes, numpy: Any) -> Any:
        """Read the message from its bytes, with arrays of numbers as arrays of numpy."""
        self.deserialize(str)
        for field in self._fields:
            value = getattr(self, field.name)
            if field.count is not None and isinstance(value, tuple):
                setattr(self, field.name, numpy.array(value, dtype=numpy.dtype(field.type)))
        return self

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, type(self)):
            return False
        return all(_same(getattr(self, name), getattr(other, name)) for name in self.__slots__)

    def __getstate__(self) -> Any:
        return [getattr(self, name) for name in self.__slots__]

    def __setstate__(self, state: Any) -> None:
        for name, value in zip(self.__slots__, state):
            setattr(self, name, value)

    def __repr__(self) -> str:
        return text_of(self)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return tuple(one) == tuple(other)
    return bool(one == other)
