"""Datastreams: messages of text, and of JSON."""

from __future__ import annotations

from typing import Any, Iterable, List

from . import codec
from .byte_stream import MSG_SEPARATOR, StreamB
from .poll import PollThread

__all__ = ["MSG_SEPARATOR", "PollThread", "Stream", "StreamB", "StreamJSON"]

_decode_json = codec.decode


class Stream(StreamB):
    """Messages of text."""

    def decode(self, msg_bytes: bytes) -> Any:
        """The text of a message."""
        return msg_bytes.decode()

    def encode(self, msg: Any) -> bytes:
        """A text as it is sent."""
        text: str = msg
        return text.encode() + MSG_SEPARATOR


class StreamJSON(Stream):
    """Messages that are JSON, as all streams of the simulator are."""

    def decode(self, msg_bytes: bytes) -> Any:
        """The value of a message."""
        return _decode_json(msg_bytes.decode())

    def _decoded(self, messages: List[bytes]) -> Iterable[Any]:
        if len(messages) > 1:
            try:
                return codec.decode_lines(messages)
            except ValueError:
                # One by one, to find which.
                pass
        return super()._decoded(messages)

    def encode(self, msg: Any) -> bytes:
        """A value as it is sent. Raises TypeError when it cannot be JSON."""
        return codec.encode(msg).encode() + MSG_SEPARATOR
