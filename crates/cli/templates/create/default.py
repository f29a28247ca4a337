#! /usr/bin/env morseexec

"""The scene of @env@: run it with `morse run @env@`."""

from morse.builder import *

# Morsy, a small robot for first steps. `morse catalogue` lists all robots, sensors and actuators.
robot = Morsy()

# Where it starts, and how it is turned.
robot.translate(1.0, 0.0, 0.0)
robot.rotate(0.0, 0.0, 3.5)

# It moves at a forward speed and a turn rate.
motion = MotionVW()
robot.append(motion)

# The arrow keys of the terminal that runs the scene move it too.
keyboard = Keyboard()
robot.append(keyboard)

# It knows where it is.
pose = Pose()
robot.append(pose)

# Everything on the robot speaks and listens over sockets: see scripts/@env@_client.py.
robot.add_default_interface('socket')

env = Environment('sandbox', fastmode = False)
env.set_camera_location([-18.0, -6.7, 10.8])
env.set_camera_rotation([1.09, 0, -1.14])
