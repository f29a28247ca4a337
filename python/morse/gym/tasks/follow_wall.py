"""Follow the wall on the right, at a distance, through a corridor with four corners."""

from pathlib import Path

import numpy
from numpy.typing import NDArray

from morse.gym.state import Floats, State
from morse.gym.task import Start, Task

#: Desired distance to the wall. [m]
DISTANCE_M = 1.2
#: A shorter ray ends the episode: the robot is about to collide. [m]
CLOSE_M = 0.4


def _nearest(state: State) -> Floats:
    nearest: Floats = state["robot.sick.range_list"].min(axis=1)
    return nearest


def _reward(state: State) -> NDArray[numpy.float64]:
    ranges = state["robot.sick.range_list"]
    # Rays are ordered from right to left.
    right = ranges[:, :60].min(axis=1)
    forwards = state["robot.@velocity"][:, :2]
    yaw = state["robot.@yaw"]
    speed = forwards[:, 0] * numpy.cos(yaw) + forwards[:, 1] * numpy.sin(yaw)
    reward: NDArray[numpy.float64] = 0.1 * speed - 0.1 * numpy.minimum(numpy.abs(right - DISTANCE_M), 2.0)
    return reward - 5.0 * (_nearest(state) < CLOSE_M)


def _terminated(state: State) -> NDArray[numpy.bool_]:
    return _nearest(state) < CLOSE_M


def _start(generator: numpy.random.Generator) -> Start:
    x, y, yaw = generator.uniform(-2.0, 2.0), generator.uniform(-5.0, -4.0), generator.uniform(-0.3, 0.3)
    return Start({"robot": (x, y, 0.1, yaw)})


def follow_wall() -> Task:
    """Make the task."""
    return Task(
        Path(__file__).parents[1] / "scenes" / "corridor.py",
        actions={"robot.motion.v": (0.0, 1.0), "robot.motion.w": (-1.5, 1.5)},
        observations={"robot.sick.range_list": (0.0, 8.0)},
        hidden=["robot.@velocity", "robot.@yaw"],
        reward=_reward,
        terminated=_terminated,
        start=_start,
        steps_max=400,
    )
