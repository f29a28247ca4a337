"""Datastreams: messages of text, and of JSON or CBOR."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional

from . import cbor, codec
from .byte_stream import MSG_SEPARATOR, StreamB
from .lines import Buffer, LineBuffer
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


class _MessageBuffer:
    """Lines, or items of CBOR: what comes first tells."""

    def __init__(self) -> None:
        self._buffer: Optional[Buffer] = None

    def feed(self, data: bytes) -> List[bytes]:
        if self._buffer is None:
            self._buffer = cbor.ItemBuffer() if cbor.is_cbor(data) else LineBuffer()
        return self._buffer.feed(data)


class StreamJSON(Stream):
    """Messages that are JSON, as all streams of the simulator are, or CBOR, where a scene gives `encoding='cbor'`."""

    _buffer_type = _MessageBuffer

    def decode(self, msg_bytes: bytes) -> Any:
        """The value of a message."""
        return cbor.decode(msg_bytes) if cbor.is_cbor(msg_bytes) else _decode_json(msg_bytes.decode())

    def _decoded(self, messages: List[bytes]) -> Iterable[Any]:
        if len(messages) > 1 and not cbor.is_cbor(messages[0]):
            try:
                return codec.decode_lines(messages)
            except ValueError:
                # One by one, to find which.
                pass
        return super()._decoded(messages)

    def encode(self, msg: Any) -> bytes:
        """A value as it is sent. Raises TypeError when it cannot be JSON."""
        return codec.encode(msg).encode() + MSG_SEPARATOR
