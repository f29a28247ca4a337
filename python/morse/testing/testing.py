"""Test cases of MORSE 1.4: each test starts the simulation of its class and ends it.

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

import logging
import math
import os
import sys
import unittest
from typing import Any, Iterable, List, Optional, Sequence

from morse.core.morse_time import TimeStrategies
from morse.testing.exceptions import MorseTestingError
from morse.testing.simulation import PORT_VARIABLE, Simulation

__all__ = [
    "MorseBuilderFailureTestCase",
    "MorseMoveTestCase",
    "MorseTestCase",
    "MorseTestRunner",
    "MorseTestingError",
    "main",
    "testlogger",
]

# Tells unittest that tracebacks of tests need no lines of this file.
__unittest = True

testlogger = logging.getLogger("morsetesting.general")

#: How long a scene may take to start; a suite may set it. [s]
BLENDER_INITIALIZATION_TIMEOUT = 15

#: The time strategy of tests that no `main` runs: BestEffort or FixedSimulationStep.
MODE_VARIABLE = "MORSE_TEST_TIME_MODE"

_POSE = ("x", "y", "z", "yaw", "pitch", "roll")


class MorseTestCase(unittest.TestCase):
    """Tests of a simulation, which each test finds freshly started.

    ``setUpEnv`` describes the scene. ``setUpMw`` and ``tearDownMw`` surround the simulation.
    """

    #: The time strategy of the simulation; None for that of MORSE_TEST_TIME_MODE.
    time_mode: Optional[int] = None
    #: The log of the simulation, in the working directory.
    logfile_name = ""
    #: Number of the process of the simulator.
    pid: Optional[int] = None
    morse_initialized = False
    #: The running simulation (morse.testing.simulation.Simulation).
    simulation: Optional[Simulation] = None

    def setUpMw(self) -> None:
        """Called before the simulation starts; for servers of a middleware."""

    def tearDownMw(self) -> None:
        """Called after the simulation has ended, and when it could not be started."""

    def setUpEnv(self) -> None:
        """Describes the scene, with the calls of the Builder, whose names need no import."""
        raise NotImplementedError(f"{type(self).__name__} needs a method setUpEnv, which describes the scene")

    def setUp(self) -> None:
        """Start what a middleware needs, and the simulation."""
        testlogger.info("%s starts", self.id())
        self.logfile_name = type(self).__name__ + ".log"
        # Not called when somebody interrupts: `run` does it then.
        self.addCleanup(self._abandon)
        self._middleware_is_up = True
        self.setUpMw()
        self.startmorse(self)

    def tearDown(self) -> None:
        """End the simulation; the test fails when something failed in it."""
        try:
            self.stopmorse()
        finally:
            self._end_middleware()

    def startmorse(self, test_case: "MorseTestCase") -> None:
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
        _tell_clients(self.simulation.port)

    def stopmorse(self) -> None:
        """End the simulation. Raises MorseTestingError when something failed in it."""
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
        """End what still runs, after a test that did not come to its end."""
        simulation, self.simulation = self.simulation, None
        if simulation is not None:
            simulation.kill()
        self._end_middleware()

    def run(self, result: Optional[unittest.TestResult] = None) -> Optional[unittest.TestResult]:
        """Run the test; nothing is left running when the user interrupts it."""
        try:
            return super().run(result)
        finally:
            self._abandon()

    def __str__(self) -> str:
        if self.time_mode is None:
            return super().__str__()
        return f"{super().__str__()} [{TimeStrategies.human_repr(self.time_mode)}]"


class MorseMoveTestCase(MorseTestCase):
    """Tests of poses: of a robot called ``robot`` with a sensor ``robot.pose``."""

    def assertAlmostEqualPosition(self, morse: Any, tested_pos: Sequence[float], precision: float) -> None:
        """The pose x, y, z, yaw, pitch, roll is the next that ``robot.pose`` sends. [m, rad]"""
        pose = morse.robot.pose.get()
        for name, expected in zip(_POSE, tested_pos):
            difference = pose[name] - expected
            if name in _POSE[3:]:
                difference = math.remainder(difference, 2.0 * math.pi)
            self.assertLessEqual(
                abs(difference), precision, f"{name} is {pose[name]} and not {expected} within {precision}; the pose is {pose}"
            )

    def assertAlmostEqualPositionThenFix(self, morse: Any, tested_pos: Sequence[float], precision: float) -> None:
        """As ``assertAlmostEqualPosition``; then ``robot.teleport`` puts the robot exactly there.

        ``robot.motion`` is off meanwhile. So errors of one part of a test do not add to those of the next.
        """
        self.assertAlmostEqualPosition(morse, tested_pos, precision)
        morse.deactivate("robot.motion")
        morse.activate("robot.teleport")
        morse.robot.teleport.publish(dict(zip(_POSE, tested_pos)))
        morse.sleep(0.1)
        morse.deactivate("robot.teleport")
        morse.activate("robot.motion")


class MorseBuilderFailureTestCase(MorseTestCase):
    """Tests that scenes are refused: they fail when the scene of ``setUpEnv`` starts."""

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
    """Runs suites, and shows what ``testlogger`` is told."""

    def setup_logging(self) -> None:
        """Show messages of ``testlogger`` on standard output, once."""
        if not testlogger.handlers:
            handler = logging.StreamHandler(sys.stdout)
            handler.setFormatter(logging.Formatter("[%(asctime)s (%(levelname)s)] %(message)s"))
            testlogger.addHandler(handler)
            testlogger.setLevel(logging.INFO)
            testlogger.propagate = False

    def run(self, test: Any) -> unittest.TestResult:
        """Run a suite."""
        self.setup_logging()
        return super().run(test)


class _Program(unittest.TestProgram):
    """The command line of a suite: that of unittest. Each test runs once in each time mode."""

    def __init__(self, classes: Sequence[Any], modes: Sequence[int]) -> None:
        self._modes = modes
        self._classes = classes
        super().__init__(module="__main__", testRunner=MorseTestRunner, verbosity=2)

    def createTests(self, *args: Any, **kwargs: Any) -> None:
        """The tests that the command line names."""
        if self.testNames is None and self._classes:
            tests = [test for cls in self._classes for test in self.testLoader.loadTestsFromTestCase(cls)]
        else:
            super().createTests(*args, **kwargs)
            tests = list(_each(self.test))
        self.test = unittest.TestSuite(_in_mode(test, mode) for mode in self._modes for test in tests)


def _each(suite: Any) -> Iterable[Any]:
    if isinstance(suite, unittest.TestSuite):
        for test in suite:
            yield from _each(test)
    else:
        yield suite


def _in_mode(test: Any, mode: int) -> Any:
    if not isinstance(test, MorseTestCase):
        return test
    copy = type(test)(test._testMethodName)
    copy.time_mode = mode
    return copy


def _tell_clients(port: int) -> None:
    if port != 4000:
        testlogger.warning("the simulation is at port %s, as pymorse.Morse() is told; at port 4000 there may be another", port)
    os.environ[PORT_VARIABLE] = str(port)


def main(*args: type, **kwargs: Any) -> None:
    """Run the test cases, or what the command line names of them, in each of ``time_modes``: by default in both.

    In a file that ``morse run`` is given, describes the scene of the first of them instead.
    """
    modes: List[int] = kwargs.pop("time_modes", [TimeStrategies.BestEffort, TimeStrategies.FixedSimulationStep])
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
