"""What happens to an exception that a scene script does not catch."""

import os
import sys
import traceback
from types import TracebackType
from typing import Optional, Type

#: The line that tells the front end, and test harnesses, that the script failed.
HEADLINE = "[ERROR][MORSE] Uncaught exception, quit Blender."

#: Exit status of a script that died of an exception.
EXIT_STATUS = 255


def print_exception(
    kind: Type[BaseException], problem: BaseException, trace: Optional[TracebackType], script: Optional[str] = None
) -> None:
    """Write the headline and the traceback, from the first line of ``script`` on."""
    if script is not None:
        start = trace
        while start is not None and start.tb_frame.f_code.co_filename != script:
            start = start.tb_next
        trace = start
    sys.stdout.flush()
    print(HEADLINE, file=sys.stderr)
    traceback.print_exception(kind, problem, trace)
    sys.stderr.flush()


def morse_excepthook(kind: Type[BaseException], problem: BaseException, trace: Optional[TracebackType]) -> None:
    """Log an uncaught exception and end the program with status 255; an interactive session goes on."""
    print_exception(kind, problem, trace)
    interactive = sys.flags.interactive or hasattr(sys, "ps1") or "PYTHONINSPECT" in os.environ
    if not interactive:
        raise SystemExit(EXIT_STATUS)


def install_hook() -> None:
    """Take over uncaught exceptions, unless somebody else did."""
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = morse_excepthook


def remove_hook() -> None:
    """Give uncaught exceptions back to Python."""
    if sys.excepthook is morse_excepthook:
        sys.excepthook = sys.__excepthook__
