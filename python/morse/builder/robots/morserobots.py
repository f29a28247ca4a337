"""Builder classes of robots with a single body."""

from typing import Optional, Sequence

from morse.builder import arguments
from morse.builder.factory import define_builders
from morse.builder.morsebuilder import GroundRobot, Robot, WheeledRobot  # noqa: F401  (bases of the generated classes)


class Morsy(GroundRobot):
    def __init__(self, name: Optional[str] = None) -> None:
        GroundRobot.__init__(self, "morsy", name)

    def set_color(self, color: Sequence[float] = (0.0, 0.0, 0.8)) -> None:  # type: ignore[override]
        """Colour of the body: one triple of numbers, 0 to 1."""
        GroundRobot.set_color(self, *arguments.numbers("set_color", "color", color, 3))


define_builders("robots.morserobots", globals())
