"""What is to be learned in a scene: actions, observations, rewards, and how episodes begin and end."""

from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy

from morse.gym.state import State

#: Lowest and highest value; of a field of several numbers one for all, or one for each.
Limits = Tuple[Union[float, Sequence[float]], Union[float, Sequence[float]]]


class Start(NamedTuple):
    """How an episode of a world begins."""

    #: Where objects are put: x, y, z and yaw by name. [m, rad]
    places: Mapping[str, Sequence[float]] = {}
    #: Numbers of this episode, such as its goal: ``State.memory``.
    memory: Sequence[float] = ()


class Task:
    """What is to be learned in a scene.

    ``actions`` are fields of actuators with their limits: ``{"robot.motion.v": (-1, 1)}``. ``observations`` are fields of
    sensors with theirs: ``{"robot.sick.range_list": (0, 30)}``; what is beyond a limit is observed as the limit.
    Observed as well are the numbers that ``extra`` computes, with the limits ``extra_limits``. ``hidden`` are fields that
    rewards are computed from and that are not observed. Three more fields of every robot and object are exact:
    ``robot.@pose`` (x, y, z and a quaternion x, y, z, w), ``robot.@yaw`` and ``robot.@velocity`` (linear and angular).

    ``reward``, ``extra`` and ``terminated`` are functions of a ``State``, which has the numbers of all worlds: each
    returns an array with a row for each world. What ``extra`` returned is there for the others as ``state.extra``, and as
    ``state.extra_before`` that before the last action. ``start`` makes the beginning of an episode of one world from a generator
    of random numbers. An action lasts ``ticks`` ticks; an episode is truncated after ``steps_max`` actions.
    """

    def __init__(
        self,
        scene: Any,
        actions: Mapping[str, Limits],
        observations: Mapping[str, Limits],
        reward: Callable[["State"], Any],
        *,
        hidden: Sequence[str] = (),
        extra: Optional[Callable[["State"], Any]] = None,
        extra_limits: Optional[Limits] = None,
        terminated: Optional[Callable[["State"], Any]] = None,
        start: Optional[Callable[[numpy.random.Generator], Start]] = None,
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
        self.actions: Dict[str, Limits] = dict(actions)
        self.observations: Dict[str, Limits] = dict(observations)
        self.hidden = tuple(hidden)
        self.reward = reward
        self.extra = extra
        self.extra_limits = extra_limits
        self.terminated = terminated
        self.start = start
        self.ticks = ticks
        self.steps_max = steps_max
