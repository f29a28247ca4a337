"""Tasks of Gymnasium for MuJoCo, with the same files, actions, observations, rewards and ends of episodes."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
from numpy.typing import NDArray

from morse.gym.env import SceneEnv
from morse.gym.state import State
from morse.gym.task import Start, Task
from morse.gym.tasks.mujoco_definition import Definition
from morse.gym.tasks.mujoco_files import File, read
from morse.gym.tasks.mujoco_motion import JOINT_FIELDS, ROOT_FIELDS, Motion, Rows, rest, start_at
from morse.gym.tasks.mujoco_planar import PLANAR
from morse.gym.tasks.mujoco_spatial import SPATIAL

DEFINITIONS: dict[str, Definition] = {**PLANAR, **SPATIAL}


def mujoco_task(name: str) -> tuple[Task, File]:
    """Make the task of a name in ``DEFINITIONS``, whose actions are efforts [N m or N], and its file."""
    definition = DEFINITIONS[name]
    file = read(definition.file)
    motors = file.motors
    seconds = definition.ticks * file.tick_s

    def observe(state: State) -> Rows:
        return definition.observe(Motion(file, state))

    def healthy(state: State) -> NDArray[numpy.bool_]:
        return definition.healthy(Motion(file, state))

    def reward(state: State) -> Rows:
        now, before = Motion(file, state), Motion(file, state, is_before=True)
        alive = definition.healthy_reward * state.once(healthy)
        cost = definition.cost * numpy.square(now.commands).sum(axis=1)
        total: Rows = definition.reward(before, now, seconds) + alive - cost
        return total

    def start(generator: numpy.random.Generator) -> Start:
        positions, velocities = rest(file)
        moved, pushed = definition.noise(generator, len(positions), len(velocities))
        return start_at(file, positions + moved, velocities + pushed)

    hidden = [*JOINT_FIELDS, *(() if file.root_position is None else ROOT_FIELDS), *definition.fields]
    task = Task(
        file.scene,
        actions={"robot.motors.@joints": ((motors.gears * motors.low).tolist(), (motors.gears * motors.high).tolist())},
        observations={},
        hidden=hidden,
        extra=observe,
        extra_limits=([-numpy.inf] * definition.width, [numpy.inf] * definition.width),
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
