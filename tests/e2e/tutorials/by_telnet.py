"""Services that a user calls with telnet, and one stream."""

from morse.builder import *

atrv = ATRV()

motion = MotionVW()
motion.translate(z=0.3)
atrv.append(motion)

pose = Pose()
pose.translate(z=0.83)
atrv.append(pose)

motion.add_service("socket")
pose.add_service("socket")
pose.add_stream("socket")

env = Environment("indoors-1/indoor-1")
env.set_camera_location([5, -5, 6])
env.set_camera_rotation([1.047, 0, 0.7854])
