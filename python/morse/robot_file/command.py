"""Prints what a robot file declares, for ``morse inspect``.

The word is FILE. A JSON object goes to standard output: ``declared``, a list, or ``problem``.
"""

from __future__ import annotations

import json
import sys

from morse.robot_file.declarations import RobotFileError, declarations
from morse.robot_file.mapping import mapped


def main(words: list[str]) -> int:
    """Print the components that the file of the command line declares, or the problem."""
    try:
        results = mapped(declarations(words[0]))
    except RobotFileError as problem:
        print(json.dumps({"problem": str(problem)}))
        return 0
    rows = [
        {
            "element": one.declaration.element,
            "type": one.declaration.type,
            "name": one.declaration.name,
            "link": one.declaration.link,
            "components": [
                {"builder": made.builder, "name": made.name, "level": made.level, "properties": made.properties}
                for made in one.components
            ],
            "reason": one.reason,
        }
        for one in results
    ]
    print(json.dumps({"declared": rows}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
