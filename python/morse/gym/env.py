"""A scene as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Callable, overload

import gymnasium
import numpy
from numpy.typing import ArrayLike, NDArray

from morse.gym.batch import Batch
from morse.gym.state import Floats, State
from morse.gym.task import Limits, Task

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from morse.gym.task import TaskOptions
    from morse.scene_source import SceneSource
    from morse.simulated import Numbers
    from morse.simulation import Scene

    class EnvOptions(TaskOptions, total=False):
        """Options of ``Task`` and ``SceneEnv``."""

        render_mode: str | None
        size: tuple[int, int]
        eye: Numbers | None
        target: Numbers | None


class SceneEnv(gymnasium.Env[Floats, ArrayLike]):
    """A scene in which one agent learns: ``SceneEnv(scene, actions, observations, reward, …)`` or ``SceneEnv(task)``.

    The arguments are those of ``Task``. ``render_mode`` is ``None`` or ``"rgb_array"``. Pictures have ``size`` pixels
    (width, height) and are seen from ``eye`` [m] in the direction of ``target`` [m], by default the first robot.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}

    @overload
    def __init__(
        self,
        scene: Task,
        *,
        render_mode: str | None = None,
        size: tuple[int, int] = (320, 240),
        eye: Numbers | None = None,
        target: Numbers | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        scene: Scene | SceneSource,
        actions: Mapping[str, Limits],
        observations: Mapping[str, Limits],
        reward: Callable[[State], Floats | NDArray[numpy.float64]],
        **options: Unpack[EnvOptions],
    ) -> None: ...
    # Any: the arguments are those of `Task`, which the overloads above type.
    def __init__(
        self,
        scene: Task | Scene | SceneSource,
        *arguments: Any,
        render_mode: str | None = None,
        size: tuple[int, int] = (320, 240),
        eye: Numbers | None = None,
        target: Numbers | None = None,
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
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Floats, dict[str, object]]:
        """Start an episode."""
        super().reset(seed=seed)
        self._batch.reset([0], [self.np_random])
        return self._batch.observe()[0], {}

    def step(self, action: ArrayLike) -> tuple[Floats, float, bool, bool, dict[str, object]]:
        """Apply an action: a row of the action space."""
        given = numpy.asarray(action, numpy.float32)
        if given.shape != self.action_space.shape:
            raise ValueError(f"the action must have the shape {self.action_space.shape}, got {given.shape}")
        rewards, terminated, truncated = self._batch.step(given[None, :])
        return self._batch.observe()[0], rewards.item(), terminated.item(), truncated.item(), {}

    def render(self) -> NDArray[numpy.uint8] | None:
        """A picture in the render mode ``rgb_array``: rows, columns, and red, green and blue."""
        return self._batch.render(0, *self._view) if self.render_mode == "rgb_array" else None

    def digest(self) -> str:
        """Hash of the state of the world."""
        return self._batch.digest()

    def close(self) -> None:
        """End the simulation."""
        self._batch.close()


# Any: options of `SceneEnv`.
def make_ready(task: str, **options: Any) -> SceneEnv:
    """Make the environment of a ready task; called by ``gymnasium.make``."""
    from morse.gym.tasks import TASKS

    return SceneEnv(TASKS[task](), **options)
