"""What clients can do wrong, and what becomes of the simulation: nothing."""

import json
import socket
import struct
import unittest

from harness import Connection, TestCase

SCENE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
motion.add_interface('socket')
robot.append(motion)
pose = Pose()
pose.add_interface('socket')
robot.append(pose)
env = Environment('empty', fastmode=True)
"""


class BadInput(TestCase):
    def setUp(self):
        self.simulator = self.run_scene(SCENE)

    def assert_alive(self):
        with self.simulator.connect() as client:
            self.assertEqual(client.ask("alive simulation list_robots"), 'alive SUCCESS ["robot"]')

    def port_of(self, stream):
        with self.simulator.connect() as client:
            return int(client.ask('p simulation get_stream_port ["%s"]' % stream).split()[-1])

    def test_malformed_requests_are_answered(self):
        cases = {
            "": ' FAILED "Malformed request! "',
            "tok": 'tok FAILED "Malformed request! "',
            "i robot.motion set_speed [1,": "i FAILED \"Invalid request syntax: error while parsing the parameters: "
            "<[1,>. Expecting value: line 1 column 4 (char 3)\"",
            "i robot.motion nope": 'i FAILED "The request nope has not been registered in Socket service manager"',
        }
        with self.simulator.connect() as client:
            for request, answer in cases.items():
                self.assertEqual(client.ask(request), answer)
            self.assertRegex(client.ask("i robot.motion"), r'^i FAILED "Malformed request')
            self.assertRegex(client.ask("i robot.motion set_speed [1]"), r'^i FAILED ".*wrong # of parameters')
            self.assertRegex(client.ask("i robot.motion set_speed"), r'^i FAILED ".*parameters expected for service')
            self.assertRegex(client.ask("i robot.motion set_speed 5"), r"^i FAILED ")
            self.assertRegex(client.ask('i robot.motion set_speed {"v": 1}'), r"^i FAILED ")
        self.assert_alive()

    def test_a_fragmented_request_is_put_together(self):
        with self.simulator.connect() as client:
            for piece in ["id simul", "ation list_", "robots\nid2 simulation", " list_robots\n"]:
                client.send(piece)
            self.assertEqual(client.line(), 'id SUCCESS ["robot"]')
            self.assertEqual(client.line(), 'id2 SUCCESS ["robot"]')

    def test_binary_and_over_long_requests_do_no_harm(self):
        with self.simulator.connect() as client:
            client.send(bytes(range(256)) * 16 + b"\n")
        with self.simulator.connect() as client:
            try:
                for _ in range(64):
                    client.send(b"x" * 65536)
            except OSError:
                pass
        self.assert_alive()

    def test_clients_that_disappear_do_no_harm(self):
        for _ in range(20):
            client = self.simulator.connect()
            client.send("i time sleep [100]\ni simulation details\n")
            # A reset instead of a clean end.
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        self.assert_alive()

    def test_a_thousand_connections_are_served(self):
        clients = [self.simulator.connect() for _ in range(1000)]
        try:
            for client in clients[::100]:
                self.assertEqual(client.ask("i simulation list_robots"), 'i SUCCESS ["robot"]')
        finally:
            for client in clients:
                client.close()
        self.assert_alive()

    def test_a_reader_that_stops_reading_slows_nobody(self):
        port = self.port_of("robot.pose")
        with Connection(port) as lazy, Connection(port) as eager:
            lazy.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            stamps = [json.loads(eager.line())["timestamp"] for _ in range(120)]
        steps = [after - before for before, after in zip(stamps, stamps[1:])]
        self.assertTrue(all(abs(step - 1 / 60) < 1e-3 for step in steps), steps)

    def test_bad_commands_leave_the_last_good_one_in_force(self):
        with Connection(self.port_of("robot.motion")) as command:
            command.send('{"v": 1.0, "w": 0.0}\n')
            bad = ["{\n", "\n", "[1, 2]\n", "null\n", '{"v": 9}\n', '{"v": "fast", "w": 0}\n', '{"v": NaN, "w": 0}\n']
            for line in bad:
                command.send(line)
                self.simulator.wait_for("robot.motion")
            with Connection(self.port_of("robot.pose")) as pose:
                first, last = json.loads(pose.line()), None
                for _ in range(60):
                    last = json.loads(pose.line())
            self.assertAlmostEqual(last["x"] - first["x"], 1.0, delta=0.1)
        self.assert_alive()


if __name__ == "__main__":
    unittest.main()
