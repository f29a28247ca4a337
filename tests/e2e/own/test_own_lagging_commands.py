"""Actuators with modifiers, streams or a built-in base in a process with a lag, and a rotating scanner in such a process."""

import json

from own import test_own_processes as processes
from harness import command

TICK_S = 1 / 60
LAG_S = 0.1

MORE = '''
from morse.actuators.force_torque import ForceTorque
from morse.actuators.teleport import Teleport
from morse.middleware import AbstractDatastream


class Now(AbstractDatastream):
    """Sends the simulated time as x in each tick."""

    def default(self, ci="unused"):
        self.data["x"] = self.component_instance.robot_parent.gettime()
        return True


class Late(AbstractModifier):
    """Takes as long as the simulator needs for two further ticks."""

    def modify(self):
        now = self.component_instance.robot_parent.gettime()
        if os.environ.get("SLOW_COMMAND") == "yes":
            wait_for("time", lambda text: float(text) > min(now + 0.03, 0.9))
        self.data["y"] = self.data["x"] + 100.0


class Puts(Actuator):
    """Sets its robot's position to the command."""

    add_data("x", 0.0, "float")
    add_data("y", 0.0, "float")

    def default_action(self):
        self.robot_parent.force_pose([self.local_data["x"], self.local_data["y"], 0.0], None)


class TeleportsToTime(Teleport):
    """Teleports to x equal to the simulated time."""

    def default_action(self):
        now = self.local_data["x"] = self.robot_parent.gettime()
        if os.environ.get("SLOW_COMMAND") == "yes":
            wait_for("time", lambda text: float(text) > min(now + 0.03, 0.9))
        self.local_data["y"] = now + 100.0
        super().default_action()


class Pushes(ForceTorque):
    """Applies a force, at a tenth of the tick rate."""

    def default_action(self):
        self.local_data["force"] = [1.0, 0.0, 0.0]
        super().default_action()


class Force(AbstractDatastream):
    def default(self, ci="unused"):
        self.data["force"] = [1.0, 0.0, 0.0]
        return True


class Sees(Sensor):
    """Prints the position of its robot in each tick."""

    def default_action(self):
        here = self.position_3d
        print("sees", json.dumps([self.robot_parent.gettime(), here.x, here.y]), flush=True)


class Peeks(Sensor):
    """Prints y - x of the command in each tick."""

    def default_action(self):
        data = blenderapi.persistantstorage().componentDict["other.moves"].local_data
        print("peeked", json.dumps(data["y"] - data["x"]), flush=True)


class Same(AbstractModifier):
    def modify(self):
        pass


class Turns(Sensor):
    """Prints the yaw of the scanner in each tick. [rad]"""

    def default_action(self):
        scanner = blenderapi.scene().objects["other.scanner"]
        print("turned", json.dumps(scanner.worldOrientation.to_euler().z), flush=True)
'''

OTHER = """
other = FakeRobot()
class Puts(ActuatorCreator):
    _classpath = "own.parts.Puts"
sees = sensor("Sees")
other.append(sees)
"""

#: Actuators that move the robot to x equal to the time of the command and y = x + 100.
COMMANDED = {
    "built-in": OTHER
    + "moves = Teleport()\nmoves.add_stream('socket', 'own.parts.Now')\nmoves.alter('own.parts.Late')\nother.append(moves)\n",
    "in Python": OTHER
    + "moves = Puts()\nmoves.add_stream('socket', 'own.parts.Now')\nmoves.alter('own.parts.Late')\nother.append(moves)\n",
    "derived": OTHER + "moves = Teleport()\nmoves.properties(classpath='own.parts.TeleportsToTime')\nother.append(moves)\n",
}
HOST = 'env.host(moves, process="planning", lag=%s)' % LAG_S

SCANNER = """
other = FakeRobot()
scanner = VelodyneRayCast()
scanner.frequency(60)
other.append(scanner)
turns = sensor("Turns")
other.append(turns)
scanner.alter("own.parts.Same")
scanner.add_stream("socket")
"""


#: A robot in free fall.
PUSHED = """
other = ATRV()
other.translate(y=20.0, z=50.0)
push = ForceTorque()
push.frequency(6)
other.append(push)
sees = sensor("Sees")
other.append(sees)
"""


class LaggingCommands(processes.OwnSceneCase):
    scene = processes.OwnProcesses.scene
    finished = processes.OwnProcesses.finished
    digest = processes.OwnProcesses.digest

    def setUp(self):
        super().setUp()
        self.write(processes.PARTS + MORE)
        self.environment["OWN_FOLDER"] = str(self.folder)

    def printed(self, out, word="sees"):
        return [json.loads(line.split(" ", 1)[1]) for line in out.splitlines() if line.startswith(word)]

    def test_command_takes_effect_after_the_lag_with_its_modified_value(self):
        for name, wiring in COMMANDED.items():
            with self.subTest(name):
                out, _ = self.finished(wiring, HOST, SLOW_COMMAND="yes")
                moved = [(now, x, y) for now, x, y in self.printed(out) if y > 0.0]
                self.assertGreater(len(moved), 45)
                for now, x, y in moved:
                    self.assertAlmostEqual(y, x + 100.0, 9, "a command takes effect only after its modifiers")
                    # Sensors read the new pose in the tick after the effect.
                    self.assertGreater(now - x, LAG_S + TICK_S - 1e-6)
                    self.assertLess(now - x, 2 * (LAG_S + TICK_S) + 1e-6)
                starts = sorted({x for _, x, _ in moved})
                self.assertAlmostEqual(moved[0][0] - moved[0][1], LAG_S + TICK_S, 6)
                for first, second in zip(starts, starts[1:]):
                    # The next command is taken in the tick after the effect of the previous one.
                    self.assertAlmostEqual(second - first, LAG_S + TICK_S, 6)

    def test_computing_time_does_not_change_the_result(self):
        for name, wiring in COMMANDED.items():
            with self.subTest(name):
                slow = self.finished(wiring, HOST, SLOW_COMMAND="yes")
                fast = self.finished(wiring, HOST, SLOW_COMMAND="no")
                self.assertEqual(self.digest(slow), self.digest(fast))
                self.assertEqual(self.printed(slow[0]), self.printed(fast[0]))
                self.assertNotEqual(self.digest(fast), self.digest(self.finished(wiring, "", SLOW_COMMAND="no")))

    def test_other_components_never_see_an_unfinished_command(self):
        wiring = COMMANDED["built-in"] + 'peeks = sensor("Peeks")\nother.append(peeks)\n'
        out, _ = self.finished(wiring, HOST, SLOW_COMMAND="yes")
        peeked = self.printed(out, "peeked")
        self.assertEqual(len(peeked), 60)
        self.assertEqual(set(peeked[:6]), {0.0})
        self.assertEqual({round(difference, 6) for difference in peeked[7:]}, {100.0})

    def test_force_of_a_derived_class_lasts_until_its_next_action(self):
        own, built_in = (
            self.printed(self.finished(PUSHED + wiring, "")[0])[-1][1]
            for wiring in ("push.properties(classpath='own.parts.Pushes')\n", "push.add_stream('socket', 'own.parts.Force')\n")
        )
        self.assertGreater(own, 0.0)
        self.assertAlmostEqual(own, built_in, 6)

    def test_scanner_with_a_lagging_modifier_keeps_rotating(self):
        turns = {}
        for hosts in ("", 'env.host(scanner, process="scans", lag=0.05)'):
            out, _ = self.finished(SCANNER, hosts)
            turned = self.printed(out, "turned")
            turns[hosts] = round((turned[-1] - turned[0]) / 0.01745)
        without, with_lag = turns.values()
        self.assertGreater(without, 50)
        # It reads every four ticks and rotates by one step after each reading.
        self.assertAlmostEqual(with_lag, without / 4, delta=1)

    def test_built_in_modifier_after_a_python_modifier_is_refused(self):
        wiring = COMMANDED["derived"] + "moves.alter('own.parts.Same')\n"
        wiring += "moves.alter(classpath='morse.modifiers.odometry_noise.OdometryNoiseModifier')\n"
        code, _, errors = command("check", self.scene(wiring, HOST), environment=self.environment)
        self.assertNotEqual(code, 0, errors)
        self.assertIn(
            "a built-in modifier changes its commands after a modifier in Python. Put the built-in ones first",
            " ".join(errors.replace("\n  | ", " ").split()),
        )
