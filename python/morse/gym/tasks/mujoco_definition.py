"""Definition of a task of Gymnasium for MuJoCo, and random starts of episodes."""

from __future__ import annotations

from typing import Callable, NamedTuple

import numpy
from numpy.typing import NDArray

from morse.gym.tasks.mujoco_motion import Motion, Rows

#: Random displacement of positions and velocities at the start of an episode, for their numbers.
Noise = Callable[[numpy.random.Generator, int, int], "tuple[Rows, Rows]"]


class Definition(NamedTuple):
    """A task: its file, and functions of the motion of the robot, with a row for each world."""

    file: str
    #: Ticks of an action.
    ticks: int
    #: Numbers of an observation.
    width: int
    observe: Callable[[Motion], Rows]
    #: Reward without the cost of the action: of the motion before and after, and the seconds between.
    reward: Callable[[Motion, Motion, float], Rows]
    #: Whether the episode goes on.
    healthy: Callable[[Motion], NDArray[numpy.bool_]]
    #: Reward for each action that leaves the robot healthy.
    healthy_reward: float
    #: Cost of the sum of the squares of the commands.
    cost: float
    noise: Noise
    steps_max: int = 1000
    #: Fields beyond positions and velocities that the functions read.
    fields: tuple[str, ...] = ()


def uniform(scale: float) -> Noise:
    """Uniform displacements of positions and velocities."""
    return lambda generator, positions, velocities: (
        generator.uniform(-scale, scale, positions),
        generator.uniform(-scale, scale, velocities),
    )


def normal_velocities(scale: float) -> Noise:
    """Uniform displacements of positions, and velocities of a normal distribution."""
    return lambda generator, positions, velocities: (
        generator.uniform(-scale, scale, positions),
        scale * generator.standard_normal(velocities),
    )


def always(now: Motion) -> NDArray[numpy.bool_]:
    """An episode that goes on."""
    return numpy.ones(len(now.positions), bool)


def forward(before: Motion, now: Motion, seconds: float) -> Rows:
    """Mean speed of the first coordinate. [m/s]"""
    speed: Rows = (now.positions[:, 0] - before.positions[:, 0]) / seconds
    return speed


def no_reward(_before: Motion, now: Motion, _seconds: float) -> Rows:
    """A reward of zero."""
    return numpy.zeros(len(now.positions))
