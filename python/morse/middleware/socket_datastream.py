"""Streams over sockets with messages of your own. The simulator serves the sockets."""

import json
from typing import Any, Dict, Optional

from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.middleware.abstract_datastream import AbstractDatastream


class MorseEncoder(json.JSONEncoder):
    """Writes vectors, rotations and arrays as JSON."""

    def default(self, o: Any) -> Any:
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
    """Sends each reading to all clients of a socket; ``encode`` says as what."""

    _type_name = "JSON object, ended by a line feed"
    _carrier = "morse.middleware.socket_datastream.SocketPublisher"

    def encode(self) -> bytes:
        """The message, with the line feed that ends it."""
        return (json.dumps(self.component_instance.local_data, cls=MorseEncoder) + "\n").encode()

    def _publish(self) -> Optional[bytes]:
        message = self.encode()
        if not isinstance(message, (bytes, bytearray, memoryview)):
            raise TypeError(f"{type(self).__name__}.encode() returns bytes, not {type(message).__name__}")
        return bytes(message)


class SocketReader(AbstractDatastream):
    """Takes the last line of a socket's clients as a command; ``decode`` says what it means."""

    _type_name = "JSON object, ended by a line feed"
    _carrier = "morse.middleware.socket_datastream.SocketReader"

    def decode(self, msg: str) -> Dict[str, Any]:
        """The data that a line stands for."""
        return json.loads(msg)

    def _read(self, text: Optional[str]) -> bool:
        if text is None:
            return False
        data = self.decode(text)
        if not isinstance(data, dict):
            raise TypeError(f"{type(self).__name__}.decode() returns a dict, not {type(data).__name__}")
        self.component_instance.local_data.update(data)
        return True
