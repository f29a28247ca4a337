"""What goes wrong with learning environments: actions, rewards, threads, processes, Ctrl-C."""

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

from support import DOCUMENT, TIMEOUT_S

import gymnasium
import numpy

import morse
import morse.gym
from morse.gym import SceneEnv, SceneParallelEnv, SceneVectorEnv, Task

ACTIONS = {"robot.motion.v": (-1.0, 1.0), "robot.motion.w": (-1.0, 1.0)}
OBSERVATIONS = {"robot.pose.x": (-50.0, 50.0), "robot.sick.range_list": (0.0, 30.0)}


def nothing(state):
    return numpy.zeros(len(state["robot.pose.x"]))


def task(**options):
    chosen = {"reward": nothing, "steps_max": 50, **options}
    return Task(DOCUMENT, ACTIONS, OBSERVATIONS, chosen.pop("reward"), **chosen)


def agents(rewards):
    return SceneParallelEnv(DOCUMENT, ["robot"], {"motion.v": (-1, 1), "motion.w": (-1, 1)}, {"pose.x": (-50, 50)},
                            rewards, steps_max=20)


class Actions(unittest.TestCase):
    def test_wrong_actions_of_many_worlds_change_none(self):
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

    def test_wrong_actions_of_an_agent_change_nothing(self):
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

    def test_an_agent_must_get_one_finite_reward(self):
        for rewards in ({}, {"robot": numpy.nan}, {"robot": 0.0, "rover": 0.0}):
            env = agents(lambda state, names: rewards)
            self.addCleanup(env.close)
            env.reset(seed=1)
            with self.assertRaises(ValueError, msg=str(rewards)):
                env.step({"robot": [1.0, 0.0]})


def processor_time_s(pid):
    """The time that the threads of a process have run so far. [s]"""
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


class Exceptions(unittest.TestCase):
    def test_an_exception_in_a_function_of_the_task_passes_through_and_ends_the_episode(self):
        def episode(env):
            first, _ = env.reset(seed=3)
            return [first, *[env.step([1.0, 0.3])[0] for _ in range(3)]], env.digest()

        untroubled = SceneEnv(task(extra=lambda state: numpy.zeros((1, 1)), extra_limits=((0.0,), (1.0,)),
                                   terminated=lambda state: numpy.zeros(1, bool), start=lambda generator: morse.gym.Start()))
        self.addCleanup(untroubled.close)
        expected, digest = episode(untroubled)
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
            again, last = episode(env)
            for mine, other in zip(again, expected):
                numpy.testing.assert_array_equal(mine, other)
            self.assertEqual(last, digest)

    def test_ctrl_c_ends_a_long_step_and_the_episode(self):
        program = (
            "import json, numpy, signal, morse, gymnasium\nfrom morse.gym import SceneVectorEnv, Task\n"
            # A shell that starts tests in the background has them ignore it.
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
        # A signal before the step would end no step.
        begun_s = processor_time_s(process.pid) + 0.2
        while processor_time_s(process.pid) < begun_s:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual((told, process.returncode), ("interrupted\n", 0))


class Threads(unittest.TestCase):
    def test_one_thread_at_a_time_uses_an_environment(self):
        env = SceneVectorEnv(task(ticks=20), 4, threads=2)
        self.addCleanup(env.close)
        env.reset(seed=1)
        ended, met = threading.Event(), []

        def make_steps():
            try:
                while not ended.is_set():
                    env.step(numpy.zeros((4, 2)))
            except morse.SimulationError as problem:
                met.append(problem)

        stepping = threading.Thread(target=make_steps)
        stepping.start()
        while not met:
            try:
                env.digest()
            except morse.SimulationError as problem:
                met.append(problem)
        ended.set()
        stepping.join(TIMEOUT_S)
        self.assertIn("another thread", str(met[0]))
        env.reset(seed=1)
        env.step(numpy.zeros((4, 2)))


def _drive(env):
    """The observations of an episode of many worlds."""
    count = env.num_envs
    first, _ = env.reset(seed=5)
    return [first, *[env.step(numpy.full((count, 2), 0.5, numpy.float32))[0] for _ in range(5)]]


def _in_child(env, results):
    """Uses the environment of the parent, then one of its own."""
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

    def check(self, got):
        for mine, other in zip(got, self.expected):
            numpy.testing.assert_array_equal(mine, other)

    def test_after_a_fork_the_child_makes_its_own(self):
        context = multiprocessing.get_context("fork")
        results = context.Queue()
        child = context.Process(target=_in_child, args=(self.env, results))
        child.start()
        self.assertIn("another process", results.get(timeout=TIMEOUT_S))
        self.check(results.get(timeout=TIMEOUT_S))
        child.join(TIMEOUT_S)
        self.assertEqual(child.exitcode, 0)
        self.check(_drive(self.env))

    def test_a_spawned_process_computes_the_same(self):
        context = multiprocessing.get_context("spawn")
        results = context.Queue()
        child = context.Process(target=_own, args=(results,))
        child.start()
        self.check(results.get(timeout=TIMEOUT_S))
        child.join(TIMEOUT_S)
        self.assertEqual(child.exitcode, 0)

    def test_environments_of_gymnasium_in_processes_of_their_own_compute_the_same(self):
        together = gymnasium.make_vec("morse/ReachGoal-v0", num_envs=2)
        expected = _drive(together)
        together.close()
        for context in ("fork", "spawn"):
            apart = gymnasium.make_vec("morse/ReachGoal-v0", num_envs=2, vectorization_mode="async",
                                       vector_kwargs={"context": context})
            for mine, other in zip(_drive(apart), expected):
                numpy.testing.assert_array_equal(mine, other)
            apart.close()


if __name__ == "__main__":
    unittest.main()
