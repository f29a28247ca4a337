"""Spaces of learning environments: pictures, depths, dictionaries, discrete actions."""

import math
import unittest
import warnings

import gymnasium
import numpy
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test
from support import DOCUMENT

import morse
from morse.gym import SceneEnv, SceneParallelEnv, SceneVectorEnv, Task

WIDTH, HEIGHT = 16, 8
SIZE = {"cam_width": WIDTH, "cam_height": HEIGHT}
#: A camera looks along its z axis; this turns it ahead.
AHEAD = {"location": [0.5, 0.0, 1.0], "rotation": [-math.pi / 2, 0.0, -math.pi / 2], "properties": SIZE}
#: A robot that sees a red wall in front of it, below a sky.
SCENE = {
    "morse_scene": 1,
    "environment": {"file": "empty"},
    "objects": [
        {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}},
        {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot"},
        {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot"},
        {"name": "robot.camera", "kind": "sensor", "class": "morse.sensors.video_camera.VideoCamera", "parent": "robot", **AHEAD},
        {"name": "robot.depth", "kind": "sensor", "class": "morse.sensors.depth_camera.DepthVideoCamera",
         "parent": "robot", **AHEAD},
        {"name": "robot.cloud", "kind": "sensor", "class": "morse.sensors.depth_camera.DepthCamera",
         "parent": "robot", **AHEAD},
        {"name": "wall", "kind": "object", "shape": {"kind": "cube", "half_extents": [0.2, 20.0, 1.0]},
         "location": [5.5, 0.0, 0.0]},
    ],
}
ACTIONS = {"robot.motion.v": (-1.0, 1.0), "robot.motion.w": (-1.0, 1.0)}


def ones(state):
    return numpy.ones(len(state.steps))


def make(case, observations, actions=ACTIONS, **options):
    env = SceneEnv(Task(SCENE, actions, observations, ones, steps_max=5, **options))
    case.addCleanup(env.close)
    return env


def check(env):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


class Pictures(unittest.TestCase):
    def test_colors_are_bytes_with_the_first_row_at_the_top(self):
        env = make(self, {"robot.camera.image": (0, 255)})
        self.assertEqual(env.observation_space, gymnasium.spaces.Box(0, 255, (HEIGHT, WIDTH, 3), numpy.uint8))
        check(env)
        observation, _ = env.reset(seed=0)
        sim = morse.Simulation(SCENE)
        self.addCleanup(sim.close)
        sim.sensors["robot.camera"].keep_reading()
        sim.step()
        numpy.testing.assert_array_equal(observation, sim.sensors["robot.camera"]["image"][:, :, :3])
        self.assertGreater(len(numpy.unique(observation)), 1)

    def test_depths_are_meters_within_their_limits(self):
        env = make(self, {"robot.depth.image": (0, 20)})
        self.assertEqual(env.observation_space, gymnasium.spaces.Box(0.0, 20.0, (HEIGHT, WIDTH, 1), numpy.float32))
        check(env)
        observation, _ = env.reset(seed=0)
        # The sky is farther than the limit; the wall begins 5.5 - 0.2 - 0.5 m in front of the camera.
        self.assertEqual(float(observation[0].min()), 20.0)
        self.assertAlmostEqual(float(observation[HEIGHT // 2, WIDTH // 2, 0]), 4.8, delta=0.1)

    def test_picture_beside_numbers_makes_a_dictionary(self):
        env = make(self, {"robot.camera.image": (0, 255), "robot.pose.x": (-9, 9), "robot.depth.image": (0, 20)},
                   extra=lambda state: state["robot.pose.x"][:, None] * 2.0, extra_limits=((-20,), (20,)))
        shapes = {key: space.shape for key, space in env.observation_space.spaces.items()}
        self.assertEqual(shapes, {"robot.camera.image": (HEIGHT, WIDTH, 3), "robot.pose.x": (1,),
                                  "robot.depth.image": (HEIGHT, WIDTH, 1), "extra": (1,)})
        check(env)
        observation, _ = env.reset(seed=0)
        numpy.testing.assert_allclose(observation["extra"], 2.0 * observation["robot.pose.x"])

    def test_groups_are_the_entries_of_a_dictionary(self):
        env = make(self, {"state": {"robot.pose.x": (-9, 9), "robot.pose.yaw": (-4, 4)}, "camera": {"robot.camera.image": (0, 255)}})
        shapes = {key: space.shape for key, space in env.observation_space.spaces.items()}
        self.assertEqual(shapes, {"state": (2,), "camera": (HEIGHT, WIDTH, 3)})
        check(env)

    def test_rewards_see_pictures_before_and_after_the_action(self):
        seen = []

        def reward(state):
            before, now = state.before("robot.camera.image"), state["robot.camera.image"]
            seen.append((now.shape, now.dtype, bool((before != now).any())))
            return numpy.zeros(len(now))

        task = Task(SCENE, ACTIONS, {"robot.pose.x": (-9, 9)}, reward, hidden=["robot.camera.image"], ticks=20)
        env = SceneVectorEnv(task, 2, threads=1)
        self.addCleanup(env.close)
        env.reset(seed=0)
        env.step([[1.0, 0.0], [1.0, 0.0]])
        self.assertEqual(seen, [((2, HEIGHT, WIDTH, 3), numpy.uint8, True)])

    def test_vector_environment_observes_the_same_pictures(self):
        for observations in ({"robot.camera.image": (0, 255)}, {"a": {"robot.camera.image": (0, 255)}, "b": {"robot.pose.x": (-9, 9)}}):
            env = make(self, observations)
            many = SceneVectorEnv(env.task, 3, threads=2, autoreset_mode="SameStep")
            self.addCleanup(many.close)
            action = numpy.array([0.5, 1.0], numpy.float32)
            rows = [many.reset(seed=3)[0]]
            single = [env.reset(seed=5)[0]]
            for _ in range(4):
                rows.append(many.step(numpy.tile(action, (3, 1)))[0])
                single.append(env.step(action)[0])
            for row, one in zip(rows, single):
                self.assertIn(row, many.observation_space)
                for mine, other in zip(*((value.values() if isinstance(value, dict) else [value]) for value in (row, one))):
                    numpy.testing.assert_array_equal(mine[2], other)
            final = many.step(numpy.tile(action, (3, 1)))[4]["final_obs"][0]
            self.assertIn(final, env.observation_space)

    def test_fields_that_cannot_be_observed_are_refused_at_once(self):
        fast = {**SCENE, "environment": {"file": "empty", "fastmode": True}}
        for observations, words in [
            ({"robot.cloud.points": (-9, 9)}, "cloud of points"),
            ({"robot.camera.image": (0, 1)}, r"limits are \(0, 255\)"),
            ({"robot.depth.image": (20, 0)}, "lowest value"),
            ({"a": {"robot.camera.image": (0, 255), "robot.pose.x": (-9, 9)}}, "a group of its own"),
            ({"a": {}}, "no fields"),
            ({"a": {"robot.pose.x": (-9, 9)}, "b": {"robot.pose.x": (-9, 9)}}, "observed twice"),
        ]:
            with self.assertRaisesRegex(ValueError, words):
                make(self, observations)
        with self.assertRaisesRegex(ValueError, "fastmode"):
            SceneEnv(Task(fast, ACTIONS, {"robot.camera.image": (0, 255)}, ones))


class DiscreteActions(unittest.TestCase):
    COMMANDS = [{"robot.motion.v": 0.0, "robot.motion.w": 0.0}, {"robot.motion.v": 1.0, "robot.motion.w": 0.5}]

    def test_action_chooses_a_command(self):
        env = make(self, {"robot.pose.x": (-50, 50)}, self.COMMANDS)
        self.assertEqual(env.action_space, gymnasium.spaces.Discrete(2))
        check(env)
        continuous = make(self, {"robot.pose.x": (-50, 50)})
        for one in (env, continuous):
            one.reset(seed=3)
        for choice in (1, 1, 0, numpy.int64(1)):
            command = [self.COMMANDS[choice][name] for name in ACTIONS]
            numpy.testing.assert_array_equal(env.step(choice)[0], continuous.step(command)[0])
        self.assertEqual(env.digest(), continuous.digest())
        for wrong in (2, -1, 0.5, "fast", None, [0], True):
            with self.assertRaises((ValueError, TypeError), msg=str(wrong)):
                env.step(wrong)

    def test_vector_environment_takes_a_choice_for_each_world(self):
        task = Task(SCENE, self.COMMANDS, {"robot.pose.x": (-50, 50)}, ones, steps_max=20)
        env = SceneVectorEnv(task, 2)
        self.addCleanup(env.close)
        first, _ = env.reset(seed=0)
        for _ in range(20):
            last = env.step(numpy.array([1, 0]))[0]
        self.assertGreater(last[0, 0] - first[0, 0], 0.5)
        self.assertLess(abs(last[1, 0] - first[1, 0]), 0.1)
        self.assertEqual(env.step(env.action_space.sample())[0].shape, (2, 1))

    def test_commands_that_differ_in_their_fields_are_refused(self):
        for commands in ([{"robot.motion.v": 0.0}, {"robot.motion.w": 0.0}], [{"robot.motion.v": numpy.nan}], []):
            with self.assertRaises(ValueError):
                make(self, {"robot.pose.x": (-50, 50)}, commands)


class SeveralAgents(unittest.TestCase):
    def test_agents_observe_pictures_and_choose_commands(self):
        robots = [
            {**entry, "name": entry["name"].replace("robot", name), "location": entry.get("location", [0.0, 3.0 * number, 0.1]),
             **({"parent": name} if "parent" in entry else {})}
            for number, name in enumerate(["left", "right"]) for entry in SCENE["objects"] if entry["name"] != "wall"
        ]
        env = SceneParallelEnv(
            {**SCENE, "objects": robots}, ["left", "right"], [{"motion.v": 0.0}, {"motion.v": 1.0}],
            {"state": {"pose.x": (-50, 50)}, "camera": {"camera.image": (0, 255)}},
            lambda state, agents: {agent: state[f"{agent}.pose.x"][0] for agent in agents},
            success=lambda state, agents: {"left": True}, steps_max=10,
        )
        self.addCleanup(env.close)
        self.assertEqual(env.metadata["render_fps"], 10)
        parallel_api_test(env, num_cycles=20)
        env.reset(seed=1)
        for _ in range(10):
            observations, rewards, _, _, infos = env.step({"left": 0, "right": 1})
        self.assertEqual(observations["left"]["camera"].shape, (HEIGHT, WIDTH, 3))
        self.assertLess(rewards["left"], 0.1)
        self.assertGreater(rewards["right"], 0.3)
        self.assertEqual(infos, {"left": {"is_success": True}, "right": {}})


class Rates(unittest.TestCase):
    def test_frames_per_second_are_those_of_steps(self):
        self.assertIn("render_fps", SceneEnv.metadata)
        self.assertIn("render_fps", SceneParallelEnv.metadata)
        for ticks, fps in ((6, 10), (3, 20), (60, 1), (600, 1)):
            task = Task(DOCUMENT, ACTIONS, {"robot.pose.x": (-9, 9)}, ones, ticks=ticks)
            for env in (SceneEnv(task), SceneVectorEnv(task, 1)):
                self.addCleanup(env.close)
                self.assertEqual(env.metadata["render_fps"], fps)


if __name__ == "__main__":
    unittest.main()
