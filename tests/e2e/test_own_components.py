"""Robots, sensors and actuators that users write in Python, run as a user runs them."""

import json
import math
import os
import signal
import tempfile
from pathlib import Path

from harness import TIMEOUT_S, Connection, TestCase, command, original_pymorse

# Those that `morse add` of the original copies, from Debian's package.
TEMPLATES = Path("/usr/share/morse/data/templates")

# A robot with two eyes that hang on it.
MODEL = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [
        {"name": "ranger", "children": [1, 2]},
        {"name": "left_eye", "translation": [0.3, 0.4, -0.1]},
        {"name": "right_eye", "translation": [0.3, 0.4, 0.1]},
    ],
}

EYES = '''
import logging; logger = logging.getLogger("morse." + __name__)
from morse.core.actuator import Actuator
from morse.helpers.components import add_data
from morse.core import mathutils

class Eyes(Actuator):
    _name = "Eyes"
    _short_desc = "Turns the eyes"

    add_data('left', 0.1, 'float', 'Left eye [rad]')
    add_data('right', -0.1, 'float', 'Right eye [rad]')

    def __init__(self, obj, parent=None):
        logger.info("%s initialization" % obj.name)
        Actuator.__init__(self, obj, parent)
        self.left_eye = parent.bge_object.children["left_eye"]
        self.right_eye = parent.bge_object.children["right_eye"]

    def default_action(self):
        left = mathutils.Euler([self.local_data['left'], 0.0, 0.0])
        self.left_eye.orientation = left.to_matrix()
        right = mathutils.Euler([self.local_data['right'], 0.0, 0.0])
        self.right_eye.orientation = right.to_matrix()
'''

SCENE = '''
from morse.builder import *
from ranger_sim.builder.robots import Ranger

robot = Ranger()
robot.translate(1.0, 0.0, 0.0)
robot.add_default_interface('socket')

env = Environment('sandbox', fastmode = False)
'''

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


class OwnComponents(TestCase):
    """A folder with a package `own`, whose components the test writes."""

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

    def test_a_sensor_reads_and_an_actuator_acts(self):
        simulator = self.start()
        morse = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(morse.close)
        self.assertEqual(morse.robot.own.get()["x"], 2.0)
        morse.robot.mover.publish({"v": 1.0})
        while True:
            reading = morse.robot.own.get()
            if reading["x"] > 3.0:
                break
        # It drove half a metre at 1 m/s, in steps of a sixtieth.
        self.assertAlmostEqual((reading["x"] - 2.0) / 2.0 * 60.0, round((reading["x"] - 2.0) / 2.0 * 60.0), 6)
        self.assertEqual(set(reading), {"timestamp", "x", "ticks"})
        self.assertIsInstance(reading["ticks"], int)

    def test_components_are_found_where_the_script_says(self):
        says = f"import sys\nsys.path.append({str(self.folder / 'src')!r})\n"
        simulator = self.run_scene(says + OWN_SCENE)
        with simulator.connect() as client:
            self.assertIn("SUCCESS", client.ask("a robot.own get_local_data"))

    def test_services_of_its_own_and_those_that_all_have(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace(
                "    def default_action",
                """
    @service
    def twice(self, number, plus=0):
        if number < 0:
            raise MorseRPCInvokationError("no negative numbers")
        return 2 * number + plus

    @service(name="other_name")
    def broken(self):
        return {}["nothing"]

    def default_action""",
            )
        )
        simulator = self.start()
        with simulator.connect() as client:
            self.assertEqual(client.ask("a robot.own twice [4]"), "a SUCCESS 8")
            self.assertEqual(client.ask("b robot.own twice [4, 1]"), "b SUCCESS 9")
            self.assertEqual(client.ask("c robot.own twice [-1]"), 'c FAILED "no negative numbers"')
            self.assertIn("FAILED", client.ask("d robot.own twice []"))
            self.assertIn("KeyError", client.ask("e robot.own other_name"))
            simulator.wait_for("KeyError")
            self.assertIn("FAILED", client.ask("f robot.own broken"))
            self.assertEqual(
                client.ask("g robot.own get_properties"),
                'g SUCCESS {"properties": {"Gain": [2.0, "float", "a factor", "_gain"]}}',
            )
            self.assertEqual(client.ask('h robot.own set_property ["Gain", 10.0]'), "h SUCCESS")
            self.assertIn("does not exist", client.ask('i robot.own set_property ["Gian", 10.0]'))
            answer = json.loads(client.ask("j robot.own get_configurations").split(" ", 2)[2])["configurations"]
            self.assertEqual(answer["Gain"], 10.0)
            self.assertEqual(answer["object_to_robot"]["translation"], [0.0, 0.0, 0.5])
            x = 0.0
            while x != 10.0:
                x = json.loads(client.ask("k robot.own get_local_data").split(" ", 2)[2])["x"]

    def test_asynchronous_services_end_give_way_and_are_refused(self):
        self.write(
            OWN_SENSOR
            + '''
from morse.core import status
from morse.core.actuator import Actuator
from morse.core.services import async_service, interruptible, noninterruptible

class Mover(Actuator):
    def __init__(self, obj, parent=None):
        Actuator.__init__(self, obj, parent)
        self.left = None

    @interruptible
    @async_service
    def count(self, ticks):
        self.left = ticks

    @noninterruptible
    @async_service
    def insist(self, ticks):
        self.left = ticks

    @async_service
    def at_once(self):
        self.completed(status.SUCCESS, "done")

    @async_service
    def fail(self):
        self.completed(status.FAILED, "out of reach")

    def interrupt(self):
        self.left = None
        self.completed(status.PREEMPTED, "gave way")

    def default_action(self):
        if self.left is not None:
            self.left -= 1
            self.toggle_active()
            self._active = True
            if self.left < 0:
                self.left = None
                self.completed(status.SUCCESS, {"at": self.robot_parent.gettime()})
'''
        )
        simulator = self.start()
        with simulator.connect() as client:
            self.assertIn('a SUCCESS {"at": ', client.ask("a robot.mover count [2]"))
            self.assertEqual(client.ask("b robot.mover at_once"), 'b SUCCESS "done"')
            self.assertEqual(client.ask("c robot.mover fail"), 'c FAILED "out of reach"')
            client.send("d robot.mover count [100000]\ne robot.mover count [2]\n")
            answers = sorted([client.line(), client.line()])
            self.assertEqual(answers[0], 'd PREEMPTED "gave way"')
            self.assertIn("e SUCCESS", answers[1])
            client.send("f robot.mover count [100000]\nf cancel\n")
            self.assertEqual(client.line(), 'f PREEMPTED "gave way"')
            client.send("g robot.mover insist [30]\nh robot.mover count [2]\n")
            self.assertIn("h FAILED", client.line())
            self.assertIn("g SUCCESS", client.line())

    def test_what_an_object_of_the_scene_can(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace(
                "    def default_action",
                """
    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
        from morse.core import blenderapi
        add = self.local_data.__setitem__
        add('box', blenderapi.scene().objects['box'].worldPosition)
        hit, point, normal = obj.rayCast([10.0, 0.0, 0.5])
        add('hit', [hit.name.split('.')[0], point[0] < 8.0, normal[0] < 0.0])
        add('nothing', obj.rayCast([1.0, 10.0, 0.5]))
        add('to_robot', self.relative_position)
        add('parent', obj.parent.name)
        add('zones', self.in_zones(type='Charging'))
        add('robots', [robot.name() for robot in blenderapi.persistantstorage().robotDict.values()])
        add('pose', blenderapi.persistantstorage().componentDict['robot.pose'].local_data)
        add('there', 'box' in blenderapi.scene().objects)
        try:
            obj.sensors
        except AttributeError as problem:
            add('gone', str(problem))
        try:
            blenderapi.texture()
        except AttributeError as problem:
            add('gone_too', str(problem))

    def default_action""",
            )
        )
        simulator = self.start()
        with simulator.connect() as client:
            data = json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])
        self.assertEqual(data["box"], [6.0, 0.0, 0.0])
        self.assertEqual(data["hit"], ["atrv", True, True])
        self.assertEqual(data["nothing"], [None, None, None])
        self.assertEqual(data["to_robot"], [0.5, [0.0, 0.0, -1.0], [0.0, 0.0, -1.0]])
        self.assertEqual(data["parent"], "robot")
        self.assertEqual(data["zones"], ["Zone"])
        self.assertEqual(data["robots"], ["atrv", "robot"])
        self.assertEqual(data["pose"]["x"], 0.0)
        self.assertIs(data["there"], True)
        self.assertIn("logic bricks", data["gone"])
        self.assertIn("texture", data["gone_too"])

    def test_a_class_that_is_not_there_is_refused_with_where_it_was_looked_for(self):
        self.write(OWN_ACTUATOR + OWN_SENSOR.replace("class Own", "class Owl"))
        code, _, told = self.checked()
        self.assertEqual(code, 1)
        self.assertIn("there is no class `Own` in", told)
        self.assertIn("Owl", told)
        self.assertIn("robot.own", told)
        (self.folder / "src" / "own" / "parts.py").unlink()
        code, _, told = self.checked()
        self.assertEqual(code, 1)
        self.assertIn("there is no module `own.parts`", told)
        self.assertIn(str(self.folder / "src"), told)
        self.assertIn("scene.py", told)

    def test_mistakes_in_a_module_and_in_a_constructor_are_told_with_their_lines(self):
        for broken, told in {
            "import morse.sensors.pose\n": "own sensors are built in",
            "from own import nowhere\n": "cannot import name 'nowhere'",
            "this is no Python\n": "SyntaxError",
            OWN_ACTUATOR + "class Own:\n    pass\n": "derives from",
            OWN_ACTUATOR
            + OWN_SENSOR
            + "    def __init__(self, obj, parent=None):\n        self.left / 0\n": "AttributeError",
        }.items():
            with self.subTest(told=told):
                self.write(broken)
                code, _, log = self.checked()
                self.assertEqual(code, 1, log)
                self.assertIn(told, log)
                self.assertIn("robot.own", log)
                self.assertIn("scene.py", log)

    def test_a_component_that_fails_stops_and_the_rest_goes_on(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace(
                "self.local_data['ticks'] += 1",
                "self.local_data['ticks'] += 1\n        print('reading', self.name())\n        1 / (3 - self.local_data['ticks'])",
            )
        )
        simulator = self.start()
        simulator.wait_for("robot.own: its Python code failed")
        simulator.wait_for("ZeroDivisionError")
        simulator.wait_for("reading robot.own")
        with simulator.connect() as client:
            ticks = lambda: json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])["ticks"]
            before = client.ask("t time now")
            while client.ask("t time now") == before:
                pass
            self.assertEqual(ticks(), 3)
            self.assertEqual(client.ask('b simulation activate ["robot.own"]'), "b SUCCESS")
            while ticks() == 3:
                pass
        self.assertEqual(sum("its Python code failed" in line for line in simulator.lines), 1)

    def test_a_component_that_never_ends_is_ended(self):
        self.write(OWN_ACTUATOR + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "while True: pass"))
        simulator = self.start("--component-timeout", "0.5")
        line = simulator.wait_for("did not answer for 0.5 s")
        self.assertIn("robot.own, robot.mover", line)
        with simulator.connect() as client:
            self.assertIn("SUCCESS", client.ask("a robot.pose get_local_data"))
            self.assertIn("has ended", client.ask('b robot.own set_property ["Gain", 1.0]'))
            self.assertIn("FAILED", client.ask('c simulation activate ["robot.own"]'))

    def test_a_host_that_is_killed_takes_nothing_else_along(self):
        self.write(
            OWN_ACTUATOR + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "import os; self.local_data['ticks'] = os.getpid()")
        )
        simulator = self.start()
        with simulator.connect() as client:
            process = 0
            while not process:
                process = json.loads(client.ask("a robot.own get_local_data").split(" ", 2)[2])["ticks"]
            os.kill(process, signal.SIGKILL)
            simulator.wait_for("ended while components acted")
            self.assertIn("SUCCESS", client.ask("b robot.pose get_local_data"))

    def test_the_host_goes_with_the_simulator_whatever_it_does(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "print('in a loop')\n        while True: pass")
        )
        simulator = self.start()
        simulator.wait_for("^in a loop")
        simulator.process.kill()
        # Its output closes when the host is gone too.
        simulator._reader.join(TIMEOUT_S)
        self.assertFalse(simulator._reader.is_alive())

    def test_robots_act_levels_have_classes_and_bodies_are_pushed(self):
        self.write(MORE)
        scene = self.folder / "scene.py"
        scene.write_text(MORE_SCENE)

        def last(sensor):
            _, told, log = command("sense", scene, sensor, "--json", environment=self.environment)
            self.assertIn("[", told, log)
            return json.loads(told)[-1]

        pose = last("bot.pose")
        # The robot puts itself there at the end of a tick, and its sensor sees it in the next one.
        self.assertAlmostEqual(pose["x"], 1.0 + 59.0 / 60.0, 9)
        self.assertEqual([pose["y"], pose["z"]], [2.0, 3.0])
        self.assertAlmostEqual(pose["yaw"], 0.5, 9)
        self.assertEqual(last("bot.other"), {"timestamp": 1.0, "level": "other", "z": 1})
        # Half a metre in a second, less what the ground takes.
        self.assertAlmostEqual(last("atrv.place")["x"], -2.5, delta=0.1)

    def test_the_same_seed_gives_the_same_digest(self):
        self.write(
            OWN_ACTUATOR
            + OWN_SENSOR.replace("self.local_data['ticks'] += 1", "import random; self.local_data['ticks'] = random.randrange(10**9)")
        )
        scene = self.folder / "scene.py"
        scene.write_text(OWN_SCENE)
        run = ["run", "--fast", "--duration", "1", "--json", "--digest", "--port", "0", "--stream-port", "0"]
        digests = [
            json.loads(command(*run, "--seed", seed, scene, environment=self.environment)[1])["digest"]
            for seed in (1, 1, 2)
        ]
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0], digests[2])


class Journey(TestCase):
    """A simulation environment from its creation to the robot with eyes that turn."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = {"HOME": folder.name, "MORSE_ROOT": folder.name}

    def morse(self, *words, answer=""):
        return command(*words, environment=self.environment, answer=answer, folder=self.folder)

    def edit(self, file, old, new):
        path = self.folder / "ranger_sim" / file
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def make(self):
        """What the tutorial does before it edits anything, and the parts on the robot."""
        self.assertEqual(self.morse("create", "ranger_sim")[0], 0)
        self.assertEqual(self.morse("add", "robot", "ranger", "ranger_sim")[0], 0)
        code, asked, _ = self.morse("add", "actuator", "eyes", "ranger_sim", answer="Turns the eyes\n")
        self.assertEqual(code, 0)
        self.assertIn("Enter a short description for actuator eyes: ", asked)
        self.assertEqual(self.morse("add", "sensor", "nose", "Ranger_Sim", answer='Smells "roses"\n')[0], 0)
        (self.folder / "ranger_sim" / "default.py").write_text(SCENE)
        builder = "src/ranger_sim/builder/robots/ranger.py"
        imports = "\nfrom ranger_sim.builder.actuators import Eyes\nfrom ranger_sim.builder.sensors import Nose\n"
        self.edit(builder, "\n", imports)
        parts = "".join(f"        self.{part} = {part.title()}()\n        self.append(self.{part})\n" for part in ("eyes", "nose"))
        self.edit(builder, "        self.append(self.motion)\n", "        self.append(self.motion)\n" + parts)

    def test_what_add_writes_runs_as_it_is(self):
        self.make()
        simulator = self.run_scene("ranger_sim", environment=self.environment)
        simulator.wait_for(r"\[actuators.eyes\] robot.eyes initialization")
        morse = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(morse.close)
        reading = morse.robot.nose.get()
        self.assertEqual(reading["distance"], 1.0)
        self.assertIn(reading["color"], ["blue", "red", "green", "yellow"])
        with simulator.connect() as client:
            self.assertEqual(client.ask("a robot.nose get_current_distance"), "a SUCCESS 1.0")
            counter = int(client.ask("b robot.eyes get_counter").split()[2])
            self.assertEqual(client.ask(f"c robot.eyes async_test [{counter + 5}]"), f"c SUCCESS {counter + 6}")
            # The robot drives as one of the simulator's own.
            client.ask("d robot.motion set_speed [1.0, 0.0]")
            while json.loads(client.ask("e robot.pose get_local_data").split(" ", 2)[2])["x"] < 1.05:
                pass

    def test_the_eyes_turn(self):
        self.make()
        site = self.folder / "ranger_sim"
        (site / "data/ranger_sim/robots/ranger.gltf").write_text(json.dumps(MODEL))
        self.edit("src/ranger_sim/builder/robots/ranger.py", "ranger.glb", "ranger.gltf")
        (site / "src/ranger_sim/actuators/eyes.py").write_text(EYES)
        simulator = self.run_scene("ranger_sim", environment=self.environment)
        morse = original_pymorse().Morse("localhost", simulator.port)
        self.addCleanup(morse.close)

        def rolls():
            with simulator.connect() as client:
                objects = json.loads(client.ask("a simulation get_scene_objects").split(" ", 2)[2])
            children = objects["robot"][0]
            quaternions = [children[eye][2] for eye in ("left_eye", "right_eye")]
            return [2.0 * math.atan2(x, w) for x, _, _, w in quaternions]

        self.turned_to(rolls, [0.1, -0.1])
        morse.robot.eyes.publish({"left": 0.5, "right": -1.0})
        self.turned_to(rolls, [0.5, -1.0])

    def turned_to(self, rolls, wanted):
        for _ in range(10000):
            now = rolls()
            if all(math.isclose(angle, goal, abs_tol=1e-6) for angle, goal in zip(now, wanted)):
                return
        self.fail(f"the eyes are at {now}, not at {wanted}")

    def test_the_templates_of_the_original_run_as_they_are(self):
        root = self.folder / "ranger_sim"
        for template in TEMPLATES.rglob("*.tpl"):
            names = ["ranger"] if "robots" in template.parts else ["nose"] if "sensors" in template.parts else ["eyes"]
            for name in names:
                words = {"@env@": "ranger_sim", "@name@": name, "@classname@": name.title(), "@shortdesc@": "A part"}
                path = str(template.relative_to(TEMPLATES))[: -len(".tpl")]
                content = template.read_bytes()
                for mark, word in words.items():
                    path = path.replace(mark, word)
                    if not path.endswith(".blend"):
                        content = content.replace(mark.encode(), word.encode())
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(content.removeprefix(b"#APPEND\n"))
        self.assertEqual(self.morse("import", "ranger_sim")[0], 0)
        parts = "".join(
            f"from ranger_sim.builder.{kind} import {name.title()}\n{name} = {name.title()}()\nrobot.append({name})\n"
            for kind, name in (("actuators", "eyes"), ("sensors", "nose"))
        )
        (root / "default.py").write_text(SCENE.replace("robot.translate", parts + "robot.translate"))
        simulator = self.run_scene("ranger_sim", environment=self.environment)
        with simulator.connect() as client:
            # A zero, before the first reading, is not written.
            while client.ask("a robot.nose get_current_distance") == "a SUCCESS":
                pass
            self.assertEqual(client.ask("a robot.nose get_current_distance"), "a SUCCESS 1.0")
            counter = int(client.ask("b robot.eyes get_counter").split()[2])
            self.assertEqual(client.ask(f"c robot.eyes async_test [{counter + 5}]"), f"c SUCCESS {counter + 6}")
        simulator.wait_for(r"\[sensors.nose\] .* is 1.0m away")

    def test_environments_are_registered_once_and_removed(self):
        self.assertIn("Found no simulation environment", self.morse("rm", "ranger_sim")[2])
        self.assertIn("No simulation environment called", self.morse("add", "robot", "x", "ranger_sim")[2])
        self.make()
        self.assertIn("You already have a simulation environment", self.morse("create", "ranger_sim")[2])
        self.assertIn("already exist", self.morse("add", "robot", "ranger", "ranger_sim")[2])
        code, _, told = self.morse("import", "ranger_sim", "again")
        self.assertEqual(code, 0, told)
        self.assertIn("again = ", (self.folder / ".morse/config").read_text())
        self.assertIn("Are you sure", self.morse("rm", "again", answer="n\n")[1])
        self.assertTrue((self.folder / "ranger_sim").is_dir())
        self.morse("rm", "again", answer="y\n")
        self.assertFalse((self.folder / "ranger_sim").exists())
        self.assertNotIn("again", (self.folder / ".morse/config").read_text())
        for bad in (["create", "my/sim"], ["import", "nowhere"], ["add", "robot", "--", "--", "ranger_sim"]):
            self.assertNotEqual(self.morse(*bad)[0], 0, bad)
