"""Tasks of Gymnasium for MuJoCo whose robots move in a plane."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from morse.gym.tasks.mujoco_definition import Definition, always, forward, no_reward, normal_velocities, uniform
from morse.gym.tasks.mujoco_files import File
from morse.gym.tasks.mujoco_motion import Motion, Rows


def _reacher_noise(generator: numpy.random.Generator, count: int, _velocities: int) -> tuple[Rows, Rows]:
    positions = generator.uniform(-0.1, 0.1, count)
    while True:
        goal = generator.uniform(-0.2, 0.2, 2)
        if numpy.linalg.norm(goal) < 0.2:
            break
    # The displacement from the target of the file, at (0.1, -0.1).
    positions[-2:] = goal - (0.1, -0.1)
    velocities = generator.uniform(-0.005, 0.005, count)
    velocities[-2:] = 0.0
    return positions, velocities


def _hopper_healthy(now: Motion) -> NDArray[numpy.bool_]:
    q = now.positions
    rest = numpy.concatenate([q[:, 2:], now.velocities], axis=1)
    found: NDArray[numpy.bool_] = numpy.all(numpy.abs(rest) < 100.0, axis=1)
    return found & (q[:, 1] > 0.7) & (numpy.abs(q[:, 2]) < 0.2)


def _walker_healthy(now: Motion) -> NDArray[numpy.bool_]:
    q = now.positions
    return (q[:, 1] > 0.8) & (q[:, 1] < 2.0) & (numpy.abs(q[:, 2]) < 1.0)


def _pole_healthy(now: Motion) -> NDArray[numpy.bool_]:
    return numpy.abs(now.positions[:, 1]) <= 0.2


def _double_healthy(now: Motion) -> NDArray[numpy.bool_]:
    return now.place("tip")[:, 2] > 1.0


def _double_reward(_before: Motion, now: Motion, _seconds: float) -> Rows:
    tip, v = now.place("tip"), now.velocities
    distance = 0.01 * tip[:, 0] ** 2 + (tip[:, 2] - 2.0) ** 2
    penalty: Rows = distance + 1e-3 * v[:, 1] ** 2 + 5e-3 * v[:, 2] ** 2
    return -penalty


def _double_observed(now: Motion) -> Rows:
    q, angles = now.positions, now.positions[:, 1:]
    limited = [numpy.clip(rows, -10.0, 10.0) for rows in (now.velocities, now.of("robot.@joint_constraint")[:, :1])]
    return numpy.concatenate([q[:, :1], numpy.sin(angles), numpy.cos(angles), *limited], axis=1)


def _without_x(now: Motion) -> Rows:
    return numpy.concatenate([now.positions[:, 1:], now.velocities], axis=1)


def _without_x_clipped(now: Motion) -> Rows:
    return numpy.concatenate([now.positions[:, 1:], numpy.clip(now.velocities, -10.0, 10.0)], axis=1)


def _without_place(now: Motion) -> Rows:
    return numpy.concatenate([now.positions[:, 2:], now.velocities], axis=1)


def _all(now: Motion) -> Rows:
    return numpy.concatenate([now.positions, now.velocities], axis=1)


def _to_target(file: File, q: Rows) -> Rows:
    """Vector from the target of Reacher to the tip of its arm. [m]"""

    def length(body: str) -> float:
        found = file.root.find(f".//body[@name='{body}']")
        return 0.0 if found is None else float(found.get("pos", "0").split()[0])

    first, both = q[:, 0], q[:, 0] + q[:, 1]
    upper, lower = length("body1"), length("fingertip")
    tip = numpy.stack(
        [
            upper * numpy.cos(first) + lower * numpy.cos(both),
            upper * numpy.sin(first) + lower * numpy.sin(both),
        ],
        axis=1,
    )
    return tip - q[:, 2:4]


def _reacher_observed(now: Motion) -> Rows:
    q, angles = now.positions, now.positions[:, :2]
    return numpy.concatenate(
        [numpy.cos(angles), numpy.sin(angles), q[:, 2:], now.velocities[:, :2], _to_target(now.file, q)], axis=1
    )


def _near_target(_before: Motion, now: Motion, _seconds: float) -> Rows:
    distance: Rows = numpy.linalg.norm(_to_target(now.file, now.positions), axis=1)
    return -distance


PLANAR: dict[str, Definition] = {
    "HalfCheetah": Definition(
        "half_cheetah.xml", 5, 17, _without_x, forward, always, 0.0, 0.1, normal_velocities(0.1)
    ),
    "Hopper": Definition(
        "hopper.xml", 4, 11, _without_x_clipped, forward, _hopper_healthy, 1.0, 1e-3, uniform(5e-3)
    ),
    "Walker2d": Definition(
        "walker2d_v5.xml", 4, 17, _without_x_clipped, forward, _walker_healthy, 1.0, 1e-3, uniform(5e-3)
    ),
    "Swimmer": Definition("swimmer.xml", 4, 8, _without_place, forward, always, 0.0, 1e-4, uniform(0.1)),
    "InvertedPendulum": Definition(
        "inverted_pendulum.xml", 2, 4, _all, no_reward, _pole_healthy, 1.0, 0.0, uniform(0.01)
    ),
    "InvertedDoublePendulum": Definition(
        "inverted_double_pendulum.xml",
        5,
        9,
        _double_observed,
        _double_reward,
        _double_healthy,
        10.0,
        0.0,
        normal_velocities(0.1),
        fields=("robot.@joint_constraint", "tip.@pose"),
    ),
    "Reacher": Definition(
        "reacher.xml", 2, 10, _reacher_observed, _near_target, always, 0.0, 1.0, _reacher_noise, 50
    ),
}
