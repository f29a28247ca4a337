"""Drives the base of `omni_base.py`: a square without turning, then a line with a spin. Prints both odometries."""

import math

import pymorse

SIDE_M, SPEED = 2.0, 0.5
SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))


def place(reading: dict) -> str:
    """Position and heading of an odometry, as text."""
    return f"x {reading['x']:.3f} m, y {reading['y']:.3f} m, yaw {reading['yaw']:.3f} rad"


with pymorse.Morse() as sim:
    base = sim.base
    for x, y in SQUARE:
        base.drive.publish({"x": SPEED * x, "y": SPEED * y, "w": 0.0})
        sim.sleep(SIDE_M / SPEED)
    base.drive.publish({"x": 0.0, "y": 0.0, "w": 0.0})
    sim.sleep(1.0)
    print("after the square, by the wheels:", place(base.wheels.get()))
    print("after the square, in truth:     ", place(base.odometry.get()))
    # The speed has the direction (1, 1) in the world, while the base turns.
    start = reading = base.wheels.get()
    while math.hypot(reading["x"] - start["x"], reading["y"] - start["y"]) < SIDE_M:
        ahead = math.pi / 4 - reading["yaw"]
        base.drive.publish({"x": SPEED * math.cos(ahead), "y": SPEED * math.sin(ahead), "w": 1.2})
        reading = base.wheels.get()
    base.drive.publish({"x": 0.0, "y": 0.0, "w": 0.0})
    sim.sleep(1.0)
    print("after the spin, by the wheels:  ", place(base.wheels.get()))
    print("after the spin, in truth:       ", place(base.odometry.get()))
