"""Robots that are built by a function and named after its variables."""

from morse.builder import *


def equipped(x):
    robot = ATRV()
    robot.translate(x=x)
    motion = MotionVW()
    robot.append(motion)
    gyroscope = Gyroscope()
    robot.append(gyroscope)
    robot.add_default_interface("socket")
    return robot


atrv1 = equipped(-6.0)
atrv2 = equipped(-4.0)
atrv3 = equipped(-2.0)

env = Environment("indoors-1/indoor-1")
env.show_framerate(True)
del env
