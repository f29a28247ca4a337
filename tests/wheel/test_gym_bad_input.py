"""Errors of learning environments: invalid actions and rewards, exceptions, threads, processes, Ctrl-C."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import gymnasium
import numpy
from support import DOCUMENT, TIMEOUT_S

import morse
import morse.gym
from morse.gym import SceneEnv, SceneParallelEnv, SceneVectorEnv, Task

ACTIONS = {"robot.motion.v": (-1.0, 1.0), "robot.motion.w": (-1.0, 1.0)}
OBSERVATIONS = {"robot.pose.x": (-50.0, 50.0), "robot.sick.range_list": (0.0, 30.0)}


def zero_reward(state):
    return numpy.zeros(len(state["robot.pose.x"]))


def task(**options):
    chosen = {"reward": zero_reward, "steps_max": 50, **options}
    return Task(DOCUMENT, ACTIONS, OBSERVATIONS, chosen.pop("reward"), **chosen)


def agents(rewards):
    return SceneParallelEnv(DOCUMENT, ["robot"], {"motion.v": (-1, 1), "motion.w": (-1, 1)}, {"pose.x": (-50, 50)},
                            rewards, steps_max=20)


class Actions(unittest.TestCase):
    def test_invalid_actions_of_a_vector_environment_change_nothing(self):
        env = SceneVectorEnv(task(), 3, threads=2)
        self.addCleanup(env.close)
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.step(numpy.zeros((3, 2)))
        env.reset(seed=1)
        before = [env.digest(world) for world in range(3)]
        nan = numpy.zeros((3, 2))
        nan[2, 1] = numpy.nan
        for wrong in (numpy.zeros(2), numpy.zeros((2, 2)), numpy.zeros((3, 3)), nan, nan + numpy.inf, "fast", None,
                      [[0.0, 0.0], [0.0], [0.0, 0.0]], [{"v": 1.0}] * 3):
            with self.assertRaises((ValueError, TypeError), msg=str(wrong)):
                env.step(wrong)
        self.assertEqual([env.digest(world) for world in range(3)], before)
        env.step(numpy.zeros((3, 2)))
        env.close()
        for use in (lambda: env.step(numpy.zeros((3, 2))), env.reset, env.digest):
            with self.assertRaises(morse.SimulationError):
                use()

    def test_invalid_actions_of_an_agent_change_nothing(self):
        env = agents(lambda state, names: dict.fromkeys(names, 0.0))
        env.reset(seed=1)
        before = env._batch.digest()
        for wrong in ({}, {"rover": [0.0, 0.0]}, {"robot": [0.0]}, {"robot": [0.0] * 3}, {"robot": [[0.0, 0.0]]},
                      {"robot": [numpy.nan, 0.0]}, {"robot": None}, {"robot": "fast"}):
            with self.assertRaises((ValueError, TypeError), msg=str(wrong)):
                env.step(wrong)
        self.assertEqual(env._batch.digest(), before)
        env.step({"robot": [1.0, 0.0]})
        env.close()
        with self.assertRaises(morse.SimulationError):
            env.step({"robot": [1.0, 0.0]})

    def test_each_agent_needs_one_finite_reward(self):
        for rewards in ({}, {"robot": numpy.nan}, {"robot": 0.0, "rover": 0.0}):
            env = agents(lambda state, names: rewards)
            self.addCleanup(env.close)
            env.reset(seed=1)
            with self.assertRaises(ValueError, msg=str(rewards)):
                env.step({"robot": [1.0, 0.0]})


def processor_time_s(pid):
    """CPU time of a process, including all threads. [s]"""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


class Exceptions(unittest.TestCase):
    def test_exception_in_a_task_function_propagates_and_ends_the_episode(self):
        def episode(env):
            first, _ = env.reset(seed=3)
            return [first, *[env.step([1.0, 0.3])[0] for _ in range(3)]], env.digest()

        without_exceptions = SceneEnv(task(extra=lambda state: numpy.zeros((1, 1)), extra_limits=((0.0,), (1.0,)),
                                   terminated=lambda state: numpy.zeros(1, bool), start=lambda generator: morse.gym.Start()))
        self.addCleanup(without_exceptions.close)
        expected, digest = episode(without_exceptions)
        for where in ("reward", "terminated", "extra", "start"):
            fails = False

            def function(state, where=where):
                if fails:
                    raise LookupError(where)
                return {"extra": numpy.zeros((1, 1)), "start": morse.gym.Start()}.get(where, numpy.zeros(1))

            options = {"extra_limits": ((0.0,), (1.0,)), "extra": lambda state: numpy.zeros((1, 1)), where: function}
            env = SceneEnv(task(**options))
            self.addCleanup(env.close)
            env.reset(seed=3)
            env.step([1.0, 0.3])
            fails = True
            with self.assertRaises(LookupError):
                env.reset() if where == "start" else env.step([1.0, 0.3])
            fails = False
            if where in ("reward", "terminated"):
                with self.assertRaises(gymnasium.error.ResetNeeded):
                    env.step([1.0, 0.3])
            observations, last = episode(env)
            for actual_item, expected_item in zip(observations, expected):
                numpy.testing.assert_array_equal(actual_item, expected_item)
            self.assertEqual(last, digest)

    def test_ctrl_c_interrupts_a_long_step_and_ends_the_episode(self):
        program = (
            "import json, numpy, signal, morse, gymnasium\nfrom morse.gym import SceneVectorEnv, Task\n"
            # Processes that a shell starts in the background ignore SIGINT.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            f"task = Task(json.loads({json.dumps(json.dumps(DOCUMENT))}), {ACTIONS}, {{'robot.pose.x': (-1.0, 1.0)}},\n"
            "            lambda state: numpy.zeros(4), ticks=10**8)\n"
            "env = SceneVectorEnv(task, 4, threads=2)\nenv.reset(seed=1)\n"
            "try:\n    print('ready', flush=True); env.step(numpy.zeros((4, 2)))\nexcept KeyboardInterrupt:\n"
            "    try:\n        env.step(numpy.zeros((4, 2)))\n    except gymnasium.error.ResetNeeded:\n"
            "        env.reset(); print('interrupted')\n"
        )
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, universal_newlines=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n")
        # The signal must arrive during the step: 0.2 s of CPU time after its start.
        during_step_s = processor_time_s(process.pid) + 0.2
        while processor_time_s(process.pid) < during_step_s:
            # Polls and leaves the processor to the step.
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual((output, process.returncode), ("interrupted\n", 0))


class Threads(unittest.TestCase):
    def test_environment_refuses_concurrent_use_by_two_threads(self):
        env = SceneVectorEnv(task(ticks=20), 4, threads=2)
        self.addCleanup(env.close)
        env.reset(seed=1)
        ended, refusals = threading.Event(), []

        def make_steps():
            try:
                while not ended.is_set():
                    env.step(numpy.zeros((4, 2)))
            except morse.SimulationError as problem:
                refusals.append(problem)

        stepping = threading.Thread(target=make_steps)
        stepping.start()
        while not refusals:
            try:
                env.digest()
            except morse.SimulationError as problem:
                refusals.append(problem)
        ended.set()
        stepping.join(TIMEOUT_S)
        self.assertIn("another thread", str(refusals[0]))
        env.reset(seed=1)
        env.step(numpy.zeros((4, 2)))


def _drive(env):
    """The observations of an episode of a vector environment."""
    count = env.num_envs
    first, _ = env.reset(seed=5)
    return [first, *[env.step(numpy.full((count, 2), 0.5, numpy.float32))[0] for _ in range(5)]]


def _in_child(env, results):
    """Uses the environment of the parent, then creates its own."""
    try:
        env.step(numpy.zeros((3, 2)))
        results.put("stepped")
    except morse.SimulationError as problem:
        results.put(str(problem))
    _own(results)


def _own(results):
    own = SceneVectorEnv(task(), 3, threads=2)
    results.put(_drive(own))
    own.close()


class Processes(unittest.TestCase):
    def setUp(self):
        self.env = SceneVectorEnv(task(), 3, threads=2)
        self.addCleanup(self.env.close)
        self.expected = _drive(self.env)

    def assert_expected(self, observations):
        for actual_item, expected_item in zip(observations, self.expected):
            numpy.testing.assert_array_equal(actual_item, expected_item)

    def test_forked_child_needs_its_own_environment(self):
        context = multiprocessing.get_context("fork")
        results = context.Queue()
        child = context.Process(target=_in_child, args=(self.env, results))
        child.start()
        self.assertIn("another process", results.get(timeout=TIMEOUT_S))
        self.assert_expected(results.get(timeout=TIMEOUT_S))
        child.join(TIMEOUT_S)
        self.assertEqual(child.exitcode, 0)
        self.assert_expected(_drive(self.env))

    def test_spawned_process_computes_equal_results(self):
        context = multiprocessing.get_context("spawn")
        results = context.Queue()
        child = context.Process(target=_own, args=(results,))
        child.start()
        self.assert_expected(results.get(timeout=TIMEOUT_S))
        child.join(TIMEOUT_S)
        self.assertEqual(child.exitcode, 0)

    def test_asynchronous_gymnasium_environments_compute_equal_results(self):
        synchronous = gymnasium.make_vec("morse/ReachGoal-v0", num_envs=2)
        expected = _drive(synchronous)
        synchronous.close()
        for context in ("fork", "spawn"):
            asynchronous = gymnasium.make_vec("morse/ReachGoal-v0", num_envs=2, vectorization_mode="async",
                                              vector_kwargs={"context": context})
            for actual_item, expected_item in zip(_drive(asynchronous), expected):
                numpy.testing.assert_array_equal(actual_item, expected_item)
            asynchronous.close()


if __name__ == "__main__":
    unittest.main()
