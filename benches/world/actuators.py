"""Actuators: many drives, rotorcraft, wheels and arms, as multiples of real time on two threads.

The drives are compared with ARGoS 3 in the same run, each with its fastest configuration on two cores, in rounds. This needs a C++ compiler
and ARGoS installed with its headers: `argos3` on the PATH, or its installation folder, such as /usr/local, in the
environment variable `ARGOS_ROOT`. Without them, there is no comparison.
"""

import functools
import json
import math
import statistics

from common import scenes
from common.simulator import Simulator

from world import room
from world.actuators_peers import argos

_THREADS = 2
_CONFIGURATIONS = {"one thread": 1, "two threads": _THREADS}
_DURATION_S = 60
# Rounds of a comparison, and simulated time of each. [s]
_ROUNDS = 7
_ROUND_S = 20
_DRIVES = "drives.json"
_DRIVES_COUNT = 1000
# Spacing of robots that drive in circles and rarely meet, and of robots that push each other all the time.
_APART_M = 4.0
_PACKED_M = 1.2


def measure(binary, folder):
    """Rows of the table."""
    for name, what, target, scene, commands in crowds():
        path = folder / name
        path.write_text(scene, encoding="utf-8")
        for models, environment in room.models():
            busy = real_time_factor(binary, path, environment, commands)
            idle = real_time_factor(binary, path, environment, ())
            yield (
                f"{what}, {models}, {_THREADS} threads",
                f"{busy:.1f} × real time",
                f"≥ {target} × real time",
                f"{busy / idle:.2f} × the same without commands, {idle:.1f}",
            )
            if name == _DRIVES and models == room.OWN:
                run = functools.partial(real_time_factor, binary, path, environment, commands, duration_s=_ROUND_S)
                yield from _against_argos(folder, run)


def _against_argos(folder, run):
    """`run` returns our multiple of real time on a number of `threads`."""
    controller = argos.built(folder)
    if controller is None:
        return
    places = scenes.robot_places(_DRIVES_COUNT, _APART_M).values()
    robots = [(place, *_speeds(number)) for number, place in enumerate(places)]
    # Alternating, because the speed of a shared machine varies within minutes.
    rounds = []
    for _ in range(_ROUNDS):
        ours = max((run(threads=threads), name) for name, threads in _CONFIGURATIONS.items())
        rounds.append((ours, argos.fastest(controller, robots, _ROUND_S)))
    ratios = sorted(ours / theirs for (ours, _), (theirs, _) in rounds)
    details = "; ".join(
        f"{ours:.1f} ({own_name}) against {theirs:.1f} ({name})" for (ours, own_name), (theirs, name) in rounds
    )
    yield (
        "the same, our own models: bodies in space, against the same number of foot-bots of ARGoS 3 (dynamics2d), discs in a plane; "
        f"median of {_ROUNDS} alternating rounds",
        f"{statistics.median(ratios):.2f} × ARGoS 3",
        "≥ 1.5",
        f"from {ratios[0]:.2f} to {ratios[-1]:.2f}; × real time: {details}",
    )


def crowds():
    """Scenes with many robots: file, description, target, scene, and the service calls that set the robots in motion."""
    drives = [
        f"{name}.motion set_speed {json.dumps(_speeds(number))}"
        for number, name in enumerate(scenes.robot_places(_DRIVES_COUNT))
    ]
    what = "1,000 ATRVs driving about on MotionVW, level dynamic"
    yield _DRIVES, f"{what}, {_APART_M} m apart", 4, scenes.drives(_DRIVES_COUNT, _APART_M), drives
    packed = f"{what}, {_PACKED_M} m apart, each pushing the next"
    yield "packed.json", packed, 4, scenes.drives(_DRIVES_COUNT, _PACKED_M), drives
    yield (
        "rotorcraft.py",
        "200 quadrotors on RotorcraftWaypoint, each to a goal 30 m ahead",
        10,
        _script(200, "Quadrotor()", "RotorcraftWaypoint()", height_m=5.0),
        [f"r{number}.actuator setdest {_goal(number)}" for number in range(200)],
    )
    yield (
        "wheels.py",
        "50 Segways driving about on their wheels",
        10,
        _script(50, "SegwayRMP400()", "MotionVWDiff()"),
        [f"r{number}.actuator set_speed {json.dumps(_speeds(number))}" for number in range(50)],
    )
    yield (
        "arms.py",
        "20 Kuka LWR arms on trajectories",
        20,
        _script(20, "FakeRobot()", "KukaLWR()"),
        [f"r{number}.actuator trajectory {_trajectory(number)}" for number in range(20)],
    )


def _script(count, robot, actuator, height_m=0.0):
    """A scene of robots in rows, each with one actuator."""
    return f"""
from morse.builder import *

places = {[_place(number) for number in range(count)]}
for number in range({count}):
    robot = {robot}
    robot.name = "r%d" % number
    robot.translate(*places[number], {height_m})
    actuator = {actuator}
    actuator.name = "actuator"
    robot.append(actuator)
    actuator.add_service("socket")
env = Environment("empty")
"""


def _speeds(number):
    """Speed [m/s] and turn rate. [rad/s]"""
    return 0.6 + 0.4 * math.sin(number), (1.0 if number % 2 else -1.0) * (0.8 + 0.2 * math.cos(2.0 * number))


def _goal(number):
    """Goal of `setdest`; all robots fly in parallel, so that they do not meet."""
    x, y = _place(number)
    return json.dumps([x + 30.0, y, 10.0, 0.5, 0.2])


def _place(number):
    return 3.0 * (number % 8) - 12.0, 3.0 * (number // 8) - 12.0


def _trajectory(number):
    """Sine waves of all seven joints, a point every two seconds."""
    times = [2.0 * (step + 1) for step in range(_DURATION_S // 2)]
    angles = [[0.8 * math.sin(0.4 * time + joint + number) for joint in range(7)] for time in times]
    points = [{"positions": position, "time_from_start": time} for position, time in zip(angles, times)]
    return json.dumps([{"starttime": 0.0, "points": points}])


def real_time_factor(binary, scene, environment, commands, threads=_THREADS, duration_s=_DURATION_S):
    """Multiple of real time of a run as fast as possible, in which service calls set robots in motion."""
    options = ("--fast", "--json", "--threads", str(threads))
    with Simulator(binary, scene, *options, environment=environment) as simulator:
        with simulator.connect() as client:
            # All in one write: a fast run advances by a tick or more while a client waits for an answer.
            client.send("".join(f"c{number} {command}\n" for number, command in enumerate(commands)).encode())
            for command in commands:
                # A trajectory answers at its end: do not wait for it.
                answer = b"" if " trajectory " in command else client.line()
                if answer and b"SUCCESS" not in answer:
                    raise RuntimeError(f"{command} failed: {answer}")
        return simulator.run_for(duration_s)["real_time_factor"]
