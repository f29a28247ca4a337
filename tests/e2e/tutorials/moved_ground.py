"""A larger floor, farther down: an object of the environment, changed by the script."""

from morse.builder import *

foo = Morsy()
foo.set_color((1.0, 0.0, 0.0))
foo.translate(x=100.0)
pose = Pose()
pose.add_stream("socket")
foo.append(pose)

env = Environment("empty")
ground = bpymorse.get_object("Ground")
ground.scale = [500, 500, 0.0652]
ground.location[2] = -3.0653
env.set_camera_speed(10)
env.set_camera_clip(clip_start=0.1, clip_end=1000)
