"""A noisy pose, and a ghost that shows where the robot would be if the pose were right."""

from morse.builder import *

robot = ATRV()
robot.translate(x=-6.0)

keyboard = Keyboard()
robot.append(keyboard)

pose = Pose()
pose.alter("Noise", pos_std=0.5, rot_std=0, _2D="True")
pose.add_stream("socket")
robot.append(pose)

ghost = ATRV()
ghost.make_ghost()
teleport = Teleport()
ghost.append(teleport)
ghost.add_default_interface("socket")

env = Environment("land-1/trees")
env.set_camera_clip(clip_end=1000)
env.create()
