"""The links and joints of a six-axis arm with a parallel gripper, for the arm on a table and the one on a mobile base."""

import math

from urdf.kit import ALONG_X, ALONG_Y, Urdf, box, cylinder, sphere

#: Lowest and highest position of the six joints. [rad]
RANGES = ((-2.9, 2.9), (-2.0, 2.0), (-2.4, 2.4), (-2.9, 2.9), (-2.0, 2.0), (-2.9, 2.9))
#: Names of the six joints.
JOINTS = ("base_yaw", "shoulder", "elbow", "forearm_roll", "wrist_pitch", "wrist_roll")


def add_arm(robot: Urdf, parent: str, at: tuple[float, float, float]) -> None:
    """Adds an arm on a link."""
    efforts, speeds = (90, 90, 60, 20, 20, 12), (2.0, 2.0, 2.0, 3.0, 3.0, 3.5)

    def joint(index: int, below: str, child: str, place: tuple[float, float, float], axis: tuple[float, float, float]) -> None:
        robot.joint(JOINTS[index], "revolute", below, child, at=place, axis=axis, limits=RANGES[index], effort=efforts[index],
                    velocity=speeds[index], damping=0.5, friction=0.001 * efforts[index])

    robot.link("arm_base", 3.0, [cylinder(0.09, 0.1, at=(0, 0, 0.05), color="graphite")])
    robot.joint("arm_mount", "fixed", parent, "arm_base", at=at)
    robot.link("turret", 2.5, [
        cylinder(0.08, 0.1, at=(0, 0, 0.05), color="white"),
        cylinder(0.07, 0.17, at=(0, 0, 0.1), rpy=ALONG_Y, color="white", solid=False),
    ])
    joint(0, "arm_base", "turret", (0, 0, 0.1), (0, 0, 1))
    robot.link("upper_arm", 2.8, [
        box(0.09, 0.1, 0.32, at=(0, 0, 0.15), color="white"),
        cylinder(0.05, 0.16, at=(0, 0, 0), rpy=ALONG_Y, color="orange", solid=False),
        cylinder(0.05, 0.14, at=(0, 0, 0.32), rpy=ALONG_Y, color="orange", solid=False),
    ])
    joint(1, "turret", "upper_arm", (0, 0, 0.1), (0, 1, 0))
    robot.link("forearm", 1.6, [box(0.075, 0.08, 0.16, at=(0, 0, 0.1), color="white")])
    joint(2, "upper_arm", "forearm", (0, 0, 0.32), (0, 1, 0))
    robot.link("forearm_tip", 1.0, [
        cylinder(0.034, 0.12, at=(0, 0, 0.06), color="graphite"),
        sphere(0.042, at=(0, 0, 0.13), color="orange", solid=False),
    ])
    joint(3, "forearm", "forearm_tip", (0, 0, 0.18), (0, 0, 1))
    robot.link("wrist", 0.6, [cylinder(0.036, 0.07, at=(0, 0, 0.04), color="white")])
    joint(4, "forearm_tip", "wrist", (0, 0, 0.13), (0, 1, 0))
    robot.link("flange", 0.25, [cylinder(0.034, 0.03, at=(0, 0, 0.015), color="graphite", solid=False)])
    joint(5, "wrist", "flange", (0, 0, 0.075), (0, 0, 1))
    robot.link("gripper", 0.4, [
        box(0.05, 0.15, 0.04, at=(0, 0, 0.02), color="graphite"),
        cylinder(0.012, 0.05, at=(0.035, 0, 0.02), rpy=ALONG_X, color="glass", solid=False),
    ])
    robot.joint("gripper_mount", "fixed", "flange", "gripper", at=(0, 0, 0.03))
    for side, sign in (("left", 1), ("right", -1)):
        robot.link(f"{side}_finger", 0.06, [
            box(0.025, 0.015, 0.075, at=(0, sign * 0.0075, 0.0375), color="metal"),
            box(0.02, 0.004, 0.03, at=(0, sign * 0.001, 0.058), color="rubber", solid=False),
        ])
        robot.joint(f"{side}_finger_slide", "prismatic", "gripper", f"{side}_finger", at=(0, 0, 0.04), axis=(0, sign, 0),
                    limits=(0.0, 0.05), effort=40, velocity=0.15, damping=5,
                    mimic=None if sign > 0 else ("left_finger_slide", 1.0))
    # The point between the tips of the fingers.
    robot.link("tool")
    robot.joint("tool_mount", "fixed", "gripper", "tool", at=(0, 0, 0.1))
    names = "".join(f'<joint name="{name}"><command_interface name="position"/></joint>' for name in JOINTS)
    robot.text(f'<ros2_control name="arm" type="system">{names}</ros2_control>')


#: A bent configuration with the tool pointing down. [rad]
READY = (0.0, 0.35, 1.3, 0.0, math.pi - 1.65, 0.0)
