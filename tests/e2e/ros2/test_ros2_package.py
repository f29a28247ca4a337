"""`morse ros2-package`: its files, and its Python types with genuine rclpy of PyPI."""

import json
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

from harness import ROOT, TIMEOUT_S, TestCase, command
from ros2_peers import claim_domain

CLIENT = ROOT / "tests" / "e2e" / "peers" / "rclpy_types.py"

SCENE = """
from morse.builder import *
robot = ATRV()
waypoint = Waypoint(); waypoint.add_service('ros2'); robot.append(waypoint)
odometry = Odometry(); odometry.add_stream('ros2'); robot.append(odometry)
env = Environment('empty', fastmode=True)
"""


class PackageTest(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, folder):
        status, _, problems = command("ros2-package", folder)
        self.assertEqual(status, 0, problems)

    def test_package_has_the_files_of_colcon(self):
        self.write(self.folder / "src")
        package = self.folder / "src" / "morse_msgs"
        root = xml.etree.ElementTree.parse(package / "package.xml").getroot()
        self.assertEqual(root.findtext("name"), "morse_msgs")
        self.assertEqual(root.findtext("member_of_group"), "rosidl_interface_packages")
        self.assertIn('"srv/Call.srv"', (package / "CMakeLists.txt").read_text())
        fields = [line.split("#")[0].strip() for line in (package / "srv" / "Call.srv").read_text().splitlines()]
        self.assertEqual([line for line in fields if line], ["string arguments", "---", "bool success", "string result"])
        types = self.folder / "src" / "morse_msgs_python"
        self.assertTrue((types / "COLCON_IGNORE").exists())
        self.assertIn("nav2_msgs", json.loads((types / "morse_ros2_types" / "types.json").read_text())["packages"])

    def test_foreign_files_and_unwritable_folders_are_errors(self):
        own = self.folder / "morse_msgs" / "package.xml"
        own.parent.mkdir()
        own.write_text("mine")
        status, _, problems = command("ros2-package", self.folder)
        self.assertEqual((status, own.read_text()), (1, "mine"))
        self.assertIn(str(own), problems)
        status, _, problems = command("ros2-package", own)
        self.assertEqual(status, 1)
        self.assertIn(str(own), problems)

    def check_client(self, distribution):
        python = ROOT / "target" / ("rclpy-" + distribution) / "bin" / "python"
        if not python.exists():
            raise unittest.SkipTest("no rclpy of %s: `cargo xtask test` installs it" % distribution)
        self.write(self.folder)
        domain = {"ROS_DOMAIN_ID": str(claim_domain()), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
        self.run_scene(SCENE, environment=domain)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ROS_", "RMW_"))}
        environment = {**kept, **domain, "PYTHONPATH": str(self.folder / "morse_msgs_python")}
        # The example of the documentation, too.
        example = re.search(r"```python\n(# call.py\n.*?)```", (ROOT / "docs" / "ros.md").read_text(), re.DOTALL)[1]
        for code, expected in ((example, "True"), (CLIENT.read_text(), "done")):
            ran = subprocess.run(
                [str(python), "-c", code], env=environment, capture_output=True, text=True, timeout=4 * TIMEOUT_S
            )
            self.assertIn(expected, ran.stdout, ran.stderr[-3000:])

    def test_rclpy_of_jazzy_calls_services_and_actions(self):
        self.check_client("jazzy")

    def test_rclpy_of_kilted_calls_services_and_actions(self):
        self.check_client("kilted")


if __name__ == "__main__":
    unittest.main()
