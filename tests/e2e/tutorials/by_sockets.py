"""A robot that is driven and watched through plain sockets: the streams have the ports of their names in order."""

from morse.builder import *

atrv = ATRV()

motion = MotionVW()
atrv.append(motion)

pose = Pose()
pose.translate(z=0.75)
atrv.append(pose)

for component in (pose, motion):
    component.add_service("socket")
    component.add_stream("socket")

env = Environment("indoors-1/indoor-1")
env.set_camera_location([5, -5, 6])
env.set_camera_rotation([1.047, 0, 0.7854])
