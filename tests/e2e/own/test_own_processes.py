"""Components in Python with a process of their own, and readings that come with a lag."""

import json

from harness import command
from own_scene import OwnSceneCase

PARTS = '''
import json
import os
import random
from morse.core import blenderapi
from morse.core.actuator import Actuator
from morse.core.sensor import Sensor
from morse.core.services import service
from morse.helpers.components import add_data
from morse.modifiers import AbstractModifier

FOLDER = os.environ["OWN_FOLDER"]


def written(name, text):
    path = os.path.join(FOLDER, name)
    with open(path + ".new", "w") as file:
        file.write(text)
    os.replace(path + ".new", path)


def wait_for(name, is_so=lambda text: True):
    path = os.path.join(FOLDER, name)
    while True:
        if os.path.exists(path):
            with open(path) as file:
                if is_so(file.read()):
                    return


class Mover(Actuator):
    def default_action(self):
        self.robot_parent.apply_speed("Position", [1.0 / 60.0, 0.0, 0.0], [0.0, 0.0, 0.0])


class Slow(Sensor):
    """Takes as long as the simulator takes for two ticks more."""
    add_data("x", -1.0, "float", "where it was")
    add_data("drawn", 0.0, "float", "a random number")
    add_data("at", 0.0, "float", "when it read")
    add_data("count", 0, "int", "how often it read")

    def default_action(self):
        now = self.local_data["at"] = self.robot_parent.gettime()
        if os.environ.get("SLOW") == "yes":
            wait_for("time", lambda text: float(text) > min(now + 0.03, 0.9))
        print("process", os.getpid(), flush=True)
        self.local_data["x"] = self.position_3d.x
        self.local_data["drawn"] = random.random()
        self.local_data["count"] += 1

    @service
    def readings(self):
        return 1000 + self.local_data["count"]


class Watch(Sensor):
    """Says in each tick what others see."""
    add_data("drawn", 0.0, "float", "a random number")

    def default_action(self):
        self.local_data["drawn"] = random.random()
        now = self.robot_parent.gettime()
        written("time", repr(now))
        seen = blenderapi.persistantstorage().componentDict
        seen = {name: seen["robot." + name].local_data for name in ("slow", "pose")}
        print("watch", json.dumps([now, self.position_3d.x, seen["slow"], seen["pose"]["x"]]), flush=True)
        print("process", os.getpid(), flush=True)


class Offset(AbstractModifier):
    def modify(self):
        self.data["x"] += 100.0


class Meets(Sensor):
    """Reads when another one does too."""
    add_data("met", 0, "int", "how often")

    def default_action(self):
        me, other = sorted(["left", "right"], key=lambda name: name not in self.name())
        self.local_data["met"] += 1
        written("%s%d" % (me, self.local_data["met"]), "")
        wait_for("%s%d" % (other, self.local_data["met"]))


class Leaves(Sensor):
    def default_action(self):
        os._exit(3)
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

def sensor(name, frequency=60):
    made = type(name, (SensorCreator,), {"_classpath": "own.parts." + name})()
    made.frequency(frequency)
    return made

class Mover(ActuatorCreator):
    _classpath = "own.parts.Mover"

robot = FakeRobot()
mover = Mover()
robot.append(mover)
slow = sensor("Slow")
robot.append(slow)
watch = sensor("Watch")
robot.append(watch)
pose = Pose()
robot.append(pose)
robot.add_default_interface("socket")
%s
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
%s
'''

VISION = 'env.host(slow, process="vision", lag=0.1)'


class OwnProcesses(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(PARTS)
        self.environment["OWN_FOLDER"] = str(self.folder)

    def scene(self, wiring, hosts):
        path = self.folder / "scene.py"
        path.write_text(SCENE % (wiring, hosts))
        return path

    def finished(self, wiring, hosts, **environment):
        """Output and messages of a run of one second."""
        code, out, errors = command(
            "run", "--fast", "--duration", "1", "--digest", "--port", "0", "--stream-port", "0", "--component-timeout", "20",
            self.scene(wiring, hosts), environment={**self.environment, **environment},
        )  # fmt: skip
        self.assertEqual(code, 0, errors)
        return out, errors

    def watched(self, out):
        lines = [json.loads(line.split(" ", 1)[1]) for line in out.splitlines() if line.startswith("watch")]
        self.assertEqual(len(lines), 60)
        return lines

    def digest(self, texts):
        return [line.split()[-1] for text in texts for line in text.splitlines() if "Digest" in line][0]

    def test_a_slow_sensor_does_not_hold_the_tick_and_its_data_come_with_the_lag(self):
        out, _ = self.finished("", VISION, SLOW="yes")
        # It waits for ticks that only come if the simulator does not wait for it.
        processes = {line for line in out.splitlines() if line.startswith("process")}
        self.assertEqual(len(processes), 2, processes)
        seen = [line for line in self.watched(out) if line[2]["count"]]
        for now, _, slow, _ in seen:
            self.assertAlmostEqual(slow["x"], slow["at"] - 1 / 60, 9, "where it was when it read")
            self.assertGreater(now - slow["at"], 0.1 - 1e-9)
            self.assertLess(now - slow["at"], 0.2 + 1e-9)
        self.assertAlmostEqual(seen[0][0] - seen[0][2]["at"], 0.1, 9, "as late as it was said to be")
        # It reads again in the tick after its data came: every seven ticks.
        self.assertEqual([slow["count"] for _, _, slow, _ in self.watched(out)], [tick // 7 for tick in range(1, 61)])

    def test_how_long_it_takes_changes_nothing(self):
        slow = self.finished("", VISION, SLOW="yes")
        fast = self.finished("", VISION, SLOW="no")
        self.assertEqual(self.digest(slow), self.digest(fast))
        self.assertNotEqual(self.digest(fast), self.digest(self.finished("", "", SLOW="no")))
        last = self.watched(fast[0])[-1]
        self.assertGreater(last[2]["drawn"], 0.0)

    def test_data_before_a_modifier_with_a_lag_are_never_seen(self):
        out, _ = self.finished('pose.alter("own.parts.Offset")', 'env.host([pose, "robot.slow"], process="filters", lag=0.05)')
        watched = self.watched(out)
        self.assertEqual([line[3] for line in watched[:3]], [0.0] * 3)
        for now, x, _, modified in watched[3:]:
            # It was read three to seven ticks before.
            self.assertIn(round((x + 100.0 - modified) * 60), range(3, 8), now)

    def test_a_built_in_modifier_between_two_others_costs_a_second_lag(self):
        offset = 'pose.alter("own.parts.Offset")\n'
        out, _ = self.finished(
            offset + 'pose.alter("Noise", pos_std=0.0, rot_std=0.0)\n' + offset, 'env.host(pose, process="filters", lag=0.05)'
        )
        watched = self.watched(out)
        self.assertEqual([line[3] for line in watched[:6]], [0.0] * 6)
        for now, x, _, modified in watched[6:]:
            self.assertIn(round((x + 200.0 - modified) * 60), range(6, 13), now)

    def test_processes_without_lag_read_at_the_same_time(self):
        wiring = 'left = sensor("Meets")\nrobot.append(left)\nright = sensor("Meets")\nrobot.append(right)'
        out, _ = self.finished(wiring, 'env.host(left, process="left")\nenv.host([right], process="right")')
        self.watched(out)
        self.assertTrue((self.folder / "left60").exists() and (self.folder / "right60").exists())

    def test_a_process_that_ends_takes_only_its_components_along(self):
        out, errors = self.finished(
            'leaves = sensor("Leaves")\nrobot.append(leaves)', 'env.host(leaves, process="other")\n' + VISION
        )
        self.assertIn("everything else goes on: robot.leaves\n", errors + "\n")
        self.assertEqual(self.watched(out)[-1][2]["count"], 8)
        _, errors = self.finished(
            'leaves = sensor("Leaves")\nrobot.append(leaves)', 'env.host([leaves, slow], process="other", lag=0.1)'
        )
        self.assertIn("everything else goes on: robot.slow, robot.leaves\n", errors + "\n")

    def test_services_are_answered_while_it_computes(self):
        with self.run_scene(SCENE % ("", VISION), environment={**self.environment, "SLOW": "no"}) as simulator:
            with simulator.connect() as client:
                counts = [int(client.ask("a robot.slow readings").split()[2]) for _ in range(20)]
                while counts[-1] < 1005:
                    counts.append(int(client.ask("a robot.slow readings").split()[2]))
                self.assertEqual(counts, sorted(counts))
                client.ask("b simulation quit")
            self.assertEqual(simulator.ended(), 0)

    def test_what_cannot_be_is_told_with_its_line(self):
        for hosts, told in (
            ('env.host("robot.sloww", process="vision")', "did you mean `robot.slow`"),
            ('env.host(robot, process="vision", lag=0.1)', "only sensors and actuators can have one"),
            ('env.host(slow, process="vision", lag=-1)', "has a lag of -1.0 s"),
            ('env.host(slow, process="a")\nenv.host(slow, process="b")', "given to two Python processes"),
            ('env.host(slow, process="a")\nenv.host(watch, process="a", lag=0.1)', "has a lag of 0.0 s, not 0.1"),
            ('env.host(3, process="a")', "takes components or their names, not 3"),
        ):
            with self.subTest(hosts):
                code, _, errors = command("check", self.scene("", hosts), environment=self.environment)
                self.assertNotEqual(code, 0)
                errors = " ".join(errors.replace("\n  | ", " ").split())
                self.assertIn(told, errors)
                self.assertRegex(errors, r"scene.py(:|\", line )2[78]")
        code, _, errors = command("check", self.scene("", 'env.host(pose, process="a")'), environment=self.environment)
        self.assertEqual(code, 0, errors)
        self.assertIn("nothing of it is written in Python", errors)
