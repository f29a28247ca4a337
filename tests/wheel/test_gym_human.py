"""The render mode `human`: a page in the browser, at the pace of real time."""

import contextlib
import io
import time
import unittest
import unittest.mock
import urllib.request

import gymnasium
import numpy
from support import DOCUMENT, TIMEOUT_S

from morse.gym import SceneEnv, SceneParallelEnv, SceneVectorEnv, Task

ACTIONS = {"robot.motion.v": (-1.0, 1.0), "robot.motion.w": (-1.0, 1.0)}
OBSERVATIONS = {"robot.pose.x": (-50.0, 50.0)}


class Human(unittest.TestCase):
    def opened(self, make):
        """The environment, and the address that it opened and printed."""
        printed = io.StringIO()
        with unittest.mock.patch("webbrowser.open") as browser, contextlib.redirect_stderr(printed):
            env = make()
        self.addCleanup(env.close)
        (url,), _ = browser.call_args
        self.assertIn(url, printed.getvalue())
        return env, url

    def test_environments_open_a_page_that_is_served(self):
        task = Task(DOCUMENT, ACTIONS, OBSERVATIONS, lambda state: numpy.zeros(len(state.steps)))
        for make in (
            lambda: SceneEnv(task, render_mode="human"),
            lambda: SceneVectorEnv(task, 2, render_mode="human"),
            lambda: gymnasium.make("morse/Hover-v0", render_mode="human").unwrapped,
            lambda: SceneParallelEnv(DOCUMENT, ["robot"], {"motion.v": (-1, 1)}, {"pose.x": (-9, 9)},
                                     lambda state, agents: dict.fromkeys(agents, 0.0), render_mode="human"),
        ):
            env, url = self.opened(make)
            env.reset(seed=1)
            with urllib.request.urlopen(url, timeout=TIMEOUT_S) as page:
                self.assertIn(b"<html", page.read())
            self.assertIsNone(env.render())

    def test_steps_keep_the_pace_of_real_time_and_the_same_bits(self):
        task = Task(DOCUMENT, ACTIONS, OBSERVATIONS, lambda state: numpy.zeros(len(state.steps)), ticks=12)
        shown, _ = self.opened(lambda: SceneEnv(task, render_mode="human"))
        hidden = SceneEnv(task)
        self.addCleanup(hidden.close)
        for env in (shown, hidden):
            env.reset(seed=1)
        begin = time.monotonic()
        for _ in range(5):
            numpy.testing.assert_array_equal(shown.step([1.0, 0.5])[0], hidden.step([1.0, 0.5])[0])
        self.assertGreaterEqual(time.monotonic() - begin, 5 * 12 / 60 - 0.1)
        self.assertEqual(shown.digest(), hidden.digest())


if __name__ == "__main__":
    unittest.main()
