"""Drive to a goal among pillars, which a laser scanner sees."""

import math
from pathlib import Path

import numpy

from morse._engine import towards
from morse.gym.state import State
from morse.gym.task import Start, Task

#: The goal counts as reached at this distance. [m]
REACHED_M = 0.5
#: A ray that is shorter ends the episode: the robot is about to collide. [m]
CLOSE_M = 0.4


def _seen(state: State) -> numpy.ndarray:
    """Distance to the goal, and sine and cosine of its direction as the robot sees it."""
    return towards(state["robot.@pose"], state.memory)


def _is_close(state: State) -> numpy.ndarray:
    return state["robot.sick.range_list"].min(axis=1) < CLOSE_M


def _is_reached(state: State) -> numpy.ndarray:
    return state.extra[:, 0] < REACHED_M


def _reward(state: State) -> numpy.ndarray:
    reward = 5.0 * (state.extra_before[:, 0] - state.extra[:, 0]) - 0.02
    numpy.add(reward, 10.0, out=reward, where=state.once(_is_reached))
    numpy.subtract(reward, 5.0, out=reward, where=state.once(_is_close))
    return reward


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
        hidden=["robot.@pose"],
        extra=_seen,
        extra_limits=((0.0, -1.0, -1.0), (20.0, 1.0, 1.0)),
        reward=_reward,
        terminated=_terminated,
        start=_start,
        steps_max=200,
    )
