"""The first scene, with the Python client and with telnet."""

import json
import math
import unittest

from harness import ROOT, TIMEOUT_S, Connection, TestCase, client_library

FIRST_SCENE = ROOT / "examples" / "first_scene.py"


class FirstScene(TestCase):
    def test_client_drives_the_robot_and_quits(self):
        simulator = self.run_scene(FIRST_SCENE)
        with client_library().Morse("localhost", simulator.port) as morse:
            self.assertEqual(morse.robots, ["robot"])
            self.assertEqual(morse.rpc("simulation", "list_robots"), ["robot"])
            self.assertEqual(sorted(morse.streams()), ["robot.odometry", "robot.pose", "robot.waypoint"])

            pose = morse.robot.pose.get(timeout=TIMEOUT_S)
            self.assertEqual(list(pose), ["timestamp", "x", "y", "z", "yaw", "pitch", "roll"])
            self.assertAlmostEqual(pose["x"], 0.0, delta=0.5)
            odometry = morse.robot.odometry.get(timeout=TIMEOUT_S)
            self.assertEqual(list(odometry), ["timestamp", "dx", "dy", "dz", "dyaw", "dpitch", "droll"])

            self.assertEqual(morse.robot.waypoint.goto(2, 1, 0, 0.5, 1.0).result(20), "Arrived")
            x, y = average(morse.robot.pose, "x"), average(morse.robot.pose, "y")
            self.assertLessEqual(math.hypot(2 - x, 1 - y), 0.6)
            morse.quit()
        self.assertEqual(simulator.wait_for_exit(), 0)
        simulator.wait_for(r"EXITING SIMULATION")

    def test_telnet_session_of_the_tutorial(self):
        simulator = self.run_scene(FIRST_SCENE)
        with simulator.connect() as telnet:
            self.assertEqual(telnet.ask("id1 simulation list_robots\r"), 'id1 SUCCESS ["robot"]')
            self.assertEqual(telnet.ask("id2 robot.waypoint get_status"), 'id2 SUCCESS "Arrived"')
            self.assertEqual(
                telnet.ask("id3 robot.pose get_local_data"),
                'id3 FAILED "The request get_local_data has not been registered in Socket service manager: robot.pose has '
                'no service interface here; the scene gives it one with add_service or add_interface"',
            )
            self.assertEqual(telnet.ask("single"), 'single FAILED "Malformed request! "')
            self.assertRegex(telnet.ask("id4 time now"), r"^id4 SUCCESS \d{10}\.\d+$")
            telnet.send("id5 robot.waypoint goto [100, 0, 0]\nid5 cancel\n")
            self.assertEqual(telnet.line(), "id5 PREEMPTED")
            self.assertEqual(telnet.ask("q simulation quit"), "q SUCCESS")
        self.assertEqual(simulator.wait_for_exit(), 0)

    def test_clock_client_steps_the_simulation(self):
        simulator = self.run_scene(FIRST_SCENE)
        with simulator.connect() as services, Connection(5000) as clock:
            settle(services)
            before = now(services)
            self.assertEqual(now(services), before, "time stops while a clock client is connected")
            clock.send("foo")
            after = wait_for_change(services, before)
            self.assertAlmostEqual(after - before, 1 / 60, delta=1e-4)
            self.assertEqual(now(services), after)
        with simulator.connect() as services:
            frozen = now(services)
            wait_for_change(services, frozen)

    def test_quit_is_executed_if_the_connection_closes_at_once(self):
        simulator = self.run_scene(FIRST_SCENE)
        with simulator.connect() as client:
            client.send("id1 simulation quit\n")
        self.assertEqual(simulator.wait_for_exit(), 0)
        simulator.wait_for("EXITING SIMULATION")


def average(stream, field, count=60):
    return sum(stream.get(timeout=TIMEOUT_S)[field] for _ in range(count)) / count


def now(connection):
    return json.loads(connection.ask("t time now").split(" ", 2)[2])


def settle(connection):
    """Waits until the clock client stops simulated time: two readings 200 requests apart agree."""
    for _ in range(1000):
        before = now(connection)
        for _ in range(200):
            after = now(connection)
        if after == before:
            return
    raise AssertionError("time does not stop")


def wait_for_change(connection, value):
    for _ in range(100000):
        new = now(connection)
        if new != value:
            return new
    raise AssertionError("time does not advance")


if __name__ == "__main__":
    unittest.main()
