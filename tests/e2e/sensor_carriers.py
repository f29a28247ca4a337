"""What carries a sensor of each class, and what the sensors find: parts of scenes."""

#: The component below which a sensor of a class is; `robot` for the others.
CARRIED_BY = {"ArmaturePose": "robot.arm", "PTUPosture": "robot.ptu", "HumanPosture": "human"}
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
"""
SURROUNDINGS = """
box = Cube('box')
box.translate(6.0, 1.0, 1.0)
box.properties(Object=True, Label='BOX')
env = Environment('empty')
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
"""
