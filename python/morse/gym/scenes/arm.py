"""A KUKA LWR on a robot that stands still, with a pose sensor on its hand."""

from morse.builder import *

robot = ATRV()
robot.set_physics_type("STATIC")

arm = KukaLWR()
arm.translate(0.0, 0.0, 0.9)
robot.append(arm)

joints = ArmaturePose()
arm.append(joints)

# The arm is mounted stretched up: its end is as high as it is long.
hand = Pose()
hand.translate(0.0, 0.0, 1.3105)
arm.append(hand)

env = Environment("empty", fastmode=True)
