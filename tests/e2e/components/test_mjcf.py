"""MJCF files: masses, inertias, places and limits are those that MuJoCo computes."""

import json
import math
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import ROOT, command

PYTHON = ROOT / "target" / "mujoco-peer" / "bin" / "python"
PEER = Path(__file__).parents[1] / "peers" / "mujoco_model.py"

WALKER = """
<mujoco model="walker">
  <compiler angle="degree" eulerseq="zyx" inertiagrouprange="0 2"/>
  <default>
    <joint damping="0.7" limited="true"/>
    <geom density="700"/>
    <default class="leg"><joint range="-120 20" frictionloss="0.2"/><geom type="capsule" size="0.05"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body name="torso" pos="0.1 -0.2 1.3" euler="10 20 -30">
      <freejoint/>
      <geom type="ellipsoid" size="0.12 0.2 0.3"/>
      <geom type="box" size="0.1 0.1 0.05" pos="0 0 0.4" axisangle="0 1 0 40" mass="2.5"/>
      <geom type="sphere" size="0.5" group="4"/>
      <frame pos="0 0.1 -0.3" zaxis="0.1 0 1">
        <body name="thigh" childclass="leg" pos="0 0.02 0">
          <joint name="hip_x" axis="1 0 0" range="-30 60" pos="0 0 0.05"/>
          <joint name="hip_y" axis="0 1 0" pos="0 0 0.05" ref="15"/>
          <geom fromto="0 0 0 0.02 0 -0.4"/>
          <body name="shin" pos="0.02 0 -0.4" xyaxes="1 0 0.1 0 1 0">
            <joint name="knee" axis="0 1 0" pos="0 0 0.02"/>
            <geom fromto="0 0 0 0 0 -0.35" size="0.04"/>
            <geom type="cylinder" size="0.05 0.1" pos="0 0 -0.2" quat="0.9 0.1 0.3 0"/>
          </body>
        </body>
      </frame>
      <body name="arm" pos="0 -0.3 0.2">
        <inertial pos="0.1 0 0" mass="1.5" fullinertia="0.02 0.03 0.04 0.001 0.002 0.003"/>
        <joint name="reach" type="slide" axis="1 1 0" range="-0.1 0.4" limited="auto" damping="9"/>
        <geom size="0.05"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

TETRAHEDRON = """
<mujoco model="tetrahedron">
  <compiler boundmass="0.5" settotalmass="6"/>
  <asset><mesh name="tetra" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3" scale="0.3 0.2 -0.4"/></asset>
  <worldbody>
    <replicate count="3" offset="2 0 0" euler="0 0 30" sep="_"><body name="rock"><freejoint/><geom type="mesh" mesh="tetra"/></body></replicate>
    <body name="pebble"><freejoint/><geom size="0.01"/></body>
  </worldbody>
</mujoco>
"""


class MjcfTest(unittest.TestCase):
    def compare(self, text):
        if not PYTHON.exists():
            self.skipTest("no MuJoCo: `cargo xtask test` installs it")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "model.xml"
            file.write_text(text)
            peer = subprocess.run([str(PYTHON), str(PEER), str(file)], capture_output=True, text=True, timeout=120)
            self.assertEqual(peer.returncode, 0, peer.stderr)
            code, output, problems = command("inspect", str(file), "--json")
        self.assertEqual(code, 0, problems)
        theirs, ours = json.loads(peer.stdout), json.loads(output)
        nodes = {node["name"]: node for node in ours["nodes"]}
        for name, body in theirs["bodies"].items():
            inertial = nodes[name]["inertial"]
            self.near(inertial["mass"], body["mass"], name)
            frame = inertial["node_from_inertia"]
            for axis in range(3):
                self.near(frame[9 + axis], body["center"][axis], name)
                # The first bodies of the tree are where the file puts them; joints with a reference move the other bodies.
                if name not in ("thigh", "shin"):
                    self.near(nodes[name]["world_location"][axis], body["place"][axis], name)
            for ours_moment, moment in zip(moments(inertial["inertia"]), body["moments"]):
                self.near(ours_moment, moment, name)
        joints = {joint["name"]: joint for joint in ours["joints"]}
        for name, joint in theirs["joints"].items():
            found = joints[name]
            self.near(found["position"], joint["position"], name)
            self.near(found["damping"], joint["damping"], name)
            self.near(found["friction"], joint["friction"], name)
            for bound, limit in zip(("lower", "upper"), joint["range"] or ()):
                self.near(found["limits"][bound], limit, name)

    def near(self, ours, theirs, name):
        self.assertLess(abs(ours - theirs), 1e-6 * max(1.0, abs(theirs)), (name, ours, theirs))

    def test_primitives_frames_classes_and_joints_are_those_of_mujoco(self):
        self.compare(WALKER)

    def test_meshes_copies_and_bounds_of_masses_are_those_of_mujoco(self):
        self.compare(TETRAHEDRON)


def moments(matrix):
    """The eigenvalues of a symmetric matrix, given by columns, in ascending order (Smith 1961)."""
    (a, d, e), (_, b, f), (_, _, c) = matrix[0:3], matrix[3:6], matrix[6:9]
    off = d * d + e * e + f * f
    mean = (a + b + c) / 3
    spread = math.sqrt(((a - mean) ** 2 + (b - mean) ** 2 + (c - mean) ** 2 + 2 * off) / 6)
    if spread < 1e-15:
        return [mean] * 3
    x, y, z = (a - mean) / spread, (b - mean) / spread, (c - mean) / spread
    d, e, f = d / spread, e / spread, f / spread
    half = (x * (y * z - f * f) - d * (d * z - f * e) + e * (d * f - y * e)) / 2
    angle = math.acos(max(-1.0, min(1.0, half))) / 3
    return sorted(mean + 2 * spread * math.cos(angle + 2 * math.pi * turn / 3) for turn in range(3))


if __name__ == "__main__":
    unittest.main()
