"""A robot with four legs, each with three joints: hip roll, hip pitch, knee."""

import math

from urdf.kit import ALONG_X, ALONG_Y, Urdf, box, cylinder, sphere

#: Length of the upper and the lower leg. [m]
THIGH, SHANK = 0.2, 0.2
#: Angle of the upper leg from the vertical at position zero. [rad]
BENT = 0.8
#: Radius of the feet. [m]
FOOT = 0.022


def make() -> Urdf:
    """The robot. The origin is on the ground below the middle of the body."""
    robot = Urdf("quadruped", "A robot with four legs of three joints each. At position zero of all joints it stands with bent legs.")
    robot.link("base_footprint")
    robot.link("body", 7.0, [
        box(0.4, 0.18, 0.11, color="graphite"),
        box(0.34, 0.182, 0.05, at=(0, 0, 0.02), color="orange", solid=False),
        box(0.08, 0.12, 0.07, at=(0.22, 0, 0.02), color="metal", solid=False),
        cylinder(0.016, 0.02, at=(0.262, 0.03, 0.03), rpy=ALONG_X, color="glass", solid=False),
        cylinder(0.016, 0.02, at=(0.262, -0.03, 0.03), rpy=ALONG_X, color="glass", solid=False),
    ])
    robot.joint("base_joint", "fixed", "base_footprint", "body", at=(0, 0, (THIGH + SHANK) * math.cos(BENT) + FOOT))
    robot.link("imu_link")
    robot.joint("imu_joint", "fixed", "body", "imu_link")
    for end, x in (("front", 0.19), ("rear", -0.19)):
        for side, y in (("left", 1), ("right", -1)):
            leg = f"{end}_{side}"
            robot.link(f"{leg}_hip", 0.6, [cylinder(0.045, 0.07, rpy=ALONG_X, color="metal", solid=False)])
            robot.joint(f"{leg}_hip_roll", "revolute", "body", f"{leg}_hip", at=(x, y * 0.06, 0), axis=(1, 0, 0),
                        limits=(-0.8, 0.8), effort=30, velocity=20, damping=0.1)
            robot.link(f"{leg}_thigh", 1.0, [
                box(0.04, 0.03, THIGH, at=(0, 0, -THIGH / 2), color="graphite", solid=False),
                cylinder(0.045, 0.05, rpy=ALONG_Y, color="orange", solid=False),
            ])
            robot.joint(f"{leg}_hip_pitch", "revolute", f"{leg}_hip", f"{leg}_thigh", at=(0, y * 0.075, 0), rpy=(0, BENT, 0),
                        axis=(0, 1, 0), limits=(-2.3, 1.7), effort=30, velocity=20, damping=0.1)
            robot.link(f"{leg}_shank", 0.25, [
                cylinder(0.012, SHANK - FOOT, at=(0, 0, -(SHANK - FOOT) / 2), color="metal", solid=False),
                sphere(FOOT, at=(0, 0, -SHANK), color="rubber"),
            ])
            robot.joint(f"{leg}_knee", "revolute", f"{leg}_thigh", f"{leg}_shank", at=(0, 0, -THIGH), rpy=(0, -2 * BENT, 0),
                        axis=(0, 1, 0), limits=(-1.0, 1.5), effort=30, velocity=20, damping=0.1)
    robot.text("""
<gazebo reference="imu_link">
  <sensor name="imu" type="imu"><update_rate>200</update_rate></sensor>
</gazebo>
""")
    return robot
