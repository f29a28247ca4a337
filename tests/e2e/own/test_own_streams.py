"""User-defined datastreams and request managers in Python, beside those of the simulator."""

import json
import socket

from harness import command, wait_until
from own_scene import OWN_SENSOR, OwnSceneCase

STREAMS = '''
import json
import socket
import struct
from morse.core.datastream import DatastreamManager
from morse.core.exceptions import MorseRPCInvokationError
from morse.core.request_manager import RequestManager
from morse.middleware import AbstractDatastream
from morse.middleware.yarp_datastream import YarpPublisher
from morse.middleware.socket_datastream import SocketPublisher, SocketReader
from morse.middleware.text_datastream import BasePublisher


class Csv(SocketPublisher):
    def encode(self):
        data = self.data
        line = ",".join("%g" % data[name] for name in self.kwargs.get("fields", ["x", "y", "z"]))
        return (line + "\\n").encode("utf-8")


class Plain(SocketPublisher):
    """Encodes like its base class."""


class Text(SocketPublisher):
    def encode(self):
        return "not bytes"


class Commands(SocketReader):
    def decode(self, msg):
        x, y = (float(part) for part in msg.split())
        return {"x": x, "y": y, "z": 0.0, "yaw": 0.0, "pitch": 0.0, "roll": 0.0}


class ToFile(AbstractDatastream):
    def initialize(self):
        self.file = open(self.kwargs["to"], "w")
        self.count = 0

    def default(self, ci="unused"):
        assert ci is self.component_instance
        if self.count < 3:
            self.count += 1
            self.file.write(json.dumps(self.data["x"]) + " " + self.component_name + "\\n")
            self.file.flush()

    def finalize(self):
        self.file.write("end\\n")
        self.file.close()


class Log(BasePublisher):
    def header(self):
        return "x of %s\\n" % self.component_name

    def encode_data(self):
        return "%g\\n" % self.data["x"]


class Udp(DatastreamManager):
    """Sends the data of all components to one port."""

    def __init__(self, args, kwargs):
        DatastreamManager.__init__(self, args, kwargs)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.port = kwargs["port"]
        self.ticks = 0

    def register_component(self, component_name, component_instance, mw_data):
        stream = DatastreamManager.register_component(self, component_name, component_instance, mw_data)
        stream.manager = self
        return stream

    def action(self):
        self.ticks += 1

    def finalize(self):
        self.socket.close()


class UdpOut(AbstractDatastream):
    def default(self, ci="unused"):
        text = "%s %g %d" % (self.component_name, self.data["x"], self.manager.ticks > 0)
        self.manager.socket.sendto(text.encode(), ("127.0.0.1", self.manager.port))


class UdpIn(AbstractDatastream):
    """Generates increasing commands without a client."""

    def initialize(self):
        self.x = 10.0

    def default(self, ci="unused"):
        self.x += 1.0
        self.data.update(x=self.x, y=0.0, z=0.0)
        return self.x < 20.0


class Fails(AbstractDatastream):
    def default(self, ci="unused"):
        raise RuntimeError("no line")


class Yarp(YarpPublisher):
    def default(self, ci="unused"):
        pass


class Requests(RequestManager):
    """Requests as JSON arrays: id, component, service, arguments."""

    def initialization(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.setblocking(False)
        self.clients = {}
        self.waiting = {}
        print("requests on port", self.server.getsockname()[1], flush=True)
        return True

    def post_registration(self, component, service, is_async):
        return service != "get_configurations"

    def on_service_completion(self, request_id, result):
        client, number = self.waiting.pop(request_id)
        self.answer(client, number, *result)

    def answer(self, client, number, state, value):
        client.sendall((json.dumps([number, state, value]) + "\\n").encode())

    def main(self):
        try:
            client, _ = self.server.accept()
            client.setblocking(False)
            self.clients[client] = b""
        except BlockingIOError:
            pass
        for client in list(self.clients):
            try:
                self.clients[client] += client.recv(4096)
            except BlockingIOError:
                continue
            *lines, self.clients[client] = self.clients[client].split(b"\\n")
            for line in lines:
                self.serve(client, *json.loads(line))

    def serve(self, client, number, component, service, arguments):
        try:
            is_done, result = self.on_incoming_request(component, service, arguments)
        except MorseRPCInvokationError as refusal:
            return self.answer(client, number, "FAILED", str(refusal))
        if is_done:
            self.answer(client, number, *result)
        else:
            self.waiting[result] = client, number

    def finalization(self):
        print("requests end", flush=True)
        return True


class Refuses(Requests):
    def initialization(self):
        return False
'''

SCENE = '''
from morse.builder import *

robot = FakeRobot()
robot.translate(x=1.0, y=2.0, z=3.0)
pose = Pose()
robot.append(pose)
motion = Teleport()
robot.append(motion)
waypoint = Waypoint()
waypoint.properties(ObstacleAvoidance=False)
other = FakeRobot()
other.translate(x=5.0)
other.append(waypoint)
pose.add_service("socket")
%s
env = Environment("empty", fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
env.use_relative_time(True)
%s
'''


class OwnStreams(OwnSceneCase):
    def setUp(self):
        super().setUp()
        self.write(OWN_SENSOR + STREAMS)

    def start_with(self, wiring, environment="", *options):
        self.simulator = self.run_scene(SCENE % (wiring, environment), *options, environment=self.environment)
        client = self.simulator.connect()
        self.addCleanup(client.socket.close)
        return client

    def port(self, client, component):
        return int(client.ask(f'p simulation get_stream_port ["{component}"]').split()[2])

    def connect(self, port):
        stream = socket.create_connection(("localhost", port), 30)
        self.addCleanup(stream.close)
        return stream

    def test_user_defined_socket_publisher_encodes_messages_beside_a_built_in_one(self):
        client = self.start_with('pose.add_stream("socket", "own.parts.Csv", fields=["y", "x"])')
        self.assertEqual(self.connect(self.port(client, "robot.pose")).makefile().readline(), "2,1\n")
        client = self.start_with('pose.add_stream("socket", "own.parts.Plain")')
        reading = json.loads(self.connect(self.port(client, "robot.pose")).makefile().readline())
        self.assertEqual((reading["x"], list(reading)[0]), (1.0, "timestamp"))
        both = 'pose.add_stream("socket")\npose.add_stream("socket", "own.parts.Csv")'
        client = self.start_with(both)
        ports = [self.simulator.stream_port + number for number in range(2)]
        lines = sorted(self.connect(port).makefile().readline() for port in ports)
        self.assertEqual(lines[0], "1,2,3\n")
        self.assertEqual(json.loads(lines[1])["x"], 1.0)

    def test_user_defined_socket_reader_decodes_commands(self):
        client = self.start_with('motion.add_stream("socket", "own.parts.Commands")')
        stream = self.connect(self.port(client, "robot.motion"))
        stream.sendall(b"8.0 9.0\n")
        self.until(client, lambda reading: (reading["x"], reading["y"]) == (8.0, 9.0))
        stream.sendall(b"nonsense\n")
        self.simulator.wait_for("the Python code of the stream own.parts.Commands failed")

    def until(self, client, condition):
        def read():
            # One or two ticks between two requests.
            client.ask("s time sleep [0.02]")
            reading = json.loads(client.ask("r robot.pose get_local_data").split(" ", 2)[2])
            return [reading] if condition(reading) else None

        return wait_until(read)[0]

    def test_stream_writes_a_file_and_closes_it_at_exit(self):
        path = self.folder / "x.txt"
        wiring = f'pose.add_stream("socket", "own.parts.ToFile", to={str(path)!r})\npose.add_stream("text", "own.parts.Log")'
        client = self.start_with(wiring)
        self.until(client, lambda reading: path.read_text().count("\n") >= 3)
        client.ask("q simulation quit")
        self.assertEqual(self.simulator.wait_for_exit(), 0)
        self.assertEqual(path.read_text(), "1.0 robot.pose\n" * 3 + "end\n")
        log = (self.simulator.folder / "robot_robot.pose.txt").read_text().splitlines()
        self.assertEqual(log[:3], ["x of robot.pose", "1", "1"])

    def test_user_defined_datastream_manager(self):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(receiver.close)
        receiver.settimeout(30)
        receiver.bind(("127.0.0.1", 0))
        port = receiver.getsockname()[1]
        manager = '"own.parts.Udp"'
        wiring = f'pose.add_stream({manager}, "own.parts.UdpOut")\nmotion.add_stream({manager}, "own.parts.UdpIn")'
        client = self.start_with(wiring, f"env.configure_stream_manager({manager}, port={port})")
        self.assertIn(b"robot.pose", receiver.recv(100))
        self.until(client, lambda reading: reading["x"] == 19.0)
        self.assertIn(receiver.recv(100).split()[2], b"1")

    def test_failed_stream_stops_and_the_other_streams_continue(self):
        self.start_with('pose.add_stream("socket")\npose.add_stream("socket", "own.parts.Fails")')
        self.simulator.wait_for("robot.pose: the Python code of the stream own.parts.Fails failed")
        line = self.connect(self.simulator.stream_port).makefile().readline()
        self.assertEqual(json.loads(line)["x"], 1.0)
        self.start_with('pose.add_stream("socket", "own.parts.Text")')
        self.simulator.wait_for(r"encode\(\) returns bytes, not str")

    def refused(self, wiring, environment=""):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % (wiring, environment))
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        return " ".join(errors.replace("\n  | ", " ").split())

    def test_invalid_stream_is_a_start_error(self):
        errors = self.refused('pose.add_stream("yarp", "own.parts.Yarp")')
        self.assertIn("`own.parts.Yarp` derives from morse.middleware.yarp_datastream.YarpPublisher: messages of", errors)
        self.assertIn("is a datastream manager, not a stream", self.refused('pose.add_stream("socket", "own.parts.Udp")'))
        self.assertIn("KeyError: 'port'", self.refused('pose.add_stream("own.parts.Udp", "own.parts.UdpOut")'))
        self.assertIn("is a stream of socket", self.refused('pose.add_stream("text", "own.parts.Csv")'))

    def requests(self, wiring):
        client = self.start_with(wiring)
        port = int(self.simulator.wait_for("requests on port").split()[-1])
        return client, self.connect(port).makefile("rw")

    def ask(self, stream, *request):
        stream.write(json.dumps(request) + "\n")
        stream.flush()
        return json.loads(stream.readline())

    def test_user_defined_request_manager_works_beside_the_socket(self):
        config = 'config="own.parts.Requests"'
        client, stream = self.requests(
            f'pose.add_service("socket", {config})\nwaypoint.add_service("socket", {config})\nwaypoint.add_service("socket")'
        )
        self.until(client, lambda reading: reading["x"] == 1.0)
        number, state, value = self.ask(stream, 1, "robot.pose", "get_local_data", [])
        self.assertEqual((number, state, value["x"]), (1, "SUCCESS", 1.0))
        self.assertEqual(self.ask(stream, 2, "other.waypoint", "goto", [5.5, 0.0, 0.0, 0.6, 1.0])[:2], [2, "SUCCESS"])
        self.assertEqual(self.ask(stream, 3, "other.waypoint", "goto", [1.0])[:2], [3, "FAILED"])
        self.assertIn("no service fly", self.ask(stream, 4, "other.waypoint", "fly", [])[2])
        self.assertIn("no service", self.ask(stream, 5, "robot.pose", "get_configurations", [])[2])
        # Both request managers share running services.
        stream.write(json.dumps([6, "other.waypoint", "goto", [900.0, 0.0, 0.0, 0.5, 0.1]]) + "\n")
        stream.flush()
        self.until(client, lambda reading: "Transit" in client.ask("t other.waypoint get_status"))
        client.send("u other.waypoint goto [1.0, 0.0, 0.0, 0.5, 0.1]\n")
        self.assertEqual(json.loads(stream.readline())[:2], [6, "PREEMPTED"])
        client.send("u cancel\n")
        self.assertTrue(client.line().startswith("u PREEMPTED"))
        client.ask("q simulation quit")
        self.simulator.wait_for("requests end")

    def test_request_manager_that_fails_to_initialize_is_a_start_error(self):
        errors = self.refused('pose.add_service("socket", config="own.parts.Refuses")')
        self.assertIn("Refuses.initialization() returned False", errors)
