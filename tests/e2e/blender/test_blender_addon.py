"""The extension for Blender, in Blender itself: marks, export, check, run and import."""

import json
import math
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import BINARY, ROOT, command

PYTHON = Path(os.environ.get("MORSE_BLENDER_PYTHON", ROOT / "target" / "blender-peer" / "bin" / "python"))
PEER = Path(__file__).parents[1] / "peers" / "blender_session.py"
REASON = f"no Blender at {PYTHON}: `cargo xtask test --optional` installs it"

ARM = """
<robot name="arm">
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision>
    <visual><geometry><box size="0.4 0.4 0.2"/></geometry></visual>
    <inertial><mass value="5"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="lever"><visual><origin xyz="0 0 0.3"/><geometry><cylinder radius="0.05" length="0.6"/></geometry></visual>
    <inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="hinge" type="revolute"><parent link="base"/><child link="lever"/><origin xyz="0 0 0.1"/>
    <axis xyz="0 1 0"/><limit lower="-0.5" upper="1.5" velocity="2" effort="30"/></joint>
</robot>
"""

SCENE = """
from morse.builder import *
robot = ATRV()
robot.translate(1, 2, 2)
lidar = Hokuyo()
lidar.translate(0.2, 0, 0.8)
lidar.properties(laser_range=7.5)
robot.append(lidar)
zone = Zone('Charging')
zone.translate(3, 0, 1)
env = Environment('sandbox')
"""


class BlenderAddonTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not PYTHON.exists():
            print(REASON, flush=True)
            raise unittest.SkipTest(REASON)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def session(self, case):
        """The result of a case of the peer."""
        environment = {**os.environ, "PATH": f"{BINARY.parent}{os.pathsep}{os.environ['PATH']}"}
        words = [str(PYTHON), str(PEER), case, str(self.folder)]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=300, env=environment)
        results = [line for line in ended.stdout.splitlines() if line.startswith("RESULT ")]
        self.assertTrue(results, ended.stdout + ended.stderr)
        return json.loads(results[-1].removeprefix("RESULT "))

    def morse(self, *words):
        code, output, problems = command(*words, folder=self.folder)
        self.assertEqual(code, 0, problems)
        return output

    def nodes(self, file):
        return {node["name"]: node for node in json.loads(self.morse("inspect", file, "--json"))["nodes"]}

    def test_lidar_of_the_exported_robot_sees_the_marked_body(self):
        self.assertEqual(self.session("marked_body")["findings"], [])
        readings = json.loads(self.morse("sense", "yard.py", "Rover.lidar", "--json"))
        ranges = readings[-1]["range_list"]
        # From x = 0.1 to the face of the crate at x = 3.5.
        self.assertAlmostEqual(ranges[len(ranges) // 2], 3.4, delta=0.01)
        hits = [reached for reached in ranges if reached < 10.0]
        # The crate fills 2 atan(0.5 / 3.4) of the window, in steps of a quarter degree.
        self.assertAlmostEqual(len(hits), math.degrees(2 * math.atan(0.5 / 3.4)) / 0.25, delta=2)
        self.morse("run", "--fast", "--duration", "1", "yard.py")

    def test_bodies_labels_and_hidden_objects_arrive_in_the_file(self):
        kept = self.session("bodies")
        nodes = self.nodes("yard.glb")
        found = {
            name.removeprefix("body "): (node["physics"]["body"], node["physics"]["flags"]["ghost"])
            for name, node in nodes.items()
            if name.startswith("body ")
        }
        self.assertEqual(
            found,
            {
                "NONE": ("NO_COLLISION", False),
                "STATIC": ("STATIC", False),
                "RIGID_BODY": ("RIGID_BODY", False),
                "DYNAMIC": ("DYNAMIC", False),
                "GHOST": ("STATIC", True),
                "SENSOR": ("SENSOR", False),
                "NO_COLLISION": ("NO_COLLISION", False),
            },
        )
        self.assertEqual(nodes["body RIGID_BODY"]["physics"]["mass"], 3.5)
        self.assertEqual((nodes["physical"]["physics"]["body"], nodes["physical"]["physics"]["mass"]), ("RIGID_BODY", 7.0))
        # In the unit of the mesh, which the scale of the object doubles.
        self.assertAlmostEqual(nodes["ball"]["physics"]["radius"], 0.2, places=5)
        self.assertTrue(nodes["proxy"]["visibility"]["hidden_in_render"])
        properties = dict(nodes["cup"]["properties"])
        wanted = {"Object": True, "Graspable": True, "Label": "Mug", "Type": "Crockery", "weight class": "light"}
        self.assertEqual(properties, wanted)
        # The export leaves no properties behind, and hides again what was hidden.
        self.assertNotIn("morse_physics", kept["kept"])
        self.assertNotIn("Label", kept["kept"])
        self.assertTrue(kept["hidden again"])

    def test_mistakes_are_shown_at_their_objects(self):
        found = self.session("mistakes")
        self.assertEqual({(severity, name) for severity, name, *_ in found["first"]},
                         {("error", "loose"), ("error", "start"), ("error", "Crate")})  # fmt: skip
        self.assertIn("loose: it is on no robot", found["refused"])
        self.assertTrue(any(it[:2] == ["error", "lidar"] and "resolution" in it[2] for it in found["second"]), found)
        self.assertEqual(found["active"], "lidar")

    def test_missing_command_is_reported_with_the_place_of_its_setting(self):
        self.assertIn("the program morse is not on the search path: set its path in Edit, Preferences",
                      self.session("missing_command"))  # fmt: skip

    def test_run_serves_a_page_until_it_is_stopped(self):
        found = self.session("running")
        self.assertEqual((found["page"], found["alive"]), (200, False))

    def test_any_name_makes_a_script_that_runs_at_each_start_pose(self):
        self.session("names")
        self.assertEqual(json.loads(self.morse("check", "yard.py", "--json")), [])
        document = json.loads(self.morse("build", "yard.py"))
        robot = next(it for it in document["objects"] if it["kind"] == "robot")
        self.assertEqual(robot["location"], [5.0, 5.0, 0.0])
        self.assertEqual(sum(it["kind"] == "sensor" for it in document["objects"]), 6)
        zone = next(it for it in document["objects"] if it["kind"] == "zone")
        self.assertEqual((zone["location"], zone["scale"]), ([3.0, 0.0, 1.0], [2.0, 1.0, 0.5]))
        start = f"{robot['name']}_start"
        document = json.loads(self.morse("build", "yard.py", "--parameter", f"{start}=door"))
        robot = next(it for it in document["objects"] if it["kind"] == "robot")
        self.assertEqual(robot["location"], [7.0, -1.0, 0.0])
        code, _, problems = command("build", "yard.py", "--parameter", f"{start}=dok", folder=self.folder)
        self.assertNotEqual(code, 0)
        self.assertIn(f"{start}='dok' is not one of dock, door", problems)

    def test_robot_with_joints_moves_and_carries_a_sensor_on_a_link(self):
        self.assertEqual(self.session("arm")["findings"], [])
        inspection = json.loads(self.morse("inspect", "yard_base.glb", "--json"))
        joints = {joint["name"]: joint for joint in inspection["joints"]}
        self.assertEqual({name: joint["kind"] for name, joint in joints.items()},
                         {"upper": "revolute", "slide": "prismatic"})  # fmt: skip
        self.assertEqual([joints["upper"]["limits"][it] for it in ("lower", "upper")], [-1.0, 1.25])
        readings = json.loads(self.morse("sense", "yard.py", "base.tip", "--json", "--duration", "0.1"))
        # The base at 0.1, the upper arm 0.4 above it, the slide 0.4 above that, the sensor 0.15 above its middle.
        self.assertAlmostEqual(readings[0]["z"], 1.05, delta=0.02)

    def test_models_scenes_and_recordings_come_in(self):
        (self.folder / "arm.urdf").write_text(ARM)
        (self.folder / "scene.py").write_text(SCENE)
        self.morse("run", "--fast", "--duration", "1", "--record", "run.mcap", "scene.py")
        found = self.session("imports")
        robot = found["robot"]
        self.assertEqual((robot["base"]["role"], robot["lever"]["parent"]), ("ROBOT", "base"))
        self.assertEqual((robot["lever"]["joint"], robot["base"]["joint"]), ("revolute", None))
        self.assertAlmostEqual(robot["lever"]["limits"][1], 1.5, places=5)
        self.assertAlmostEqual(robot["lever"]["place"][2], 0.1, places=5)
        scene = found["scene"]
        self.assertEqual((scene["robot"]["class"], scene["lidar"]["class"]), ("ATRV", "Hokuyo"))
        self.assertEqual((scene["lidar"]["role"], scene["lidar"]["parent"]), ("SENSOR", "robot"))
        self.assertEqual(scene["lidar"]["given"], {"laser_range": 7.5})
        self.assertEqual(scene["zone"]["place"], [3.0, 0.0, 1.0])
        bodies = {name: node["physics"] for name, node in self.nodes("environments/sandbox").items()}
        kinds = {
            name: "GHOST" if body["flags"]["ghost"] else body["body"]
            for name, body in bodies.items()
            if body["body"] in ("STATIC", "RIGID_BODY")
        }
        self.assertGreater(len(kinds), 10)
        self.assertEqual({name: scene[name]["body"] for name in kinds}, kinds)
        # 24 frames a second, one second.
        self.assertEqual(found["end"], 24)
        # It fell from 2 m to the ground.
        self.assertEqual(scene["robot"]["place"], [1.0, 2.0, 2.0])
        self.assertAlmostEqual(found["last"][0], 1.0, delta=0.2)
        self.assertLess(found["last"][2], 0.3)


if __name__ == "__main__":
    unittest.main()
