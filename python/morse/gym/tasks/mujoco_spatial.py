"""Tasks of Gymnasium for MuJoCo whose robots move in space."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from morse.gym.tasks.mujoco_definition import Definition, always, forward, normal_velocities, uniform
from morse.gym.tasks.mujoco_motion import Motion, Rows

_FORCES, _INERTIAS, _VELOCITIES = "robot.@link_force", "robot.@link_inertia", "robot.@link_velocity"
_CENTER = "robot.@center_of_mass"


def _ant_forces(now: Motion) -> Rows:
    return numpy.clip(now.of(_FORCES), -1.0, 1.0)


def _ant_observed(now: Motion) -> Rows:
    return numpy.concatenate([now.positions[:, 2:], now.velocities, _ant_forces(now)], axis=1)


def _ant_reward(before: Motion, now: Motion, seconds: float) -> Rows:
    touch = numpy.square(_ant_forces(now)).sum(axis=1)
    reward: Rows = forward(before, now, seconds) - 5e-4 * touch
    return reward


def _ant_healthy(now: Motion) -> NDArray[numpy.bool_]:
    height = now.positions[:, 2]
    return (height >= 0.2) & (height <= 1.0)


def _humanoid_observed(now: Motion) -> Rows:
    links = [now.of(_INERTIAS), now.of(_VELOCITIES), now.efforts, now.of(_FORCES)]
    return numpy.concatenate([now.positions[:, 2:], now.velocities, *links], axis=1)


def _impact(now: Motion) -> Rows:
    cost: Rows = numpy.minimum(5e-7 * numpy.square(now.of(_FORCES)).sum(axis=1), 10.0)
    return cost


def _humanoid_reward(before: Motion, now: Motion, seconds: float) -> Rows:
    speed = (now.of(_CENTER)[:, 0] - before.of(_CENTER)[:, 0]) / seconds
    reward: Rows = 1.25 * speed - _impact(now)
    return reward


def _humanoid_healthy(now: Motion) -> NDArray[numpy.bool_]:
    height = now.positions[:, 2]
    return (height > 1.0) & (height < 2.0)


def _standup_reward(_before: Motion, now: Motion, _seconds: float) -> Rows:
    reward: Rows = now.positions[:, 2] / now.file.tick_s - _impact(now)
    return reward


def _pusher_observed(now: Motion) -> Rows:
    places = [now.place(node) for node in ("tips_arm", "object", "goal")]
    return numpy.concatenate([now.positions[:, :7], now.velocities[:, :7], *places], axis=1)


def _pusher_reward(_before: Motion, now: Motion, _seconds: float) -> Rows:
    tip, item, goal = (now.place(node) for node in ("tips_arm", "object", "goal"))
    near, far = numpy.linalg.norm(item - tip, axis=1), numpy.linalg.norm(item - goal, axis=1)
    reward: Rows = -0.5 * near - far
    return reward


def _pusher_noise(generator: numpy.random.Generator, count: int, _velocities: int) -> tuple[Rows, Rows]:
    positions, velocities = numpy.zeros(count), generator.uniform(-0.005, 0.005, count)
    while True:
        item = numpy.array([generator.uniform(-0.3, 0.0), generator.uniform(-0.2, 0.2)])
        if numpy.linalg.norm(item) > 0.17:
            break
    positions[-4:-2] = item
    velocities[-4:] = 0.0
    return positions, velocities


_OF_HUMANOID = (_INERTIAS, _VELOCITIES, _FORCES, _CENTER)

SPATIAL: dict[str, Definition] = {
    "Ant": Definition(
        "ant.xml", 5, 105, _ant_observed, _ant_reward, _ant_healthy, 1.0, 0.5, normal_velocities(0.1), fields=(_FORCES,)
    ),
    "Humanoid": Definition(
        "humanoid.xml",
        5,
        348,
        _humanoid_observed,
        _humanoid_reward,
        _humanoid_healthy,
        5.0,
        0.1,
        uniform(0.01),
        fields=_OF_HUMANOID,
    ),
    "HumanoidStandup": Definition(
        "humanoidstandup.xml",
        5,
        348,
        _humanoid_observed,
        _standup_reward,
        always,
        1.0,
        0.1,
        uniform(0.01),
        fields=_OF_HUMANOID,
    ),
    "Pusher": Definition(
        "pusher_v5.xml",
        5,
        23,
        _pusher_observed,
        _pusher_reward,
        always,
        0.0,
        0.1,
        _pusher_noise,
        100,
        ("tips_arm.@pose", "object.@pose", "goal.@pose"),
    ),
}
