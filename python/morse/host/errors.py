"""Error messages for exceptions in users' code."""

from __future__ import annotations

import os
import traceback
from types import TracebackType

_OWN = os.path.dirname(os.path.abspath(__file__)) + os.sep


def error_text(problem: BaseException) -> str:
    """The traceback of an exception, without the leading frames of the host."""
    lines: list[str] = traceback.format_exception(type(problem), problem, _of_user(problem.__traceback__))
    return "".join(lines).rstrip()


def _of_user(trace: TracebackType | None) -> TracebackType | None:
    first = trace
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(_OWN) and "importlib" not in file:
            return trace
        trace = trace.tb_next
    return first
