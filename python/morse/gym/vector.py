"""Many worlds of a scene as a vector environment of Gymnasium, stepped on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from morse.gym.batch import RENDER_MODES, Batch, Outcome, check_render_mode
from morse.gym.observations import Observation, row_of
from morse.gym.task import Task

if TYPE_CHECKING:
    from morse.simulated import Numbers

_Truths = NDArray[numpy.bool_]
#: The first version of Gymnasium whose wrappers count every step of episodes that begin in the same step.
_COUNTS_SAME_STEP = (1, 4)


def _version() -> tuple[int, ...]:
    """Major and minor version of Gymnasium."""
    return tuple(int(part) for part in gymnasium.__version__.split(".")[:2])


# Any: observations are an array or a dictionary of arrays, and the other arrays of a step are numbers and booleans.
class SceneVectorEnv(VectorEnv[Any, ArrayLike, "NDArray[Any]"]):
    """Worlds of one scene that are stepped together: ``SceneVectorEnv(task, num_envs)``.

    The worlds are stepped in Rust on ``threads`` threads, by default one for each processor that this process may use.
    A world whose episode ends starts the next one as ``autoreset_mode`` says, a mode of Gymnasium or its value:

    - ``NEXT_STEP``: in the next step, which ignores its action and gives no reward.
    - ``SAME_STEP``: in the same step. Its last observation and info are in ``infos["final_obs"]`` and
      ``infos["final_info"]``.
    - ``DISABLED``: in ``reset(options={"reset_mask": mask})``, which resets the worlds of the mask.

    ``render`` is the processor that draws the pictures of cameras: ``"auto"``, ``"cpu"`` or ``"gpu"``, as in
    ``morse.Simulation``. A GPU draws those of all worlds in one batch.

    ``render_mode="human"`` shows the first world in a page, at the pace of real time.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 10, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        task: Task,
        num_envs: int = 1,
        *,
        threads: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        size: tuple[int, int] = (320, 240),
        eye: Numbers | None = None,
        target: Numbers | None = None,
        render: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        # There is nothing to close if the worlds cannot be made.
        self.closed = True
        self.task = task
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and _version() < _COUNTS_SAME_STEP:
            gymnasium.logger.warn(
                f"Gymnasium {gymnasium.__version__} leaves out a step of each episode in RecordEpisodeStatistics and "
                "NormalizeReward with SAME_STEP: use NEXT_STEP with these wrappers, or Gymnasium 1.4"
            )
        self._batch = Batch(task, num_envs, threads, render=render)
        self.metadata = {**self._batch.metadata(self.metadata), "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = self._batch.layouts[0].space
        self.single_action_space = self._batch.actions[0].space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators = [numpy.random.default_rng() for _ in range(num_envs)]
        #: Worlds whose episodes have ended.
        self._ended = numpy.zeros(num_envs, bool)
        self._view = (size, eye, target)
        self.closed = False
        if render_mode == "human":
            self._batch.show()

    # Any: see the class.
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, object]]:
        """Start episodes in all worlds, or in those of ``options["reset_mask"]``, an array of booleans.

        World i with the seed s equals a single environment with the seed s + i.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = self._chosen(options)
        if seed is not None:
            seeds = [seed + world for world in range(self.num_envs)] if isinstance(seed, int) else list(seed)
            if len(seeds) != self.num_envs:
                raise ValueError(f"there must be a seed for each of the {self.num_envs} worlds, got {len(seeds)}")
            for world in chosen:
                one = seeds[world]
                if one is not None:
                    self._generators[world] = gymnasium.utils.seeding.np_random(one)[0]
        self._restart(chosen)
        self._ended[chosen] = False
        return self._observe(), {}

    def _chosen(self, options: dict[str, Any] | None) -> list[int]:
        """Worlds to reset."""
        if not options or "reset_mask" not in options:
            return list(range(self.num_envs))
        mask = options["reset_mask"]
        if not isinstance(mask, numpy.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != numpy.bool_:
            raise ValueError(f"reset_mask must be an array of {self.num_envs} booleans, got {mask!r}")
        if not mask.any():
            raise ValueError("reset_mask must choose a world at least")
        chosen: list[int] = numpy.flatnonzero(mask).tolist()
        return chosen

    def _restart(self, worlds: Sequence[int]) -> None:
        self._batch.reset(worlds, [self._generators[world] for world in worlds])

    def _observe(self) -> Observation:
        return self._batch.observe()[0]

    # Any: see the class.
    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[numpy.float64], _Truths, _Truths, dict[str, object]]:
        """Apply an action in each world. ``infos["is_success"]`` is the task's ``success``."""
        begins = self._ended.copy()
        if begins.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            worlds = ", ".join(map(str, numpy.flatnonzero(begins)))
            raise gymnasium.error.ResetNeeded(f"the episodes of worlds {worlds} have ended: reset() with a reset_mask")
        outcome = self._batch.step([actions], begins)
        if begins.any():
            self._restart(numpy.flatnonzero(begins).tolist())
        observations = self._observe()
        ended = outcome.terminated | outcome.truncated
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._ended = ended
            return observations, *outcome[:3], _infos(outcome, ~begins)
        infos = _infos(outcome, ~ended)
        if ended.any():
            infos.update(self._final(observations, outcome, ended))
            self._restart(numpy.flatnonzero(ended).tolist())
            observations = self._observe()
        return observations, *outcome[:3], infos

    def _final(self, observations: Observation, outcome: Outcome, ended: _Truths) -> dict[str, object]:
        """Last observations and infos of the episodes that have ended."""
        final = numpy.full(self.num_envs, None, dtype=object)
        for world in numpy.flatnonzero(ended):
            final[world] = row_of(observations, int(world))
        info = _infos(outcome, ended)
        return {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended.copy()}

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


def _infos(outcome: Outcome, worlds: _Truths) -> dict[str, object]:
    """Infos of some worlds."""
    if outcome.success is None or not worlds.any():
        return {}
    return {"is_success": outcome.success & worlds, "_is_success": worlds.copy()}


# Any: options of `SceneVectorEnv`.
def make_ready(task: str, num_envs: int = 1, **options: Any) -> SceneVectorEnv:
    """Make the vector environment of a ready task; called by ``gymnasium.make_vec``."""
    from morse.gym.tasks import TASKS

    return SceneVectorEnv(TASKS[task](), num_envs, **options)
