"""Eleven robots, each simulated by a node of its own."""

from morse.builder import *

for i in range(11):
    dala = ATRV("dala%d" % i)
    dala.translate(x=i, y=-i)

env = Environment("outdoors", component_renaming=False)
env.configure_multinode(distribution={"node%d" % i: "dala%d" % i for i in range(11)})
env.create()
