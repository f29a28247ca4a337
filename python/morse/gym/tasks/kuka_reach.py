"""Move the hand of a KUKA LWR to a point with joint commands."""

from pathlib import Path

import numpy
from numpy.typing import NDArray

from morse.gym.state import State
from morse.gym.task import Start, Task

#: Joints of the arm. [rad]
JOINTS = [f"kuka_{number}" for number in range(1, 8)]
#: The point counts as reached at this distance. [m]
REACHED_M = 0.05

_HAND = [f"robot.arm.hand.{axis}" for axis in "xyz"]


def _offset(state: State) -> NDArray[numpy.float64]:
    return state.memory - numpy.stack([state[axis] for axis in _HAND], axis=1)


def _distance(state: State) -> NDArray[numpy.float64]:
    distance: NDArray[numpy.float64] = numpy.linalg.norm(state.extra, axis=1)
    return distance


def _reward(state: State) -> NDArray[numpy.float64]:
    distance = _distance(state)
    return -distance + 5.0 * (distance < REACHED_M)


def _terminated(state: State) -> NDArray[numpy.bool_]:
    return _distance(state) < REACHED_M


def _start(generator: numpy.random.Generator) -> Start:
    angle, radius = generator.uniform(-1.0, 1.0), generator.uniform(0.3, 0.6)
    point = (radius * numpy.cos(angle), radius * numpy.sin(angle), 0.9 + generator.uniform(0.4, 0.8))
    return Start(memory=point)


def kuka_reach() -> Task:
    """Make the task."""
    return Task(
        Path(__file__).parents[1] / "scenes" / "arm.py",
        actions={f"robot.arm.{joint}": (-2.0, 2.0) for joint in JOINTS},
        observations={f"robot.arm.joints.{joint}": (-3.0, 3.0) for joint in JOINTS}
        | dict.fromkeys(_HAND, (-3.0, 3.0)),
        extra=_offset,
        extra_limits=([-3.0] * 3, [3.0] * 3),
        reward=_reward,
        terminated=_terminated,
        success=_terminated,
        start=_start,
        steps_max=100,
    )
