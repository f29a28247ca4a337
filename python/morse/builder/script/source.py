"""Finds the line of the user's script from which a call came."""

from __future__ import annotations

import os
import sys
from functools import cache
from types import FrameType
from typing import NamedTuple

#: The folder of the package ``morse``.
_PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), os.pardir, os.pardir)) + os.sep


class Place(NamedTuple):
    """A line of a user's file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def as_json(self) -> dict[str, str | int]:
        """The form used in scene documents."""
        return {"file": self.file, "line": self.line}


# Cached: each call of the Builder asks for its line, and thousands of calls may come from one line.
_places: dict[tuple[str, int], Place] = {}


@cache
def is_ours(filename: str) -> bool:
    """True for the code of this package and of Python's import machinery."""
    # The runner itself is started from a string.
    return filename.startswith((_PACKAGE, "<frozen ", "<string>"))


def calling_place() -> Place | None:
    """The nearest caller outside this package; None if there is none, as when the interpreter shuts down."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        filename = frame.f_code.co_filename
        if not is_ours(filename):
            line = frame.f_lineno
            place = _places.get((filename, line))
            if place is None:
                place = _places[filename, line] = Place(os.path.abspath(filename), line)
            return place
        frame = frame.f_back
    return None
