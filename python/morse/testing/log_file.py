"""Reads the log of a running simulator."""

from __future__ import annotations

import re
from re import Pattern

#: Text of the line that reports a running scene.
READY = "SCENE INITIALIZED"
#: Text of the last line of a complete log.
ENDED = "EXITING SIMULATION"

_SERVICE_PORT = re.compile(r"service manager now listening on port (\d+)")
_NOT_STARTED = re.compile(r"\[ERROR\]\[MORSE\]|INITIALIZATION ERROR")
#: The simulation continues without a component, so that results of tests are not reliable.
_COMPONENT_FAILED = re.compile(
    r"\[ERROR\]\[MORSE\]|its Python code failed, and it stops|\bdid not answer for [0-9.]+ s\b"
)

#: Number of lines shown when a test fails.
_SHOWN_LINES = 30


class LogFile:
    """The lines of a growing log."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: list[str] = []
        self._stream = open(path, encoding="utf-8", errors="replace")  # noqa: SIM115  (closed by `close`)
        self._rest = ""
        self._failures_end = 0

    def read(self) -> None:
        """Read the new lines."""
        if self._stream.closed:
            return
        *lines, self._rest = (self._rest + self._stream.read()).split("\n")
        self.lines += lines

    def close(self) -> None:
        """Read the rest, and close the file."""
        self.read()
        if self._rest:
            self.lines.append(self._rest)
            self._rest = ""
        self._stream.close()

    def has(self, text: str) -> bool:
        """Whether a line contains the text."""
        return any(text in line for line in self.lines)

    def service_port(self) -> int | None:
        """TCP port of the socket services; None before the simulator has reported it."""
        found = (_SERVICE_PORT.search(line) for line in self.lines)
        return next((int(match.group(1)) for match in found if match), None)

    def not_started(self) -> str | None:
        """The beginning of the log from the first error at the start of the scene; None without an error."""
        return self._from(_NOT_STARTED)

    def component_failed(self) -> str | None:
        """The beginning of the log from the first failure of a component; None without a failure."""
        return self._from(_COMPONENT_FAILED)

    def _from(self, pattern: Pattern[str]) -> str | None:
        for number, line in enumerate(self.lines):
            if pattern.search(line):
                return "\n".join(self.lines[number : number + _SHOWN_LINES])
        return None

    def tail(self) -> str:
        """The last lines, but at most those since the start of the scene."""
        ready = next((number for number, line in enumerate(self.lines) if READY in line), 0)
        return "\n".join(self.lines[ready:][-_SHOWN_LINES:])
