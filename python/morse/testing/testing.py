"""Test cases of MORSE 1.4: each test starts and ends the simulation of its class.

    from morse.testing.testing import MorseTestCase, main

    class PoseTest(MorseTestCase):
        def setUpEnv(self):
            robot = ATRV()
            pose = Pose()
            robot.append(pose)
            pose.add_stream('socket')
            env = Environment('empty', fastmode=True)

        def test_at_the_origin(self):
            with Morse() as morse:
                self.assertAlmostEqual(morse.robot.pose.get()['x'], 0.0, delta=0.01)

    if __name__ == '__main__':
        main(PoseTest)
"""

from __future__ import annotations

import logging
import math
import os
import sys
import unittest
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from morse.core.morse_time import TimeStrategies
from morse.testing.exceptions import MorseTestingError
from morse.testing.simulation import PORT_VARIABLE, Simulation

if TYPE_CHECKING:
    from typing import TypedDict, Union

    from typing_extensions import Unpack

    from pymorse import Morse

    class MainOptions(TypedDict, total=False):
        """Options of ``main``."""

        time_modes: list[int]

    Test = Union[unittest.TestCase, unittest.TestSuite]

__all__ = [
    "MorseBuilderFailureTestCase",
    "MorseMoveTestCase",
    "MorseTestCase",
    "MorseTestRunner",
    "MorseTestingError",
    "main",
    "testlogger",
]

# Removes the frames of this file from the tracebacks of unittest.
__unittest = True

testlogger = logging.getLogger("morsetesting.general")

#: Time limit for the start of a scene; test suites may set it. [s]
BLENDER_INITIALIZATION_TIMEOUT = 15

#: Environment variable with the time strategy of tests without `main`: BestEffort or FixedSimulationStep.
MODE_VARIABLE = "MORSE_TEST_TIME_MODE"

_OTHER_PORT = "the simulation uses port %s, the default of pymorse.Morse() now; at port 4000 may be another simulator"
_POSE = ("x", "y", "z", "yaw", "pitch", "roll")


class MorseTestCase(unittest.TestCase):
    """Tests with a simulation, which is started for each test.

    ``setUpEnv`` describes the scene. ``setUpMw`` is called before, ``tearDownMw`` after the simulation.
    """

    #: Time strategy of the simulation; None for that of MORSE_TEST_TIME_MODE.
    time_mode: int | None = None
    #: Name of the log of the simulation, in the working directory.
    logfile_name = ""
    #: Process ID of the simulator.
    pid: int | None = None
    morse_initialized = False
    #: The running simulation (morse.testing.simulation.Simulation).
    simulation: Simulation | None = None

    def setUpMw(self) -> None:
        """Called before the simulation starts, for servers of a middleware."""

    def tearDownMw(self) -> None:
        """Called after the simulation has ended or failed to start."""

    def setUpEnv(self) -> None:
        """Describes the scene with the Builder, whose names need no import."""
        raise NotImplementedError(f"{type(self).__name__} needs a method setUpEnv, which describes the scene")

    def setUp(self) -> None:
        """Start the servers of a middleware, and the simulation."""
        testlogger.info("%s starts", self.id())
        self.logfile_name = type(self).__name__ + ".log"
        # Cleanups are not called after Ctrl-C: `run` does it then.
        self.addCleanup(self._abandon)
        self._middleware_is_up = True
        self.setUpMw()
        self.startmorse(self)

    def tearDown(self) -> None:
        """End the simulation. The test fails when a component failed."""
        try:
            self.stopmorse()
        finally:
            self._end_middleware()

    def startmorse(self, test_case: MorseTestCase) -> None:
        """Start the simulation of a test case and wait until it runs. Raises MorseTestingError."""
        if getattr(test_case.setUpEnv, "__func__", None) is MorseTestCase.setUpEnv:
            test_case.setUpEnv()
        self.morse_initialized = False
        simulation = Simulation.__new__(Simulation)
        simulation.launch(test_case.setUpEnv, log=self.logfile_name, time_strategy=self._strategy())
        self.simulation = self.morse_process = simulation
        self.pid = simulation.pid
        self.wait_initialization()

    def wait_initialization(self) -> None:
        """Wait until the simulation runs. Raises MorseTestingError."""
        assert self.simulation is not None
        self.simulation.wait_until_ready(BLENDER_INITIALIZATION_TIMEOUT)
        self.morse_initialized = True
        _set_default_port(self.simulation.port)

    def stopmorse(self) -> None:
        """End the simulation. Raises MorseTestingError when a component failed."""
        simulation, self.simulation = self.simulation, None
        if simulation is not None:
            simulation.stop()

    def _strategy(self) -> int:
        if self.time_mode is not None:
            return self.time_mode
        named = os.environ.get(MODE_VARIABLE, "BestEffort")
        strategy = getattr(TimeStrategies, named, None)
        if not isinstance(strategy, int):
            raise MorseTestingError(f"{MODE_VARIABLE} is BestEffort or FixedSimulationStep, not {named!r}")
        return strategy

    _middleware_is_up = False

    def _end_middleware(self) -> None:
        if self._middleware_is_up:
            self._middleware_is_up = False
            self.tearDownMw()

    def _abandon(self) -> None:
        """End all running processes after an incomplete test."""
        simulation, self.simulation = self.simulation, None
        if simulation is not None:
            simulation.kill()
        self._end_middleware()

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        """Run the test. Ends all processes, also after Ctrl-C."""
        try:
            return super().run(result)
        finally:
            self._abandon()

    def __str__(self) -> str:
        if self.time_mode is None:
            return super().__str__()
        return f"{super().__str__()} [{TimeStrategies.human_repr(self.time_mode)}]"


class MorseMoveTestCase(MorseTestCase):
    """Tests of poses, with a robot ``robot`` and a sensor ``robot.pose``."""

    def assertAlmostEqualPosition(self, morse: Morse, tested_pos: Sequence[float], precision: float) -> None:
        """Assert that the next pose of ``robot.pose`` is x, y, z, yaw, pitch, roll. [m, rad]"""
        pose = morse.robot.pose.get()
        for name, expected in zip(_POSE, tested_pos):
            difference = pose[name] - expected
            if name in _POSE[3:]:
                difference = math.remainder(difference, 2.0 * math.pi)
            text = f"{name} is {pose[name]} and not {expected} within {precision}; the pose is {pose}"
            self.assertLessEqual(abs(difference), precision, text)

    def assertAlmostEqualPositionThenFix(self, morse: Morse, tested_pos: Sequence[float], precision: float) -> None:
        """``assertAlmostEqualPosition``, then moves the robot exactly there with ``robot.teleport``.

        ``robot.motion`` is inactive meanwhile. This prevents errors from accumulating over the parts of a test.
        """
        self.assertAlmostEqualPosition(morse, tested_pos, precision)
        morse.deactivate("robot.motion")
        morse.activate("robot.teleport")
        morse.robot.teleport.publish(dict(zip(_POSE, tested_pos)))
        morse.sleep(0.1)
        morse.deactivate("robot.teleport")
        morse.activate("robot.motion")


class MorseBuilderFailureTestCase(MorseTestCase):
    """Tests of invalid scenes: they fail when the scene of ``setUpEnv`` starts."""

    def wait_initialization(self) -> None:
        """Wait until the scene is refused. Raises AssertionError when it runs."""
        simulation, self.simulation = self.simulation, None
        assert simulation is not None
        try:
            simulation.wait_until_ready(BLENDER_INITIALIZATION_TIMEOUT)
        except MorseTestingError:
            simulation.log.close()
            if simulation.log.not_started() is None:
                raise
        else:
            self.fail("the scene of setUpEnv runs, and should have been refused")
        finally:
            simulation.kill()


class MorseTestRunner(unittest.TextTestRunner):
    """Runs suites, and shows the messages of ``testlogger``."""

    def setup_logging(self) -> None:
        """Show messages of ``testlogger`` on standard output, once."""
        if not testlogger.handlers:
            handler = logging.StreamHandler(sys.stdout)
            handler.setFormatter(logging.Formatter("[%(asctime)s (%(levelname)s)] %(message)s"))
            testlogger.addHandler(handler)
            testlogger.setLevel(logging.INFO)
            testlogger.propagate = False

    def run(self, test: Test) -> unittest.TextTestResult:
        """Run a suite."""
        self.setup_logging()
        return super().run(test)


class _Program(unittest.TestProgram):
    """The command line of unittest, with each test run once in each time mode."""

    # Attributes of unittest.TestProgram that typeshed omits.
    testNames: list[str] | None
    testLoader: unittest.TestLoader
    test: Test

    def __init__(self, classes: Sequence[type[unittest.TestCase]], modes: Sequence[int]) -> None:
        self._modes = modes
        self._classes = classes
        super().__init__(module="__main__", testRunner=MorseTestRunner, verbosity=2)

    def createTests(self, from_discovery: bool = False, Loader: unittest.TestLoader | None = None) -> None:
        """Load the tests of the command line."""
        if self.testNames is None and self._classes:
            suites = [self.testLoader.loadTestsFromTestCase(cls) for cls in self._classes]
            tests = [test for suite in suites for test in _each(suite)]
        else:
            super().createTests(from_discovery, Loader)
            tests = list(_each(self.test))
        self.test = unittest.TestSuite(_in_mode(test, mode) for mode in self._modes for test in tests)


def _each(suite: Test) -> Iterator[unittest.TestCase]:
    if isinstance(suite, unittest.TestSuite):
        for test in suite:
            yield from _each(test)
    else:
        yield suite


def _in_mode(test: unittest.TestCase, mode: int) -> unittest.TestCase:
    if not isinstance(test, MorseTestCase):
        return test
    copy = type(test)(test._testMethodName)
    copy.time_mode = mode
    return copy


def _set_default_port(port: int) -> None:
    if port != 4000:
        testlogger.warning(_OTHER_PORT, port)
    os.environ[PORT_VARIABLE] = str(port)


def main(*args: type[unittest.TestCase], **kwargs: Unpack[MainOptions]) -> None:
    """Run the test cases, or those of the command line, in each of ``time_modes``: by default in both modes.

    In a file passed to ``morse run``, describes the scene of the first test case instead.
    """
    modes = kwargs.pop("time_modes", [TimeStrategies.BestEffort, TimeStrategies.FixedSimulationStep])
    if kwargs:
        raise TypeError(f"main takes test cases and time_modes, not {', '.join(kwargs)}")
    for cls in args:
        if not (isinstance(cls, type) and issubclass(cls, unittest.TestCase)):
            raise TypeError(f"main takes test cases, not {cls!r}")
    if os.path.basename(sys.argv[0]).endswith("blender"):
        scene = next((cls for cls in args if issubclass(cls, MorseTestCase)), None)
        if scene is not None:
            scene("setUpEnv").setUpEnv()
        return
    _Program(args, modes)
