"""A modifier written in Python: a pose sensor with drop-outs, followed by built-in noise."""

import os
import sys

from morse.builder import ATRV, Environment, MotionVW, Pose

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

robot = ATRV()
pose = Pose()
robot.append(pose)
pose.alter("own_parts.modifiers.Dropout", probability=0.05)
pose.alter("Noise", pos_std=0.02, rot_std=0)
motion = MotionVW()
robot.append(motion)
robot.add_default_interface("socket")

env = Environment("empty", fastmode=True)
