"""A humanoid robot with 25 joints: legs of six, arms of five, a waist and a neck of two."""

import math
from collections.abc import Callable

from urdf.kit import ALONG_X, ALONG_Y, Urdf, Vector, box, cylinder, sphere

#: Lengths of the upper and the lower leg, and height of the ankle above the ground. [m]
THIGH, SHANK, ANKLE = 0.32, 0.32, 0.07
#: Half the distance of the legs. [m]
HIP = 0.09
#: Angle of the upper and the lower leg from the vertical at position zero: it stands with slightly bent knees. [rad]
BENT = 0.25
#: Lengths of the upper arm and the forearm. [m]
UPPER_ARM, FOREARM = 0.24, 0.22


def make() -> Urdf:
    """The robot. The origin is on the ground between its feet."""
    robot = Urdf("humanoid", "A humanoid robot with 25 joints. At position zero of all joints it stands with slightly bent knees.")
    height = (THIGH + SHANK) * math.cos(BENT) + ANKLE

    def joint(name: str, parent: str, child: str, at: Vector, axis: Vector, limits: tuple[float, float], effort: float,
              rpy: Vector = (0, 0, 0)) -> None:
        robot.joint(name, "revolute", parent, child, at=at, rpy=rpy, axis=axis, limits=limits, effort=effort, velocity=12, damping=0.5)

    robot.link("base_footprint")
    robot.link("pelvis", 6.0, [
        box(0.12, 0.2, 0.1, at=(0, 0, 0.03), color="graphite"),
        box(0.124, 0.1, 0.06, at=(0, 0, 0.02), color="orange", solid=False),
    ])
    robot.joint("base_joint", "fixed", "base_footprint", "pelvis", at=(0, 0, height))
    robot.link("imu_link")
    robot.joint("imu_joint", "fixed", "pelvis", "imu_link", at=(0, 0, 0.03))
    robot.link("torso", 11.0, [
        box(0.15, 0.22, 0.24, at=(0, 0, 0.2), color="white"),
        box(0.1, 0.14, 0.1, at=(0, 0, 0.05), color="graphite", solid=False),
        box(0.155, 0.12, 0.1, at=(0, 0, 0.22), color="orange", solid=False),
        box(0.08, 0.18, 0.2, at=(-0.09, 0, 0.2), color="graphite", solid=False),
        cylinder(0.045, 0.32, at=(0, 0, 0.29), rpy=ALONG_Y, color="graphite", solid=False),
    ])
    joint("waist_yaw", "pelvis", "torso", (0, 0, 0.09), (0, 0, 1), (-1.4, 1.4), 80)
    robot.link("neck", 0.3, [cylinder(0.03, 0.06, at=(0, 0, 0.03), color="graphite", solid=False)])
    joint("head_yaw", "torso", "neck", (0, 0, 0.33), (0, 0, 1), (-1.5, 1.5), 8)
    robot.link("head", 1.6, [
        box(0.13, 0.13, 0.14, at=(0.01, 0, 0.075), color="white"),
        box(0.02, 0.11, 0.05, at=(0.07, 0, 0.09), color="glass", solid=False),
        cylinder(0.04, 0.15, at=(0.01, 0, 0.075), rpy=ALONG_Y, color="orange", solid=False),
        sphere(0.012, at=(0.08, 0.03, 0.09), color="white", solid=False),
        sphere(0.012, at=(0.08, -0.03, 0.09), color="white", solid=False),
    ])
    joint("head_pitch", "neck", "head", (0, 0, 0.06), (0, 1, 0), (-0.6, 0.8), 8)
    robot.link("camera_link")
    robot.joint("camera_joint", "fixed", "head", "camera_link", at=(0.085, 0, 0.09))
    for side, sign in (("left", 1), ("right", -1)):
        _leg(robot, side, sign, joint)
        _arm(robot, side, sign, joint)
    robot.text("""
<gazebo reference="imu_link">
  <sensor name="imu" type="imu"><update_rate>200</update_rate></sensor>
</gazebo>
<gazebo reference="camera_link">
  <sensor name="camera" type="camera">
    <update_rate>15</update_rate>
    <camera><horizontal_fov>1.2</horizontal_fov><image><width>320</width><height>240</height></image><clip><near>0.05</near><far>50</far></clip></camera>
  </sensor>
</gazebo>
<gazebo reference="left_foot"><mu1>1.2</mu1><mu2>1.2</mu2><sensor name="left_foot_contact" type="contact"/></gazebo>
<gazebo reference="right_foot"><mu1>1.2</mu1><mu2>1.2</mu2><sensor name="right_foot_contact" type="contact"/></gazebo>
""")
    return robot


def _leg(robot: Urdf, side: str, sign: int, joint: Callable[..., None]) -> None:
    """A leg: hip yaw, roll and pitch, knee, ankle pitch and roll."""
    robot.link(f"{side}_hip_yaw_link", 0.8, [cylinder(0.045, 0.06, at=(0, 0, 0), color="metal", solid=False)])
    joint(f"{side}_hip_yaw", "pelvis", f"{side}_hip_yaw_link", (0, sign * HIP, 0), (0, 0, 1), (-0.8, 0.8), 80)
    robot.link(f"{side}_hip_roll_link", 0.8, [cylinder(0.045, 0.08, rpy=ALONG_X, color="graphite", solid=False)])
    joint(f"{side}_hip_roll", f"{side}_hip_yaw_link", f"{side}_hip_roll_link", (0, 0, 0), (1, 0, 0), (-0.5, 0.5), 120)
    robot.link(f"{side}_thigh", 2.6, [
        box(0.09, 0.085, 0.24, at=(0, 0, -0.15), color="white"),
        cylinder(0.05, 0.1, rpy=ALONG_Y, color="orange", solid=False),
    ])
    joint(f"{side}_hip_pitch", f"{side}_hip_roll_link", f"{side}_thigh", (0, 0, 0), (0, 1, 0), (-1.8, 1.0), 160, rpy=(0, -BENT, 0))
    robot.link(f"{side}_shank", 1.8, [
        box(0.075, 0.075, 0.22, at=(0, 0, -0.16), color="white"),
        cylinder(0.046, 0.09, rpy=ALONG_Y, color="orange", solid=False),
    ])
    joint(f"{side}_knee", f"{side}_thigh", f"{side}_shank", (0, 0, -THIGH), (0, 1, 0), (-0.4, 2.0), 180, rpy=(0, 2 * BENT, 0))
    robot.link(f"{side}_ankle", 0.4, [cylinder(0.035, 0.07, rpy=ALONG_Y, color="graphite", solid=False)])
    joint(f"{side}_ankle_pitch", f"{side}_shank", f"{side}_ankle", (0, 0, -SHANK), (0, 1, 0), (-1.0, 0.8), 100, rpy=(0, -BENT, 0))
    robot.link(f"{side}_foot", 0.9, [
        box(0.22, 0.1, 0.03, at=(0.03, 0, -ANKLE + 0.015), color="rubber"),
        box(0.16, 0.08, 0.03, at=(0.02, 0, -ANKLE + 0.04), color="graphite", solid=False),
    ])
    joint(f"{side}_ankle_roll", f"{side}_ankle", f"{side}_foot", (0, 0, 0), (1, 0, 0), (-0.5, 0.5), 80)


def _arm(robot: Urdf, side: str, sign: int, joint: Callable[..., None]) -> None:
    """An arm: shoulder pitch, roll and yaw, elbow, wrist yaw."""
    robot.link(f"{side}_shoulder", 0.6, [cylinder(0.042, 0.06, rpy=ALONG_Y, color="metal", solid=False)])
    joint(f"{side}_shoulder_pitch", "torso", f"{side}_shoulder", (0, sign * 0.19, 0.29), (0, 1, 0), (-3.0, 1.2), 40)
    robot.link(f"{side}_shoulder_roll_link", 0.4, [cylinder(0.04, 0.07, rpy=ALONG_X, color="graphite", solid=False)])
    outwards = (-0.3, 2.6) if sign > 0 else (-2.6, 0.3)
    joint(f"{side}_shoulder_roll", f"{side}_shoulder", f"{side}_shoulder_roll_link", (0, 0, 0), (1, 0, 0), outwards, 40)
    robot.link(f"{side}_upper_arm", 1.0, [
        box(0.065, 0.065, 0.17, at=(0, 0, -0.12), color="white"),
        cylinder(0.036, 0.075, at=(0, 0, -UPPER_ARM), rpy=ALONG_Y, color="orange", solid=False),
    ])
    joint(f"{side}_shoulder_yaw", f"{side}_shoulder_roll_link", f"{side}_upper_arm", (0, 0, 0), (0, 0, 1), (-1.5, 1.5), 25)
    robot.link(f"{side}_forearm", 0.7, [box(0.055, 0.055, 0.15, at=(0, 0, -0.11), color="white")])
    joint(f"{side}_elbow", f"{side}_upper_arm", f"{side}_forearm", (0, 0, -UPPER_ARM), (0, 1, 0), (-2.4, 0.0), 25)
    robot.link(f"{side}_hand", 0.35, [
        box(0.03, 0.07, 0.08, at=(0, 0, -0.05), color="graphite"),
        box(0.024, 0.016, 0.06, at=(0.005, -0.022, -0.115), color="rubber", solid=False),
        box(0.024, 0.016, 0.06, at=(0.005, 0.022, -0.115), color="rubber", solid=False),
        box(0.02, 0.016, 0.05, at=(0.03, 0, -0.08), rpy=(0, -0.5, 0), color="rubber", solid=False),
    ])
    joint(f"{side}_wrist_yaw", f"{side}_forearm", f"{side}_hand", (0, 0, -FOREARM), (0, 0, 1), (-1.5, 1.5), 10)
