"""A learning task in a scene: actions, observations, rewards, and the start and end of episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Callable, NamedTuple, Union

import numpy
from numpy.typing import NDArray

from morse.gym.state import Floats, State

if TYPE_CHECKING:
    from typing import TypedDict

    from morse.scene_source import SceneSource
    from morse.simulation import Scene

    class TaskOptions(TypedDict, total=False):
        """Arguments of ``Task`` that are given by name."""

        hidden: Sequence[str]
        extra: Callable[[State], Floats | NDArray[numpy.float64]] | None
        extra_limits: Limits | None
        terminated: Callable[[State], NDArray[numpy.bool_]] | None
        start: Callable[[numpy.random.Generator], Start] | None
        ticks: int
        steps_max: int

#: Lowest and highest value. For a field with several numbers each is one number for all, or a sequence.
Limits = tuple[Union[float, Sequence[float]], Union[float, Sequence[float]]]


class Start(NamedTuple):
    """Start of an episode in one world."""

    #: Poses of objects by name: x, y, z [m] and yaw [rad].
    places: Mapping[str, Sequence[float]] = {}
    #: Numbers of the episode, such as its goal: a row of ``State.memory``.
    memory: Sequence[float] = ()


class Task:
    """A learning task in a scene.

    ``actions`` are fields of actuators with their limits: ``{"robot.motion.v": (-1, 1)}``. ``observations`` are fields
    of sensors with their limits: ``{"robot.sick.range_list": (0, 30)}``; values beyond a limit are clipped. The result
    of ``extra``, with the limits ``extra_limits``, is observed too. ``hidden`` are fields for rewards that are not
    observed. Every robot and object has three more fields with exact values: ``robot.@pose`` (x, y, z [m] and a
    quaternion x, y, z, w), ``robot.@yaw`` [rad] and ``robot.@velocity`` (linear [m/s] and angular [rad/s]).

    ``reward``, ``extra`` and ``terminated`` are functions of the ``State`` of all worlds. Each returns an array with a
    row for each world. ``reward`` and ``terminated`` find the result of ``extra`` in ``state.extra``, and that before
    the last action in ``state.extra_before``. ``start`` makes the start of an episode of one world with a random
    generator. An action lasts ``ticks`` ticks; an episode is truncated after ``steps_max`` actions.
    """

    def __init__(
        self,
        scene: Scene | SceneSource,
        actions: Mapping[str, Limits],
        observations: Mapping[str, Limits],
        reward: Callable[[State], Floats | NDArray[numpy.float64]],
        *,
        hidden: Sequence[str] = (),
        extra: Callable[[State], Floats | NDArray[numpy.float64]] | None = None,
        extra_limits: Limits | None = None,
        terminated: Callable[[State], NDArray[numpy.bool_]] | None = None,
        start: Callable[[numpy.random.Generator], Start] | None = None,
        ticks: int = 6,
        steps_max: int = 500,
    ) -> None:
        if not actions or not (observations or extra):
            raise ValueError("a task needs an action and an observation at least")
        if (extra is None) != (extra_limits is None):
            raise ValueError("extra and extra_limits belong together")
        if ticks < 1 or steps_max < 1:
            raise ValueError("ticks and steps_max must be 1 at least")
        for what, function in (("reward", reward), ("extra", extra), ("terminated", terminated), ("start", start)):
            if function is not None and not callable(function):
                raise TypeError(f"{what} must be a function, not {function!r}")
        self.scene = scene
        self.actions: dict[str, Limits] = dict(actions)
        self.observations: dict[str, Limits] = dict(observations)
        self.hidden = tuple(hidden)
        self.reward = reward
        self.extra = extra
        self.extra_limits = extra_limits
        self.terminated = terminated
        self.start = start
        self.ticks = ticks
        self.steps_max = steps_max
