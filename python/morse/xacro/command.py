"""Expands a xacro file for the command ``morse``.

The words are FILE and the arguments as a JSON object. A JSON object goes to standard output: ``file``, or ``problem``.
"""

from __future__ import annotations

import json
import os
import sys

from morse.xacro.expansion import XacroError, expanded

#: Environment variable with the folders in which the simulator finds models.
SEARCH_PATH = "MORSE_SEARCH_PATH"


def _resources() -> list[str]:
    return [folder for folder in os.environ.get(SEARCH_PATH, "").split(os.pathsep) if folder]


def main(words: list[str]) -> int:
    """Expand the file of the command line and print the path of the URDF file, or the problem."""
    try:
        result = {"file": expanded(words[0], json.loads(words[1]), _resources())}
    except XacroError as problem:
        result = {"problem": str(problem)}
    except KeyboardInterrupt:
        return 130
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
