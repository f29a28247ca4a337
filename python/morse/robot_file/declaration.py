"""A declaration of a robot file: a sensor, a plugin, or a set of controllers or actuators."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field


class RobotFileError(Exception):
    """A robot file that cannot be read."""


@dataclass
class Declaration:
    """A sensor, a plugin or a set of controllers of a file."""

    #: Element: ``sensor``, ``plugin``, ``ros2_control``, ``transmission`` or ``actuator``.
    element: str
    #: Its type: that of a sensor, or the name of the system or the library of a plugin.
    type: str
    name: str
    #: The link that carries it.
    link: str | None
    #: Position and XYZ Euler angles in the link. [m, rad]
    pose: tuple[float, ...]
    xml: ElementTree.Element = field(repr=False)
    #: The joint of a sensor of a joint, or the one that moves the body of a site.
    joint: str = ""
    #: The body of a site.
    body: str | None = None

    def text(self, *path: str, default: str = "") -> str:
        """The text of the first child at one of these paths."""
        for one in path:
            found = self.xml.find(one)
            if found is not None and found.text and found.text.strip():
                return found.text.strip()
        return default

    def number(self, *path: str, default: float) -> float:
        """The number at the first of these paths that has one.

        Raises RobotFileError for a text that is not a finite number.
        """
        text = self.text(*path)
        if not text:
            return default
        return number_of(text, f"<{path[0]}> of {self.name}")

    def texts(self, *names: str) -> list[str]:
        """The texts of all children of these names."""
        found = [child.text for name in names for child in self.xml.findall(name)]
        return [text.strip() for text in found if text and text.strip()]


def number_of(text: str, where: str) -> float:
    """The number of a text, which is at ``where`` in the file.

    Raises RobotFileError for a text that is not a finite number.
    """
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if number != number or number in (float("inf"), float("-inf")):
        raise RobotFileError(f"{where} must be a number and is {text!r}")
    return number


__all__ = ["Declaration", "RobotFileError", "number_of"]
