"""Robots that act: crowds of drives, rotorcraft, wheels and arms, as multiples of real time on two threads."""

import json
import math

import room
import scenes
from simulator import Simulator

_THREADS = 2
_DURATION_S = 60


def measure(binary, folder):
    """Rows of the table."""
    for name, what, target, scene, commands in _crowds():
        path = folder / name
        path.write_text(scene, encoding="utf-8")
        for models, environment in room.models():
            busy = _real_time_factor(binary, path, environment, commands)
            idle = _real_time_factor(binary, path, environment, ())
            yield (
                f"{what}, {models}, {_THREADS} threads",
                f"{busy:.1f} × real time",
                f"≥ {target} × real time",
                f"{busy / idle:.2f} × the same that nobody commands, {idle:.1f}",
            )


def _crowds():
    """Of each the file, what it is, the target, the scene and the service calls that set it in motion."""
    drives = list(scenes.robot_places(1000))
    yield (
        "drives.json",
        "1,000 ATRVs driving about on MotionVW, level dynamic",
        4,
        scenes.drives(1000),
        [f"{name}.motion set_speed {_speeds(number)}" for number, name in enumerate(drives)],
    )
    yield (
        "rotorcraft.py",
        "200 quadrotors on RotorcraftWaypoint, each to a place 30 m ahead",
        10,
        _script(200, "Quadrotor()", "RotorcraftWaypoint()", height_m=5.0),
        [f"r{number}.actuator setdest {_goal(number)}" for number in range(200)],
    )
    yield (
        "wheels.py",
        "50 Segways driving about on their wheels",
        10,
        _script(50, "SegwayRMP400()", "MotionVWDiff()"),
        [f"r{number}.actuator set_speed {_speeds(number)}" for number in range(50)],
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
    return json.dumps([0.6 + 0.4 * math.sin(number), (1.0 if number % 2 else -1.0) * (0.8 + 0.2 * math.cos(2.0 * number))])


def _goal(number):
    """Side by side, so that none meets another."""
    x, y = _place(number)
    return json.dumps([x + 30.0, y, 10.0, 0.5, 0.2])


def _place(number):
    return 3.0 * (number % 8) - 12.0, 3.0 * (number // 8) - 12.0


def _trajectory(number):
    """Waves of all seven joints, a point each two seconds."""
    times = [2.0 * (step + 1) for step in range(_DURATION_S // 2)]
    angles = [[0.8 * math.sin(0.4 * time + joint + number) for joint in range(7)] for time in times]
    points = [{"positions": position, "time_from_start": time} for position, time in zip(angles, times)]
    return json.dumps([{"starttime": 0.0, "points": points}])


def _real_time_factor(binary, scene, environment, commands):
    options = ("--fast", "--json", "--duration", str(_DURATION_S), "--threads", str(_THREADS))
    with Simulator(binary, scene, *options, environment=environment) as simulator:
        with simulator.connect() as client:
            for number, command in enumerate(commands):
                client.send(f"c{number} {command}\n".encode())
                # A trajectory answers when it ends, which is too late for asking.
                if " trajectory " in command:
                    continue
                answer = client.line()
                if b"SUCCESS" not in answer:
                    raise RuntimeError(f"{command} failed: {answer}")
        return simulator.report()["real_time_factor"]
