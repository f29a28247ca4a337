"""A robot and a room: the smallest scene there is."""

from morse.builder import *

atrv = ATRV()

env = Environment("indoors-1/indoor-1")
