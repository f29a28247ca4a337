"""A scene with user-defined components in Python, and the test case that runs it."""

import tempfile
from pathlib import Path

from harness import TestCase, command

OWN_SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

class Own(SensorCreator):
    _classpath = "own.parts.Own"

class Mover(ActuatorCreator):
    _classpath = "own.parts.Mover"

robot = FakeRobot()
robot.translate(x=1.0)
own = Own()
own.translate(z=0.5)
robot.append(own)
mover = Mover()
robot.append(mover)
pose = Pose()
robot.append(pose)
robot.add_default_interface('socket')
box = Cube("box")
box.translate(x=6.0)
box.properties(route=[1, (2, 3.5)], about={'owner': None, 'tags': ['a']})
atrv = ATRV()
atrv.translate(x=8.0)
dock = Zone('Charging')
dock.size = [2.0, 2.0, 2.0]
env = Environment('empty', fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
'''

OWN_SENSOR = '''
from morse.core.sensor import Sensor
from morse.core.services import service
from morse.core.exceptions import MorseRPCInvokationError
from morse.helpers.components import add_data, add_property

class Own(Sensor):
    """Reads x."""
    add_data('x', 0.0, 'float', 'where it is')
    add_data('ticks', 0, 'int', 'how often it read')
    add_property('_gain', 2.0, 'Gain', 'float', 'a factor')

    def default_action(self):
        self.local_data['x'] = self._gain * self.position_3d.x
        self.local_data['ticks'] += 1
'''

OWN_ACTUATOR = '''
from morse.core.actuator import Actuator
from morse.helpers.components import add_data

class Mover(Actuator):
    """Drives."""
    add_data('v', 0.0, 'float', 'forward speed')

    def default_action(self):
        self.robot_parent.apply_speed('Position', [self.local_data['v'] / self.frequency, 0, 0], [0, 0, 0])
'''


MORE = '''
from morse.core import mathutils
from morse.core.actuator import Actuator
from morse.core.robot import Robot
from morse.core.sensor import Sensor
from morse.helpers.components import add_data, add_level

class Bot(Robot):
    def default_action(self):
        turn = mathutils.Euler((0.0, 0.0, 0.5)).to_matrix()
        self.force_pose([1.0 + self.gettime(), 2.0, 3.0], turn if self.gettime() < 0.5 else None)

class Sees(Sensor):
    add_level("raw", None, default=True)
    add_level("other", "own.parts.Other")

class Other(Sees):
    add_data("level", "", "str", level="other")
    add_data("z", 1, "int", level=["other"])
    add_data("not_here", 1, "int", level="raw")

    def default_action(self):
        self.local_data["level"] = self.level

class Push(Actuator):
    def default_action(self):
        robot = self.robot_parent.bge_object
        robot.applyForce([5.0, 0.0, 0.0], True)
        robot.localLinearVelocity.x = 0.5
'''

MORE_SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

class Bot(GroundRobot):
    def __init__(self, name=None):
        GroundRobot.__init__(self, '', name)
        self.properties(classpath='own.parts.Bot')

class Sees(SensorCreator):
    _classpath = "own.parts.Sees"

class Push(ActuatorCreator):
    _classpath = "own.parts.Push"

bot = Bot()
other = Sees()
other.level("other")
bot.append(other)
pose = Pose()
bot.append(pose)
atrv = ATRV()
atrv.translate(x=-3.0)
push = Push()
atrv.append(push)
place = Pose()
atrv.append(place)
env = Environment('empty', fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
'''


class OwnSceneCase(TestCase):
    """A test of the scene, in a temporary folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = {"PYTHONPATH": str(self.folder / "src")}
        self.write(OWN_SENSOR + OWN_ACTUATOR)

    def write(self, text):
        package = self.folder / "src" / "own"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").touch()
        (package / "parts.py").write_text(text)

    def start(self, *options):
        return self.run_scene(OWN_SCENE, *options, environment=self.environment)

    def checked(self, *words):
        scene = self.folder / "scene.py"
        scene.write_text(OWN_SCENE)
        return command("check", *words, scene, environment=self.environment)
