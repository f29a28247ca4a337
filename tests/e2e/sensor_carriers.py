"""Parts of scenes that carry a sensor of each class, and objects for the sensors to detect."""

#: The parent component of sensors of these classes. Sensors of all other classes are mounted on `robot`.
CARRIED_BY = {
    "ArmaturePose": "robot.arm",
    "PTUPosture": "robot.ptu",
    "HumanPosture": "human",
    "ContactSensor": "small_arm",
    "ForceTorqueSensor": "small_arm",
    "JointPositions": "small_arm",
    "WheelOdometry": "small_rover",
}
CARRIERS = """
from morse.builder import *

robot = ATRV()
arm = KukaLWR('arm')
arm.translate(z=2.0)
robot.append(arm)
ptu = PTU('ptu')
ptu.translate(z=3.0)
robot.append(ptu)
human = Human()
human.translate(x=-5.0)
small_arm = Robot('small_arm', name='small_arm')
small_arm.translate(x=-5.0, y=5.0)
small_rover = Robot('small_rover', name='small_rover')
small_rover.translate(x=-5.0, y=8.0)
"""
SURROUNDINGS = """
box = Cube('box')
box.translate(6.0, 1.0, 1.0)
box.properties(Object=True, Label='BOX')
env = Environment('empty')
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
"""
