"""Finds the command ``morse`` that tests run."""

import os
import shutil

from morse.testing.exceptions import MorseTestingError

#: Names the program; otherwise it is ``bin/morse`` of MORSE_ROOT, or the ``morse`` of PATH.
PROGRAM_VARIABLE = "MORSE_BIN"

#: More options for ``morse run``, as in a shell.
OPTIONS_VARIABLE = "MORSE_TEST_OPTIONS"


def morse_program() -> str:
    """The path of the program. Raises MorseTestingError when there is none."""
    named = os.environ.get(PROGRAM_VARIABLE)
    if named:
        found = shutil.which(named)
        if found is None:
            raise MorseTestingError(f"{PROGRAM_VARIABLE}={named} is no program")
        return found
    root = os.environ.get("MORSE_ROOT")
    found = (shutil.which(os.path.join(root, "bin", "morse")) if root else None) or shutil.which("morse")
    if found is None:
        raise MorseTestingError(f"there is no `morse` on PATH: put it there, or set {PROGRAM_VARIABLE} to its path")
    return found
