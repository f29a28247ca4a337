"""Drive to a goal among pillars, seen with a laser scanner."""

import math
from pathlib import Path

import numpy
from numpy.typing import NDArray

from morse._engine import towards
from morse.gym.state import Floats, State
from morse.gym.task import Start, Task

#: The goal counts as reached at this distance. [m]
REACHED_M = 0.5
#: A shorter ray ends the episode: the robot is about to collide. [m]
CLOSE_M = 0.4


def _observed(state: State) -> NDArray[numpy.float64]:
    """Distance to the goal [m], and sine and cosine of its direction relative to the robot."""
    return towards(state["robot.@pose"], state.memory)


def _is_close(state: State) -> NDArray[numpy.bool_]:
    nearest: Floats = state["robot.sick.range_list"].min(axis=1)
    return nearest < CLOSE_M


def _is_reached(state: State) -> NDArray[numpy.bool_]:
    return state.extra[:, 0] < REACHED_M


def _reward(state: State) -> NDArray[numpy.float64]:
    reward = 5.0 * (state.extra_before[:, 0] - state.extra[:, 0]) - 0.02
    numpy.add(reward, 10.0, out=reward, where=state.once(_is_reached))
    numpy.subtract(reward, 5.0, out=reward, where=state.once(_is_close))
    return reward


def _terminated(state: State) -> NDArray[numpy.bool_]:
    return state.once(_is_reached) | state.once(_is_close)


def _start(generator: numpy.random.Generator) -> Start:
    angle = generator.uniform(-math.pi, math.pi)
    distance = generator.uniform(1.5, 4.5)
    # Moves goals at the distance of the pillars into a gap between two of them.
    if abs(distance - 2.6) < 0.9:
        angle = round(angle / (math.tau / 6)) * math.tau / 6
    goal = (distance * math.cos(angle), distance * math.sin(angle))
    yaw = generator.uniform(-math.pi, math.pi)
    return Start({"robot": (0.0, 0.0, 0.1, yaw)}, goal)


def reach_goal() -> Task:
    """Make the task."""
    return Task(
        Path(__file__).parents[1] / "scenes" / "obstacles.py",
        actions={"robot.motion.v": (-0.5, 1.0), "robot.motion.w": (-1.5, 1.5)},
        observations={"robot.sick.range_list": (0.0, 8.0)},
        hidden=["robot.@pose"],
        extra=_observed,
        extra_limits=((0.0, -1.0, -1.0), (20.0, 1.0, 1.0)),
        reward=_reward,
        terminated=_terminated,
        success=_is_reached,
        start=_start,
        steps_max=200,
    )
