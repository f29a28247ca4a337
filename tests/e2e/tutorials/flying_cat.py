"""A quadrotor flies behind the mouse."""

from math import pi, radians

from morse.builder import *

cat = Quadrotor()
cat.translate(x=-7.0, z=1.0)
cat.rotate(z=pi / 3)
waypoint = RotorcraftWaypoint()
cat.append(waypoint)
semanticC = SemanticCamera()
semanticC.translate(x=0.3, z=-0.05)
semanticC.rotate(x=0.2)
cat.append(semanticC)
catPose = Pose()
cat.append(catPose)
for part in (waypoint, catPose):
    part.add_stream("socket")

mouse = ATRV()
mouse.properties(Object=True, Graspable=False, Label="MOUSE")
mouse.translate(x=-4.0, y=6.5, z=0.1)
mouse.rotate(z=radians(126))
keyb = Keyboard()
mouse.append(keyb)
mousePose = Pose()
mouse.append(mousePose)
mousePose.add_stream("socket")

env = Environment("outdoors")
env.select_display_camera(semanticC)
env.set_camera_clip(clip_end=1000)
