"""Writes the elements and attributes of MuJoCo's schema, for the test that each is read, without effect, or named.

    pip install mujoco
    python3 benches/mjcf_schema.py
"""

from __future__ import annotations

import re
from pathlib import Path

import mujoco

FILE = Path(__file__).parent.parent / "crates/assets/src/formats/mjcf/tests/schema.txt"
#: Columns that a level of elements is indented by.
INDENT = 3


def elements() -> list[tuple[str, list[str]]]:
    """The path of each element, with its attributes."""
    found: list[tuple[str, list[str]]] = []
    path: list[str] = []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        element = re.match(r"^( *)(\S+) \(.\)(.*)$", line)
        if element:
            path = [*path[: len(element[1]) // INDENT], element[2]]
            found.append(("/".join(path), element[3].split()))
        elif line.strip():
            found[-1][1].extend(line.split())
    return found


def main() -> None:
    """Writes the file."""
    lines = [f"{path}: {' '.join(attributes)}".rstrip() for path, attributes in elements()]
    header = f"# MuJoCo {mujoco.__version__}, written by benches/mjcf_schema.py."
    FILE.write_text("\n".join([header, *lines]) + "\n")


if __name__ == "__main__":
    main()
