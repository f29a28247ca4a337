"""Finds the command ``morse``."""

import os
import shutil
import sys

#: Names the program.
PROGRAM_VARIABLE = "MORSE_BIN"


class CommandNotFound(RuntimeError):
    """There is no command ``morse``."""


def morse_program() -> str:
    """The program that MORSE_BIN names, else that of this Python's environment, else the ``morse`` of PATH."""
    named = os.environ.get(PROGRAM_VARIABLE)
    beside = os.path.join(os.path.dirname(sys.executable), "morse") if sys.executable else None
    found = shutil.which(named) if named else (shutil.which(beside) if beside else None) or shutil.which("morse")
    if found is None:
        raise CommandNotFound(
            f"{PROGRAM_VARIABLE}={named} is no program" if named
            else f"there is no command `morse`: pip install morse-simulator, or set {PROGRAM_VARIABLE} to its path"
        )
    return found
