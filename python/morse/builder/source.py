"""Finds the line of the user's script from which a call came."""

import os
import sys
from functools import lru_cache
from types import FrameType
from typing import Any, Dict, NamedTuple, Optional, Tuple

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class Place(NamedTuple):
    """A line of a user's file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def as_json(self) -> Dict[str, Any]:
        """The form used in scene documents."""
        return {"file": self.file, "line": self.line}


# Every call of the Builder looks up its line in one of a few files, and thousands of calls may come from one line.
_places: Dict[Tuple[str, int], Place] = {}


@lru_cache(maxsize=None)
def is_ours(filename: str) -> bool:
    """True for the code of this package and of Python's import machinery."""
    return filename.startswith(_PACKAGE) or filename.startswith("<frozen ")


def calling_place() -> Optional[Place]:
    """The nearest caller outside this package, or None when there is none (interpreter shutdown)."""
    frame: Optional[FrameType] = sys._getframe(1)
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
