"""`morse convert`: the .glb of a file is the same model as the file, and simulates like it."""

import json
import tempfile
import unittest
from pathlib import Path

from harness import ROOT, command

ARM = """
<robot name="arm">
  <link name="base"><inertial><mass value="5"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="lever"><inertial><origin xyz="0 0 0.3"/><mass value="1"/><inertia ixx="0.03" iyy="0.03" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 0.3"/><geometry><cylinder radius="0.05" length="0.6"/></geometry></visual>
    <collision><origin xyz="0 0 0.3"/><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="lever"/><origin xyz="0 0 0.1" rpy="0 0.2 0"/>
    <axis xyz="0 1 0"/><limit lower="-2.5" upper="2.5" velocity="20" effort="30"/><dynamics damping="0.2"/></joint>
</robot>
"""

SCENE = """
from morse.builder import *
robot = Robot('%s')
robot.translate(0, 0, 0.2)
joints = JointPositions()
joints.add_stream('socket')
robot.append(joints)
robot.set_physics_type('STATIC')
env = Environment('empty')
"""


class ConvertTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def convert(self, source, target):
        code, output, problems = command("convert", source, target, "--json", folder=self.folder)
        self.assertEqual(code, 0, problems)
        return json.loads(output)

    def fall(self, model):
        """Positions of the hinge while the lever falls."""
        (self.folder / "scene.py").write_text(SCENE % model)
        words = ("sense", "scene.py", "robot.joints", "--json", "--duration", "1")
        code, output, problems = command(*words, folder=self.folder)
        self.assertEqual(code, 0, problems)
        return [reading["hinge"] for reading in json.loads(output)]

    def test_lever_of_a_converted_robot_falls_like_that_of_its_urdf_file(self):
        (self.folder / "arm.urdf").write_text(ARM)
        report = self.convert("arm.urdf", "arm.glb")
        self.assertEqual((report["joints"], report["warnings"]), (1, []))
        before, after = self.fall("arm.urdf"), self.fall("arm.glb")
        self.assertGreater(abs(before[-1] - before[0]), 0.3)
        for ours, theirs in zip(after, before):
            self.assertAlmostEqual(ours, theirs, places=4)

    def test_objects_of_a_blend_file_keep_their_places_and_bodies(self):
        source = ROOT / "crates/assets/tests/blend_versions/4_2.blend"
        report = self.convert(source, "all.glb")
        self.assertTrue(any("lights with an area become points: area light" in text for text in report["warnings"]), report)
        found = []
        for file in (source, "all.glb"):
            code, output, problems = command("inspect", str(file), "--json", folder=self.folder)
            self.assertEqual(code, 0, problems)
            found.append({node["name"]: node for node in json.loads(output)["nodes"]})
        before, after = found
        for name, node in before.items():
            if not name.endswith("/collision"):
                for mine, theirs in zip(after[name]["world_location"], node["world_location"]):
                    self.assertAlmostEqual(mine, theirs, places=4, msg=name)
        self.assertEqual(after["body capsule"]["physics"]["mass"], before["body capsule"]["physics"]["mass"])

    def test_target_of_another_format_is_refused_with_the_name_to_use(self):
        code, _, problems = command("convert", "a.urdf", "a.dae", folder=self.folder)
        self.assertEqual(code, 2)
        self.assertIn("a.dae: only .glb files are written; try a.glb", problems)
        code, _, problems = command("convert", "nothing.urdf", "a.glb", folder=self.folder)
        self.assertEqual(code, 1)
        self.assertIn("nothing.urdf", problems)


if __name__ == "__main__":
    unittest.main()
