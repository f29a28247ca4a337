"""Hold a quadrotor at a point."""

from pathlib import Path

import numpy
from numpy.typing import NDArray

from morse.gym.state import State
from morse.gym.task import Start, Task

#: A larger distance from the point ends the episode. [m]
LOST_M = 4.0


def _observed(state: State) -> NDArray[numpy.float64]:
    pose, velocity = state["robot.@pose"], state["robot.@velocity"]
    return numpy.concatenate([state.memory - pose[:, :3], pose[:, 3:], velocity], axis=1)


def _distance(state: State) -> NDArray[numpy.float64]:
    distance: NDArray[numpy.float64] = numpy.linalg.norm(state.extra[:, :3], axis=1)
    return distance


def _reward(state: State) -> NDArray[numpy.float64]:
    distance = state.once(_distance)
    return 1.0 - numpy.minimum(distance, 2.0) - 5.0 * (distance > LOST_M)


def _terminated(state: State) -> NDArray[numpy.bool_]:
    return state.once(_distance) > LOST_M


def _start(generator: numpy.random.Generator) -> Start:
    x, y, z = generator.uniform(-1.0, 1.0, 3)
    return Start({"robot": (x, y, 2.0 + z, 0.0)}, (0.0, 0.0, 2.0))


def hover() -> Task:
    """Make the task."""
    return Task(
        Path(__file__).parents[1] / "scenes" / "quadrotor.py",
        actions={
            "robot.attitude.roll": (-0.4, 0.4),
            "robot.attitude.pitch": (-0.4, 0.4),
            "robot.attitude.yaw": (-1.0, 1.0),
            "robot.attitude.thrust": (0.0, 1.0),
        },
        observations={},
        hidden=["robot.@pose", "robot.@velocity"],
        extra=_observed,
        extra_limits=([-20.0] * 3 + [-1.0] * 4 + [-20.0] * 6, [20.0] * 3 + [1.0] * 4 + [20.0] * 6),
        reward=_reward,
        terminated=_terminated,
        start=_start,
        ticks=3,
        steps_max=200,
    )
