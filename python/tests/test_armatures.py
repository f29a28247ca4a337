"""Bones and inverse kinematics of armatures, against a recording fake simulator."""

import math
import unittest

import support  # noqa: F401  (finds the package)

from morse.core import blenderapi
from morse.core.mathutils import Euler, Quaternion
from morse.host import channel, scene_state
from morse.host.scene.node import node

HALF = math.sqrt(0.5)
BONES = {
    "lower": {"parent": None, "pose": [0, 0, 1, 0, 0, 0, 1], "rest": [0, 0, 1, 0, 0, 0, 1], "length": 0.5},
    "upper": {
        "parent": "lower",
        "pose": [0, 0.5, 1, HALF, 0, 0, HALF],
        "rest": [0, 0.5, 1, 0, 0, 0, 1],
        "length": 0.25,
    },
}


class Recorder:
    """A scene with an arm of two bones, whose end has a target."""

    def __init__(self):
        self.done = []
        self.asked = []
        self.changes = 0

    def ask(self, query, **details):
        self.asked.append(query)
        if query == "bone":
            turned = details["bone"] == "upper"
            about = {"turn": [math.pi / 2 if turned else 0, 0, 0], "slide": 0.1, "stretch": 0.0, "slides": False}
            about.update(rotates=[True, False, False], limits=[[-1.0, 2.0], None, None])
            about["channel"] = [0, 0, 0, HALF, 0, 0, HALF] if turned else [0, 0, 0, 0, 0, 0, 1]
            return {**about, **BONES[details["bone"]]}
        if query == "armature":
            is_arm = details["node"] in ("robot.arm", "kuka")
            return {"node": "kuka", "bones": list(BONES), "ik": {"upper": "goal"}} if is_arm else None
        if query == "pose":
            return [5.0, 0.0, 1.0, 0, 0, 0, 1] if details["node"] == "goal" else [0, 0, 0, 0, 0, 0, 1]
        return {"armatures": ["kuka"]}[query]

    def do(self, command, **details):
        self.changes += 1
        self.done.append((command, details))


class Armatures(unittest.TestCase):
    def setUp(self):
        self.recorder = Recorder()
        self.addCleanup(setattr, channel, "_current", channel._current)
        channel._current = self.recorder
        for known in (scene_state.armatures, scene_state.rotation_modes):
            known.clear()
            self.addCleanup(known.clear)

    def test_channels_are_found_by_name_and_number(self):
        channels = node("robot.arm").channels
        self.assertEqual([item.name for item in channels], ["lower", "upper"])
        self.assertEqual(channels["upper"].name, channels[1].name)
        self.assertIn("lower", channels)
        with self.assertRaisesRegex(KeyError, "no 'elbow' here, but: lower, upper"):
            channels["elbow"]
        with self.assertRaisesRegex(AttributeError, "box has no armature"):
            node("box").channels
        self.assertEqual(blenderapi.get_armatures(), [node("kuka")])

    def test_poses_of_a_bone(self):
        upper = node("robot.arm").channels["upper"]
        self.assertEqual(list(upper.joint_rotation), [math.pi / 2, 0, 0])
        self.assertAlmostEqual(upper.rotation_euler[0], math.pi / 2)
        self.assertAlmostEqual(upper.rotation_quaternion.x, HALF)
        self.assertEqual(list(upper.pose_head), [0, 0.5, 1])
        for got, wanted in zip(upper.pose_tail, (0, 0.5, 1.25)):
            self.assertAlmostEqual(got, wanted)
        self.assertEqual(list(upper.bone.arm_tail), [0, 0.75, 1])
        self.assertEqual((upper.parent.name, upper.parent.parent), ("lower", None))
        self.assertEqual([bone.name for bone in upper.bone.parent.children], ["upper"])
        self.assertEqual((upper.ik_dof_x, upper.ik_dof_y, upper.ik_min_x, upper.ik_max_x), (True, False, -1.0, 2.0))
        self.assertFalse(upper.ik_limit_z)

    def test_joints_are_set_as_a_whole_or_one_by_one(self):
        upper = node("robot.arm").channels["upper"]
        upper.joint_rotation = [0.5, 0, 0]
        upper.joint_rotation[1] = 1.0
        upper.location = (0, 0.3, 0)
        upper.rotation_euler = Euler((math.pi / 2, 0, 0))
        upper.rotation_quaternion = Quaternion((1, 0, 0, 0))
        nothing = {"node": "kuka", "bone": "upper", "turn": None, "orientation": None, "slide": None}
        done = [details for command, details in self.recorder.done if command == "bone"]
        self.assertEqual(done[0], {**nothing, "turn": [0.5, 0, 0]})
        self.assertEqual(done[1], {**nothing, "turn": [math.pi / 2, 1.0, 0]})
        self.assertEqual(done[2], {**nothing, "slide": 0.3})
        self.assertAlmostEqual(done[3]["orientation"][0], HALF)
        self.assertEqual(done[4], {**nothing, "orientation": [0, 0, 0, 1]})
        for wrong in ([1.0, 2.0], [float("nan"), 0, 0]):
            with self.assertRaisesRegex(ValueError, "3 finite numbers"):
                upper.joint_rotation = wrong
        upper.rotation_mode = blenderapi.PROT_MODE_XYZ
        self.assertEqual(node("kuka").channels["upper"].rotation_mode, 1)
        with self.assertRaisesRegex(ValueError, "rotation_mode"):
            upper.rotation_mode = 4

    def test_update_follows_the_targets_of_active_constraints(self):
        arm = node("robot.arm")
        arm.update()
        self.assertEqual(self.recorder.done, [], "no constraint is active at first")
        (constraint,) = arm.constraints
        self.assertEqual((constraint.name, constraint.target, constraint.type), ("upper:IK", node("goal"), 3))
        self.assertAlmostEqual(constraint.lin_error, math.dist((5, 0, 1), (0, 0.5, 1.25)))
        constraint.active = True
        arm.update()
        ((command, details),) = self.recorder.done
        self.assertEqual((command, details["node"]), ("reach", "kuka"))
        self.assertEqual(details["goals"][0], {"bone": "upper", "position": [5.0, 0.0, 1.0], "orientation": None})
        arm.constraints["upper:IK"].enforce = 0.5
        node("kuka").update()
        self.assertAlmostEqual(self.recorder.done[1][1]["goals"][0]["position"][0], 2.5)
        with self.assertRaisesRegex(ValueError, "enforce is 0 to 1"):
            constraint.enforce = 2.0
        constraint.target = None
        arm.update()
        node("box").update()
        self.assertEqual(len(self.recorder.done), 2)


if __name__ == "__main__":
    unittest.main()
