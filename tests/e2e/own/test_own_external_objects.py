"""User-defined external sensors, external actuators and simulation nodes, as in MORSE 1.4."""

import json
import socket

from harness import wait_until
from own_scene import OwnSceneCase

PARTS = '''
import json
import socket
from morse.core import blenderapi
from morse.core.datastream import DatastreamManager
from morse.core.external_object import ExternalActuator, ExternalSensor
from morse.core.multinode import SimulationNodeClass
from morse.helpers.components import add_data


class Sonar(ExternalSensor):
    """Receives its value from an external program."""

    add_data("echo", 0.0, "float")
    add_data("steps", 0, "int")

    def __init__(self, obj, parent=None):
        ExternalSensor.__init__(self, obj, parent)
        self.input_functions.append(self.receive)
        self.input_modifiers.append(self.double)
        self.output_modifiers.append(self.count)
        self.output_functions.append(self.report)
        self.received = None
        self.reported = 0

    def receive(self, component):
        assert component is self
        if self.received is None:
            self.received = 21.0
            return True
        return False

    def double(self):
        self.received *= 2

    def default_action(self):
        self.local_data["echo"] = self.received

    def count(self):
        self.local_data["steps"] += 1

    def report(self, component):
        self.reported += 1
        assert self.reported == self.local_data["steps"]


class Mover(ExternalActuator):
    add_data("v", 0.0, "float")

    def default_action(self):
        self.robot_parent.apply_speed("Position", [self.local_data["v"] / self.frequency, 0, 0], [0, 0, 0])


class Node(SimulationNodeClass):
    def initialize(self):
        self.socket = socket.create_connection((self.host, self.port))

    def synchronize(self):
        robots = blenderapi.persistantstorage().robotDict.values()
        places = {robot.name(): list(robot.bge_object.worldPosition) for robot in robots}
        self.socket.sendall((json.dumps([self.node_name, places]) + "\\n").encode())

    def finalize(self):
        self.socket.close()


class Nodes(DatastreamManager):
    """Runs the node in every tick."""

    def __init__(self, args, kwargs):
        DatastreamManager.__init__(self, args, kwargs)
        self.node = Node("here", "127.0.0.1", kwargs["port"], None)

    def action(self):
        self.node.synchronize()
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

class Sonar(SensorCreator):
    _classpath = "own.parts.Sonar"

class Mover(ActuatorCreator):
    _classpath = "own.parts.Mover"

robot = FakeRobot()
sonar = Sonar()
robot.append(sonar)
mover = Mover()
robot.append(mover)
robot.add_default_interface("socket")
env = Environment("empty", fastmode=True)
%s
'''


class ExternalObjects(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(PARTS)

    def test_input_and_output_functions_run_before_and_after_the_action(self):
        simulator = self.run_scene(SCENE % "", environment=self.environment)
        client = simulator.connect()
        self.addCleanup(client.socket.close)
        port = int(client.ask('p simulation get_stream_port ["robot.sonar"]').split()[2])
        with socket.create_connection(("localhost", port), 30) as stream:
            first, second = (json.loads(line) for line, _ in zip(stream.makefile(), range(2)))
        self.assertEqual((first["echo"], second["steps"] - first["steps"]), (42.0, 1))
        self.assertGreater(second["timestamp"], first["timestamp"])
        port = int(client.ask('p simulation get_stream_port ["robot.mover"]').split()[2])
        with socket.create_connection(("localhost", port), 30) as stream:
            stream.sendall(b'{"v": 1.0}\n')
            self.assertIn("Mover", client.ask('e simulation describe_component ["robot.mover"]'))
            x = lambda: json.loads(client.ask("g simulation get_scene_objects").split(" ", 2)[2])["robot"][1][0]
            wait_until(lambda: x() >= 0.1, "the robot moves")

    def test_user_defined_node_sends_robot_positions(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        server.settimeout(30)
        manager = f'env.configure_stream_manager("own.parts.Nodes", port={server.getsockname()[1]})'
        self.run_scene(SCENE % manager, environment=self.environment)
        connection, _ = server.accept()
        self.addCleanup(connection.close)
        connection.settimeout(30)
        name, places = json.loads(connection.makefile().readline())
        self.assertEqual((name, list(places)), ("here", ["robot"]))
