"""A robot drives into a second one; a collision sensor in its bumper reports the contact."""

from morse.builder import *

dala = ATRV()
dala.properties(obstacle=1)

robot = ATRV()
robot.translate(x=-2.0)

keyboard = Keyboard()
keyboard.properties(Speed=3.0)
robot.append(keyboard)

collision = Collision()
collision.translate(x=0.7, z=0.2)
# No property of the sensor: the one that picks what counts is called only_objects_with_property.
collision.properties(collision_property="obstacle")
collision.add_stream("socket")
robot.append(collision)

pose = Pose()
pose.add_stream("socket")
robot.append(pose)

env = Environment("outdoors")
