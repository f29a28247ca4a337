"""Many worlds of a scene as a vector environment of Gymnasium, stepped on all cores."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from morse.gym.batch import Batch
from morse.gym.state import Floats
from morse.gym.task import Task

if TYPE_CHECKING:
    from morse.simulated import Numbers


# Any: rewards are numbers, and the other arrays of a step are booleans.
class SceneVectorEnv(VectorEnv[Floats, ArrayLike, "NDArray[Any]"]):
    """Worlds of one scene that are stepped together: ``SceneVectorEnv(task, num_envs)``.

    The worlds are stepped in Rust on ``threads`` threads, by default one for each processor. A world whose episode ends
    starts the next one in the same step; its last observation is in ``infos["final_obs"]``.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        task: Task,
        num_envs: int = 1,
        *,
        threads: int | None = None,
        render_mode: str | None = None,
        size: tuple[int, int] = (320, 240),
        eye: Numbers | None = None,
        target: Numbers | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or 'rgb_array', not {render_mode!r}")
        self.task = task
        self.num_envs = num_envs
        self._batch = Batch(task, num_envs, threads or os.cpu_count() or 1)
        self.metadata = {**self.metadata, "render_fps": max(1, round(1.0 / self._batch.step_s))}
        self.render_mode = render_mode
        self.single_observation_space = self._batch.observation_space
        self.single_action_space = self._batch.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators = [numpy.random.default_rng() for _ in range(num_envs)]
        self._view = (size, eye, target)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, object] | None = None,
    ) -> tuple[Floats, dict[str, object]]:
        """Start episodes in all worlds. World i with the seed s equals a single environment with the seed s + i."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None:
            seeds = [seed + world for world in range(self.num_envs)] if isinstance(seed, int) else list(seed)
            if len(seeds) != self.num_envs:
                raise ValueError(f"there must be a seed for each of the {self.num_envs} worlds, got {len(seeds)}")
            for world, one in enumerate(seeds):
                if one is not None:
                    self._generators[world] = gymnasium.utils.seeding.np_random(one)[0]
        self._batch.reset(range(self.num_envs), self._generators)
        return self._batch.observe(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[Floats, NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], dict[str, object]]:
        """Apply a row of actions in each world."""
        rewards, terminated, truncated = self._batch.step(actions)
        observations = self._batch.observe()
        ended = numpy.flatnonzero(terminated | truncated)
        infos: dict[str, object] = {}
        if ended.size:
            final = numpy.full(self.num_envs, None, dtype=object)
            for world in ended:
                final[world] = observations[world].copy()
            infos = {"final_obs": final, "_final_obs": terminated | truncated}
            self._batch.reset(ended.tolist(), [self._generators[world] for world in ended])
            observations = self._batch.observe()
        return observations, rewards, terminated, truncated, infos

    def render(self) -> tuple[NDArray[numpy.uint8], ...] | None:
        """A picture of each world in the render mode ``rgb_array``."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self._batch.render(world, *self._view) for world in range(self.num_envs))

    def digest(self, world: int = 0) -> str:
        """Hash of the state of a world."""
        return self._batch.digest(world)

    def close_extras(self, **options: object) -> None:
        """End all worlds."""
        self._batch.close()


# Any: options of `SceneVectorEnv`.
def make_ready(task: str, num_envs: int = 1, **options: Any) -> SceneVectorEnv:
    """Make the vector environment of a ready task; called by ``gymnasium.make_vec``."""
    from morse.gym.tasks import TASKS

    return SceneVectorEnv(TASKS[task](), num_envs, **options)
