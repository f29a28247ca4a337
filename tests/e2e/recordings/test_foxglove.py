"""`morse run --foxglove`, with a client of the Foxglove WebSocket protocol."""

import json
import struct
import time
import unittest

import websocket
from harness import TIMEOUT_S, Simulator, TestCase, command, free_ports, our_pymorse, wait_until

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(1.0, 2.0, 0.2)
pose = Pose()
robot.append(pose)
scan = Hokuyo()
robot.append(scan)
motion = MotionVW()
motion.add_interface('socket')
robot.append(motion)

env = Environment('empty', fastmode=True)
"""
MESSAGE_DATA = 1
TIME = 2


class Client:
    """A client of the Foxglove WebSocket protocol."""

    def __init__(self, port):
        self.socket = websocket.create_connection(
            f"ws://127.0.0.1:{port}", timeout=TIMEOUT_S, subprotocols=["foxglove.sdk.v1", "foxglove.websocket.v1"]
        )
        self.info = None
        self.channels = {}
        self.time_ns = None

    def subscribe(self, topic):
        """Subscribes to a topic, with the number of its channel as the number of the subscription."""
        self.until(lambda: topic in self.channels)
        number = self.channels[topic]["id"]
        self.socket.send(json.dumps({"op": "subscribe", "subscriptions": [{"id": number, "channelId": number}]}))

    def until(self, reached):
        deadline = time.monotonic() + TIMEOUT_S
        while not reached():
            assert time.monotonic() < deadline, "the server did not send it"
            self.receive()

    def receive(self):
        """Receives one message of the server. Returns topic, time and bytes if it is a message of a channel."""
        kind, data = self.socket.recv_data()
        if kind == websocket.ABNF.OPCODE_TEXT:
            message = json.loads(data)
            if message["op"] == "serverInfo":
                self.info = message
            elif message["op"] == "advertise":
                self.channels.update({channel["topic"]: channel for channel in message["channels"]})
        elif data[:1] == bytes([TIME]):
            self.time_ns = struct.unpack("<Q", data[1:9])[0]
        elif data[:1] == bytes([MESSAGE_DATA]):
            number, time_ns = struct.unpack("<IQ", data[1:13])
            topic = next(topic for topic, channel in self.channels.items() if channel["id"] == number)
            return topic, time_ns, data[13:]
        return None

    def message(self, topic, fits=lambda data: True):
        deadline = time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline:
            found = self.receive()
            if found and found[0] == topic and fits(found[2]):
                return found
        raise AssertionError(f"no message on {topic}")


class FoxgloveTest(TestCase):
    def setUp(self):
        self.foxglove_port = free_ports(1)
        self.simulator = Simulator(SCENE, "--foxglove", "--foxglove-port", str(self.foxglove_port))
        self.addCleanup(self.simulator.__exit__)
        self.simulator.wait_for("For Foxglove: ")

    def client(self):
        client = Client(self.foxglove_port)
        self.addCleanup(client.socket.close)
        return client

    def test_sensor_messages_have_the_format_of_recordings(self):
        client = self.client()
        client.subscribe("/robot/pose")
        channel = client.channels["/robot/pose"]
        self.assertEqual((channel["encoding"], channel["schemaName"]), ("cdr", "geometry_msgs/msg/PoseStamped"))
        self.assertEqual(channel["schemaEncoding"], "ros2msg")
        self.assertIn("std_msgs/Header header", channel["schema"])
        _, time_ns, data = client.message("/robot/pose")
        self.assertGreater(time_ns, 0)
        # After the encapsulation header: stamp, the frame `map` with a zero byte, then doubles.
        self.assertEqual(data[4 + 12 : 4 + 15], b"map")
        x, y = struct.unpack_from("<2d", data, 4 + 16)
        self.assertAlmostEqual(x, 1.0, delta=0.05)
        self.assertAlmostEqual(y, 2.0, delta=0.05)
        client.until(lambda: client.time_ns)
        self.assertIn("MORSE", client.info["name"])
        self.assertEqual(client.channels["/robot/scan"]["schemaName"], "sensor_msgs/msg/LaserScan")

    def test_late_clients_receive_the_static_transforms(self):
        for _ in range(2):
            client = self.client()
            client.subscribe("/tf")
            client.message("/tf", lambda data: b"robot.scan\0" in data)

    def test_service_calls_are_published(self):
        client = self.client()
        with our_pymorse().Morse("localhost", self.simulator.port) as morse:
            client.until(lambda: client.channels)
            client.subscribe("/morse/calls")
            # The server handles subscriptions in order.
            client.subscribe("/robot/pose")
            client.message("/robot/pose")
            morse.robot.motion.set_speed(0.7, 0.0)
            # The requests of the client's connection may come first.
            _, _, data = client.message("/morse/calls", lambda data: b"set_speed" in data)
        self.assertEqual(json.loads(data)["service"], "set_speed")

    def test_malformed_input_and_stalled_clients_are_harmless(self):
        stalled = [self.client() for _ in range(5)]
        for client in stalled:
            client.subscribe("/tf")
        malformed = self.client()
        malformed.socket.send("{")
        malformed.socket.send_binary(b"\xff" * 100)
        client = self.client()
        client.subscribe("/robot/pose")
        first = client.message("/robot/pose")[1]
        wait_until(lambda: client.message("/robot/pose")[1] >= first + 200_000_000, "the stream goes on")

    def test_port_in_use_is_an_error_with_the_option(self):
        code, _, err = command(
            "run", "--port", "0", "--stream-port", "0", "--foxglove", "--foxglove-port", str(self.foxglove_port),
            self.simulator.folder / "scene.py",
        )
        self.assertEqual(code, 1)
        self.assertIn("--foxglove-port", err)


if __name__ == "__main__":
    unittest.main()
