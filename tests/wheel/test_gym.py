"""Learning environments: the checks of Gymnasium and PettingZoo, seeds, truncation, vector environments."""

import math
import os
import subprocess
import sys
import unittest
import unittest.mock
import warnings

import gymnasium
import numpy
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test
from support import DOCUMENT, ROOT, TIMEOUT_S

import morse
import morse.gym
from morse.gym import SceneEnv, SceneParallelEnv, SceneVectorEnv, Start, Task

ACTIONS = {"robot.motion.v": (-1.0, 1.0), "robot.motion.w": (-1.0, 1.0)}
OBSERVATIONS = {"robot.sick.range_list": (0.0, 30.0), "robot.pose.x": (-50.0, 50.0)}


def forward(state):
    return state["robot.pose.x"] - state.before("robot.pose.x")


def task(**options):
    chosen = {"reward": forward, "steps_max": 5, **options}
    return Task(DOCUMENT, ACTIONS, OBSERVATIONS, chosen.pop("reward"), **chosen)


def make(case, **options):
    env = SceneEnv(task(**options))
    case.addCleanup(env.close)
    return env


class SingleWorld(unittest.TestCase):
    def test_gymnasium_accepts_the_built_in_tasks(self):
        for name in morse.gym.TASKS:
            # The check makes an environment in each render mode: `human` opens a page.
            with self.subTest(name), warnings.catch_warnings(), unittest.mock.patch("webbrowser.open"):
                warnings.simplefilter("ignore")
                env = gymnasium.make(f"morse/{name}-v0", render_mode="rgb_array")
                check_env(env.unwrapped)
                env.reset(seed=1)
                self.assertEqual(env.render().shape, (240, 320, 3))
                env.close()

    def test_tasks_of_gymnasium_have_its_spaces_and_repeat_with_their_seed(self):
        # Numbers of observations and actions in Gymnasium's documentation.
        widths = {
            "HalfCheetah": (17, 6),
            "Hopper": (11, 3),
            "Walker2d": (17, 6),
            "Swimmer": (8, 2),
            "InvertedPendulum": (4, 1),
            "InvertedDoublePendulum": (9, 1),
            "Reacher": (10, 2),
            "Pusher": (23, 7),
            "Ant": (105, 8),
            "Humanoid": (348, 17),
            "HumanoidStandup": (348, 17),
        }
        for name, (observations, actions) in widths.items():
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                env = gymnasium.make(f"morse/{name}-v5")
                self.assertEqual(env.observation_space.shape, (observations,))
                self.assertEqual(env.action_space.shape, (actions,))
                runs = []
                for _ in range(2):
                    first, _ = env.reset(seed=3)
                    env.action_space.seed(3)
                    runs.append([first, *(env.step(env.action_space.sample())[0] for _ in range(5))])
                numpy.testing.assert_array_equal(*runs)
                self.assertTrue(numpy.isfinite(runs).all())
                env.close()

    def test_pole_of_gymnasium_falls_without_a_push_and_ends_the_episode(self):
        env = gymnasium.make("morse/InvertedPendulum-v5")
        self.addCleanup(env.close)
        env.reset(seed=1)
        rewards = []
        for _ in range(200):
            observation, reward, terminated, _, _ = env.step(numpy.zeros(1, numpy.float32))
            rewards.append(reward)
            if terminated:
                break
        self.assertTrue(terminated)
        self.assertGreater(abs(observation[1]), 0.2)
        self.assertEqual((set(rewards[:-1]), rewards[-1]), ({1.0}, 0.0))

    def test_links_of_a_humanoid_have_the_mass_and_the_momentum_of_its_motion(self):
        env = gymnasium.make("morse/Humanoid-v5")
        self.addCleanup(env.close)
        observation, _ = env.reset(seed=2)
        for _ in range(3):
            observation, *_ = env.step(numpy.zeros(17, numpy.float32))
        inertias, velocities = observation[45:175].reshape(13, 10), observation[175:253].reshape(13, 6)
        masses, moments = inertias[:, 9], inertias[:, 6:9]
        # The sum of `body_mass` in MuJoCo 4.0.0.
        self.assertAlmostEqual(masses.sum(), 42.116, delta=0.001)
        # About the center of mass of the robot, the mass has no first moment.
        numpy.testing.assert_allclose(moments.sum(axis=0), 0.0, atol=1e-4)
        momentum = (masses[:, None] * velocities[:, 3:] + numpy.cross(velocities[:, :3], moments)).sum(axis=0)
        # It falls freely: 0.003 s of the reset and three actions of 0.015 s, from velocities of up to 0.01 m/s.
        self.assertAlmostEqual(momentum[2] / masses.sum(), -9.81 * 0.048, delta=0.05)

    def test_ant_stands_on_the_ground_of_its_file_and_feels_it(self):
        env = gymnasium.make("morse/Ant-v5")
        self.addCleanup(env.close)
        observation, _ = env.reset(seed=2)
        for _ in range(60):
            observation, _, terminated, _, _ = env.step(numpy.zeros(8, numpy.float32))
            self.assertFalse(terminated)
        self.assertTrue(0.2 < observation[0] < 0.8, observation[0])
        forces = observation[27:].reshape(13, 6)
        # Forces are clipped to 1; those on at least three feet point upwards.
        self.assertGreaterEqual((forces[:, 5] == 1.0).sum(), 3)
        self.assertTrue((forces[:, 5] >= 0.0).all())

    def test_start_sets_the_state_of_an_object(self):
        state = [1.0, 2.0, 3.0, 0.0, 0.0, numpy.sin(0.4), numpy.cos(0.4), 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]
        start = Start(states={"robot": state})
        env = make(self, start=lambda _: start, hidden=["robot.@pose", "robot.@yaw"], reward=lambda s: s["robot.@yaw"])
        env.reset(seed=1)
        # The exact pose: the sensor has noise.
        numpy.testing.assert_allclose(env._batch.state()["robot.@pose"][0, :2], (1.0, 2.0), atol=0.01)
        _, reward, *_ = env.step([0.0, 0.0])
        self.assertAlmostEqual(reward, 0.8, delta=0.05)
        short = make(self, start=lambda _: Start(states={"robot": [0.0]}))
        with self.assertRaisesRegex(ValueError, "a state is position, quaternion"):
            short.reset(seed=1)

    def test_user_scene_is_an_environment(self):
        env = SceneEnv(DOCUMENT, ACTIONS, OBSERVATIONS, forward, steps_max=3)
        self.addCleanup(env.close)
        observation, _ = env.reset(seed=5)
        self.assertEqual((observation.shape, observation.dtype), ((182,), numpy.float32))
        self.assertTrue(env.observation_space.contains(observation))
        ends = [env.step([1.0, 0.0])[2:4] for _ in range(3)]
        self.assertEqual(ends, [(False, False), (False, False), (False, True)])
        self.assertIsNone(env.render())

    def test_seed_determines_an_episode_and_the_next_episode_differs(self):
        env = make(self)

        def episode(seed=None):
            first, _ = env.reset(seed=seed)
            rest = [env.step([1.0, 0.2])[0] for _ in range(3)]
            return numpy.stack([first, *rest]), env.digest()

        first, unseeded, repeated, second_seed = episode(1), episode(), episode(1), episode(2)
        numpy.testing.assert_array_equal(first[0], repeated[0])
        self.assertEqual(first[1], repeated[1])
        self.assertEqual(len({first[1], unseeded[1], second_seed[1]}), 3)

    def test_start_function_sets_initial_poses(self):
        start = lambda generator: Start({"robot": (generator.uniform(5, 6), 1.0, 0.1, 0.5)}, memory=(7.0,))
        env = make(self, start=start, hidden=["robot.@pose", "robot.@yaw", "robot.@velocity"],
                   extra=lambda state: state.memory - state["robot.@pose"][:, :1], extra_limits=((-50.0,), (50.0,)))
        observation, _ = env.reset(seed=1)
        self.assertTrue(1.0 <= observation[-1] <= 2.0)
        state = env._batch.state()
        self.assertAlmostEqual(float(state["robot.@yaw"][0]), 0.5, delta=0.01)
        self.assertEqual(state["robot.@velocity"].shape, (1, 6))

    def test_rewards_have_extra_values_before_and_after_the_action(self):
        seen = []
        env = make(self, hidden=["robot.@pose"], extra=lambda state: state["robot.@pose"][:, :1],
                   extra_limits=((-50.0,), (50.0,)),
                   reward=lambda state: seen.append((state.extra_before[0, 0], state.extra[0, 0])) or numpy.zeros(1))
        first, _ = env.reset(seed=1)
        following = [env.step([1.0, 0.0])[0][-1] for _ in range(3)]
        self.assertEqual(seen, list(zip([first[-1], *following], following)))
        self.assertGreater(following[-1], first[-1])

    def test_observations_are_clipped_to_their_limits(self):
        env = make(self, extra=lambda state: numpy.array([[numpy.nan, numpy.inf, -numpy.inf]]),
                   extra_limits=([-1.0, -2.0, -3.0], [1.0, 2.0, 3.0]))
        numpy.testing.assert_array_equal(env.reset(seed=1)[0][-3:], [0.0, 2.0, -3.0])

    def test_invalid_actions_are_refused_and_change_nothing(self):
        env = make(self)
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.step([0.0, 0.0])
        env.reset(seed=1)
        before = env.digest()
        for wrong in ([1.0], [1.0, 0.0, 0.0], [[1.0, 0.0]], [numpy.nan, 0.0], [numpy.inf, 0.0], "ab", None, [None, 1.0]):
            with self.assertRaises((ValueError, TypeError), msg=str(wrong)):
                env.step(wrong)
        self.assertEqual(env.digest(), before)
        env.close()
        with self.assertRaises(morse.SimulationError):
            env.step([0.0, 0.0])

    def test_invalid_rewards_are_refused(self):
        for reward in (lambda state: numpy.full(1, numpy.nan), lambda state: 1.0, lambda state: numpy.zeros(7)):
            env = make(self, reward=reward)
            env.reset(seed=1)
            with self.assertRaises(ValueError):
                env.step([0.0, 0.0])

        def fails(state):
            raise LookupError("no reward")

        env = make(self, reward=fails)
        env.reset(seed=1)
        with self.assertRaises(LookupError):
            env.step([0.0, 0.0])
        env.reset(seed=1)

    def test_invalid_tasks_are_refused(self):
        def wrong(actions=ACTIONS, observations=OBSERVATIONS, **options):
            return SceneEnv(DOCUMENT, actions, observations, forward, **options)

        for kind, call in [
            (KeyError, lambda: wrong(actions={"robot.motion.x": (-1, 1)})),
            (KeyError, lambda: wrong(actions={"robot.wings.v": (-1, 1)})),
            (KeyError, lambda: wrong(observations={"robot.pose.altitude": (0, 1)})),
            (KeyError, lambda: wrong(observations={"robot.gps.x": (0, 1)})),
            (KeyError, lambda: wrong(hidden=["unknown.@pose"])),
            (KeyError, lambda: wrong(start=lambda generator: Start({"unknown": (0, 0, 0, 0)}))),
            (ValueError, lambda: wrong(actions={"v": (-1, 1)})),
            (ValueError, lambda: wrong(actions={"robot.motion.v": (1, -1)})),
            (ValueError, lambda: wrong(actions={"robot.motion.v": 1})),
            (ValueError, lambda: wrong(actions={})),
            (ValueError, lambda: wrong(ticks=0)),
            (ValueError, lambda: wrong(render_mode="ansi")),
            (ValueError, lambda: wrong(extra=forward)),
            (TypeError, lambda: SceneEnv(DOCUMENT, ACTIONS, OBSERVATIONS, 5)),
        ]:
            with self.assertRaises(kind):
                call()


class ManyWorlds(unittest.TestCase):
    def vector(self, count, threads, **options):
        env = SceneVectorEnv(task(**options), count, threads=threads)
        self.addCleanup(env.close)
        return env

    def test_each_world_equals_the_single_environment_of_its_seed_for_any_number_of_threads(self):
        actions = numpy.array([[0.2 * world, 0.1] for world in range(5)], numpy.float32)
        expected = []
        for world in range(5):
            env = make(self)
            first, _ = env.reset(seed=10 + world)
            expected.append((first, *[env.step(actions[world])[0] for _ in range(4)], env.digest()))
        for threads in (1, 2, 3, 8):
            env = self.vector(5, threads)
            seen = [env.reset(seed=10)[0], *[env.step(actions)[0] for _ in range(4)]]
            for world in range(5):
                for mine, single in zip(seen, expected[world]):
                    numpy.testing.assert_array_equal(mine[world], single)
                self.assertEqual(env.digest(world), expected[world][-1])

    def test_gymnasium_creates_a_vector_environment(self):
        env = gymnasium.make_vec("morse/ReachGoal-v0", num_envs=3)
        self.addCleanup(env.close)
        observations, _ = env.reset(seed=[1, 2, None])
        self.assertEqual(observations.shape, (3, 184))
        self.assertEqual(env.step(env.action_space.sample())[0].shape, (3, 184))
        with self.assertRaises(ValueError):
            env.reset(seed=[1])
        with self.assertRaises(ValueError):
            env.step(numpy.zeros((2, 2)))

    def test_default_threads_are_the_processors_of_the_affinity(self):
        allowed = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, allowed)
        self.assertEqual(self.vector(64, None)._batch._worlds.threads, min(64, len(allowed)))
        os.sched_setaffinity(0, {min(allowed)})
        self.assertEqual(self.vector(4, None)._batch._worlds.threads, 1)

    def test_towards_returns_distance_and_direction_in_the_robot_frame(self):
        def turned(x, y, yaw):
            return [x, y, 0.3, 0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)]

        poses = numpy.array([turned(0, 0, 0), turned(1, 1, math.pi / 2), turned(-2, 0, -2.0), turned(3, 4, 0.0)], numpy.float32)
        points = numpy.array([[3.0, 4.0], [1.0, 3.0], [-2.0, -5.0], [3.0, 4.0]])
        seen = morse.gym.towards(poses, points)
        direction = -math.pi / 2 + 2.0
        expected = [[5.0, 0.8, 0.6], [2.0, 0.0, 1.0], [5.0, math.sin(direction), math.cos(direction)], [0.0, 0.0, 1.0]]
        numpy.testing.assert_allclose(seen, expected, atol=1e-6)
        for wrong in ((poses[:, :3], points), (poses, points[:2]), (poses, points[:, :1])):
            with self.assertRaisesRegex(ValueError, "poses must have 7 columns"):
                morse.gym.towards(*wrong)

    def test_engine_refuses_arrays_of_wrong_shape_or_type(self):
        env = self.vector(2, 1)
        env.reset(seed=1)
        worlds, numbers, steps = env._batch._worlds, env._batch._numbers, numpy.zeros(2, numpy.int64)
        good, pixels, none = numpy.zeros((2, 2), numpy.float32), numpy.zeros((2, 0), numpy.uint8), numpy.zeros(2, bool)
        for actions, out in [(good[:1], numbers), (good, numbers[:1]), (good.astype(float), numbers), (good.T[::-1], numbers),
                             (good, numpy.asfortranarray(numbers)), (good * numpy.nan, numbers)]:
            with self.assertRaises((ValueError, TypeError)):
                worlds.step(actions, 1, numbers.copy(), out, pixels, steps, none)
        self.assertEqual(steps.tolist(), [0, 0])
        worlds.step(good, 1, numbers.copy(), numbers, pixels, steps, none)
        self.assertEqual(steps.tolist(), [1, 1])
        for chosen, seeds in [([2], [0]), ([1, 0], [0, 0]), ([0], [])]:
            with self.assertRaises(ValueError):
                worlds.reset(chosen, seeds, numpy.zeros((len(chosen), 0)), numbers, pixels)

    def test_learning_example_improves_its_reward(self):
        command = [sys.executable, str(ROOT / "examples" / "gym_learn.py"), "Hover", "--iterations", "6", "--worlds", "16"]
        completed = subprocess.run(command, timeout=TIMEOUT_S, check=True, stdout=subprocess.PIPE, text=True)
        rewards = [float(line.rsplit(" ", 1)[1]) for line in completed.stdout.splitlines()]
        self.assertEqual(len(rewards), 6)
        self.assertGreater(max(rewards[3:]), rewards[0])


class SeveralAgents(unittest.TestCase):
    def test_pettingzoo_accepts_robots_of_one_scene(self):
        robots = []
        for number, name in enumerate(["left", "right"]):
            robots += [
                {**entry, "name": entry["name"].replace("robot", name), "location": [0.0, 3.0 * number, 0.1],
                 **({"parent": name} if "parent" in entry else {})}
                for entry in DOCUMENT["objects"] if entry["name"] in ("robot", "robot.motion", "robot.pose")
            ]
        scene = {"morse_scene": 1, "environment": {"file": "empty"}, "objects": robots}
        rewards = lambda state, agents: {agent: state[f"{agent}.pose.x"][0] for agent in agents}
        env = SceneParallelEnv(scene, ["left", "right"], {"motion.v": (-1, 1), "motion.w": (-1, 1)},
                               {"pose.x": (-50, 50), "pose.yaw": (-4, 4)}, rewards, steps_max=20)
        self.addCleanup(env.close)
        parallel_api_test(env, num_cycles=50)
        env.reset(seed=1)
        for _ in range(10):
            observations, reward, *_ = env.step({"left": [1.0, 0.0], "right": [-1.0, 0.0]})
        self.assertGreater(reward["left"], 0.3)
        self.assertLess(reward["right"], -0.3)
        with self.assertRaises(ValueError):
            env.step({"left": [1.0, 0.0]})


if __name__ == "__main__":
    unittest.main()
