"""Poses, bodies and joints that simulated behavior depends on, by the original's figures."""

import math
import unittest

from kit import vec

from tests import support


def _nodes(name: str, bones: bool = False) -> dict:
    return {n.name: n for n in support.model(name).placed() if ("morse_joint" in n.extras) == bones}


def _origin(node) -> tuple:
    return tuple(row[3] for row in node.frame)


class Robots(unittest.TestCase):
    def assert_close(self, expected, actual, digits=3) -> None:
        for a, b in zip(expected, actual):
            self.assertAlmostEqual(a, b, digits)

    def test_atrv_stands_at_its_height_and_slides_on_its_box(self) -> None:
        nodes = _nodes("robots/atrv")
        root, box = nodes["ATRV"], nodes["ATRV_bb"]
        self.assert_close((0.0, 0.0, 0.1), _origin(root))
        physics = root.extras["morse_physics"]
        self.assertEqual(("RIGID_BODY", 20.0, True), tuple(physics[k] for k in ("type", "mass", "compound")))
        low = min(p[2] for q in support.model("robots/atrv").primitives(box.record["mesh"]) for p in q[0])
        self.assertAlmostEqual(0.1 - 0.044, low + box.frame[2][3], 3)

    def test_driven_wheels_turn_about_their_own_z_across_the_robot(self) -> None:
        for name, wheels, radius in (
            ("robots/pioneer3dx", ("Wheel_L", "Wheel_R"), 0.098),
            ("robots/segwayrmp400", ("wheel1", "wheel4"), 0.25),
            ("robots/patrolbot", ("Wheel_L", "Wheel_R"), 0.0905),
        ):
            file, nodes = support.model(name), _nodes(name)
            for wheel in wheels:
                node = nodes[wheel]
                axis = tuple(row[2] for row in node.frame)
                self.assert_close((0.0, -1.0, 0.0), axis)
                points = [p for q in file.primitives(node.record["mesh"]) for p in q[0]]
                self.assertAlmostEqual(radius, (max(p[0] for p in points) - min(p[0] for p in points)) / 2, 3)
                self.assertEqual("CYLINDER", node.extras["morse_physics"]["bounds"])
        self.assertEqual(1.0, _nodes("robots/segwayrmp400")["wheel1"].extras["morse_physics"]["friction"])

    def test_hummer_looks_along_its_own_y(self) -> None:
        forward = tuple(row[1] for row in _nodes("robots/hummer")["Hummer"].frame)
        self.assert_close((1.0, 0.0, 0.0), forward)

    def test_morsy_weighs_fifteen_kilograms_and_is_a_box(self) -> None:
        nodes = _nodes("robots/morsy")
        self.assertEqual(15, nodes["morsy"].extras["morse_physics"]["mass"])
        self.assertTrue(nodes["morsy_bb"].hidden)

    def test_the_three_boxes_are_where_they_belong(self) -> None:
        file, nodes = support.model("environments/indoors-1/boxes"), _nodes("environments/indoors-1/boxes")
        for name, place in (
            ("RedBox", (-7.5, 0.0, 0.99)),
            ("BlueBox", (-3.5, -3.0, 0.97)),
            ("GreenBox", (-6.5, 6.0, 1.0)),
        ):
            self.assert_close(place, _origin(nodes[name]))
            self.assertEqual(name, nodes[name].extras["Object"])
            points = [p for q in file.primitives(nodes[name].record["mesh"]) for p in q[0]]
            for axis, edge in enumerate((1.0, 1.0, 1.8)):
                self.assertAlmostEqual(edge, max(p[axis] for p in points) - min(p[axis] for p in points), 4)


class Joints(unittest.TestCase):
    def test_kuka_bones_have_the_original_lengths_axes_and_limits(self) -> None:
        bones = _nodes("actuators/kuka_lwr", bones=True)
        lengths = [bones[f"kuka_{k}"].extras["morse_joint"]["length"] for k in range(1, 8)]
        self.assertEqual([0.3105, 0.2, 0.2, 0.2, 0.19, 0.078, 0.132], lengths)
        for k in range(1, 8):
            joint = bones[f"kuka_{k}"].extras["morse_joint"]
            self.assertEqual("y" if k % 2 else "z", joint["axis"])
            self.assertEqual([-2.9671, 2.9671] if k % 2 else [-2.0944, 2.0944], joint["limits"])
        for name, sign in (("kuka_2", -1.0), ("kuka_4", 1.0), ("kuka_6", -1.0)):
            self.assertAlmostEqual(sign, bones[name].frame[1][2], 4)

    def test_turning_kuka_2_by_minus_ninety_degrees_lays_the_arm_along_x(self) -> None:
        bones = _nodes("actuators/kuka_lwr", bones=True)
        below = vec.compose(bones["kuka_2"].frame, vec.matrix_from_euler((0.0, 0.0, -math.pi / 2)))
        tail = (0.0, 0.132, 0.0)
        tip = vec.apply(vec.compose(vec.inverse_rigid(bones["kuka_2"].frame), bones["kuka_7"].frame), tail)
        x, y, z = vec.apply(below, tip)
        self.assertAlmostEqual(1.0, x, 3)
        self.assertAlmostEqual(0.0, y, 3)
        self.assertAlmostEqual(0.3105, z, 3)

    def test_the_end_effector_is_marked(self) -> None:
        self.assertTrue(_nodes("actuators/kuka_lwr")["kuka_7"].extras["end_effector"])

    def test_pr2_torso_is_prismatic_and_carries_head_and_arms(self) -> None:
        torso = _nodes("robots/pr2", bones=True)["torso_lift_joint"]
        self.assertEqual(
            ("prismatic", [0.0, 0.31]), (torso.extras["morse_joint"]["kind"], torso.extras["morse_joint"]["limits"])
        )
        objects = _nodes("robots/pr2")
        for name in ("head_armature", "l_arm_armature", "r_arm_armature"):
            self.assertIn("torso_lift_joint", objects[name].parents)
        for name, place in (("l_gripper_tool_frame", (1.001, 0.189, 0.791)), ("head_tilt_link", (0.0, 0.0, 1.171))):
            for a, b in zip(place, _origin(objects[name])):
                self.assertAlmostEqual(a, b, 2)

    def test_skins_list_each_armatures_own_bones(self) -> None:
        skins = {s["name"]: len(s["joints"]) for s in support.model("robots/pr2").document["skins"]}
        self.assertEqual({"torso_armature": 1, "head_armature": 2, "l_arm_armature": 7, "r_arm_armature": 7}, skins)
        self.assertEqual([76], [len(s["joints"]) for s in support.model("robots/human_rig").document["skins"]])


if __name__ == "__main__":
    unittest.main()
