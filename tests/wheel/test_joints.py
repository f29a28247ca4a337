"""Joints of robots in Python: values, targets, kinematics, columns of learning environments."""

import unittest

import numpy
from support import WheelTest

import morse
from morse.gym import SceneEnv, Task

#: An arm on the ground with a controller of its joints.
ARM = {
    "morse_scene": 1,
    "environment": {"file": "empty"},
    "objects": [
        {"name": "arm", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "model": {"file": "robots/small_arm"}},
        {"name": "arm.controller", "kind": "actuator", "class": "morse.actuators.joint_controller.JointController",
         "parent": "arm"},
        {"name": "cart", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"},
         "location": [0.0, 4.0, 0.0]},
    ],
}
NAMES = ("shoulder", "elbow", "finger")


class Values(WheelTest):
    def test_joints_have_names_limits_and_values(self):
        joints = self.simulation(ARM).robots["arm"].joints
        self.assertEqual((joints.names, len(joints)), (NAMES, 3))
        numpy.testing.assert_array_equal(joints.lower, [-1.8, -2.4, 0.0])
        numpy.testing.assert_array_equal(joints.max_effort, [80.0, 40.0, 20.0])
        self.assertEqual((joints["elbow"].kind, joints["finger"].kind), ("revolute", "prismatic"))
        for values in (joints.position, joints.velocity, joints.effort):
            self.assertEqual((values.shape, values.dtype), ((3,), numpy.float64))
        with self.assertRaisesRegex(KeyError, "did you mean 'elbow'"):
            joints["elbo"]

    def test_targets_move_joints_and_efforts_hold_them(self):
        sim = self.simulation(ARM)
        joints = sim.robots["arm"].joints
        joints.target = [0.6, -0.9, 0.02]
        sim.run(3.0)
        numpy.testing.assert_array_equal(joints.target, [0.6, -0.9, 0.02])
        numpy.testing.assert_allclose(joints.position, [0.6, -0.9, 0.02], atol=2e-3)
        self.assertGreater(abs(joints.effort[0]), 1.0)
        joints["elbow"].target = 0.3
        sim.run(3.0)
        numpy.testing.assert_allclose(joints.position, [0.6, 0.3, 0.02], atol=2e-3)

    def test_bad_targets_change_nothing(self):
        sim = self.simulation(ARM)
        joints = sim.robots["arm"].joints
        for wrong, error in [([1.0], ValueError), ([float("inf"), 0.0, 0.0], morse.CommandError)]:
            with self.assertRaises(error):
                joints.target = wrong
        with self.assertRaisesRegex(KeyError, "no joint 'wrist'"):
            joints.command({"wrist": 1.0})
        sim.run(0.5)
        numpy.testing.assert_allclose(joints.position, [0.0, 0.0, 0.0], atol=2e-3)

    def test_robots_without_joints_or_controllers_say_so(self):
        sim = self.simulation({**ARM, "objects": [ARM["objects"][0], ARM["objects"][2]]})
        self.assertEqual(sim.robots["cart"].joints.names, ())
        with self.assertRaisesRegex(ValueError, "no joints"):
            sim.robots["cart"].joints.pose("base")
        with self.assertRaisesRegex(morse.CommandError, "append a JointController"):
            sim.robots["arm"].joints.target = [0.1, 0.1, 0.01]
        self.assertTrue(numpy.isnan(sim.robots["arm"].joints.target).all())


class Kinematics(WheelTest):
    def test_poses_are_those_of_a_chain_of_two_links(self):
        joints = self.simulation(ARM).robots["arm"].joints
        self.assertIn("left_finger", joints.links)
        a, b = 0.4, 0.7
        found = joints.pose("left_finger", [a, b, 0.01])
        base = joints.pose("upper", [0.0, 0.0, 0.0]).position
        expected = base + [0.5 * numpy.sin(a) + 0.4 * numpy.sin(a + b), 0.01,
                           0.5 * numpy.cos(a) + 0.4 * numpy.cos(a + b)]
        numpy.testing.assert_allclose(found.position, expected, atol=1e-12)
        numpy.testing.assert_allclose(found.euler, [0.0, a + b, 0.0], atol=1e-12)
        # The other finger mimics the finger.
        self.assertAlmostEqual(joints.pose("right_finger", [a, b, 0.01]).position[1] - base[1], -0.01)

    def test_jacobian_is_the_derivative_of_the_pose(self):
        joints = self.simulation(ARM).robots["arm"].joints
        q, step = numpy.array([0.3, -0.8, 0.02]), 1e-6
        jacobian = joints.jacobian("left_finger", q)
        self.assertEqual(jacobian.shape, (6, 3))
        for column in range(3):
            by = numpy.eye(3)[column] * step
            moved = joints.pose("left_finger", q + by).position - joints.pose("left_finger", q - by).position
            numpy.testing.assert_allclose(jacobian[:3, column], moved / (2 * step), atol=1e-8)
        numpy.testing.assert_allclose(jacobian[3:], [[0, 0, 0], [1, 1, 0], [0, 0, 0]], atol=1e-12)

    def test_inverse_kinematics_moves_the_hand_to_a_place(self):
        sim = self.simulation(ARM)
        joints = sim.robots["arm"].joints
        wanted = joints.pose("lower", [0.5, 0.9, 0.0]).position
        solution = joints.inverse_kinematics("lower", wanted)
        self.assertTrue(solution.is_reached and solution.error_m < 1e-6)
        joints.target = solution.positions
        sim.run(3.0)
        numpy.testing.assert_allclose(joints.pose("lower").position, wanted, atol=2e-3)
        far = joints.inverse_kinematics("lower", [5.0, 0.0, 0.0])
        self.assertFalse(far.is_reached)
        self.assertGreater(far.error_m, 3.0)
        self.assertTrue(((far.positions >= joints.lower) & (far.positions <= joints.upper)).all())

    def test_links_have_the_names_of_the_file_on_every_robot(self):
        objects = ARM["objects"]
        second = [{**objects[0], "name": "second", "location": [2.0, 0.0, 0.0]}]
        sim = self.simulation({**ARM, "objects": [*objects, *second]})
        first, second = (sim.robots[name].joints for name in ("arm", "second"))
        self.assertEqual(first.links, second.links)
        self.assertNotIn("arm.controller", first.links)
        numpy.testing.assert_allclose(second.pose("lower").position - first.pose("lower").position, [2, 0, 0], atol=1e-9)

    def test_wrong_arguments_are_named(self):
        joints = self.simulation(ARM).robots["arm"].joints
        with self.assertRaisesRegex(KeyError, "lower"):
            joints.pose("lowr")
        for wrong in [lambda: joints.pose("lower", [0.0]), lambda: joints.pose("lower", [float("nan")] * 3),
                      lambda: joints.inverse_kinematics("lower", [1.0, 2.0]),
                      lambda: joints.inverse_kinematics("lower", [1, 0, 0], [0, 0, 0, 0]),
                      lambda: joints.inverse_kinematics("lower", [1, 0, 0], tolerance_m=0.0)]:
            self.assertRaises(ValueError, wrong)


class Learning(unittest.TestCase):
    def test_joints_are_columns_of_actions_and_observations(self):
        task = Task(
            ARM,
            actions={"arm.controller.@joints": ([-1.8, -2.4, 0.0], [1.8, 2.4, 0.04])},
            observations={"arm.@joint_position": (-3.0, 3.0), "arm.@joint_velocity": (-9.0, 9.0)},
            hidden=["arm.@joint_effort"],
            reward=lambda state: -numpy.abs(state["arm.@joint_effort"]).sum(axis=1),
        )
        env = SceneEnv(task)
        self.addCleanup(env.close)
        observation, _ = env.reset(seed=1)
        self.assertEqual((env.action_space.shape, observation.shape), ((3,), (6,)))
        for _ in range(30):
            observation, reward, *_ = env.step([0.6, -0.9, 0.02])
        numpy.testing.assert_allclose(observation[:3], [0.6, -0.9, 0.02], atol=2e-3)
        self.assertLess(reward, -1.0)

    def test_wrong_joint_columns_are_named(self):
        reward = lambda state: state["arm.@joint_position"][:, 0]
        for actions, observed, text in [
            ({"arm.controller.@joints": (-1.0, 1.0)}, "arm.@joint_position", "each of its 3 joints"),
            ({"arm.controller.elbow": (-1.0, 1.0)}, "cart.@joint_position", "no joints to observe"),
        ]:
            with self.assertRaisesRegex((KeyError, ValueError), text):
                SceneEnv(ARM, actions, {observed: (-3.0, 3.0)}, reward)


if __name__ == "__main__":
    unittest.main()
