"""Lets the humanoid of `humanoid.py` squat twice, shift its weight from foot to foot, and wave. Prints the loads of its feet."""

import math

import pymorse


def legs(bend: float, sway: float = 0.0) -> dict[str, float]:
    """Angles for bent knees, and a shift to the left, with feet that stay flat. [rad]"""
    angles = {}
    for side in ("left", "right"):
        angles |= {f"{side}_hip_yaw": 0.0, f"{side}_hip_roll": sway, f"{side}_ankle_roll": -sway}
        angles |= {f"{side}_hip_pitch": -bend / 2, f"{side}_knee": bend, f"{side}_ankle_pitch": -bend / 2}
    return angles


with pymorse.Morse() as sim:
    robot = sim.robot
    time = 0.0
    while time < 12.0:
        squat = 0.45 * (1 - math.cos(2 * math.pi * time / 3)) if time < 6 else 0.0
        sway = 0.1 * math.sin(2 * math.pi * (time - 6) / 3) if time >= 6 else 0.0
        robot.legs.publish(legs(squat, sway))
        wave = math.sin(6 * time)
        robot.arms.publish({
            "left_shoulder_pitch": -0.9 * squat, "left_shoulder_roll": 0.1, "left_shoulder_yaw": 0.0, "left_elbow": -0.4 - squat,
            "left_wrist_yaw": 0.0, "right_shoulder_pitch": -2.4, "right_shoulder_roll": -0.5 - 0.25 * wave, "right_shoulder_yaw": 0.0,
            "right_elbow": -0.5 - 0.4 * wave, "right_wrist_yaw": 0.0,
        })
        robot.head.publish({"head_yaw": 0.5 * math.sin(time), "head_pitch": 0.1, "waist_yaw": 0.2 * math.sin(time)})
        if math.fmod(time, 1.5) < 0.02:
            loads = [robot.left_foot.get()["normal_force"], robot.right_foot.get()["normal_force"]]
            print(f"{time:5.1f} s: {loads[0]:.0f} N on the left foot, {loads[1]:.0f} N on the right foot")
        sim.sleep(0.02)
        time += 0.02
