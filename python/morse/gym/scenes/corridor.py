"""A corridor: a square room with a square block in its middle, and an ATRV with a laser scanner."""

from morse.builder import ATRV, Cube, Environment, MotionVW, Sick

robot = ATRV()
robot.translate(0.0, -3.5, 0.2)

motion = MotionVW()
robot.append(motion)

sick = Sick()
sick.translate(0.18, 0.0, 0.94)
sick.frequency(10)
sick.properties(laser_range=8.0)
robot.append(sick)

block = Cube("block")
block.translate(0.0, 0.0, 0.75)
block.scale = (2.0, 2.0, 0.75)
block.set_physics_type("STATIC")
for number, (x, y) in enumerate([(6.0, 0.0), (-6.0, 0.0), (0.0, 6.0), (0.0, -6.0)]):
    wall = Cube(f"wall{number}")
    wall.translate(x, y, 0.75)
    wall.scale = (0.1, 6.1, 0.75) if x else (6.1, 0.1, 0.75)
    wall.set_physics_type("STATIC")

env = Environment("empty", fastmode=True)
