"""Time for clients: duration of `time sleep`, and request timing (immediate or in ticks)."""

import unittest

from harness import TIMEOUT_S, TestCase, command, free_ports, original_pymorse

SCENE = '''
from morse.builder import *
robot = FakeRobot()
place = Teleport()
robot.append(place)
drive = MotionXYW()
robot.append(drive)
pose = Pose()
robot.append(pose)
robot.add_default_interface('socket')
env = Environment('empty', fastmode=True)
env.use_relative_time(True)
'''

TICK_S = 1 / 60


class Sleep(TestCase):
    def check_command_before_sleep_is_applied(self, *options):
        """A client sends a command, sleeps less than a tick, and takes the next message: it shows the command's effect."""
        simulator = self.run_scene(SCENE, *options)
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            # The stream is open from here on.
            morse.robot.pose.get(timeout=TIMEOUT_S)
            for x in range(1, 16):
                morse.robot.place.publish({"x": float(x), "y": 0.0, "z": 0.0, "yaw": 0.0, "pitch": 0.0, "roll": 0.0})
                morse.sleep(0.01)
                self.assertAlmostEqual(morse.robot.pose.get(timeout=TIMEOUT_S)["x"], x, delta=1e-5)

    def test_command_before_a_sleep_is_applied_after_it(self):
        self.check_command_before_sleep_is_applied()

    def test_command_before_a_sleep_is_applied_after_it_with_tick_timing(self):
        self.check_command_before_sleep_is_applied("--request-timing", "tick")

    def test_sleep_answers_after_the_messages_of_its_tick(self):
        simulator = self.run_scene(SCENE)
        with original_pymorse().Morse("localhost", simulator.port) as morse:
            morse.robot.pose.get(timeout=TIMEOUT_S)
            for _ in range(20):
                morse.sleep(0.05)
                # Half a tick at most: the answer lies in the middle between two messages.
                newest, now = morse.robot.pose.last()["timestamp"], morse.time()
                self.assertLessEqual(now - newest, TICK_S + 1e-6)

    def test_sleep_lasts_the_requested_time(self):
        simulator = self.run_scene(SCENE)
        with simulator.connect() as client:
            for seconds in (0.01, 0.1, 0.25):
                # Time goes on while a request is under way, on a busy machine by several ticks.
                slept = min(self.ticks_of_sleep(client, seconds) for _ in range(5))
                # A sleep begins at the next tick and ends at the nearest one.
                self.assertIn(slept - max(1, round(seconds / TICK_S)), (1, 2))

    def ticks_of_sleep(self, client, seconds):
        before = now(client)
        client.ask(f"s time sleep [{seconds}]")
        return round((now(client) - before) / TICK_S)


class RequestTiming(TestCase):
    def ticks_of_requests(self, *options, scene=SCENE, **environment):
        """Duration of twenty consecutive requests. [ticks]"""
        simulator = self.run_scene(scene, *options, environment=environment)
        with simulator.connect() as client:
            before = now(client)
            for _ in range(20):
                after = now(client)
        return round((after - before) / TICK_S)

    def test_requests_are_served_immediately_by_default(self):
        self.assertLess(self.ticks_of_requests(), 20)

    def test_each_request_takes_one_tick_with_tick_timing(self):
        in_ticks = SCENE + "env.set_request_timing('tick')\n"
        self.assertGreaterEqual(self.ticks_of_requests("--request-timing", "tick"), 20)
        self.assertGreaterEqual(self.ticks_of_requests(MORSE_REQUEST_TIMING="tick"), 20)
        self.assertGreaterEqual(self.ticks_of_requests(scene=in_ticks), 20)
        self.assertLess(self.ticks_of_requests("--request-timing", "immediate", scene=in_ticks), 20)

    def test_unknown_timing_is_refused(self):
        code, _, errors = command("run", "scene.py", environment={"MORSE_REQUEST_TIMING": "often"})
        self.assertEqual(code, 2)
        self.assertRegex(errors, r"(?s)'often'.*--request-timing.*immediate, tick")


class BusyPort(TestCase):
    def test_log_names_the_busy_port_and_its_replacement(self):
        simulator = self.run_scene(SCENE)
        first = free_ports(4)
        scene = simulator.folder / "second.py"
        scene.write_text(SCENE)
        options = ["--port", simulator.port, "--stream-port", first, "--duration", "0.1"]
        code, _, log = command("run", *options, scene, folder=simulator.folder)
        self.assertEqual(code, 0, log)
        self.assertRegex(log, f"Port {simulator.port} is in use.*services are on port {simulator.port + 1} instead")


def now(client):
    """Simulated time. The answer has no value if it is zero, as answers omit false values."""
    return float((client.ask("n time now").split() + [0.0])[2])


if __name__ == "__main__":
    unittest.main()
