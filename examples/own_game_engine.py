"""Components that use logic bricks, keys and the bones of an armature. Press W and S at the terminal to drive."""

import os
import sys

from morse.builder import ArmaturePose, Cube, Environment, FakeRobot, KukaLWR
from morse.builder.creator import ActuatorCreator, SensorCreator

sys.path.append(os.path.dirname(os.path.abspath(__file__)))


class Lookout(SensorCreator):
    _classpath = "own_parts.game_engine.Lookout"


class KeyDriver(ActuatorCreator):
    _classpath = "own_parts.game_engine.KeyDriver"


robot = FakeRobot()
arm = KukaLWR()
arm.translate(z=0.5)
arm.properties(classpath="own_parts.game_engine.Waver")
robot.append(arm)
posture = ArmaturePose()
arm.append(posture)
lookout = Lookout()
robot.append(lookout)
driver = KeyDriver()
driver.properties(reads_keys=True)
robot.append(driver)
robot.add_default_interface("socket")

for number, (x, y) in enumerate([(4.0, 0.0), (6.0, 1.0), (-3.0, 0.0)]):
    box = Cube("box%d" % number)
    box.translate(x=x, y=y)
    box.scale = (0.3, 0.3, 0.3)
    box.set_physics_type("STATIC")
    box.properties(Object=True)

env = Environment("empty")
