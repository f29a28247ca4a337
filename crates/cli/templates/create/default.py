#! /usr/bin/env morseexec

"""The scene of @env@: run it with `morse run @env@`."""

from morse.builder import *

# Morsy, a small robot for first steps. `morse catalog` lists all robots, sensors and actuators.
robot = Morsy()

# Its initial position and rotation.
robot.translate(1.0, 0.0, 0.0)
robot.rotate(0.0, 0.0, 3.5)

# It moves at a forward speed and a turn rate.
motion = MotionVW()
robot.append(motion)

# The arrow keys of the terminal that runs the scene also move it.
keyboard = Keyboard()
robot.append(keyboard)

# It measures its pose.
pose = Pose()
robot.append(pose)

# All components of the robot communicate over sockets: see scripts/@env@_client.py.
robot.add_default_interface('socket')

env = Environment('sandbox', fastmode = False)
env.set_camera_location([-18.0, -6.7, 10.8])
env.set_camera_rotation([1.09, 0, -1.14])
