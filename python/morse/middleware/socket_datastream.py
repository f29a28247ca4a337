"""Socket streams with custom messages. The simulator serves the sockets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.middleware.abstract_datastream import AbstractDatastream

if TYPE_CHECKING:
    from morse.host.types import Data, Value


class MorseEncoder(json.JSONEncoder):
    """JSON encoder that also accepts vectors, rotations and arrays."""

    def default(self, o: Value) -> Value:
        if isinstance(o, (Vector, Matrix)):
            return list(o)
        if isinstance(o, Quaternion):
            return {"x": o.x, "y": o.y, "z": o.z, "w": o.w}
        if isinstance(o, Euler):
            return {"yaw": o.z, "pitch": o.y, "roll": o.x}
        if hasattr(o, "tolist"):
            return o.tolist()
        return super().default(o)


class SocketPublisher(AbstractDatastream):
    """Sends each reading to all clients of a socket. Override ``encode`` for a custom message."""

    _type_name = "JSON object, ended by a line feed"
    _carrier = "morse.middleware.socket_datastream.SocketPublisher"

    def encode(self) -> bytes:
        """The message of the current data, with a line feed at the end."""
        return (json.dumps(self.component_instance.local_data, cls=MorseEncoder) + "\n").encode()

    def _publish(self) -> bytes | None:
        message = self.encode()
        if not isinstance(message, (bytes, bytearray, memoryview)):
            raise TypeError(f"{type(self).__name__}.encode() returns bytes, not {type(message).__name__}")
        return bytes(message)


class SocketReader(AbstractDatastream):
    """Takes the newest line of the clients of a socket as a command. Override ``decode`` for a custom message."""

    _type_name = "JSON object, ended by a line feed"
    _carrier = "morse.middleware.socket_datastream.SocketReader"

    def decode(self, msg: str) -> Data:
        """The data of a line."""
        data: Data = json.loads(msg)
        return data

    def _read(self, text: str | None) -> bool:
        if text is None:
            return False
        data = self.decode(text)
        if not isinstance(data, dict):
            raise TypeError(f"{type(self).__name__}.decode() returns a dict, not {type(data).__name__}")
        self.component_instance.local_data.update(data)
        return True
