"""The line to the simulator: one JSON object a line, in both directions.

The simulator gives orders. While one is carried out, this side may ask about the scene, and waits for each answer; what it
does to the scene waits until the next question or the reply, in order. Log lines may come at any time.
"""

import io
import json
import logging
import os
import threading
from typing import Any, Dict, List, Optional

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, ensure_ascii=False).encode


class NoSimulator(RuntimeError):
    """Something was asked of the scene outside of a running simulation."""


class Channel:
    """The simulator, as seen from here."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines = io.BufferedReader(io.FileIO(descriptor, "rb", closefd=False), 1 << 16)
        self._deeds: List[Dict[str, Any]] = []
        self._thread = threading.get_ident()
        self._writing = threading.Lock()

    def receive(self) -> Optional[Dict[str, Any]]:
        """The next line; None when the simulator has gone."""
        line = self._lines.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def _send(self, line: Dict[str, Any]) -> None:
        # Names of files that are not UTF-8 reach Python as lone surrogates, which no JSON reader accepts.
        rest = memoryview((_encode(line) + "\n").encode("utf-8", "replace"))
        with self._writing:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def _with_deeds(self, line: Dict[str, Any]) -> Dict[str, Any]:
        if self._deeds:
            line["deeds"] = self._deeds
            self._deeds = []
        return line

    def reply(self, reply: Any, word: str = "reply") -> None:
        """Say that an order has been carried out."""
        self._send(self._with_deeds({word: reply}))

    def do(self, deed: str, **details: Any) -> None:
        """Do something to the scene."""
        self._deeds.append({"do": deed, **details})

    def ask(self, question: str, **details: Any) -> Any:
        """Ask about the scene. Raises LookupError when there is no such thing."""
        if threading.get_ident() != self._thread:
            raise RuntimeError("the scene can be asked in the actions and services of components, not in other threads")
        self._send(self._with_deeds({"ask": {"ask": question, **details}}))
        answer = self.receive()
        if answer is None:
            os._exit(0)
        if "error" in answer:
            raise LookupError(answer["error"])
        return answer["answer"]

    def log(self, record: logging.LogRecord, text: str) -> None:
        """Add a line to the log."""
        logger = ".".join(record.name.split(".")[-2:])
        self._send({"log": [record.levelno, "" if logger == "morse" else logger, text]})


_current: Optional[Channel] = None


def connect(channel: Channel) -> None:
    """Make this the line to the simulator."""
    global _current
    _current = channel


def simulator() -> Channel:
    """The line to the simulator. Raises NoSimulator outside of one."""
    if _current is None:
        raise NoSimulator("there is no simulation here: components are made by the simulator, when a scene runs")
    return _current


class LogHandler(logging.Handler):
    """Sends what components log to the simulator's log."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            simulator().log(record, self.format(record))
        except Exception:
            self.handleError(record)
