"""The message channel to the simulator: one JSON object per line, in both directions.

The simulator sends commands. While the host executes a command, it may send queries and wait for their answers.
Commands of the host for the scene are sent with the next query or the reply, in order. Log messages may be sent at any
time. A message with a count ``numbers`` is followed by that many little-endian 64-bit floats.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import struct
import threading
import time
from typing import TYPE_CHECKING

from morse.host.shared_memory import shared

if TYPE_CHECKING:
    from morse.host.types import Message, Value

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode

#: Size of one read. [bytes]
_RECEIVED_MAX = 1 << 16
#: Duration of polling for a message before the process sleeps: waking up takes longer than most ticks. [s]
_POLL_S = 1e-4
#: Number of messages without polling after an unsuccessful poll.
_POLL_PAUSE = 64
#: Size of the cache of decoded messages: ticks in which the same components act have equal messages.
_CACHED_MAX = 64
#: Queries that may change the scene.
_CHANGING = ("call", "interrupt", "act_native", "end_object")
#: Beginnings of the messages that are cached.
_CACHED = (b'{"command":"act"', b'{"command":"manage"')


class NoSimulator(RuntimeError):
    """The scene was accessed outside of a simulation."""


class Channel:
    """The host's end of the channel."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._socket = socket.socket(fileno=descriptor)
        self._buffer = b""
        self._poll_pause = 0
        self._can_poll = _processors() > 1
        self._messages: dict[bytes, Message] = {}
        #: Numbers that followed the last command.
        self.numbers: tuple[float, ...] = ()
        #: Number that changes whenever the scene may have changed.
        self.changes = 0
        self._commands: list[Message] = []
        self._thread = threading.get_ident()
        self._writing = threading.Lock()

    def receive(self) -> Message | None:
        """Receive the next message; None when the simulator has closed the channel.

        Equal messages may be the same object: the receiver must not change it.
        """
        line = self._line()
        if line is None:
            return None
        message = self._messages.get(line)
        if message is None:
            message = json.loads(line)
            if line.startswith(_CACHED):
                if len(self._messages) == _CACHED_MAX:
                    self._messages.clear()
                self._messages[line] = message
        if "command" in message:
            self.changes += 1
            count = message.get("numbers") or message.get("input", {}).get("numbers", 0)
            if not self._fill(8 * count):
                return None
            self.numbers = struct.unpack_from(f"<{count}d", self._buffer)
            self._buffer = self._buffer[8 * count :]
        return message

    def _line(self) -> bytes | None:
        searched = 0
        while True:
            end = self._buffer.find(b"\n", searched)
            if end >= 0:
                line, self._buffer = self._buffer[:end], self._buffer[end + 1 :]
                return line
            searched = len(self._buffer)
            if not self._fill(searched + 1):
                return None

    def _fill(self, count: int) -> bool:
        """Receive until the buffer has ``count`` bytes. False at the end of the channel."""
        while len(self._buffer) < count:
            received = self._received()
            if not received:
                return False
            self._buffer += received
        return True

    def _received(self) -> bytes:
        if not self._can_poll or self._poll_pause:
            self._poll_pause -= bool(self._poll_pause)
            return self._socket.recv(_RECEIVED_MAX)
        until = time.perf_counter() + _POLL_S
        while time.perf_counter() < until:
            try:
                return self._socket.recv(_RECEIVED_MAX, socket.MSG_DONTWAIT)
            except BlockingIOError:
                pass
        self._poll_pause = _POLL_PAUSE
        return self._socket.recv(_RECEIVED_MAX)

    def _send(self, line: Message, numbers: bytes = b"") -> None:
        # File names that are not UTF-8 contain lone surrogates in Python, which JSON parsers reject.
        rest = memoryview((_encode(line) + "\n").encode("utf-8", "replace") + numbers)
        with self._writing:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def _with_commands(self, line: Message) -> Message:
        if self._commands:
            line["commands"] = self._commands
            self._commands = []
        return line

    def reply(self, reply: Message, key: str = "reply", numbers: bytes = b"") -> None:
        """Send the result of a command, and the numbers that follow it."""
        line = self._with_commands({key: reply})
        if numbers:
            line["numbers"] = len(numbers) // 8
        memory = shared()
        if memory is not None:
            freed = memory.freed()
            if freed:
                line["freed"] = freed
        self._send(line, numbers)
        if memory is not None:
            # The simulator reads the values before it sends the next command.
            memory.begin()

    def do(self, command: str, **details: object) -> None:
        """Queue a command for the scene."""
        self.changes += 1
        self._commands.append({"do": command, **details})

    def ask(self, query: str, **details: object) -> Value:
        """Send a query about the scene, and return the answer.

        Raises LookupError when the named object does not exist.
        """
        if threading.get_ident() != self._thread:
            raise RuntimeError("the scene can be asked in the actions and services of components, not in other threads")
        self.changes += query in _CHANGING
        self._send(self._with_commands({"ask": {"ask": query, **details}}))
        answer = self.receive()
        if answer is None:
            os._exit(0)
        if "error" in answer:
            raise LookupError(answer["error"])
        return answer["answer"]

    def log(self, record: logging.LogRecord, text: str) -> None:
        """Send a log record."""
        logger = ".".join(record.name.split(".")[-2:])
        self._send({"log": [record.levelno, "" if logger == "morse" else logger, text]})


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_current: Channel | None = None


def connect(channel: Channel) -> None:
    """Set the channel to the simulator."""
    global _current
    _current = channel


def simulator() -> Channel:
    """Return the channel to the simulator. Raises NoSimulator outside of a simulation."""
    if _current is None:
        raise NoSimulator("there is no simulation here: components are made by the simulator, when a scene runs")
    return _current


class LogHandler(logging.Handler):
    """Sends log records of components to the simulator."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            simulator().log(record, self.format(record))
        except Exception:
            self.handleError(record)
