"""Finds the command ``morse``."""

import os
import shutil
import sys

#: Environment variable with the program.
PROGRAM_VARIABLE = "MORSE_BIN"


class CommandNotFound(RuntimeError):
    """The command ``morse`` was not found."""


def morse_program() -> str:
    """The program of MORSE_BIN, or of this Python environment, or ``morse`` on PATH. Raises CommandNotFound."""
    named = os.environ.get(PROGRAM_VARIABLE)
    beside = os.path.join(os.path.dirname(sys.executable), "morse") if sys.executable else None
    found = shutil.which(named) if named else (shutil.which(beside) if beside else None) or shutil.which("morse")
    if found is None:
        raise CommandNotFound(
            f"{PROGRAM_VARIABLE}={named} is not a program" if named
            else f"there is no command `morse`: pip install . in a clone, or set {PROGRAM_VARIABLE} to its path"
        )
    return found
