"""Builder classes of robots with a single body."""

from __future__ import annotations

from collections.abc import Sequence

from morse.builder.catalog.builder_classes import define_builders
from morse.builder.morsebuilder import GroundRobot, Robot, WheeledRobot  # noqa: F401  (bases of the generated classes)
from morse.builder.script import arguments


class Morsy(GroundRobot):
    def __init__(self, name: str | None = None) -> None:
        GroundRobot.__init__(self, "morsy", name)

    def set_color(self, color: Sequence[float] = (0.0, 0.0, 0.8)) -> None:  # type: ignore[override]
        """Set the color of the body: red, green, blue, as one sequence; 0 to 1."""
        GroundRobot.set_color(self, *arguments.numbers("set_color", "color", color, 3))


define_builders("robots.morserobots", globals())
