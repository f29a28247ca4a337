"""A scene as an environment of Gymnasium."""

from typing import Any, Dict, Optional, Sequence, Tuple

import gymnasium
import numpy

from morse.gym.batch import Batch
from morse.gym.task import Task


class SceneEnv(gymnasium.Env):
    """A scene in which one agent learns: ``SceneEnv(scene, actions, observations, reward, …)`` or ``SceneEnv(task)``.

    The arguments are those of ``Task``. ``render_mode`` is ``None`` or ``"rgb_array"``; ``render`` then gives pictures of
    ``size`` pixels, seen from ``eye`` [m] in the direction of ``target`` [m], by default of the first robot.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    def __init__(
        self,
        scene: Any,
        *arguments: Any,
        render_mode: Optional[str] = None,
        size: Tuple[int, int] = (320, 240),
        eye: Optional[Sequence[float]] = None,
        target: Optional[Sequence[float]] = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or 'rgb_array', not {render_mode!r}")
        if isinstance(scene, Task) and (arguments or options):
            raise TypeError("a Task has its actions, observations and rewards already")
        self.task = scene if isinstance(scene, Task) else Task(scene, *arguments, **options)
        self._batch = Batch(self.task, 1)
        self.metadata = {**self.metadata, "render_fps": max(1, round(1.0 / self._batch.step_s))}
        self.observation_space = self._batch.observation_space
        self.action_space = self._batch.action_space
        self.render_mode = render_mode
        self._view = (size, eye, target)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[numpy.ndarray, Dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        self._batch.reset([0], [self.np_random])
        return self._batch.observe()[0], {}

    def step(self, action: Any) -> Tuple[numpy.ndarray, float, bool, bool, Dict[str, Any]]:
        """Act."""
        given = numpy.asarray(action, numpy.float32)
        if given.shape != self.action_space.shape:
            raise ValueError(f"the action must have the shape {self.action_space.shape}, got {given.shape}")
        rewards, terminated, truncated = self._batch.step(given[None, :])
        return self._batch.observe()[0], rewards.item(), terminated.item(), truncated.item(), {}

    def render(self) -> Optional[numpy.ndarray]:
        """A picture, in the render mode ``rgb_array``."""
        return self._batch.render(0, *self._view) if self.render_mode == "rgb_array" else None

    def digest(self) -> str:
        """Hash of the state of the world."""
        return self._batch.digest()

    def close(self) -> None:
        """End the simulation."""
        self._batch.close()


def make_ready(task: str, **options: Any) -> SceneEnv:
    """The environment of a ready task; for ``gymnasium.make``."""
    from morse.gym.tasks import TASKS

    return SceneEnv(TASKS[task](), **options)
