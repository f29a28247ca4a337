"""Streams of both directions of external sensors and external actuators, as in MORSE 1.4."""

import json
import socket

from harness import TIMEOUT_S, command, wait_until
from own_scene import OwnSceneCase

PARTS = '''
from morse.core.datastream import DatastreamManager
from morse.core.external_object import ExternalActuator, ExternalSensor
from morse.core.sensor import Sensor
from morse.helpers.components import add_data
from morse.middleware import AbstractDatastream
from morse.middleware.socket_datastream import SocketPublisher, SocketReader


class Sonar(ExternalSensor):
    """Its echo comes from a real sonar."""

    add_data("echo", -1.0, "float")
    add_data("kind", "none", "string")
    add_data("received", 0, "int")

    def __init__(self, obj, parent=None):
        ExternalSensor.__init__(self, obj, parent)
        self.input_modifiers.append(self.count)

    def count(self):
        self.local_data["received"] += 1


class Wheels(ExternalActuator):
    """Its commands are executed by a real robot."""

    add_data("v", 0.0, "float")
    add_data("received", 0, "int")

    def __init__(self, obj, parent=None):
        ExternalActuator.__init__(self, obj, parent)
        self.input_modifiers.append(self.count)
        self.count_of_commands = 0

    def count(self):
        self.count_of_commands += 1

    def default_action(self):
        self.local_data["v"] = min(self.local_data["v"], 0.5)
        self.local_data["received"] = self.count_of_commands


class Plain(Sensor):
    """A sensor without streams of both directions."""

    add_data("echo", 0.0, "float")


class Words(SocketReader):
    def decode(self, msg):
        kind, echo = msg.split()
        return {"kind": kind, "echo": float(echo)}


class Speed(SocketPublisher):
    def encode(self):
        return b"v=%.2f\\n" % self.data["v"]


class Ramp(AbstractDatastream):
    """Has a source of its own."""

    def default(self, ci="unused"):
        self.data["echo"] += 1.0
        return True


class Files(DatastreamManager):
    pass


class File(AbstractDatastream):
    """Has a target of its own."""

    def initialize(self):
        self.file = open(self.kwargs["to"], "w")

    def default(self, ci="unused"):
        self.file.write("%.2f\\n" % self.data["v"])
        self.file.flush()

    def finalize(self):
        self.file.close()
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

class Sonar(SensorCreator):
    _classpath = "own.parts.Sonar"

class Wheels(ActuatorCreator):
    _classpath = "own.parts.Wheels"

class Plain(SensorCreator):
    _classpath = "own.parts.Plain"

robot = FakeRobot()
sonar = Sonar()
robot.append(sonar)
wheels = Wheels()
robot.append(wheels)
%s
env = Environment("empty", fastmode=True)
%s
'''

BUILT_IN = '''
for component in (sonar, wheels):
    component.add_stream("socket", direction="IN")
    component.add_stream("socket", direction="OUT")
'''


class StreamsOfBothDirections(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(PARTS)

    def start_with(self, wiring, hosts="", *options):
        simulator = self.run_scene(SCENE % (wiring, hosts), *options, environment=self.environment)
        self.client = simulator.connect()
        self.addCleanup(self.client.close)
        return simulator

    def ports(self, component):
        """Ports of the streams of a component by direction."""
        answer = self.client.ask('d simulation describe_component ["%s"]' % component)
        streams = json.loads(answer.split(" ", 2)[2])["streams"]
        return {stream["direction"]: stream["endpoint"]["port"] for stream in streams if "endpoint" in stream}

    def connected(self, port):
        stream = socket.create_connection(("localhost", port), TIMEOUT_S)
        self.addCleanup(stream.close)
        lines = stream.makefile("rw")
        self.addCleanup(lines.close)
        return lines

    def check_both(self):
        sonar, wheels = self.ports("robot.sonar"), self.ports("robot.wheels")
        readings, echoes = self.connected(sonar["OUT"]), self.connected(sonar["IN"])
        self.assertEqual(json.loads(readings.readline())["echo"], -1.0)
        # Fields that a message lacks keep their values.
        print(json.dumps({"echo": 4.5, "other": 1}), file=echoes, flush=True)
        reading = wait_until(lambda: (read := json.loads(readings.readline()))["echo"] == 4.5 and read)
        self.assertEqual((reading["kind"], reading["received"], reading.get("other")), ("none", 1, None))
        print(json.dumps({"echo": 5.5, "kind": "wall"}), file=echoes, flush=True)
        reading = wait_until(lambda: (read := json.loads(readings.readline()))["echo"] == 5.5 and read)
        self.assertEqual((reading["kind"], reading["received"]), ("wall", 2))
        actions, commands = self.connected(wheels["OUT"]), self.connected(wheels["IN"])
        self.assertEqual(json.loads(actions.readline())["v"], 0.0)
        print(json.dumps({"v": 0.25, "received": 0}), file=commands, flush=True)
        action = wait_until(lambda: (read := json.loads(actions.readline()))["v"] == 0.25 and read)
        self.assertEqual(action["received"], 1)
        # The data are those of the action, not those of the command.
        print(json.dumps({"v": 3.0, "received": 0}), file=commands, flush=True)
        action = wait_until(lambda: (read := json.loads(actions.readline()))["v"] != 0.25 and read)
        self.assertEqual((action["v"], action["received"]), (0.5, 2))

    def test_external_sensor_receives_readings_and_external_actuator_publishes_actions(self):
        self.start_with(BUILT_IN)
        self.check_both()

    def test_received_readings_are_recorded_and_replayed(self):
        path = self.folder / "run.mcap"
        simulator = self.start_with(BUILT_IN, "", "--record", str(path))
        self.check_both()
        self.client.ask("q simulation quit")
        self.assertEqual(simulator.wait_for_exit(), 0)
        code, output, errors = command("replay", "--trust", "--check", path, environment=self.environment)
        self.assertEqual(code, 0, output + errors)

    def test_components_of_further_processes_have_streams_of_both_directions(self):
        for lag in ("", ", lag=0.05"):
            with self.subTest(lag=lag):
                self.start_with(BUILT_IN, f'env.host([sonar, wheels], process="outside"{lag})')
                self.check_both()

    def test_streams_of_users_have_both_directions(self):
        target = self.folder / "speeds.txt"
        self.start_with(
            'sonar.add_stream("socket", "own.parts.Words", direction="IN")\n'
            'sonar.add_stream("socket")\n'
            'wheels.add_stream("socket", "own.parts.Speed", direction="OUT")\n'
            'wheels.add_stream("socket")\n'
            f'wheels.add_stream("own.parts.Files", "own.parts.File", direction="OUT", to={str(target)!r})\n'
        )
        sonar, wheels = self.ports("robot.sonar"), self.ports("robot.wheels")
        readings, words = self.connected(sonar["OUT"]), self.connected(sonar["IN"])
        print("wall 4.5", file=words, flush=True)
        reading = wait_until(lambda: (read := json.loads(readings.readline()))["echo"] == 4.5 and read)
        self.assertEqual((reading["kind"], reading["received"]), ("wall", 1))
        speeds, commands = self.connected(wheels["OUT"]), self.connected(wheels["IN"])
        print(json.dumps({"v": 0.25, "received": 0}), file=commands, flush=True)
        wait_until(lambda: speeds.readline() == "v=0.25\n")
        wait_until(lambda: target.read_text().endswith("0.25\n"))

    def test_stream_of_a_user_reads_from_a_source_of_its_own(self):
        self.start_with(
            'sonar.add_stream("own.parts.Files", "own.parts.Ramp", direction="IN")\nsonar.add_stream("socket")\n'
        )
        readings = self.connected(self.ports("robot.sonar")["OUT"])
        first, second = (json.loads(readings.readline()) for _ in range(2))
        self.assertEqual((second["echo"] - first["echo"], second["received"] - first["received"]), (1.0, 1))

    def test_sensor_of_another_base_class_cannot_have_an_incoming_stream(self):
        scene = self.folder / "scene.py"
        wiring = 'plain = Plain()\nrobot.append(plain)\nplain.add_stream("socket", direction="IN")\n'
        scene.write_text(SCENE % (wiring, ""))
        code, _, errors = command("check", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        self.assertIn("a stream has the direction IN, but the component is a sensor", errors)
        self.assertIn("ExternalSensor", errors)
