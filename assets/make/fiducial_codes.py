#!/usr/bin/env python3
"""Writes the codes of fiducial markers, from the dictionaries of OpenCV (Apache License 2.0).

Needs the package opencv-python-headless. The codes of ArUco are those of OpenCV's module ``aruco``. Those of AprilTag
(BSD 2-Clause) are in the same module, turned by half a turn: here a marker stands as the AprilTag library draws it.
"""

from __future__ import annotations

from pathlib import Path

import cv2

CODES = Path(__file__).parents[2] / "crates" / "assets" / "src" / "fiducials" / "codes.txt"
#: The name in the file, the dictionary of OpenCV, and whether it is turned.
FAMILIES = [
    ("tag16h5", "DICT_APRILTAG_16h5", True),
    ("tag25h9", "DICT_APRILTAG_25h9", True),
    ("tag36h11", "DICT_APRILTAG_36h11", True),
    ("DICT_4X4", "DICT_4X4_1000", False),
    ("DICT_5X5", "DICT_5X5_1000", False),
    ("DICT_6X6", "DICT_6X6_1000", False),
    ("DICT_7X7", "DICT_7X7_1000", False),
    ("DICT_ARUCO_ORIGINAL", "DICT_ARUCO_ORIGINAL", False),
    ("DICT_ARUCO_MIP_36h12", "DICT_ARUCO_MIP_36h12", False),
]


def codes_of(name: str, is_turned: bool) -> tuple[int, list[int]]:
    """The cells along a side, and the code of each marker: its cells row by row, white is 1, the first one is the highest."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    side: int = dictionary.markerSize
    codes = []
    for number in range(len(dictionary.bytesList)):
        cells = cv2.aruco.Dictionary.getBitsFromByteList(dictionary.bytesList[number : number + 1], side).flatten()
        ordered = reversed(cells) if is_turned else cells
        codes.append(int("".join(str(int(cell)) for cell in ordered), 2))
    return side, codes


def main() -> None:
    """Writes the file."""
    lines = []
    for family, name, is_turned in FAMILIES:
        side, codes = codes_of(name, is_turned)
        lines.append(f"{family} {side} {' '.join(f'{code:x}' for code in codes)}\n")
    CODES.parent.mkdir(exist_ok=True)
    CODES.write_text("".join(lines))


if __name__ == "__main__":
    main()
