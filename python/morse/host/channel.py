"""The message channel to the simulator: one JSON object per line, in both directions.

The simulator sends commands. While it executes one, the host may send queries and waits for each answer. Its own commands
for the scene are sent with the next query or the reply, in order. Log messages may be sent at any time.
"""

import io
import json
import logging
import os
import threading
from typing import Any, Dict, List, Optional

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode


class NoSimulator(RuntimeError):
    """The scene was accessed outside of a running simulation."""


class Channel:
    """The host's end of the channel."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines = io.BufferedReader(io.FileIO(descriptor, "rb", closefd=False), 1 << 16)
        self._commands: List[Dict[str, Any]] = []
        self._thread = threading.get_ident()
        self._writing = threading.Lock()

    def receive(self) -> Optional[Dict[str, Any]]:
        """Receive the next message; None when the simulator has closed the channel."""
        line = self._lines.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def _send(self, line: Dict[str, Any]) -> None:
        # File names that are not UTF-8 contain lone surrogates in Python, which JSON parsers reject.
        rest = memoryview((_encode(line) + "\n").encode("utf-8", "replace"))
        with self._writing:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def _with_commands(self, line: Dict[str, Any]) -> Dict[str, Any]:
        if self._commands:
            line["commands"] = self._commands
            self._commands = []
        return line

    def reply(self, reply: Any, word: str = "reply") -> None:
        """Send the result of a command."""
        self._send(self._with_commands({word: reply}))

    def do(self, command: str, **details: Any) -> None:
        """Queue a command for the scene."""
        self._commands.append({"do": command, **details})

    def ask(self, query: str, **details: Any) -> Any:
        """Send a query about the scene. Raises LookupError when the named object does not exist."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("the scene can be asked in the actions and services of components, not in other threads")
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


_current: Optional[Channel] = None


def connect(channel: Channel) -> None:
    """Set the channel to the simulator."""
    global _current
    _current = channel


def simulator() -> Channel:
    """The channel to the simulator. Raises NoSimulator outside of a simulation."""
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
