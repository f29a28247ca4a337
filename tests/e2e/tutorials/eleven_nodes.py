"""Eleven robots, each simulated by a node of its own, and driven by the keys of its terminal."""

from morse.builder import *

COUNT = 11

for i in range(COUNT):
    dala = ATRV("dala%d" % i)
    dala.translate(x=i, y=-i)
    keyb = Keyboard("keyb")
    keyb.properties(Speed=3.0)
    dala.append(keyb)

env = Environment("outdoors")
env.configure_multinode(
    protocol="socket",
    server_address="localhost",
    server_port="65000",
    distribution={"node%d" % i: "dala%d" % i for i in range(COUNT)},
)
env.create()
