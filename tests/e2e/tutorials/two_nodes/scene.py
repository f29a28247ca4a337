"""Two nodes, each with a robot of its own. The robots come from a module beside the scene."""

import os
import sys
from inspect import currentframe, getfile

sys.path.insert(0, os.path.dirname(os.path.abspath(getfile(currentframe()))))

from equipment import equipped_robot
from morse.builder import *

dala1 = equipped_robot("dala1")
dala2 = equipped_robot("dala2")
dala2.translate(x=5.0, y=-3.0)

env = Environment("laas/grande_salle")
env.configure_multinode(
    protocol="socket",
    server_address="localhost",
    server_port="65000",
    distribution={"nodeA": ["dala1"], "nodeB": ["dala2"]},
)
env.create()
