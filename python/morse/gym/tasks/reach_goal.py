"""Drive to a goal among pillars, which a laser scanner sees."""

import math
from pathlib import Path

import numpy

from morse.gym.state import State
from morse.gym.task import Start, Task

#: The goal counts as reached at this distance. [m]
REACHED_M = 0.5
#: A ray that is shorter ends the episode: the robot is about to collide. [m]
CLOSE_M = 0.4


def _seen(state: State) -> numpy.ndarray:
    """Distance to the goal, and sine and cosine of its direction as the robot sees it."""
    offset = state.memory - state["robot.@pose"][:, :2]
    x, y = offset[:, 0], offset[:, 1]
    direction = numpy.arctan2(y, x) - state["robot.@yaw"]
    seen = numpy.empty((len(offset), 3))
    numpy.hypot(x, y, out=seen[:, 0])
    numpy.sin(direction, out=seen[:, 1])
    numpy.cos(direction, out=seen[:, 2])
    return seen


def _is_close(state: State) -> numpy.ndarray:
    return state["robot.sick.range_list"].min(axis=1) < CLOSE_M


def _is_reached(state: State) -> numpy.ndarray:
    return state.extra[:, 0] < REACHED_M


def _reward(state: State) -> numpy.ndarray:
    before, distance = state.extra_before[:, 0], state.extra[:, 0]
    return 5.0 * (before - distance) - 0.02 + 10.0 * state.once(_is_reached) - 5.0 * state.once(_is_close)


def _terminated(state: State) -> numpy.ndarray:
    return state.once(_is_reached) | state.once(_is_close)


def _start(generator: numpy.random.Generator) -> Start:
    angle = generator.uniform(-math.pi, math.pi)
    distance = generator.uniform(1.5, 4.5)
    # Not where a pillar stands.
    if abs(distance - 2.6) < 0.9:
        angle = round(angle / (math.tau / 6)) * math.tau / 6
    goal = (distance * math.cos(angle), distance * math.sin(angle))
    yaw = generator.uniform(-math.pi, math.pi)
    return Start({"robot": (0.0, 0.0, 0.1, yaw)}, goal)


def reach_goal() -> Task:
    """The task."""
    return Task(
        Path(__file__).parents[1] / "scenes" / "obstacles.py",
        actions={"robot.motion.v": (-0.5, 1.0), "robot.motion.w": (-1.5, 1.5)},
        observations={"robot.sick.range_list": (0.0, 8.0)},
        hidden=["robot.@pose", "robot.@yaw"],
        extra=_seen,
        extra_limits=((0.0, -1.0, -1.0), (20.0, 1.0, 1.0)),
        reward=_reward,
        terminated=_terminated,
        start=_start,
        steps_max=200,
    )
