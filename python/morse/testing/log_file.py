"""Reads the log that a simulator is writing."""

import re
from typing import List, Optional, Pattern

#: The scene runs.
READY = "SCENE INITIALIZED"
#: The last line of every log.
ENDED = "EXITING SIMULATION"

_SERVICE_PORT = re.compile(r"service manager now listening on port (\d+)")
_NOT_STARTED = re.compile(r"\[ERROR\]\[MORSE\]|INITIALIZATION ERROR")
#: The simulation goes on without a component, so that no test of it can be trusted.
_COMPONENT_FAILED = re.compile(r"\[ERROR\]\[MORSE\]|its Python code failed, and it stops|\bdid not answer for [0-9.]+ s\b")

#: How many of the last lines are shown when a test fails.
_SHOWN_LINES = 30


class LogFile:
    """The lines of a log so far."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: List[str] = []
        self._stream = open(path, encoding="utf-8", errors="replace")
        self._rest = ""
        self._failures_end = 0

    def read(self) -> None:
        """Take what was written since."""
        if self._stream.closed:
            return
        *lines, self._rest = (self._rest + self._stream.read()).split("\n")
        self.lines += lines

    def close(self) -> None:
        """Take the rest, and close the file."""
        self.read()
        if self._rest:
            self.lines.append(self._rest)
            self._rest = ""
        self._stream.close()

    def has(self, text: str) -> bool:
        """Whether a line contains the text."""
        return any(text in line for line in self.lines)

    def service_port(self) -> Optional[int]:
        """The port of the socket services."""
        found = (_SERVICE_PORT.search(line) for line in self.lines)
        return next((int(match.group(1)) for match in found if match), None)

    def not_started(self) -> Optional[str]:
        """Why the scene does not run: the rest of the log from the first error on."""
        return self._from(_NOT_STARTED)

    def component_failed(self) -> Optional[str]:
        """What failed while the scene ran: the rest of the log from the first error on."""
        return self._from(_COMPONENT_FAILED)

    def _from(self, pattern: Pattern[str]) -> Optional[str]:
        for number, line in enumerate(self.lines):
            if pattern.search(line):
                return "\n".join(self.lines[number : number + _SHOWN_LINES])
        return None

    def tail(self) -> str:
        """The last lines; those since the scene runs, when it does."""
        ready = next((number for number, line in enumerate(self.lines) if READY in line), 0)
        return "\n".join(self.lines[ready:][-_SHOWN_LINES:])
