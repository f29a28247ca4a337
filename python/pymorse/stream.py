"""Datastreams with text messages, and with JSON or CBOR messages."""

from __future__ import annotations

from collections.abc import Iterable

from . import cbor, codec
from .byte_stream import MSG_SEPARATOR, StreamB
from .codec import Value
from .lines import Buffer, LineBuffer
from .poll import PollThread

__all__ = ["MSG_SEPARATOR", "PollThread", "Stream", "StreamB", "StreamJSON"]

_decode_json = codec.decode


class Stream(StreamB):
    """A stream of text messages."""

    def decode(self, msg_bytes: bytes) -> Value:
        """The text of a message."""
        return msg_bytes.decode()

    def encode(self, msg: Value) -> bytes:
        """The bytes of a text, with the separator."""
        text: str = msg
        return text.encode() + MSG_SEPARATOR


class _MessageBuffer:
    """Splits lines or CBOR items, depending on the first byte received."""

    def __init__(self) -> None:
        self._buffer: Buffer | None = None

    def feed(self, data: bytes) -> list[bytes]:
        if self._buffer is None:
            self._buffer = cbor.ItemBuffer() if cbor.is_cbor(data) else LineBuffer()
        return self._buffer.feed(data)


class StreamJSON(Stream):
    """A stream of JSON messages, or of CBOR messages if the scene has `encoding='cbor'`."""

    _buffer_type = _MessageBuffer

    def decode(self, msg_bytes: bytes) -> Value:
        """The value of a message. Raises ValueError."""
        return cbor.decode(msg_bytes) if cbor.is_cbor(msg_bytes) else _decode_json(msg_bytes.decode())

    def _decoded(self, messages: list[bytes]) -> Iterable[Value]:
        if len(messages) > 1 and not cbor.is_cbor(messages[0]):
            try:
                return codec.decode_lines(messages)
            except ValueError:
                # Decodes one by one instead, which reports the malformed messages.
                pass
        return super()._decoded(messages)

    def encode(self, msg: Value) -> bytes:
        """JSON of a value, with the separator. Raises TypeError for a value that JSON cannot represent."""
        return codec.encode(msg).encode() + MSG_SEPARATOR
