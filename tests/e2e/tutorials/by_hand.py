"""Robots that a user drives at the machine itself, with a camera on one of them."""

from morse.builder import *

r = ATRV()
v = VideoCamera()
v.translate(z=1.0)
v.properties(cam_width=800, cam_height=600)
r.append(v)
v.add_stream("socket")
k = Keyboard()
r.append(k)

robot = ATRV()
robot.translate(y=3.0)
joystick = Joystick()
joystick.properties(Speed=3.0)
robot.append(joystick)

env = Environment("outdoors")
