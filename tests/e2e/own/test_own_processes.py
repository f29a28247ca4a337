"""Python components in separate processes, and delayed readings."""

import json

from harness import command, wait_until
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


def wait_for(name, condition=lambda text: True):
    path = os.path.join(FOLDER, name)
    while True:
        if os.path.exists(path):
            with open(path) as file:
                if condition(file.read()):
                    return


class Mover(Actuator):
    def default_action(self):
        self.robot_parent.apply_speed("Position", [1.0 / 60.0, 0.0, 0.0], [0.0, 0.0, 0.0])


class Slow(Sensor):
    """Takes as long as the simulator needs for two further ticks."""
    add_data("x", -1.0, "float", "position at the reading")
    add_data("drawn", 0.0, "float", "a random number")
    add_data("at", 0.0, "float", "time of the reading")
    add_data("count", 0, "int", "number of readings")

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
    """Prints in each tick the data that other components see."""
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
    """Waits in each reading for the second sensor of this class."""
    add_data("met", 0, "int", "number of readings")

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
    creator = type(name, (SensorCreator,), {"_classpath": "own.parts." + name})()
    creator.frequency(frequency)
    return creator

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
        """Standard output and standard error of a run of one second."""
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

    def test_slow_sensor_does_not_delay_ticks_and_its_data_have_the_lag(self):
        out, _ = self.finished("", VISION, SLOW="yes")
        # The sensor waits for ticks, which happen only if the simulator does not wait for the sensor.
        processes = {line for line in out.splitlines() if line.startswith("process")}
        self.assertEqual(len(processes), 2, processes)
        seen = [line for line in self.watched(out) if line[2]["count"]]
        for now, _, slow, _ in seen:
            self.assertAlmostEqual(slow["x"], slow["at"] - 1 / 60, 9, "the position at the time of the reading")
            self.assertGreater(now - slow["at"], 0.1 - 1e-9)
            self.assertLess(now - slow["at"], 0.2 + 1e-9)
        self.assertAlmostEqual(seen[0][0] - seen[0][2]["at"], 0.1, 9, "the delay equals the configured lag")
        # The next reading starts in the tick after the data arrive: every seven ticks.
        self.assertEqual([slow["count"] for _, _, slow, _ in self.watched(out)], [tick // 7 for tick in range(1, 61)])

    def test_computing_time_does_not_change_the_result(self):
        slow = self.finished("", VISION, SLOW="yes")
        fast = self.finished("", VISION, SLOW="no")
        self.assertEqual(self.digest(slow), self.digest(fast))
        self.assertNotEqual(self.digest(fast), self.digest(self.finished("", "", SLOW="no")))
        last = self.watched(fast[0])[-1]
        self.assertGreater(last[2]["drawn"], 0.0)

    def test_data_are_published_only_after_a_lagging_modifier(self):
        out, _ = self.finished('pose.alter("own.parts.Offset")', 'env.host([pose, "robot.slow"], process="filters", lag=0.05)')
        watched = self.watched(out)
        self.assertEqual([line[3] for line in watched[:3]], [0.0] * 3)
        for now, x, _, modified in watched[3:]:
            # The reading is three to seven ticks old.
            self.assertIn(round((x + 100.0 - modified) * 60), range(3, 8), now)

    def test_built_in_modifier_between_two_python_modifiers_doubles_the_lag(self):
        offset = 'pose.alter("own.parts.Offset")\n'
        out, _ = self.finished(
            offset + 'pose.alter("Noise", pos_std=0.0, rot_std=0.0)\n' + offset, 'env.host(pose, process="filters", lag=0.05)'
        )
        watched = self.watched(out)
        self.assertEqual([line[3] for line in watched[:6]], [0.0] * 6)
        for now, x, _, modified in watched[6:]:
            self.assertIn(round((x + 200.0 - modified) * 60), range(6, 13), now)

    def test_processes_without_lag_run_in_parallel(self):
        wiring = 'left = sensor("Meets")\nrobot.append(left)\nright = sensor("Meets")\nrobot.append(right)'
        out, _ = self.finished(wiring, 'env.host(left, process="left")\nenv.host([right], process="right")')
        self.watched(out)
        self.assertTrue((self.folder / "left60").exists() and (self.folder / "right60").exists())

    def test_only_the_components_of_an_exited_process_stop(self):
        out, errors = self.finished(
            'leaves = sensor("Leaves")\nrobot.append(leaves)', 'env.host(leaves, process="other")\n' + VISION
        )
        self.assertIn("everything else continues: robot.leaves\n", errors + "\n")
        self.assertEqual(self.watched(out)[-1][2]["count"], 8)
        _, errors = self.finished(
            'leaves = sensor("Leaves")\nrobot.append(leaves)', 'env.host([leaves, slow], process="other", lag=0.1)'
        )
        self.assertIn("everything else continues: robot.slow, robot.leaves\n", errors + "\n")

    def test_services_answer_during_a_computation(self):
        with self.run_scene(SCENE % ("", VISION), environment={**self.environment, "SLOW": "no"}) as simulator:
            with simulator.connect() as client:
                counts = [int(client.ask("a robot.slow readings").split()[2]) for _ in range(20)]

                def has_counted():
                    counts.append(int(client.ask("a robot.slow readings").split()[2]))
                    return counts[-1] >= 1005

                wait_until(has_counted, "1005 readings")
                self.assertEqual(counts, sorted(counts))
                client.ask("b simulation quit")
            self.assertEqual(simulator.wait_for_exit(), 0)

    def test_invalid_host_is_an_error_with_its_line(self):
        for hosts, message in (
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
                self.assertIn(message, errors)
                self.assertRegex(errors, r"scene.py(:|\", line )2[78]")
        code, _, errors = command("check", self.scene("", 'env.host(pose, process="a")'), environment=self.environment)
        self.assertEqual(code, 0, errors)
        self.assertIn("nothing of it is written in Python", errors)
