"""One robot drives into another, and a sensor in its bumper tells."""

from morse.builder import *

dala = ATRV()
dala.properties(obstacle=1)

robot = ATRV()
robot.translate(x=-2.0)

motion = MotionVW()
robot.append(motion)
motion.add_stream("socket")

collision = Collision()
collision.translate(x=0.7, z=0.2)
collision.properties(only_objects_with_property="obstacle")
collision.add_stream("socket")
robot.append(collision)

env = Environment("outdoors")
