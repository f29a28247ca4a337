"""Chairs and tables, with graspable objects on them."""

from math import pi

from morse.builder import *

robot = ATRV()
robot.translate(x=-3.0)
near = Proximity()
near.properties(Range=20.0, Track="Graspable")
near.add_stream("socket")
robot.append(near)

for i in range(3):
    table = PassiveObject("props/objects", "SmallTable")
    table.translate(x=2.5, y=2.0 * i)
    table.rotate(z=pi / 2)
    chair = PassiveObject("props/objects", "RollingChair")
    chair.translate(x=4.0, y=2.0 * i, z=0.05)

cornflakes = PassiveObject("props/kitchen_objects", "Cornflakes")
cornflakes.properties(Object=True, Graspable=True, Label="Cornflakes")
cornflakes.translate(x=1.0, z=0.4)

env = Environment("sandbox")
