"""Features of the Python client. The tests run with ours and with the original's (`harness.CLIENT`)."""

import json
import threading
import unittest

from harness import TIMEOUT_S, TestCase, client_library, wait_until

SCENE = """
from morse.builder import *

robot = ATRV()
robot.translate(x=-5.0)
pose = Pose()
pose.add_stream('socket')
pose.add_service('socket')
robot.append(pose)
waypoint = Waypoint()
waypoint.add_service('socket')
robot.append(waypoint)
motion = MotionVW()
motion.add_stream('socket')
motion.add_service('socket')
robot.append(motion)
head = PTU()
head.add_service('socket')
robot.append(head)
posture = PTUPosture()
posture.add_stream('socket')
head.append(posture)
notes = Pose()
notes.add_stream('text')
robot.append(notes)

env = Environment('empty', fastmode=True)
env.set_time_strategy(TimeStrategies.FixedSimulationStep)
"""

NUMBERED = """
from morse.builder import *

for i in range(3):
    cat = ATRV()
    cat.translate(y=3.0 * i)
    pose = Pose()
    pose.add_stream('socket')
    cat.append(pose)
    cat.close_context()

env = Environment('empty', fastmode=True)
"""


class Client(TestCase):
    def setUp(self):
        self.pymorse = client_library()
        self.simulator = self.run_scene(SCENE)
        self.morse = self.pymorse.Morse("localhost", self.simulator.port)
        self.addCleanup(self.morse.close, True)

    def test_robots_and_components_are_attributes(self):
        morse = self.morse
        self.assertIn("robot", morse.robots)
        self.assertEqual(sorted(morse.streams()), ["robot.head.posture", "robot.motion", "robot.pose"])
        self.assertEqual(morse.get_stream_port("robot.pose"), morse.rpc("simulation", "get_all_stream_ports")["robot.pose"])
        self.assertEqual((morse.robot.pose.name, morse.robot.pose.fqn), ("pose", "robot.pose"))
        self.assertTrue(hasattr(morse.robot.motion, "publish") and not hasattr(morse.robot.motion, "get"))
        self.assertTrue(hasattr(morse.robot.pose, "get") and not hasattr(morse.robot.pose, "publish"))
        self.assertEqual(morse.robot.head.posture.get(timeout=TIMEOUT_S)["pan"], 0.0)
        self.assertTrue(morse.is_up())

    def test_streams_are_read_with_get_last_and_subscribe(self):
        pose = self.morse.robot.pose
        first = pose.get(timeout=TIMEOUT_S)
        second = pose.get(timeout=TIMEOUT_S)
        self.assertGreater(second["timestamp"], first["timestamp"])
        self.assertGreaterEqual(pose.last()["timestamp"], second["timestamp"])
        self.morse.deactivate("robot.pose")
        wait_until(lambda: not pose.get(timeout=0.3), "the sensor stops")
        self.assertIsNone(pose.get(timeout=0.05))
        seen, enough = [], threading.Event()

        def callback(message):
            seen.append(message["timestamp"])
            if len(seen) >= 10:
                enough.set()

        pose.subscribe(callback)
        self.morse.activate("robot.pose")
        self.assertTrue(enough.wait(TIMEOUT_S))
        pose.unsubscribe(callback)
        steps = [round((after - before) * 60) for before, after in zip(seen[:9], seen[1:10])]
        self.assertEqual(steps, [1] * 9, "each message comes once, in order")

    def test_published_command_moves_the_robot(self):
        before = self.morse.robot.pose.get(timeout=TIMEOUT_S)
        self.morse.robot.motion.publish({"v": 1.0, "w": 0.0})
        self.morse.sleep(1.0)
        after = self.morse.robot.pose.get(timeout=TIMEOUT_S)
        self.assertAlmostEqual(after["x"] - before["x"], 1.0, delta=0.2)

    def test_time_is_simulated_time(self):
        before = self.morse.time()
        self.morse.sleep(0.5)
        self.assertAlmostEqual(self.morse.time() - before, 0.5, delta=0.2)

    def test_services_return_futures(self):
        morse, waypoint = self.morse, self.morse.robot.waypoint
        self.assertTrue(waypoint.get_status() == "Arrived")
        far = waypoint.goto(100.0, 0.0, 0.0)
        self.assertFalse(far.done())
        ended = threading.Event()
        far.add_done_callback(lambda evt: ended.set())
        # The original's client sends each request on a thread of its own: the second could overtake the first.
        wait_until(lambda: waypoint.get_status() == "Transit", "the robot drives")
        near = waypoint.goto(-4.0, 0.0, 0.0, 0.5, 1.0)
        with self.assertRaises(self.pymorse.MorseServicePreempted):
            far.result(TIMEOUT_S)
        self.assertTrue(ended.wait(TIMEOUT_S))
        self.assertEqual(near.result(TIMEOUT_S), "Arrived")
        self.assertIsNone(near.exception(TIMEOUT_S))
        self.assertEqual(repr(near), "'Arrived'")
        away = waypoint.goto(100.0, 0.0, 0.0)
        # The original's client sends requests from a pool of threads: a cancel may overtake its request.
        wait_until(lambda: waypoint.get_status() == "Transit", "the robot drives")
        away.cancel()
        with self.assertRaises(self.pymorse.MorseServicePreempted):
            away.result(TIMEOUT_S)
        pan, tilt = self.morse.robot.head.get_pan_tilt().result(TIMEOUT_S)
        self.assertEqual((pan, tilt), (0.0, 0.0))
        self.assertIn("robot", morse.rpc("simulation", "list_robots"))

    def test_failures_are_exceptions(self):
        with self.assertRaises(self.pymorse.MorseServiceFailed):
            self.morse.rpc("simulation", "no_such_service")
        with self.assertRaises(self.pymorse.MorseServiceFailed):
            self.morse.activate("robot.nothing")
        with self.assertRaises(TypeError):
            self.morse.robot.motion.set_speed(1).result(TIMEOUT_S)
        with self.assertRaises(self.pymorse.MorseServiceFailed):
            self.morse.rpc_t(TIMEOUT_S, "robot.motion", "set_speed")

    def test_reset_puts_the_robot_back(self):
        self.morse.robot.motion.publish({"v": 1.0, "w": 0.0})
        wait_until(lambda: self.morse.robot.pose.get(timeout=TIMEOUT_S)["x"] >= -4.5, "the robot drives")
        self.morse.robot.motion.publish({"v": 0.0, "w": 0.0})
        # Simulated time: the stop command must arrive before the reset, and the reset before the next reading.
        self.morse.sleep(0.1)
        self.assertEqual(self.morse.reset(), "Objects restored to initial position")
        self.morse.sleep(0.1)
        self.assertAlmostEqual(self.morse.robot.pose.get(timeout=TIMEOUT_S)["x"], -5.0, delta=0.1)

    def test_exception_in_with_block_propagates_while_a_service_runs(self):
        with self.assertRaises(ZeroDivisionError):
            with self.pymorse.Morse("localhost", self.simulator.port) as morse:
                morse.robot.waypoint.goto(100.0, 0.0, 0.0)
                raise ZeroDivisionError
        with self.simulator.connect() as raw:
            self.assertEqual(json.loads(raw.ask("1 simulation list_streams").split(" ", 2)[2])[0], "robot.head.posture")

    def test_quit_ends_the_simulator(self):
        self.morse.quit()
        self.assertEqual(self.simulator.wait_for_exit(), 0)


class NumberedRobots(TestCase):
    def test_numbered_robots_are_also_a_list(self):
        simulator = self.run_scene(NUMBERED)
        with client_library().Morse("localhost", simulator.port) as morse:
            ys = [cat.pose.get(timeout=TIMEOUT_S)["y"] for cat in morse.cats]
            self.assertEqual([round(y) for y in ys], [0, 3, 6])
            self.assertEqual(morse.robots, ["cat", "cat_001", "cat_002"])


if __name__ == "__main__":
    unittest.main()
