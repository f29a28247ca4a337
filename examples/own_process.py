"""A slow filter of camera images in a separate process: the simulation does not wait for it."""

import os
import sys

from morse.builder import ATRV, Cube, Environment, Pose, VideoCamera

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

robot = ATRV()
camera = VideoCamera()
camera.translate(x=0.6, z=1.0)
camera.properties(cam_width=64, cam_height=48)
camera.frequency(5)
camera.alter("own_parts.modifiers.Contrast")
robot.append(camera)
pose = Pose()
robot.append(pose)
robot.add_default_interface("socket")
box = Cube("box")
box.translate(x=4.0)

env = Environment("empty")
# Images arrive 0.15 s after their capture, with the time stamp of the capture.
env.host(camera, process="vision", lag=0.15)
