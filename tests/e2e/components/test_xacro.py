"""Xacro files as robots: with their arguments on the command line and in scripts, and never in scene documents."""

import json
import os
import tempfile
import unittest
from pathlib import Path

from harness import ROOT, command

PYTHON = ROOT / "target" / "xacro-peer" / "bin" / "python"

XMLNS = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'

BAR = """
<robot %s>
  <xacro:macro name="bar" params="name mass size">
    <link name="${name}">
      <inertial><mass value="${mass}"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><geometry><box size="0.1 0.1 ${2 * size}"/></geometry></visual>
    </link>
  </xacro:macro>
</robot>
""" % XMLNS

ARM = """
<robot name="arm" %s>
  <xacro:arg name="side" default="left"/>
  <xacro:arg name="mass" default="1.5"/>
  <xacro:include filename="$(find parts)/urdf/bar.xacro"/>
  <xacro:bar name="base" mass="5" size="0.1"/>
  <xacro:bar name="$(arg side)_upper" mass="$(eval 2 * mass)" size="0.2"/>
  <link name="hand">
    <visual><geometry><mesh filename="package://parts/meshes/hand.stl"/></geometry></visual>
    <visual><geometry><mesh filename="../meshes/palm.stl"/></geometry></visual>
  </link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="$(arg side)_upper"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="50" velocity="2"/></joint>
  <joint name="wrist" type="fixed"><parent link="$(arg side)_upper"/><child link="hand"/></joint>
</robot>
""" % XMLNS

TRIANGLE = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"

SCENE = """
from morse.builder import *
arm = Robot('src/arm/urdf/arm.urdf.xacro', arguments={'side': 'right', 'mass': 3})
joints = JointPositions('joints')
joints.add_interface('socket')
arm.append(joints)
env = Environment('empty')
"""


class XacroTest(unittest.TestCase):
    def setUp(self):
        if not PYTHON.exists():
            self.skipTest("no xacro: `cargo xtask test` installs it")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "work"
        self.variables = {
            "MORSE_PYTHON": str(PYTHON),
            "XDG_CACHE_HOME": str(Path(folder.name) / "cache"),
            "AMENT_PREFIX_PATH": "",
            "ROS_PACKAGE_PATH": "",
        }
        self.write("src/arm/package.xml", "<package><name>arm</name></package>")
        self.write("src/parts/package.xml", "<package><name>parts</name></package>")
        self.write("src/parts/urdf/bar.xacro", BAR)
        self.write("src/parts/meshes/hand.stl", TRIANGLE)
        self.write("src/arm/meshes/palm.stl", TRIANGLE)
        self.file = self.write("src/arm/urdf/arm.urdf.xacro", ARM)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def command(self, *words, **variables):
        return command(*words, folder=self.folder, environment={**self.variables, **variables})

    def inspected(self, *words):
        code, output, problems = self.command("inspect", "--json", self.file, *words)
        self.assertEqual(code, 0, problems)
        return json.loads(output)

    def test_file_is_inspected_with_its_arguments_and_meshes(self):
        found = self.inspected("--arg", "side:=right", "--arg", "mass=4")
        masses = {node["name"]: node["inertial"]["mass"] for node in found["nodes"] if node.get("inertial")}
        self.assertEqual(masses, {"base": 5.0, "right_upper": 8.0})
        self.assertIn("left_upper", [node["name"] for node in self.inspected()["nodes"]])
        code, output, problems = self.command("inspect", self.file)
        self.assertEqual(code, 0, problems)
        self.assertIn("2 triangles", output)

    def test_file_is_checked_run_and_drawn_as_a_robot(self):
        code, output, problems = self.command("check", self.file, "--arg", "side:=right")
        self.assertEqual((code, output), (0, self.file + " can run.\n"), problems)
        code, _, problems = self.command("run", "--fast", "--duration", "0.5", "--port", "0", self.file)
        self.assertEqual(code, 0, problems)
        self.assertIn("ROBOT: 'arm'", problems)
        code, _, problems = self.command("render", self.file, "--size", "64x64")
        self.assertEqual(code, 0, problems)
        self.assertTrue((self.folder / "arm.png").exists())

    def test_script_passes_arguments_and_its_document_names_the_urdf(self):
        scene = self.write("scene.py", SCENE)
        code, output, problems = self.command("build", scene)
        self.assertEqual(code, 0, problems)
        document = json.loads(output)
        urdf = document["objects"][0]["model"]["file"]
        self.assertTrue(urdf.endswith("/arm.urdf"), urdf)
        self.assertIn('name="right_upper"', Path(urdf).read_text())
        self.assertEqual(self.command("check", scene)[0], 0)
        # A document from elsewhere has no access to the cache, and no document expands a file.
        built = self.write("scene.json", output)
        self.assertIn("is not in the resource folders", self.command("check", built)[2])
        self.assertEqual(self.command("check", "--trust", built)[0], 0)
        document["objects"][0]["model"]["file"] = self.file
        for option in ("--untrusted", "--trust"):
            code, _, problems = self.command("check", option, self.write("scene.json", json.dumps(document)))
            self.assertEqual(code, 1)
            self.assertIn(".xacro files are programs", problems)

    def test_errors_name_the_file_and_the_reason(self):
        for words, part in (
            (["--arg", "sied:=right"], "it has no argument 'sied'; did you mean 'side'?"),
            (["--arg", "side"], "it must be NAME:=VALUE"),
            (["--python", "/usr/bin/false"], "not a Python that runs"),
        ):
            code, _, problems = self.command("run", *words, self.file)
            self.assertIn(code, (1, 2), problems)
            self.assertIn(part, problems)
        os.remove(self.folder / "src/parts/urdf/bar.xacro")
        code, _, problems = self.command("check", self.file)
        self.assertEqual(code, 1)
        self.assertIn("No such file or directory: %s" % (self.folder / "src/parts/urdf/bar.xacro"), problems)
        self.assertIn(self.file, problems)

    def test_errors_in_scripts_name_the_line(self):
        scene = self.write("scene.py", SCENE.replace("'side'", "'sied'"))
        code, output, _ = self.command("check", "--json", scene)
        self.assertNotEqual(code, 0)
        (finding,) = json.loads(output)
        self.assertIn("it has no argument 'sied'", finding["message"])
        self.assertEqual(finding["source"]["line"], 3)

    def test_missing_package_is_named_with_the_command_that_installs_it(self):
        # A module of this name that cannot be found in turn, as on a computer without xacro.
        hidden = "raise ModuleNotFoundError(\"No module named 'xacro'\", name='xacro')\n"
        folder = os.path.dirname(self.write("hidden/xacro.py", hidden))
        code, _, problems = self.command("inspect", self.file, PYTHONPATH=folder)
        self.assertEqual(code, 1)
        self.assertIn("xacro is not installed", problems)
        self.assertIn("pip install xacro", problems)
