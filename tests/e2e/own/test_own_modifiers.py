"""User-defined modifiers in Python, on built-in and on user-defined components."""

import json

from harness import wait_until
from own_scene import OwnSceneCase, OWN_ACTUATOR, OWN_SENSOR

MODIFIERS = '''
from morse.core.services import async_service, service
from morse.core import status
from morse.modifiers import AbstractModifier
from morse.modifiers.abstract_modifier import AbstractModifier as Same

assert AbstractModifier is Same

try:
    import numpy
except ImportError:
    # The relevant part of numpy: numbers that derive from float, arrays that do not derive from list.
    class Array:
        def __init__(self, items):
            self.items = list(items)
        def __add__(self, other):
            return Array(item + other for item in self.items)
        def tolist(self):
            return self.items

    class Scalar(float):
        def tolist(self):
            return float(self)

    class numpy:
        float64 = float32 = Scalar
        array = Array


class Swap(AbstractModifier):
    """The modifier of the original's documentation: swaps x and y, and sets z to an argument."""

    def initialize(self):
        self.z = self.parameter("z", default=0)
        self.calls = 0

    def modify(self):
        x = self.data["x"]
        self.data["x"] = self.data["y"]
        self.data["y"] = x
        self.data["z"] = self.z
        self.calls += 1

    def finalize(self):
        print("swapped", self.calls > 0, self.component_name, self.component_instance.name(), self.kwargs)

    @service
    def set_z(self, z):
        self.z = z
        return [self.component_name, type(self.component_instance).__name__]

    @async_service
    def at_once(self):
        self.completed(status.SUCCESS, "done")


class Scale(AbstractModifier):
    def initialize(self):
        self.by = self.parameter("by", prop="scale_by", default=10.0)

    def modify(self):
        for name in self.parameter("fields", default=["x"]):
            try:
                self.data[name] = numpy.float64(self.data[name] * self.by)
            except KeyError as detail:
                self.key_error(detail)


class Damage(AbstractModifier):
    def modify(self):
        del self.data["x"]
        self.data["y"] = "far"
        self.data["z"] = numpy.float32(4.5)
        self.data["yaw"] = float("nan")
        self.data["more"] = numpy.array([1, 2])


class Fails(AbstractModifier):
    def modify(self):
        raise RuntimeError("no luck")


class FailsAtOnce(AbstractModifier):
    def initialize(self):
        self.data["nothing"]


class Leaves(AbstractModifier):
    def modify(self):
        import os
        os._exit(3)


class Hangs(AbstractModifier):
    def modify(self):
        while True:
            pass


class Exits(AbstractModifier):
    def modify(self):
        import sys
        print("on standard output")
        sys.exit(1)


class Silent(AbstractModifier):
    """Has no `modify` method."""


class NoBase(AbstractModifier):
    def __init__(self, component_instance, kwargs):
        pass


class Attitude(AbstractModifier):
    def modify(self):
        for name in ("angular_velocity", "linear_acceleration"):
            self.data[name] = numpy.array(self.data[name]) + 1.0
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

class Own(SensorCreator):
    _classpath = "own.parts.Own"

class Mover(ActuatorCreator):
    _classpath = "own.parts.Mover"

robot = FakeRobot()
robot.translate(x=1.0, y=2.0, z=3.0)
pose = Pose()
robot.append(pose)
motion = Teleport()
robot.append(motion)
own = Own()
robot.append(own)
mover = Mover()
robot.append(mover)
imu = IMU()
robot.append(imu)
%s
robot.add_default_interface("socket")
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
env.properties(scale_by=100.0)
'''


class OwnModifiers(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(OWN_SENSOR + OWN_ACTUATOR + MODIFIERS)

    def start_with(self, wiring, *options):
        """A connection to a scene with this wiring."""
        self.simulator = self.run_scene(SCENE % wiring, *options, environment=self.environment)
        client = self.simulator.connect()
        self.addCleanup(client.socket.close)
        return client

    def reading(self, client, component="robot.pose"):
        """A reading after three more ticks."""
        client.ask("s time sleep [0.05]")
        return json.loads(client.ask(f"r {component} get_local_data").split(" ", 2)[2])

    def test_tutorial_modifier_changes_a_built_in_sensor(self):
        client = self.start_with('pose.alter("", "own.parts.Swap", z=7.5)')
        reading = self.reading(client)
        self.assertEqual([reading[name] for name in "xyz"], [2.0, 1.0, 7.5])
        answer = client.ask("a robot.pose set_z [8.0]")
        self.assertEqual(answer, 'a SUCCESS ["robot.pose", "Pose"]')
        self.assertEqual(self.reading(client)["z"], 8.0)
        self.assertEqual(client.ask("b robot.pose at_once"), 'b SUCCESS "done"')
        client.ask("q simulation quit")
        self.simulator.wait_for(r"swapped True robot.pose robot.pose \{'z': 7.5\}")

    def test_python_and_built_in_modifiers_run_in_order(self):
        order = 'pose.alter("own.parts.Scale", by=3.0)\npose.alter("NED")\npose.alter(classpath="own.parts.Scale", fields=["x"])'
        reading = self.reading(self.start_with(order))
        # 3 · (1, 2, 3), then NED swaps x and y, then x is multiplied by `scale_by` of the environment.
        self.assertAlmostEqual(reading["x"], 200.0)
        self.assertAlmostEqual(reading["y"], 3.0)
        self.assertAlmostEqual(reading["z"], -3.0)

    def test_stream_sends_the_modified_data(self):
        client = self.start_with('pose.alter("own.parts.Scale")\nimu.alter("own.parts.Attitude")')
        port = int(client.ask('p simulation get_stream_port ["robot.pose"]').split()[2])
        self.assertEqual(json.loads(self.stream_line(port))["x"], 100.0)
        self.assertEqual(self.reading(client, "robot.imu")["angular_velocity"], [1.0, 1.0, 1.0])

    def stream_line(self, port):
        import socket

        with socket.create_connection(("localhost", port), 30) as stream:
            return stream.makefile().readline()

    def test_modifiers_change_commands_of_actuators(self):
        wiring = 'motion.alter("own.parts.Swap", z=4.0)\nmover.alter("own.parts.Scale", fields=["v"], by=2.0)'
        client = self.start_with(wiring)
        import socket

        port = int(client.ask('p simulation get_stream_port ["robot.motion"]').split()[2])
        with socket.create_connection(("localhost", port), 30) as stream:
            stream.sendall(b'{"x": 5.0, "y": 6.0, "z": 0.0, "yaw": 0.0, "pitch": 0.0, "roll": 0.0}\n')
            reading = wait_until(lambda: (read := self.reading(client))["x"] == 6.0 and read)
        self.assertEqual([reading[name] for name in "xyz"], [6.0, 5.0, 4.0])

    def test_modifier_changes_a_python_sensor(self):
        client = self.start_with('own.alter("own.parts.Scale", by=5.0)')
        self.assertEqual(self.reading(client, "robot.own")["x"], 10.0)

    def test_deleted_fields_and_fields_of_wrong_type_keep_their_values(self):
        client = self.start_with('pose.alter("own.parts.Damage")')
        reading = self.reading(client)
        self.assertEqual(reading["x"], 1.0)
        self.assertEqual(reading["y"], 2.0)
        self.assertEqual(reading["z"], 4.5)
        self.assertNotEqual(reading["yaw"], reading["yaw"])
        self.assertEqual(reading["more"], [1, 2], "added fields are published")
        self.simulator.wait_for("robot.pose: x must be a finite number")
        self.simulator.wait_for("robot.pose: y must be a finite number, got the text .far.")

    def test_failed_modifier_stops_and_the_simulation_continues(self):
        client = self.start_with('pose.alter("own.parts.Fails")\npose.alter("own.parts.Scale")')
        self.assertEqual(self.reading(client)["x"], 100.0)
        self.simulator.wait_for("robot.pose: the Python code of the modifier own.parts.Fails failed")
        self.simulator.wait_for("RuntimeError: no luck")
        self.assertEqual(sum("RuntimeError: no luck" in line for line in self.simulator.lines), 1)

    def test_exit_and_print_in_a_modifier_are_harmless(self):
        client = self.start_with('pose.alter("own.parts.Exits")')
        self.assertEqual(self.reading(client)["x"], 1.0)
        self.simulator.wait_for("SystemExit")
        self.simulator.wait_for("on standard output")

    def test_only_the_modifier_stops_when_its_process_exits_or_hangs(self):
        client = self.start_with('pose.alter("own.parts.Leaves")')
        self.assertEqual(self.reading(client)["x"], 1.0)
        self.simulator.wait_for("own.parts.Leaves of robot.pose")
        client = self.start_with('pose.alter("own.parts.Hangs")', "--component-timeout", "0.5")
        self.assertEqual(self.reading(client)["x"], 1.0)
        self.simulator.wait_for("did not answer for 0.5 s")

    def refused(self, wiring):
        from harness import command

        scene = self.folder / "scene.py"
        scene.write_text(SCENE % wiring)
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        return errors

    def test_invalid_modifier_is_a_start_error(self):
        errors = self.refused('pose.alter("own.parts.FailsAtOnce")')
        self.assertIn("robot.pose: the Python code of the modifier own.parts.FailsAtOnce failed", errors)
        self.assertIn("KeyError: 'nothing'", errors)
        self.assertIn("there is no class `Missing`", self.refused('pose.alter("own.parts.Missing")'))
        self.assertIn("there is no module `nowhere`", self.refused('pose.alter("nowhere.Modifier")'))
        self.assertIn("is a sensor, not a modifier", self.refused('pose.alter("own.parts.Own")'))
        self.assertIn("must call that of its base class", self.refused('pose.alter("own.parts.NoBase")'))

    def test_modifier_without_modify_is_named_and_stopped(self):
        client = self.start_with('pose.alter("own.parts.Silent")')
        self.assertEqual(self.reading(client)["x"], 1.0)
        self.simulator.wait_for(r"Silent has no modify\(\)")
