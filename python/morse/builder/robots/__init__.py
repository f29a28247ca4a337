"""Builder classes of the robots."""

from morse.builder.robots import human, modern, morserobots, pr2
from morse.builder.robots.human import *  # noqa: F403
from morse.builder.robots.modern import *  # noqa: F403
from morse.builder.robots.morserobots import *  # noqa: F403
from morse.builder.robots.pr2 import *  # noqa: F403

__all__ = ["human", "modern", "morserobots", "pr2"]
__all__ += morserobots.__all__
__all__ += human.__all__
__all__ += modern.__all__
__all__ += pr2.__all__
