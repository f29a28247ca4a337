"""Test suites that users write with `morse.testing`, run with plain Python, unittest and pytest."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

from harness import BINARY, ROOT, TIMEOUT_S, command, free_ports

HEAD = """\
from morse.testing.testing import (
    MorseBuilderFailureTestCase, MorseMoveTestCase, MorseTestCase, main, testlogger)
try:
    from morse.builder import *
except ImportError:
    pass
from pymorse import Morse
"""

SUITE = HEAD + """
HEIGHT = 0.5

def equipped(robot):
    pose = Pose()
    pose.add_stream('socket')
    robot.append(pose)

class Stands(MorseTestCase):
    ''' The scene of this one is described as in MORSE 1.4. '''
    def setUpEnv(self):
        ''' A robot
away from the origin. '''
        robot = ATRV()
        robot.translate(1.0, 2.0)
        pose = Pose()
        pose.add_stream('socket')
        robot.append(pose)
        env = Environment('empty', fastmode=True)
        env.create()

    def test_where(self):
        with Morse() as morse:
            pose = morse.robot.pose.get()
            self.assertAlmostEqual(pose['x'], 1.0, delta=0.01)
            testlogger.info('strategy: ' + morse.rpc('time', 'mode'))

    def test_leaves_a_log(self):
        with open(self.logfile_name) as log:
            self.assertIn('PID: %d' % self.pid, log.read())

class UsesItsFile(MorseTestCase):
    X = 4.0
    def place(self, robot):
        robot.translate(self.X, 0.0, HEIGHT)
    def setUpEnv(self):
        robot = ATRV()
        equipped(robot)
        self.place(robot)
        env = Environment('empty')
    def test_where(self):
        with Morse() as morse:
            self.assertAlmostEqual(morse.robot.pose.get()['x'], self.X, delta=0.01)

class Derived(UsesItsFile):
    X = 5.0
    def setUpEnv(self):
        super().setUpEnv()

if __name__ == '__main__':
    main(Stands, UsesItsFile, Derived)
"""

MOVES = HEAD + """
class Moves(MorseMoveTestCase):
    def setUpEnv(self):
        robot = ATRV()
        pose = Pose()
        pose.add_stream('socket')
        motion = MotionVW('motion')
        motion.add_stream('socket')
        motion.add_service('socket')
        motion.properties(ControlType='Position')
        teleport = Teleport()
        teleport.add_stream('socket')
        for part in (pose, motion, teleport):
            robot.append(part)
        env = Environment('empty', fastmode=True)
        env.add_service('socket')

    def test_drive(self):
        with Morse() as morse:
            morse.deactivate('robot.teleport')
            self.assertAlmostEqualPosition(morse, [0.0, 0.0, 0.1, 0.0, 0.0, 0.0], 0.05)
            morse.robot.motion.publish({'v': 1.0, 'w': 0.0})
            morse.sleep(1.0)
            morse.robot.motion.publish({'v': 0.0, 'w': 0.0})
            morse.sleep(0.1)
            self.assertAlmostEqualPositionThenFix(morse, [1.05, 0.0, 0.1, 0.0, 0.0, 0.0], 0.2)
            self.assertAlmostEqualPosition(morse, [1.05, 0.0, 0.1, 0.0, 0.0, 0.0], 0.03)
            with self.assertRaisesRegex(AssertionError, 'x is .* and not 7'):
                self.assertAlmostEqualPosition(morse, [7.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.05)

if __name__ == '__main__':
    main(Moves)
"""

REFUSED = HEAD + """
class Refused(MorseBuilderFailureTestCase):
    def setUpEnv(self):
        robot = ATRV()
        robot.alter('IMUNoise')
        env = Environment('empty')
    def test_is_refused(self):
        pass

class Runs(MorseBuilderFailureTestCase):
    def setUpEnv(self):
        robot = ATRV()
        env = Environment('empty')
    def test_is_refused(self):
        pass

if __name__ == '__main__':
    main(Refused, Runs, time_modes=[0])
"""

FAILING = HEAD + """
import os

class Misspelt(MorseTestCase):
    def setUpEnv(self):
        robot = ATRV()
        robot.translat(1.0)
        env = Environment('empty')
    def setUpMw(self):
        print('middleware up')
    def tearDownMw(self):
        print('middleware down')
    def test_never_runs(self):
        print('it runs')

class NoEnvironment(MorseTestCase):
    def setUpEnv(self):
        robot = ATRV()
    def test_never_runs(self):
        print('it runs')

class NoScene(MorseTestCase):
    def test_never_runs(self):
        print('it runs')

class OwnSensor(MorseTestCase):
    def setUpEnv(self):
        class Counter(SensorCreator):
            _classpath = 'counter.Counter'
        robot = ATRV()
        counter = Counter()
        counter.add_stream('socket')
        robot.append(counter)
        env = Environment('empty')
    def test_failed_sensor(self):
        with Morse() as morse:
            while True:
                morse.robot.counter.get()
    def test_killed_simulator(self):
        os.kill(self.pid, 9)
        self.simulation.process.wait(30)
    def test_quits_the_simulator(self):
        with Morse() as morse:
            morse.quit()

if __name__ == '__main__':
    main(Misspelt, NoEnvironment, NoScene, OwnSensor, time_modes=[TimeStrategies.BestEffort])
"""

COUNTER = """
from morse.core.sensor import Sensor
from morse.helpers.components import add_data

class Counter(Sensor):
    add_data('count', 0, 'int', 'Number of readings')
    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
    def default_action(self):
        self.local_data['count'] += 1
        if self.local_data['count'] == 20:
            raise ValueError('count is 20')
"""

ROS = """
import os, socket
from urllib.parse import urlsplit
from morse.testing.ros import RosTestCase
from morse.testing.testing import main

def master_listens():
    uri = urlsplit(os.environ['ROS_MASTER_URI'])
    try:
        socket.create_connection((uri.hostname, uri.port), 1.0).close()
    except OSError:
        return False
    return True

class Beside(RosTestCase):
    def setUpEnv(self):
        robot = ATRV()
        pose = Pose()
        pose.add_stream('ros')
        robot.append(pose)
        env = Environment('empty')
    def test_there_is_a_master(self):
        assert master_listens()
        self.addCleanup(lambda: self.assertFalse(master_listens()))

if __name__ == '__main__':
    main(Beside, time_modes=[0])
"""

FIXTURE = """
from morse.builder import *

def scene():
    robot = ATRV()
    pose = Pose()
    pose.add_stream('socket')
    robot.append(pose)
    robot.translate(x=2.0)
    env = Environment('empty')

def test_two_simulators_run_at_once(simulation):
    first, second = simulation(scene), simulation(scene, options=['--fast'])
    assert first.port != second.port
    for running in (first, second):
        assert abs(running.morse.robot.pose.get()['x'] - 2.0) < 0.01

def test_scene_in_a_file(simulation, tmp_path):
    script = tmp_path / 'scene.py'
    script.write_text("from morse.builder import *\\nleft = ATRV()\\nenv = Environment('empty')\\n")
    assert simulation(script).morse.robots == ['left']

def test_scene_with_an_error(simulation):
    def broken():
        robot = ATRVV()
    simulation(broken)
"""


class Suites(unittest.TestCase):
    """Each suite is a file that runs in a process of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, text, name="suite.py"):
        (self.folder / name).write_text(textwrap.dedent(text))

    def run_suite(self, *words, **variables):
        """Exit code and output."""
        own = {"MORSE_BIN": str(BINARY), "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
        completed = subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={**os.environ, **own, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=8 * TIMEOUT_S,
        )
        return completed.returncode, completed.stdout

    def test_suite_runs_once_in_each_time_mode(self):
        self.write(SUITE)
        code, output = self.run_suite("suite.py")
        self.assertEqual(code, 0, output)
        self.assertIn("Ran 8 tests", output)
        self.assertIn("strategy: Best Effort", output)
        self.assertIn("strategy: Fixed Simulation Step", output)
        self.assertIn("EXITING SIMULATION", (self.folder / "Stands.log").read_text())

    def test_unittest_runs_a_suite_or_one_test_by_name(self):
        self.write(SUITE)
        code, output = self.run_suite("-m", "unittest", "suite", MORSE_TEST_TIME_MODE="FixedSimulationStep")
        self.assertEqual(code, 0, output)
        self.assertIn("Ran 4 tests", output)
        code, output = self.run_suite("suite.py", "Stands.test_where")
        self.assertEqual(code, 0, output)
        self.assertIn("Ran 2 tests", output)

    def test_pytest_runs_a_suite_and_the_fixture(self):
        self.write(SUITE, "test_suite.py")
        self.write(FIXTURE, "test_fixture.py")
        code, output = self.run_suite("-m", "pytest", "-q", "-p", "morse.testing.pytest_plugin")
        self.assertEqual(code, 1, output)
        self.assertIn("1 failed, 6 passed", output)
        self.assertIn("FAILED test_fixture.py::test_scene_with_an_error", output)
        self.assertIn("name 'ATRVV' is not defined", output)

    def test_scene_of_a_suite_builds_without_its_tests(self):
        self.write(SUITE)
        code, document, output = command("build", self.folder / "suite.py")
        self.assertEqual(code, 0, output)
        self.assertIn('"robot.pose"', document)
        self.assertNotIn("Ran ", output + document)

    def test_pose_assertions_compare_and_correct_poses(self):
        self.write(MOVES)
        code, output = self.run_suite("suite.py")
        self.assertEqual(code, 0, output)
        self.assertIn("Ran 2 tests", output)

    def test_builder_failure_case_fails_if_the_scene_builds(self):
        self.write(REFUSED)
        code, output = self.run_suite("suite.py")
        self.assertEqual(code, 1, output)
        self.assertIn("FAILED (failures=1)", output)
        self.assertIn("FAIL: test_is_refused (__main__.Runs", output)

    def test_errors_in_scene_or_simulation_fail_the_test_with_their_cause(self):
        self.write(FAILING)
        self.write(COUNTER, "counter.py")
        code, output = self.run_suite("suite.py")
        self.assertEqual(code, 1, output)
        self.assertIn("Ran 6 tests", output)
        # The traceback names the line of the suite, not of a generated file.
        self.assertRegex(output, r"suite\.py\", line 14, in setUpEnv\n +robot\.translat\(1\.0\)")
        self.assertIn("Did you mean: 'translate'?", output)
        self.assertIn("setUpEnv", output.split("describes no scene")[0].splitlines()[-1])
        self.assertIn("NoScene needs a method setUpEnv", output)
        self.assertIn("ValueError: count is 20", output)
        self.assertIn("the simulator ended with status -9", output)
        self.assertEqual(output.count("middleware up"), 1)
        self.assertEqual(output.count("middleware down"), 1)
        self.assertNotIn("it runs", output)
        self.assertIn("test_quits_the_simulator (__main__.OwnSensor", output)
        failed = [line for line in output.splitlines() if line.startswith("ERROR: ")]
        self.assertFalse([line for line in failed if "test_quits" in line], output)

    def test_ros_master_runs_for_the_duration_of_a_test(self):
        self.write(ROS)
        code, output = self.run_suite("suite.py", ROS_MASTER_URI=f"http://127.0.0.1:{free_ports(1)}")
        self.assertEqual(code, 0, output)

    def test_missing_simulator_program_is_named(self):
        self.write(SUITE)
        code, output = self.run_suite("suite.py", "Stands.test_where", MORSE_BIN="/nowhere/morse")
        self.assertEqual(code, 1, output)
        self.assertIn("MORSE_BIN=/nowhere/morse is not a program", output)
