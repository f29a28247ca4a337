"""`morse convert`: the file that it writes is the same model as the one that it reads, and simulates like it."""

import json
import os
import tempfile
import unittest
from pathlib import Path

from harness import ROOT, command

BLENDER = Path(os.environ.get("MORSE_BLENDER_PYTHON", ROOT / "target" / "blender-peer" / "bin" / "python"))
NO_BLENDER = f"no Blender at {BLENDER}: `cargo xtask test --optional` installs it"

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

    def test_lever_falls_alike_from_a_file_of_each_robot_format(self):
        (self.folder / "arm.urdf").write_text(ARM)
        before = self.fall("arm.urdf")
        for target in ("made.urdf", "made.sdf", "made.xml"):
            with self.subTest(target):
                report = self.convert("arm.urdf", target)
                # MJCF has no limit of the velocity, and its steps have 2 ms. The difference grows when the lever has fallen onto the base.
                is_mjcf = target.endswith("xml")
                self.assertEqual(len(report["warnings"]), int(is_mjcf), report)
                readings = len(before) // 2 if is_mjcf else len(before)
                for ours, theirs in zip(self.fall(target)[:readings], before):
                    self.assertAlmostEqual(ours, theirs, delta=0.02 if is_mjcf else 1e-4)

    def test_meshes_stand_beside_a_robot_file(self):
        report = self.convert(ROOT / "assets/robots/atrv.glb", "made/atrv.urdf")
        meshes = list((self.folder / "made/atrv_urdf_meshes").glob("*.obj"))
        self.assertGreater(len(meshes), 1)
        code, output, problems = command("inspect", "made/atrv.urdf", "--json", folder=self.folder)
        self.assertEqual(code, 0, problems)
        self.assertGreater(report["triangles"], 0)
        self.assertNotIn("left out", problems)

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

    def test_blend_file_written_by_blender_is_the_same_model(self):
        if not BLENDER.exists():
            print(NO_BLENDER, flush=True)
            raise unittest.SkipTest(NO_BLENDER)
        environment = {"MORSE_BLENDER_PYTHON": str(BLENDER)}
        for name in ("props/crates", "robots/atrv", "environments/sandbox"):
            with self.subTest(name):
                self.convert(ROOT / "assets" / f"{name}.glb", "before.glb")
                code, output, problems = command("convert", "before.glb", "made.blend", "--json", environment=environment, folder=self.folder)
                self.assertEqual(code, 0, problems)
                before, after = self.nodes("before.glb"), self.nodes("made.blend")
                meshes = [name for name, node in before.items() if node["kind"] == "mesh"]
                self.assertTrue(meshes)
                for one in meshes:
                    mine, theirs = after[one], before[one]
                    for ours, expected in zip(mine["world_location"], theirs["world_location"]):
                        self.assertAlmostEqual(ours, expected, places=4, msg=one)
                    self.assertEqual(mine["triangles"], theirs["triangles"], one)
                    body = theirs["physics"]["body"]
                    if body in ("STATIC", "RIGID_BODY"):
                        self.assertEqual(mine["physics"]["body"], body, one)

    def nodes(self, file):
        code, output, problems = command("inspect", file, "--json", folder=self.folder)
        self.assertEqual(code, 0, problems)
        return {node["name"]: node for node in json.loads(output)["nodes"]}

    def test_absent_blender_is_named_with_the_command_that_installs_it(self):
        (self.folder / "arm.urdf").write_text(ARM)
        environment = {"MORSE_BLENDER_PYTHON": "", "PATH": "/usr/bin:/bin"}
        code, _, problems = command("convert", "arm.urdf", "arm.blend", environment=environment, folder=self.folder)
        self.assertEqual(code, 2)
        self.assertIn("pip install bpy==4.2.0", problems)
        self.assertFalse((self.folder / "arm.blend").exists())
        environment = {"MORSE_BLENDER_PYTHON": "/nowhere/python"}
        code, _, problems = command("convert", "arm.urdf", "arm.blend", environment=environment, folder=self.folder)
        self.assertEqual(code, 2)
        self.assertIn("MORSE_BLENDER_PYTHON names /nowhere/python", problems)

    def test_target_of_another_format_is_refused_with_the_name_to_use(self):
        code, _, problems = command("convert", "a.urdf", "a.dae", folder=self.folder)
        self.assertEqual(code, 2)
        self.assertIn("a.dae: only .glb, .blend, .urdf, .sdf and .xml (MJCF) files are written; try a.glb", problems)
        code, _, problems = command("convert", "nothing.urdf", "a.glb", folder=self.folder)
        self.assertEqual(code, 1)
        self.assertIn("nothing.urdf", problems)


if __name__ == "__main__":
    unittest.main()
