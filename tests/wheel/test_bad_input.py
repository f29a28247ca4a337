"""Errors of the engine in Python: invalid commands, wrong use, threads, processes, Ctrl-C."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import unittest

import numpy
from support import DOCUMENT, TIMEOUT_S, WheelTest

import morse


class Commands(WheelTest):
    def test_invalid_command_changes_nothing(self):
        sim = self.simulation()
        sim.command("robot.motion", v=0.5, w=0.0)
        nan, infinite = float("nan"), float("inf")
        for wrong in [{}, {"v": 1.0}, {"v": nan, "w": 0.0}, {"v": infinite, "w": 0.0}, {"v": "fast", "w": 0.0},
                      {"v": None, "w": 0.0}, {"v": [1.0], "w": 0.0}, {"v": numpy.float32(nan), "w": 0.0}]:
            with self.assertRaises(morse.CommandError, msg=str(wrong)):
                sim.command("robot.motion", **wrong)
        with self.assertRaises(TypeError):
            sim.command("robot.motion", v=object(), w=0.0)
        nested = []
        for _ in range(100):
            nested = [nested]
        with self.assertRaises(ValueError):
            sim.command("robot.motion", v=nested, w=0.0)
        with self.assertRaises(KeyError):
            sim.command("robot.pose", v=1.0)
        self.assertEqual(sim.actuators["motion"].last_command["v"], 0.5)
        sim.command("robot.motion", v=numpy.float32(0.25), w=numpy.int64(0))
        self.assertEqual(sim.actuators["motion"].last_command["v"], 0.25)

    def test_invalid_pose_is_refused(self):
        sim = self.simulation()
        robot = sim.robots["robot"]
        before = robot.pose
        nan = float("nan")
        for wrong in [(nan, 0, 0), (0, 0, 0, nan), (1, 2), (1, 2, 3, 4, 5), type(before)((0, 0, 0), (0, 0, 0, 0))]:
            with self.assertRaises(ValueError, msg=str(wrong)):
                robot.pose = wrong
        numpy.testing.assert_array_equal(robot.pose.position, before.position)

    def test_unknown_name_lists_the_existing_ones(self):
        sim = self.simulation()
        with self.assertRaises(KeyError) as caught:
            sim.sensors["robot.gps"]
        self.assertIn("robot.sick", str(caught.exception))
        with self.assertRaises(KeyError):
            sim.sensors["pose"]["altitude"]

    def test_number_out_of_range_is_refused(self):
        sim = self.simulation()
        for wrong in (-1, 1.5, "2", None, 1 << 70):
            with self.assertRaises((TypeError, ValueError, OverflowError)):
                sim.step(wrong)
        for wrong in (-1.0, float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                sim.run(wrong)
        for threads in (0, -1, 5000):
            with self.assertRaises((ValueError, OverflowError)):
                self.simulation(threads=threads)
        for seed in (-1, 1 << 64, "x", 0.5):
            with self.assertRaises((TypeError, OverflowError)):
                self.simulation(seed=seed)


class Misuse(WheelTest):
    def test_closed_simulation_refuses_all_methods(self):
        sim = self.simulation()
        sensor = sim.sensors["pose"]
        sim.close()
        sim.close()
        for use in (sim.step, sim.digest, sim.save, sim.reset, sensor.read, sim.render, lambda: sim.robots["robot"].pose):
            with self.assertRaises(morse.SimulationError):
                use()
        self.assertTrue(sim.is_closed)
        self.assertIn("closed", repr(sim))

    def test_simulation_refuses_concurrent_use_by_two_threads(self):
        sim = self.simulation()
        ended = threading.Event()

        def make_steps():
            while not ended.is_set():
                try:
                    sim.step(30_000)
                    ended.set()
                except morse.SimulationError:
                    # The main thread uses the simulation at this moment.
                    pass

        stepping = threading.Thread(target=make_steps)
        stepping.start()
        refused = 0
        while not ended.is_set():
            try:
                sim.tick
            except morse.SimulationError as problem:
                self.assertIn("another thread", str(problem))
                refused += 1
        stepping.join(TIMEOUT_S)
        self.assertGreater(refused, 0)
        sim.step()

    def test_exception_in_an_observer_propagates_after_a_complete_tick(self):
        sim = self.simulation()

        @sim.observe
        def fail(sim):
            if sim.tick == 3:
                raise LookupError("the third tick")

        with self.assertRaises(LookupError):
            sim.step(10)
        self.assertEqual(sim.tick, 3)
        sim.step(2)
        self.assertEqual(sim.tick, 5)

    def test_observer_cannot_step(self):
        sim = self.simulation()
        sim.observe(lambda sim: sim.step())
        with self.assertRaises(morse.SimulationError):
            sim.step()
        self.assertEqual(sim.tick, 1)

    def test_observer_can_close_the_simulation(self):
        sim = self.simulation()
        sim.observe(lambda sim: sim.close())
        with self.assertRaises(morse.SimulationError):
            sim.step(5)

    def test_ctrl_c_interrupts_a_long_step_after_a_complete_tick(self):
        program = (
            "import json, signal, sys, morse\n"
            # Processes that a shell starts in the background ignore SIGINT.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            f"sim = morse.Simulation(json.loads({json.dumps(json.dumps(DOCUMENT))}))\n"
            "try:\n    print('ready', flush=True); sim.step(10**9)\nexcept KeyboardInterrupt:\n    sim.step(); print('interrupted', sim.tick > 0)\n"
        )
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=environment,
                                   universal_newlines=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual((output, process.returncode), ("interrupted True\n", 0))


def _in_child(sim, results):
    """Uses the simulation of the parent, then creates its own."""
    try:
        sim.step()
        results.put("stepped")
    except morse.SimulationError as problem:
        results.put(str(problem))
    own = morse.Simulation(DOCUMENT)
    own.step(20)
    results.put(own.digest())


def _own(results):
    own = morse.Simulation(DOCUMENT)
    own.step(20)
    results.put(own.digest())


class Processes(WheelTest):
    def test_forked_child_needs_its_own_simulation(self):
        sim = self.simulation()
        sim.step(20)
        context = multiprocessing.get_context("fork")
        results = context.Queue()
        child = context.Process(target=_in_child, args=(sim, results))
        child.start()
        self.assertIn("another process", results.get(timeout=TIMEOUT_S))
        self.assertEqual(results.get(timeout=TIMEOUT_S), sim.digest())
        child.join(TIMEOUT_S)
        self.assertEqual(child.exitcode, 0)
        sim.step()

    def test_spawned_process_computes_equal_results(self):
        sim = self.simulation()
        sim.step(20)
        context = multiprocessing.get_context("spawn")
        results = context.Queue()
        child = context.Process(target=_own, args=(results,))
        child.start()
        self.assertEqual(results.get(timeout=TIMEOUT_S), sim.digest())
        child.join(TIMEOUT_S)

    def test_simulation_cannot_be_pickled(self):
        import pickle

        with self.assertRaises(TypeError):
            pickle.dumps(self.simulation())


if __name__ == "__main__":
    unittest.main()
