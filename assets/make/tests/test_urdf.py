"""The committed URDF files: they equal newly generated ones, and their inertias are those of closed forms."""

import unittest
import xml.etree.ElementTree as ElementTree

import main
from urdf.kit import ALONG_Y, Urdf, box, cylinder, inertial, sphere


class RobotFiles(unittest.TestCase):
    def test_committed_files_equal_generated_files(self) -> None:
        for path, text in main.robot_files([]):
            with self.subTest(path):
                self.assertEqual((main.ASSETS / f"{path}.urdf").read_text(encoding="utf-8"), text)

    def test_joints_form_a_tree_from_one_root(self) -> None:
        for path, text in main.robot_files([]):
            with self.subTest(path):
                robot = ElementTree.fromstring(text)
                links = [link.get("name") for link in robot.findall("link")]
                children = [joint.find("child").get("link") for joint in robot.findall("joint")]
                parents = [joint.find("parent").get("link") for joint in robot.findall("joint")]
                self.assertEqual(len(set(links)), len(links))
                self.assertEqual(len(set(links) - set(children)), 1)
                self.assertEqual(set(children) | set(parents), set(links))

    def test_page_has_the_height_of_the_tool_of_the_stretched_arm(self) -> None:
        robot = ElementTree.parse(main.ASSETS / "robots" / "six_axis_arm.urdf").getroot()
        joints = {joint.find("child").get("link"): joint for joint in robot.findall("joint")}
        height, link = 0.0, "tool"
        while link in joints:
            origin = joints[link].find("origin")
            self.assertEqual(origin.get("rpy"), "0 0 0")
            height += float(origin.get("xyz").split()[2])
            link = joints[link].find("parent").get("link")
        page = (main.ASSETS.parent / "docs" / "robots.md").read_text(encoding="utf-8")
        self.assertIn(f"the point between the tips of the fingers, {height:.3f} m above the\nground", page)

    def test_inertia_of_shapes_is_that_of_closed_forms(self) -> None:
        def numbers(text: str) -> dict[str, float]:
            return {key: float(value) for key, value in ElementTree.fromstring(text).find("inertia").attrib.items()}

        self.assertAlmostEqual(numbers(inertial(3.0, [sphere(0.2)]))["ixx"], 0.4 * 3.0 * 0.04)
        lying = numbers(inertial(2.0, [cylinder(0.1, 0.5, rpy=ALONG_Y)]))
        self.assertAlmostEqual(lying["iyy"], 0.01)
        self.assertAlmostEqual(lying["ixx"], 2.0 / 12 * (0.03 + 0.25))
        # Two halves of a box are the box.
        halves = [box(0.5, 0.2, 0.1, at=(0.25, 0, 0)), box(0.5, 0.2, 0.1, at=(-0.25, 0, 0))]
        self.assertEqual(inertial(4.0, halves), inertial(4.0, [box(1.0, 0.2, 0.1)]))

    def test_links_without_shapes_are_frames(self) -> None:
        robot = Urdf("r", "A test.")
        robot.link("frame")
        self.assertIn('<link name="frame"/>', robot.encode())
