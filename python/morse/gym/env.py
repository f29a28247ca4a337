"""A scene as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable, overload

import gymnasium
import numpy
from numpy.typing import ArrayLike, NDArray

from morse.gym.actions import Command
from morse.gym.batch import RENDER_MODES, Batch, check_render_mode
from morse.gym.limits import Limits
from morse.gym.observations import Observed, row_of
from morse.gym.state import Floats, State
from morse.gym.task import Task

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
        render: str | None


# Any: observations are an array or a dictionary of arrays, as the task observes.
class SceneEnv(gymnasium.Env[Any, ArrayLike]):
    """A scene in which one agent learns: ``SceneEnv(scene, actions, observations, reward, …)`` or ``SceneEnv(task)``.

    The arguments are those of ``Task``. ``render_mode`` is ``None``, ``"rgb_array"``, or ``"human"``, which opens a
    page in the browser and keeps the pace of real time. Pictures have ``size`` pixels (width, height) and are seen from
    ``eye`` [m] in the direction of ``target`` [m], by default the first robot. ``render`` is the processor that draws
    the pictures of cameras: ``"auto"``, ``"cpu"`` or ``"gpu"``, as in ``morse.Simulation``.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 10}

    @overload
    def __init__(
        self,
        scene: Task,
        *,
        render_mode: str | None = None,
        size: tuple[int, int] = (320, 240),
        eye: Numbers | None = None,
        target: Numbers | None = None,
        render: str | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        scene: Scene | SceneSource,
        actions: Mapping[str, Limits] | Sequence[Command],
        observations: Observed,
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
        render: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        if isinstance(scene, Task) and (arguments or options):
            raise TypeError("a Task has its actions, observations and rewards already")
        self.task = scene if isinstance(scene, Task) else Task(scene, *arguments, **options)
        self._batch = Batch(self.task, 1, render=render)
        self.metadata = self._batch.metadata(self.metadata)
        self.observation_space = self._batch.layouts[0].space
        self.action_space = self._batch.actions[0].space
        self.render_mode = render_mode
        self._view = (size, eye, target)
        if render_mode == "human":
            self._batch.show()

    # Any: see the class.
    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Any, dict[str, object]]:
        """Start an episode."""
        super().reset(seed=seed)
        self._batch.reset([0], [self.np_random])
        return self._observe(), {}

    def step(self, action: ArrayLike) -> tuple[Any, float, bool, bool, dict[str, object]]:
        """Apply an action of the action space. ``info["is_success"]`` is the task's ``success``."""
        given = numpy.asarray(action)
        if given.shape != self.action_space.shape:
            raise ValueError(f"the action must have the shape {self.action_space.shape}, got {given.shape}")
        rewards, terminated, truncated, success = self._batch.step([given[None]])
        info: dict[str, object] = {} if success is None else {"is_success": success.item()}
        return self._observe(), rewards.item(), terminated.item(), truncated.item(), info

    def _observe(self) -> Any:
        return row_of(self._batch.observe()[0], 0)

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
