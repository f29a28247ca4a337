"""Moves the robots of `own_robots.py`: the car and the mobile manipulator drive circles, the arm waves, the quadruped trots."""

import math

import pymorse

LEGS = {"front_left": 0.0, "rear_right": 0.0, "front_right": math.pi, "rear_left": math.pi}
SECONDS = 20.0

with pymorse.Morse() as sim:
    sim.car.drive.publish({"v": 0.8, "w": 0.5})
    sim.mobile.drive.publish({"v": 0.3, "w": -0.3})
    time = 0.0
    while time < SECONDS:
        swing = math.sin(time)
        bent = {"base_yaw": swing, "shoulder": 0.4, "elbow": 1.2, "forearm_roll": 0.0, "wrist_roll": swing}
        for robot in (sim.arm, sim.mobile):
            robot.controller.publish({**bent, "wrist_pitch": 1.0 + 0.4 * math.sin(3 * time)})
        sim.arm.gripper.publish({"position": 0.025 + 0.025 * math.sin(2 * time), "max_effort": 0.0})
        legs = {}
        for leg, phase in LEGS.items():
            lift = 0.25 * max(0.0, math.sin(4 * math.pi * time + phase))
            legs |= {f"{leg}_hip_roll": 0.0, f"{leg}_hip_pitch": lift, f"{leg}_knee": -2.0 * lift}
        sim.quadruped.controller.publish(legs)
        sim.sleep(0.02)
        time += 0.02
    sim.car.drive.publish({"v": 0.0, "w": 0.0})
    sim.mobile.drive.publish({"v": 0.0, "w": 0.0})
    print("joints of the quadruped:", {name: round(value, 2) for name, value in sim.quadruped.joints.get().items()})
