"""Modes of automatic resets of vector environments, and their infos, with the wrappers of Gymnasium."""

import unittest

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector
from support import DOCUMENT

import morse.gym  # noqa: F401  (registers the tasks)
from morse.gym import SceneVectorEnv, Task

STEPS = 3


def far(state):
    return state["robot.@pose"][:, 0] > 0.15


def make(case, mode, count=2, **options):
    task = Task(DOCUMENT, {"robot.motion.v": (-1.0, 1.0)}, {"robot.pose.x": (-50.0, 50.0)},
                lambda state: numpy.ones(len(state.steps)), hidden=["robot.@pose"], steps_max=STEPS, **options)
    env = SceneVectorEnv(task, count, autoreset_mode=mode)
    case.addCleanup(env.close)
    return env


def still(env):
    return numpy.zeros((env.num_envs, 1), numpy.float32)


def ends(env, steps):
    """Whether the episode of each world ends in each step."""
    return [(terminated | truncated).tolist() for _, _, terminated, truncated, _ in (env.step(still(env)) for _ in range(steps))]


class NextStep(unittest.TestCase):
    def test_ended_world_restarts_in_the_next_step_without_reward(self):
        env = make(self, AutoresetMode.NEXT_STEP, terminated=far)
        first, _ = env.reset(seed=1)
        rewards, observed = [], []
        for _ in range(2 * (STEPS + 1)):
            # The second world drives: its episode ends earlier.
            observations, reward, terminated, truncated, infos = env.step([[0.0], [1.0]])
            self.assertEqual(infos, {})
            rewards.append(reward.tolist())
            observed.append(observations)
            self.assertFalse((terminated & truncated).any())
        self.assertEqual([reward[0] for reward in rewards], [1.0] * STEPS + [0.0] + [1.0] * STEPS + [0.0])
        self.assertEqual([reward[1] for reward in rewards], [1.0, 1.0, 0.0] * 2 + [1.0, 1.0])
        # A new episode begins with other noise at the same place.
        self.assertLess(abs(observed[2][1, 0] - first[1, 0]), 0.5)
        self.assertNotEqual(observed[2][1, 0], first[1, 0])

    def test_it_is_the_default_and_in_the_metadata(self):
        for env in (SceneVectorEnv(make(self, "NextStep").task), gymnasium.make_vec("morse/ReachGoal-v0", num_envs=2)):
            self.addCleanup(env.close)
            self.assertIs(env.metadata["autoreset_mode"], AutoresetMode.NEXT_STEP)

    def test_episode_equals_that_of_the_other_modes(self):
        """A world computes the same episodes in each mode."""
        seen = {}
        for mode in AutoresetMode:
            env = make(self, mode)
            episodes = [[env.reset(seed=4)[0][0, 0]]]
            while len(episodes) < 4:
                observations, _, _, truncated, infos = env.step(still(env))
                last = infos["final_obs"][0] if "final_obs" in infos else observations[0]
                episodes[-1].append(last[0])
                if truncated[0]:
                    if mode == AutoresetMode.NEXT_STEP:
                        observations = env.step(still(env))[0]
                    elif mode == AutoresetMode.DISABLED:
                        observations = env.reset(options={"reset_mask": truncated})[0]
                    episodes.append([observations[0, 0]])
            seen[mode] = episodes[:3]
        self.assertEqual(seen[AutoresetMode.NEXT_STEP], seen[AutoresetMode.SAME_STEP])
        self.assertEqual(seen[AutoresetMode.NEXT_STEP], seen[AutoresetMode.DISABLED])
        self.assertEqual({len(episode) for episode in seen[AutoresetMode.NEXT_STEP]}, {STEPS + 1})


class SameStep(unittest.TestCase):
    def test_ended_world_restarts_in_the_same_step_with_its_last_observation(self):
        env = make(self, AutoresetMode.SAME_STEP, 3, terminated=far)
        env.reset(seed=1)
        ended = 0
        for step in range(4 * STEPS):
            # The robot of the second world does not move: its episode is truncated.
            observations, _, terminated, truncated, infos = env.step([[1.0], [0.0], [1.0]])
            self.assertEqual(bool(truncated[1]), step % STEPS == STEPS - 1)
            over = terminated | truncated
            self.assertEqual("final_obs" in infos, bool(over.any()))
            if over.any():
                ended += int(terminated.sum())
                for key in ("_final_obs", "_final_info"):
                    numpy.testing.assert_array_equal(infos[key], over)
                for world in range(3):
                    self.assertEqual(infos["final_obs"][world] is None, not over[world])
                for world in numpy.flatnonzero(over):
                    self.assertFalse(numpy.array_equal(infos["final_obs"][world], observations[world]))
        self.assertGreaterEqual(ended, 2)

    def test_final_info_has_the_success_of_the_last_step(self):
        env = make(self, "SameStep", success=far)
        env.reset(seed=1)
        for _ in range(STEPS - 1):
            infos = env.step([[1.0], [0.0]])[4]
            numpy.testing.assert_array_equal(infos["_is_success"], [True, True])
        infos = env.step([[1.0], [0.0]])[4]
        numpy.testing.assert_array_equal(infos["final_info"]["is_success"], [True, False])
        numpy.testing.assert_array_equal(infos["final_info"]["_is_success"], [True, True])
        self.assertNotIn("is_success", infos)


class Disabled(unittest.TestCase):
    def test_worlds_are_reset_by_a_mask(self):
        env = make(self, AutoresetMode.DISABLED, terminated=far)
        env.reset(seed=1)
        env.step([[0.0], [1.0]])
        *_, terminated, truncated, _ = env.step([[0.0], [1.0]])
        numpy.testing.assert_array_equal(terminated, [False, True])
        with self.assertRaisesRegex(gymnasium.error.ResetNeeded, "worlds 1"):
            env.step(still(env))
        other = env.digest(0)
        mask = {"reset_mask": terminated}
        env.reset(options=mask)
        # Wrappers read the mask afterwards.
        self.assertIn("reset_mask", mask)
        self.assertEqual(env.digest(0), other)
        *_, truncated, _ = env.step(still(env))
        numpy.testing.assert_array_equal(truncated, [True, False])
        for wrong in (numpy.zeros(2, bool), numpy.ones(3, bool), [True, False], numpy.ones(2)):
            with self.assertRaises(ValueError, msg=str(wrong)):
                env.reset(options={"reset_mask": wrong})

    def test_unknown_mode_is_refused(self):
        with self.assertRaises(ValueError):
            make(self, "Sometimes")


class Wrappers(unittest.TestCase):
    def test_gymnasium_counts_every_step_of_an_episode(self):
        modes = {AutoresetMode.NEXT_STEP: STEPS + 1, AutoresetMode.SAME_STEP: STEPS}
        if tuple(int(part) for part in gymnasium.__version__.split(".")[:2]) < (1, 4):
            # Its wrapper counts a step less; the environment reports it.
            modes.pop(AutoresetMode.SAME_STEP)
        for mode, period in modes.items():
            with self.subTest(mode):
                env = vector.RecordEpisodeStatistics(make(self, mode))
                env.reset(seed=0)
                infos = [env.step(still(env))[4] for _ in range(3 * period)]
                lengths = [info["episode"]["l"].tolist() for info in infos if "episode" in info]
                self.assertEqual(lengths, [[STEPS, STEPS]] * 3)

    def test_wrappers_for_the_next_step_accept_the_environment(self):
        env = vector.NormalizeReward(vector.NormalizeObservation(make(self, "NextStep")))
        env.reset(seed=0)
        self.assertEqual([any(row) for row in ends(env, 2 * (STEPS + 1))], ([False] * (STEPS - 1) + [True, False]) * 2)

    def test_infos_become_a_list(self):
        env = vector.DictInfoToList(make(self, "SameStep", success=far))
        env.reset(seed=0)
        infos = [env.step([[1.0], [0.0]])[4] for _ in range(STEPS)]
        self.assertEqual(infos[0], [{"is_success": False}] * 2)
        self.assertEqual([info["final_info"] for info in infos[-1]], [{"is_success": True}, {"is_success": False}])

    def test_ready_tasks_with_a_goal_report_success(self):
        for name, has_goal in {"ReachGoal": True, "KukaReach": True, "Hover": False, "FollowWall": False}.items():
            env = gymnasium.make(f"morse/{name}-v0")
            self.addCleanup(env.close)
            env.reset(seed=0)
            info = env.step(env.action_space.sample())[4]
            self.assertEqual(info, {"is_success": False} if has_goal else {}, name)


if __name__ == "__main__":
    unittest.main()
