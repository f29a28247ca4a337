"""Finds the command ``morse`` for tests."""

import os
import shutil

from morse.testing.exceptions import MorseTestingError

#: Environment variable with the program. The defaults are ``bin/morse`` in MORSE_ROOT, and ``morse`` on PATH.
PROGRAM_VARIABLE = "MORSE_BIN"

#: Environment variable with further options of ``morse run``, in the syntax of a shell.
OPTIONS_VARIABLE = "MORSE_TEST_OPTIONS"


def morse_program() -> str:
    """Path of the program. Raises MorseTestingError when it does not exist."""
    named = os.environ.get(PROGRAM_VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise MorseTestingError(f"{PROGRAM_VARIABLE}={named} is not a program")
        return found
    root = os.environ.get("MORSE_ROOT")
    found = (shutil.which(os.path.join(root, "bin", "morse")) if root else None) or shutil.which("morse")
    if found is None:
        raise MorseTestingError(f"there is no `morse` on PATH: put it there, or set {PROGRAM_VARIABLE} to its path")
    return found
