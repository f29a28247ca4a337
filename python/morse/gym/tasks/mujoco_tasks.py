"""Tasks of Gymnasium for MuJoCo, with the same files, actions, observations, rewards and ends of episodes."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import gymnasium
import numpy
from numpy.typing import NDArray

from morse.gym.env import SceneEnv
from morse.gym.state import State
from morse.gym.task import Start, Task
from morse.gym.tasks.mujoco_files import File, read

Rows = NDArray[numpy.float64]
#: Random displacement of positions and velocities at the start of an episode.
Noise = Callable[[numpy.random.Generator, int], "tuple[Rows, Rows]"]

_POSITION = "robot.@joint_position"
_VELOCITY = "robot.@joint_velocity"


class Definition(NamedTuple):
    """A task: its file, and functions of the positions and velocities of the joints, a row for each world."""

    file: str
    #: Ticks of an action.
    ticks: int
    observe: Callable[[File, Rows, Rows], Rows]
    #: Reward without the cost of the action: of the positions before, those after and the velocities, and the seconds
    #: between.
    reward: Callable[[File, Rows, Rows, Rows, float], Rows]
    #: Whether the episode goes on.
    healthy: Callable[[Rows, Rows], NDArray[numpy.bool_]]
    #: Reward for each action that leaves the robot healthy.
    healthy_reward: float
    #: Cost of the sum of the squares of the commands.
    cost: float
    noise: Noise
    steps_max: int = 1000


def _uniform(scale: float) -> Noise:
    return lambda generator, count: (
        generator.uniform(-scale, scale, count),
        generator.uniform(-scale, scale, count),
    )


def _cheetah_noise(generator: numpy.random.Generator, count: int) -> tuple[Rows, Rows]:
    return generator.uniform(-0.1, 0.1, count), 0.1 * generator.standard_normal(count)


def _reacher_noise(generator: numpy.random.Generator, count: int) -> tuple[Rows, Rows]:
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


def _always(q: Rows, _v: Rows) -> NDArray[numpy.bool_]:
    return numpy.ones(len(q), bool)


def _hopper_healthy(q: Rows, v: Rows) -> NDArray[numpy.bool_]:
    rest = numpy.concatenate([q[:, 2:], v], axis=1)
    found: NDArray[numpy.bool_] = numpy.all(numpy.abs(rest) < 100.0, axis=1)
    return found & (q[:, 1] > 0.7) & (numpy.abs(q[:, 2]) < 0.2)


def _walker_healthy(q: Rows, _v: Rows) -> NDArray[numpy.bool_]:
    return (q[:, 1] > 0.8) & (q[:, 1] < 2.0) & (numpy.abs(q[:, 2]) < 1.0)


def _pole_healthy(q: Rows, _v: Rows) -> NDArray[numpy.bool_]:
    return numpy.abs(q[:, 1]) <= 0.2


def _forward(_file: File, before: Rows, q: Rows, _v: Rows, seconds: float) -> Rows:
    return (q[:, 0] - before[:, 0]) / seconds


def _none(_file: File, _before: Rows, q: Rows, _v: Rows, _seconds: float) -> Rows:
    return numpy.zeros(len(q))


def _without_x(_file: File, q: Rows, v: Rows) -> Rows:
    return numpy.concatenate([q[:, 1:], v], axis=1)


def _without_x_clipped(_file: File, q: Rows, v: Rows) -> Rows:
    return numpy.concatenate([q[:, 1:], numpy.clip(v, -10.0, 10.0)], axis=1)


def _without_place(_file: File, q: Rows, v: Rows) -> Rows:
    return numpy.concatenate([q[:, 2:], v], axis=1)


def _all(_file: File, q: Rows, v: Rows) -> Rows:
    return numpy.concatenate([q, v], axis=1)


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


def _reacher_observed(file: File, q: Rows, v: Rows) -> Rows:
    angles = q[:, :2]
    return numpy.concatenate(
        [numpy.cos(angles), numpy.sin(angles), q[:, 2:], v[:, :2], _to_target(file, q)], axis=1
    )


def _near_target(file: File, _before: Rows, q: Rows, _v: Rows, _seconds: float) -> Rows:
    distance: Rows = numpy.linalg.norm(_to_target(file, q), axis=1)
    return -distance


DEFINITIONS: dict[str, Definition] = {
    "HalfCheetah": Definition(
        "half_cheetah.xml", 5, _without_x, _forward, _always, 0.0, 0.1, _cheetah_noise
    ),
    "Hopper": Definition(
        "hopper.xml", 4, _without_x_clipped, _forward, _hopper_healthy, 1.0, 1e-3, _uniform(5e-3)
    ),
    "Walker2d": Definition(
        "walker2d_v5.xml", 4, _without_x_clipped, _forward, _walker_healthy, 1.0, 1e-3, _uniform(5e-3)
    ),
    "Swimmer": Definition("swimmer.xml", 4, _without_place, _forward, _always, 0.0, 1e-4, _uniform(0.1)),
    "InvertedPendulum": Definition(
        "inverted_pendulum.xml", 2, _all, _none, _pole_healthy, 1.0, 0.0, _uniform(0.01)
    ),
    "Reacher": Definition(
        "reacher.xml", 2, _reacher_observed, _near_target, _always, 0.0, 1.0, _reacher_noise, 50
    ),
}


def _rows(state: State, name: str) -> Rows:
    return numpy.asarray(state[name], numpy.float64)


def mujoco_task(name: str) -> tuple[Task, File]:
    """Make the task of a name in ``DEFINITIONS``, whose actions are efforts [N m or N], and its file."""
    definition = DEFINITIONS[name]
    file = read(definition.file)
    motors, count = file.motors, len(file.positions)
    seconds = definition.ticks * file.tick_s

    def observe(state: State) -> Rows:
        return definition.observe(file, _rows(state, _POSITION), _rows(state, _VELOCITY))

    def healthy(state: State) -> NDArray[numpy.bool_]:
        return definition.healthy(_rows(state, _POSITION), _rows(state, _VELOCITY))

    def reward(state: State) -> Rows:
        before = numpy.asarray(state.before(_POSITION), numpy.float64)
        q, v = _rows(state, _POSITION), _rows(state, _VELOCITY)
        commands = numpy.asarray(state.actions, numpy.float64) / motors.gears
        gained = definition.reward(file, before, q, v, seconds)
        alive = definition.healthy_reward * state.once(healthy)
        total: Rows = gained + alive - definition.cost * numpy.square(commands).sum(axis=1)
        return total

    def start(generator: numpy.random.Generator) -> Start:
        positions, velocities = definition.noise(generator, count)
        return Start(joints={"robot": ((file.positions + positions).tolist(), velocities.tolist())})

    width = definition.observe(file, file.positions[None], numpy.zeros((1, count))).shape[1]
    task = Task(
        file.scene,
        actions={"robot.motors.@joints": ((motors.gears * motors.low).tolist(), (motors.gears * motors.high).tolist())},
        observations={},
        hidden=[_POSITION, _VELOCITY],
        extra=observe,
        extra_limits=([-numpy.inf] * width, [numpy.inf] * width),
        reward=reward,
        terminated=lambda state: ~state.once(healthy),
        start=start,
        ticks=definition.ticks,
        steps_max=definition.steps_max,
    )
    return task, file


# Any: options of `SceneEnv`, and observations and actions as Gymnasium types them.
def make_mujoco(task: str, **options: Any) -> gymnasium.Env[Any, Any]:
    """Make the environment of a task, with the commands of its motors as actions; called by ``gymnasium.make``."""
    made, file = mujoco_task(task)
    return gymnasium.wrappers.RescaleAction(SceneEnv(made, **options), file.motors.low, file.motors.high)
