"""An overlay written in Python: a pan-tilt unit in degrees, with a different name."""

import os
import sys

from morse.builder import ATRV, PTU, Environment

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

robot = ATRV()
ptu = PTU()
robot.append(ptu)
ptu.add_service("socket")
ptu.add_overlay("socket", "own_parts.overlays.Neck", limit=45.0)

env = Environment("empty", fastmode=True)
