"""A KUKA LWR on a static robot, with a pose sensor on its hand."""

from morse.builder import ATRV, ArmaturePose, Environment, KukaLWR, Pose

robot = ATRV()
robot.set_physics_type("STATIC")

arm = KukaLWR()
arm.translate(0.0, 0.0, 0.9)
robot.append(arm)

joints = ArmaturePose()
arm.append(joints)

# In its zero configuration the arm points up and is 1.3105 m long.
hand = Pose()
hand.translate(0.0, 0.0, 1.3105)
arm.append(hand)

env = Environment("empty", fastmode=True)
