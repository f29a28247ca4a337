"""Time to reconnect after a restart of the name server of YARP, or of the database of MOOS."""

import os
import random
import time
from contextlib import ExitStack

from common.simulator import Simulator

from middlewares import peers  # noqa: F401, puts the peers of the tests on the search path

import moos_peers  # isort: skip
import yarp_peers  # isort: skip

_RESTARTS = 5

_POSE = """
from morse.builder import *
robot = ATRV()
pose = Pose()
pose.add_stream({stream})
robot.append(pose)
env = Environment('empty')
"""


def _restart_row(name, times, peer):
    times.sort()
    note = f"median {times[len(times) // 2]:.2f} s; peer: {peer}"
    return (f"{name}, worst of {len(times)}", f"{times[-1]:.2f} s", "≤ 2 s", note)


def yarp(binary, write):
    """From the start of a new name server to the registration of all ports."""
    draw, times = random.Random(2), []
    server = yarp_peers.NameServer()
    with ExitStack() as stack:
        stack.callback(server.close)
        scene = write(_POSE.format(stream="'yarp'"))
        stack.enter_context(Simulator(binary, scene, environment={**os.environ, **server.environment}))
        for _ in range(_RESTARTS):
            server.address("/morse/robot/pose/out")
            server.kill()
            time.sleep(1.0 + draw.random())
            begin = time.perf_counter()
            server.start(server.port)
            server.address("/morse/robot/pose/out")
            times.append(time.perf_counter() - begin)
    name = "YARP: name server killed and restarted, until the port is registered"
    yield _restart_row(name, times, "name server of the tests")


def moos(binary, write):
    """From the start of a new, empty database to the first variable."""
    draw, times = random.Random(2), []
    kind = moos_peers.RealDatabase if moos_peers.REAL.exists() else moos_peers.SmallDatabase
    database = kind()
    with ExitStack() as stack:
        stack.callback(lambda: database.stop())
        scene = write(_POSE.format(stream=f"'moos', moos_port={database.port}"))
        stack.enter_context(Simulator(binary, scene))
        _first_variable(database)
        for _ in range(_RESTARTS):
            database.stop()
            time.sleep(1.0 + draw.random())
            begin = time.perf_counter()
            database = kind(database.port)
            _first_variable(database)
            times.append(time.perf_counter() - begin)
    peer = "MOOSDB" if kind is moos_peers.RealDatabase else "small database of the tests"
    yield _restart_row("MOOS: database killed and restarted, until a variable arrives", times, peer)


def _first_variable(database):
    """Waits until the simulator has published its pose. A database that ends earlier may leave a connection open."""
    client = moos_peers.Client(database.port)
    client.register("MORSE_SIM_X")
    client.wait_for("MORSE_SIM_X")
    client.close()
