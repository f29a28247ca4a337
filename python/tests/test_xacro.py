"""Xacro files: packages are found without ROS, files are expanded with their arguments, and errors name the reason.

The tests that expand files need the package ``xacro``, which ``cargo xtask test`` installs into an environment below target/.
"""

import os
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

from support import BuilderTest, named

from morse.builder.script.arguments import WrongType, WrongValue
from morse.xacro import expansion
from morse.xacro.expansion import XacroError, expanded
from morse.xacro.packages import Packages

#: A Python with the package xacro.
PYTHON = Path(__file__).resolve().parents[2] / "target" / "xacro-peer" / "bin" / "python"

ROBOT = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">%s</robot>'
MANIFEST = "<package><name>%s</name></package>"


class XacroTest(BuilderTest):
    """A test with its own cache, and without the packages of a ROS installation."""

    def setUp(self) -> None:
        super().setUp()
        variables = {"XDG_CACHE_HOME": os.path.join(self.folder, "cache"), "AMENT_PREFIX_PATH": "", "ROS_PACKAGE_PATH": ""}
        change = mock.patch.dict(os.environ, variables)
        change.start()
        self.addCleanup(change.stop)


class PackagesTest(XacroTest):
    """The folders of packages."""

    def package(self, path: str, name: str) -> str:
        return os.path.dirname(self.write(MANIFEST % name, path + "/package.xml"))

    def test_packages_are_found_above_and_beside_the_file(self) -> None:
        arm = self.package("ws/src/arm", "arm_description")
        hand = self.package("ws/src/hand", "hand")
        packages = Packages(os.path.join(arm, "urdf"))
        self.assertEqual(packages.find("arm_description"), arm)
        self.assertEqual(packages.find("hand"), hand)
        self.assertIsNone(packages.find("foot"))
        for wrong in ("", ".", "..", "a/b"):
            self.assertIsNone(packages.find(wrong))
        self.assertEqual(packages.around(os.path.join(arm, "meshes", "a.stl")), arm)
        self.assertIsNone(packages.around(os.path.join(self.folder, "a.stl")))
        self.assertIn("hand", packages.names())

    def test_packages_are_found_in_the_folders_of_ros(self) -> None:
        below = self.package("ros1/stack/deep", "wheel")
        ignored = self.package("ros1/old/wing", "wing")
        self.write("", "ros1/old/CATKIN_IGNORE")
        installed = self.package("ros2/share/leg", "leg")
        marked = os.path.dirname(self.write("", "ros2/share/tail/a.txt"))
        self.write("", "ros2/share/ament_index/resource_index/packages/tail")
        self.write("", "ros2/share/no_package/a.txt")
        variables = {"ROS_PACKAGE_PATH": self.folder + "/ros1", "AMENT_PREFIX_PATH": self.folder + "/ros2"}
        with mock.patch.dict(os.environ, variables):
            packages = Packages(os.path.join(self.folder, "elsewhere"))
            self.assertEqual(packages.find("wheel"), below)
            self.assertEqual(packages.find("leg"), installed)
            self.assertEqual(packages.find("tail"), marked)
            self.assertIsNone(packages.find("wing"), ignored)
            self.assertIsNone(packages.find("no_package"))

    def test_folder_of_the_name_is_a_package_as_in_a_urdf_file(self) -> None:
        plain = os.path.dirname(self.write("", "models/plain/a.stl"))
        self.assertIsNone(Packages(os.path.join(self.folder, "urdf")).find("plain"))
        packages = Packages(os.path.join(self.folder, "urdf"), [os.path.join(self.folder, "models")])
        self.assertEqual(packages.find("plain"), plain)


class ExpansionTest(XacroTest):
    """The expansion by the package xacro."""

    def setUp(self) -> None:
        super().setUp()
        if not PYTHON.exists():
            self.skipTest("no xacro: `cargo xtask test` installs it")
        change = mock.patch.object(sys, "executable", str(PYTHON))
        change.start()
        self.addCleanup(change.stop)

    def refused(self, body: str, arguments: "dict[str, str] | None" = None) -> str:
        """The error of a file with these elements."""
        file = self.write(ROBOT % body, "bad.urdf.xacro")
        with self.assertRaises(XacroError) as caught:
            expanded(file, arguments or {})
        self.assertTrue(str(caught.exception).startswith(file + ": "), str(caught.exception))
        return str(caught.exception)

    def robot(self) -> str:
        self.write(MANIFEST % "arm", "src/arm/package.xml")
        self.write(MANIFEST % "hand", "src/hand/package.xml")
        macro = (
            '<xacro:macro name="bar" params="name length"><link name="${name}"><visual><geometry>'
            '<box size="0.1 0.1 ${length * 2}"/></geometry></visual></link></xacro:macro>'
        )
        self.write(ROBOT % macro, "src/hand/urdf/bar.xacro")
        return self.write(
            ROBOT
            % (
                '<xacro:arg name="side" default="left"/><xacro:arg name="mass" default="1.5"/>'
                '<xacro:include filename="$(find hand)/urdf/bar.xacro"/><xacro:bar name="$(arg side)_bar" length="0.25"/>'
                '<link name="palm"><inertial><mass value="$(eval 2 * mass)"/></inertial>'
                '<visual><geometry><mesh filename="package://hand/meshes/a.stl"/></geometry></visual>'
                '<visual><geometry><mesh filename="../meshes/b.stl"/></geometry></visual>'
                '<visual><geometry><mesh filename="file://$(find hand)/meshes/c.stl"/></geometry></visual>'
                '<visual><geometry><mesh filename="package://unknown/d.stl"/></geometry></visual>'
                '<visual><geometry><mesh filename="http://example.org/e.stl"/></geometry></visual></link>'
            ),
            "src/arm/urdf/arm.urdf.xacro",
        )

    def test_macros_arguments_includes_and_expressions_are_expanded(self) -> None:
        file = self.robot()
        path = expanded(file, {"side": "right", "mass": "4"})
        self.assertEqual(os.path.basename(path), "arm.urdf")
        self.assertTrue(path.startswith(os.path.join(self.folder, "cache", "morse", "xacro")))
        text = Path(path).read_text(encoding="utf-8")
        for part in ('name="right_bar"', 'size="0.1 0.1 0.5"', 'mass value="8"'):
            self.assertIn(part, text)
        self.assertNotIn("xacro:", text)
        self.assertIn('name="left_bar"', Path(expanded(file, {})).read_text(encoding="utf-8"))

    def test_references_lead_to_the_same_meshes(self) -> None:
        path = expanded(self.robot(), {})
        text = Path(path).read_text(encoding="utf-8")
        for reference, target in (
            ("hand/meshes/a.stl", "src/hand/meshes/a.stl"),
            ("arm/meshes/b.stl", "src/arm/meshes/b.stl"),
            ("hand/meshes/c.stl", "src/hand/meshes/c.stl"),
        ):
            self.assertIn(f'filename="{reference}"', text)
            found = os.path.realpath(os.path.join(os.path.dirname(path), reference))
            self.assertEqual(found, os.path.join(self.folder, target))
        for unknown in ("package://unknown/d.stl", "http://example.org/e.stl"):
            self.assertIn(f'filename="{unknown}"', text)

    def test_file_is_named_after_its_content(self) -> None:
        file = self.robot()
        first = expanded(file, {})
        self.assertEqual(expanded(file, {"side": "left"}), first)
        self.assertNotEqual(expanded(file, {"side": "right"}), first)
        os.remove(first)
        with self.assertRaisesRegex(XacroError, "is not complete: remove it"):
            expanded(file, {})

    def test_unknown_and_missing_arguments_are_errors(self) -> None:
        body = '<xacro:arg name="side" default="left"/><link name="$(arg prefix)"/>'
        self.assertIn("it needs a value for its argument prefix", self.refused(body))
        text = self.refused(body, {"prefix": "a", "sied": "right"})
        self.assertIn("it has no argument 'sied'; did you mean 'side'?; its arguments are prefix, side", text)
        self.assertIn("it has no arguments", self.refused("", {"a": "1"}))

    def test_argument_of_a_condition_that_does_not_hold_is_known(self) -> None:
        body = '<xacro:if value="false"><xacro:arg default="a" name="tool"/></xacro:if><link name="a"/>'
        file = self.write(ROBOT % body, "if.xacro")
        self.assertTrue(expanded(file, {"tool": "b"}).endswith("if.urdf"))

    def test_urdf_file_with_macros_is_expanded_under_its_own_name(self) -> None:
        body = '<!-- <xacro:old/> --><xacro:arg name="prefix" default="a_"/><link name="$(arg prefix)link"/>'
        file = self.write(ROBOT % body, "burger.urdf")
        self.assertTrue(expansion.has_macros(file))
        path = expanded(file, {"prefix": "b_"})
        self.assertTrue(path.endswith("burger.urdf"))
        self.assertIn('name="b_link"', Path(path).read_text(encoding="utf-8"))

    def test_messages_of_xacro_and_their_places_are_passed_on(self) -> None:
        for body, parts in (
            ('<xacro:include filename="no.xacro"/>', ["No such file or directory", "no.xacro", "bad.urdf.xacro"]),
            ("<link>", ["mismatched tag: line 1, column"]),
            ('<link name="${1+}"/>', ["invalid syntax", "when evaluating expression '1+'"]),
            ('<link name="${unknown}"/>', ["name 'unknown' is not defined"]),
            ("<xacro:unknown/>", ["unknown macro name: xacro:unknown"]),
            ('<link name="$(find nowhere)"/>', ["there is no package nowhere", "ROS_PACKAGE_PATH"]),
            (
                '<xacro:macro name="m" params="a"><link name="${b}"/></xacro:macro><xacro:m a="1"/>',
                ["when instantiating macro: m", "bad.urdf.xacro"],
            ),
        ):
            text = self.refused(body)
            for part in parts:
                self.assertIn(part, text)

    def test_file_without_end_is_an_error(self) -> None:
        for body in (
            '<xacro:macro name="m" params=""><xacro:m/></xacro:macro><xacro:m/>',
            '<xacro:include filename="bad.urdf.xacro"/>',
        ):
            text = self.refused(body)
            self.assertIn("contains itself without end", text)
            self.assertLess(len(text.splitlines()), 14)
        with mock.patch.object(expansion, "LIMIT_S", 1.0):
            self.assertIn("did not end within 1 s", self.refused('<link name="${max(range(10**12))}"/>'))

    def test_script_names_a_xacro_file_and_its_arguments(self) -> None:
        file = self.robot()
        document = self.scene(f"arm = Robot({file!r}, arguments={{'side': 'right', 'mass': 3}})")
        model = named(document, "arm")["model"]["file"]
        self.assertIn('name="right_bar"', Path(model).read_text(encoding="utf-8"))


class BadInputTest(XacroTest):
    """Errors that need no xacro."""

    def test_missing_package_is_named_with_the_command_that_installs_it(self) -> None:
        file = self.write(ROBOT % "", "a.xacro")
        # Without installed packages.
        runner = [sys.executable, "-S", "-E", expansion._RUNNER, file, '{"arguments": {}, "resources": []}']
        answer = subprocess.run(runner, stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertIn("is not installed for", answer)
        self.assertIn("pip install xacro", answer)

    def test_python_that_fails_is_an_error(self) -> None:
        file = self.write(ROBOT % "", "a.xacro")
        for program, part in (("/bin/false", "status 1"), ("/nowhere/python", "cannot be started")):
            with mock.patch.object(sys, "executable", program), self.assertRaisesRegex(XacroError, part):
                expanded(file, {})

    def test_wrong_arguments_of_the_call_are_errors(self) -> None:
        file = self.write(ROBOT % "", "a.xacro")
        for line, error, part in (
            ("Robot('a.urdf', arguments={'a': 1})", WrongValue, "arguments are for xacro files"),
            ("Robot(arguments={})", WrongValue, "arguments are for xacro files"),
            ("Robot('nowhere.xacro')", WrongValue, "there is no file 'nowhere.xacro'"),
            (f"Robot({file!r}, arguments=['a'])", WrongType, "takes a dictionary"),
            (f"Robot({file!r}, arguments={{'a': None}})", WrongType, "takes a text, a number or a boolean"),
        ):
            with self.assertRaisesRegex(error, part):
                self.scene("robot = " + line)

    def test_fixed_holds_the_root_of_a_file(self) -> None:
        document = self.scene("arm = Robot('/a/arm.urdf', fixed=True)\nfree = Robot('/a/arm.urdf')")
        self.assertIs(named(document, "arm")["model"]["fixed"], True)
        self.assertNotIn("fixed", named(document, "free")["model"])
        for script, error, words in [
            ("Robot(fixed=True)", WrongValue, "there is no file"),
            ("Robot('arm.urdf', fixed='no')", WrongType, "fixed"),
        ]:
            with self.assertRaisesRegex(error, words):
                self.scene(f"arm = {script}")

    def test_keyframes_belong_to_mjcf_files(self) -> None:
        document = self.scene("dog = Robot('/a/dog.xml', keyframe='sit')")
        self.assertEqual(named(document, "dog")["model"]["keyframe"], "sit")
        for line, error, part in (
            ("Robot('a.urdf', keyframe='sit')", WrongValue, "keyframes are in MJCF files"),
            ("Robot(keyframe='sit')", WrongValue, "keyframes are in MJCF files"),
            ("Robot('dog.xml', keyframe=1)", WrongType, "keyframe"),
        ):
            with self.assertRaisesRegex(error, part):
                self.scene("robot = " + line)


if __name__ == "__main__":
    unittest.main()
