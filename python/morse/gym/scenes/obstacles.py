"""A field with pillars: an ATRV with a laser scanner of 181 rays."""

import math

from morse.builder import ATRV, Cylinder, Environment, MotionVW, Sick

robot = ATRV()

motion = MotionVW()
robot.append(motion)

sick = Sick()
sick.translate(0.18, 0.0, 0.94)
sick.frequency(10)
sick.properties(laser_range=8.0)
robot.append(sick)

for number in range(6):
    pillar = Cylinder(f"pillar{number}")
    angle = (number + 0.5) * math.tau / 6
    pillar.translate(2.6 * math.cos(angle), 2.6 * math.sin(angle), 0.75)
    pillar.scale = (0.25, 0.25, 0.75)
    pillar.set_physics_type("STATIC")

env = Environment("empty", fastmode=True)
