"""PPRZLink: aircraft poses from a real Ivy bus teleport a robot."""

import json
import socket
import unittest

from harness import TIMEOUT_S, TestCase, free_ports
from mavlink_peers import Aircraft, wait_until

SCENE = """
from morse.builder import *

robot = ATRV("robot")
teleport = Teleport("teleport")
teleport.add_stream("pprzlink", ivy_bus=%r%s)
robot.append(teleport)
pose = Pose("pose")
pose.add_service("socket")
robot.append(pose)

env = Environment("empty", fastmode=True)
"""


class PprzlinkTest(TestCase):
    def start(self, options=""):
        self.bus = "127.255.255.255:%d" % free_ports(1, socket.SOCK_DGRAM)
        simulator = self.run_scene(SCENE % (self.bus, options))
        self.connection = simulator.connect()
        self.addCleanup(self.connection.close)
        return simulator

    def aircraft(self):
        aircraft = Aircraft(self.bus)
        self.addCleanup(aircraft.stop)
        return aircraft

    def position(self):
        answer = self.connection.ask("id1 robot.pose get_local_data")
        self.assertIn("SUCCESS", answer)
        data = json.loads(answer.split("SUCCESS", 1)[1])
        data = data if isinstance(data, dict) else data[0]
        return data["x"], data["y"], data["z"], data["yaw"]

    def wait_for(self, expected):
        near = lambda: all(abs(a - b) < 0.01 for a, b in zip(self.position(), expected))
        wait_until(near, "the pose %r" % (expected,))

    def test_message_teleports_the_robot(self):
        self.start()
        aircraft = self.aircraft()
        aircraft.send_when_subscribed("12 ROTORCRAFT_FP 512 -256 1024 0 0 0 0 0 4096 0 0 0 0 0 0")
        self.wait_for((2.0, -1.0, 4.0, 1.0))
        aircraft.send_when_subscribed("13 ROTORCRAFT_FP 256 0 1024 0 0 0 0 0 0 0 0 0 0 0 0")
        self.wait_for((1.0, 0.0, 4.0, 0.0))

    def test_only_the_configured_aircraft_and_message_are_read(self):
        simulator = self.start(', ac_id=7, msg_name="MY_FP"')
        aircraft = self.aircraft()
        aircraft.send_when_subscribed("7 MY_FP 256 512 1024 0 0 0 0 0 0")
        self.wait_for((1.0, 2.0, 4.0, 0.0))
        self.assertEqual(aircraft.send_msg("8 MY_FP 0 0 1024 0 0 0 0 0 0"), 0)
        self.assertEqual(aircraft.send_msg("7 ROTORCRAFT_FP 0 0 1024 0 0 0 0 0 0"), 0)
        aircraft.send_when_subscribed("7 MY_FP 1 2 3")
        simulator.wait_for("MY_FP is refused")

    def test_robot_follows_a_new_agent_after_malformed_input(self):
        simulator = self.start()
        first = Aircraft(self.bus)
        first.send_when_subscribed("1 ROTORCRAFT_FP 256 0 1024 0 0 0 0 0 0")
        self.wait_for((1.0, 0.0, 4.0, 0.0))
        first.stop()
        host, bus_port = self.bus.split(":")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as broadcast:
            broadcast.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            with socket.create_server(("127.0.0.1", 0)) as server:
                server.settimeout(TIMEOUT_S)
                for text in (b"rubbish", b"3", b"9 1 x y", b"\xff\xfe\x00", b"3 0 a b"):
                    broadcast.sendto(text, (host, int(bus_port)))
                broadcast.sendto(b"3 %d other rubbish\n" % server.getsockname()[1], (host, int(bus_port)))
                agent, _ = server.accept()
                with agent:
                    agent.settimeout(TIMEOUT_S)
                    self.assertTrue(agent.recv(4096).startswith(b"6 "))
                    agent.sendall(b"\xff\xff\n99 99\n2 0\x02too short\x03\n2 0\n9 5\x02\n")
                    received = b""
                    while b"10 5\x02\n" not in received:
                        part = agent.recv(4096)
                        self.assertTrue(part, received)
                        received += part
                    agent.sendall(b"x" * 200_000)
                    try:
                        while agent.recv(4096):
                            pass
                    except ConnectionError:
                        pass
        simulator.wait_for("is not an announcement|not in the Ivy protocol")
        self.aircraft().send_when_subscribed("1 ROTORCRAFT_FP 768 0 1024 0 0 0 0 0 0")
        self.wait_for((3.0, 0.0, 4.0, 0.0))


if __name__ == "__main__":
    unittest.main()
