"""Worlds of one task that are stepped together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gymnasium
import numpy
from numpy.typing import ArrayLike, NDArray

from morse._engine import Worlds
from morse.gym.state import Floats, State
from morse.gym.task import Limits, Start, Task
from morse.simulated import Numbers
from morse.simulation import Scene, Simulation

#: Rewards [float64], and whether the episodes terminated and were truncated: (worlds,) each.
Outcome = tuple[NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_]]


class Batch:
    """Worlds of one task."""

    def __init__(self, task: Task, count: int, threads: int = 1) -> None:
        self.task = task
        self.count = count
        scene = task.scene if isinstance(task.scene, Scene) else Scene(task.scene)
        sizes, self._rate_hz = _sizes(scene, [*task.observations, *task.hidden])
        first = task.start(numpy.random.default_rng(0)) if task.start else Start()
        self._placed = list(first.places)
        self._actuators = _grouped(task.actions)
        lengths = {name: _length(limits) for name, limits in task.actions.items()}
        self.action_space = _box({name: task.actions[name] for name in self._actuators}, lengths)
        observed = _box(task.observations, sizes) if task.observations else None
        extra = _extra_box(task)
        self._extra_width = extra.shape[0] if extra is not None else 0
        spaces = [space for space in (observed, extra) if space is not None]
        self.observation_space = gymnasium.spaces.Box(
            numpy.concatenate([space.low for space in spaces]), numpy.concatenate([space.high for space in spaces])
        )
        self._worlds = Worlds(
            scene._scene,
            count,
            threads,
            ([(*_split(name), lengths[name]) for name in self._actuators], *_limits(self.action_space)),
            (
                [(*_split(name), sizes[name] or 1) for name in [*task.observations, *task.hidden]],
                *_limits(self.observation_space),
            ),
            self._placed,
        )
        self._places, width = _places([*task.observations, *task.hidden], sizes)
        self._numbers = numpy.zeros((count, width), numpy.float32)
        self._before = numpy.zeros((count, width), numpy.float32)
        self._actions = numpy.zeros((count, self.action_space.shape[0]), numpy.float32)
        self._memory = numpy.zeros((count, len(first.memory)))
        self._steps = numpy.zeros(count, numpy.int64)
        self._state = State(self._numbers, self._before, self._places, self._actions, self._memory, self._steps)
        # Worlds without a running episode.
        self._idle = set(range(count))

    def state(self) -> State:
        """Current state: the same object in each step."""
        return self._state

    def _compute_extra(self) -> None:
        self._state.forget()
        if self.task.extra is not None:
            # A copy: the function may return a view of arrays that the next step changes.
            extra = numpy.array(self.task.extra(self._state), numpy.float64, order="C")
            _check_shape("extra", extra, (self.count, self._extra_width))
            self._state.extra = extra

    def observe(self) -> Floats:
        """Current observations, (worlds, width): a new array."""
        return self._worlds.observed(self._numbers, self._state.extra)

    def reset(self, worlds: Sequence[int], generators: Sequence[numpy.random.Generator]) -> None:
        """Start new episodes in these worlds, each with its generator."""
        seeds: list[int] = []
        places = numpy.zeros((len(worlds), len(self._placed), 4))
        for row, (world, generator) in enumerate(zip(worlds, generators)):
            seeds.append(int(generator.integers(1 << 63)))
            start = self.task.start(generator) if self.task.start else Start()
            if list(start.places) != self._placed or len(start.memory) != self._memory.shape[1]:
                raise ValueError("start must place the same objects, and give as many numbers, in every episode")
            for column, place in enumerate(start.places.values()):
                places[row, column] = place
            self._memory[world] = start.memory
        chosen = [int(world) for world in worlds]
        self._worlds.reset(chosen, seeds, places, self._numbers)
        self._before[chosen] = self._numbers[chosen]
        self._steps[chosen] = 0
        self._actions[chosen] = 0.0
        state = self._state
        self._compute_extra()
        if state.extra is not None:
            if state.extra_before is None:
                state.extra_before = state.extra.copy()
            state.extra_before[chosen] = state.extra[chosen]
        self._idle.difference_update(chosen)

    def step(self, actions: ArrayLike) -> Outcome:
        """Act in all worlds: ``actions`` is (worlds, width)."""
        if self._idle:
            raise gymnasium.error.ResetNeeded("reset() begins an episode: call it before step(), and after its end")
        given = numpy.ascontiguousarray(actions, numpy.float32)
        _check_shape("actions", given, self._actions.shape)
        self._worlds.accept(given, self._actions)
        try:
            return self._act()
        except BaseException:
            # The worlds may be at different ticks.
            self._idle = set(range(self.count))
            raise

    def _act(self) -> Outcome:
        task, state = self.task, self._state
        self._worlds.step(self._actions, task.ticks, self._before, self._numbers, self._steps)
        state.extra_before = state.extra
        self._compute_extra()
        rewards = numpy.asarray(task.reward(state), numpy.float64)
        _check_shape("the reward", rewards, (self.count,))
        truncated = self._worlds.truncated(rewards, self._steps, task.steps_max)
        if task.terminated is None:
            terminated = numpy.zeros(self.count, bool)
        else:
            terminated = numpy.asarray(task.terminated(state), bool)
            _check_shape("terminated", terminated, (self.count,))
        return rewards, terminated, truncated

    def render(
        self, world: int, size: tuple[int, int], eye: Numbers | None, target: Numbers | None
    ) -> NDArray[numpy.uint8]:
        """A picture of a world, with a field of view of 60 degrees; see ``Simulation.render``."""
        return self._worlds.render(world, size, eye, target, 60.0)

    @property
    def step_s(self) -> float:
        """Simulated time of a step. [s]"""
        return self.task.ticks / self._rate_hz

    def digest(self, world: int = 0) -> str:
        """Hash of the state of one world."""
        return self._worlds.digest(world)

    def close(self) -> None:
        """End all worlds."""
        self._worlds.close()


def _check_shape(
    what: str, array: Floats | NDArray[numpy.float64] | NDArray[numpy.bool_], shape: tuple[int, ...]
) -> None:
    if array.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, got {array.shape}")


def _split(name: str) -> tuple[str, str]:
    component, _, field = name.rpartition(".")
    if not component:
        raise ValueError(f"{name!r} names no field: write it as component.field")
    return component, field


def _grouped(actions: Mapping[str, Limits]) -> list[str]:
    """Names of actions, grouped by actuator."""
    actuators = list(dict.fromkeys(_split(name)[0] for name in actions))
    return [name for actuator in actuators for name in actions if _split(name)[0] == actuator]


def _length(limits: Limits) -> int | None:
    """Length of a field according to its limits; None for a single number."""
    try:
        low, high = limits
    except (TypeError, ValueError):
        raise ValueError(f"limits are two values, the lowest and the highest, not {limits!r}") from None
    lengths = {len(limit) for limit in (low, high) if not isinstance(limit, float) and not numpy.isscalar(limit)}
    if len(lengths) > 1:
        raise ValueError(f"the limits {limits!r} have different lengths")
    return lengths.pop() if lengths else None


def _box(limits: Mapping[str, Limits], lengths: Mapping[str, int | None]) -> gymnasium.spaces.Box:
    lows, highs = [], []
    for name, (low, high) in limits.items():
        length = lengths[name] or 1
        lows.append(numpy.broadcast_to(numpy.asarray(low, numpy.float32), length))
        highs.append(numpy.broadcast_to(numpy.asarray(high, numpy.float32), length))
        if not (lows[-1] < highs[-1]).all():
            raise ValueError(f"{name}: the lowest value must be below the highest")
    return gymnasium.spaces.Box(numpy.concatenate(lows), numpy.concatenate(highs))


def _limits(space: gymnasium.spaces.Box) -> tuple[Floats, Floats]:
    return space.low.astype(numpy.float32, copy=False), space.high.astype(numpy.float32, copy=False)


def _extra_box(task: Task) -> gymnasium.spaces.Box | None:
    if task.extra_limits is None:
        return None
    return _box({"extra": task.extra_limits}, {"extra": _length(task.extra_limits)})


def _places(names: Sequence[str], sizes: Mapping[str, int | None]) -> tuple[dict[str, tuple[slice, bool]], int]:
    places, begin = {}, 0
    for name in names:
        size = sizes[name]
        places[name] = (slice(begin, begin + (size or 1)), size is None)
        begin += size or 1
    return places, begin


#: Lengths of the exact fields of robots and objects; None for a single number.
_EXACT = {"@pose": 7, "@yaw": None, "@velocity": 6}


def _sizes(scene: Scene, names: Sequence[str]) -> tuple[dict[str, int | None], float]:
    """Length of each field, None for a single number, and the ticks per second of the scene."""
    sizes: dict[str, int | None] = {}
    with Simulation(scene) as probe:
        split = {name: _split(name) for name in names}
        for component, field in split.values():
            if field not in _EXACT and component in probe.sensors:
                probe.sensors[component].keep_reading()
        probe.step()
        for name, (component, field) in split.items():
            if field in _EXACT:
                sizes[name] = _EXACT[field]
                continue
            try:
                value = probe._engine.read_field(component, field)
            except KeyError:
                known = probe._engine.read(component) if component in {*probe.sensors, *probe.actuators} else {}
                fields = ", ".join(known) or "none"
                raise KeyError(f"there is no {name!r} to observe; fields of {component!r}: {fields}") from None
            sizes[name] = _size(name, value)
        return sizes, probe.rate_hz


def _size(name: str, value: object) -> int | None:
    if isinstance(value, dict):
        return len(value)
    if isinstance(value, (bool, int, float)):
        return None
    if isinstance(value, numpy.ndarray) and value.size:
        return int(value.size)
    raise ValueError(f"{name} has no numbers to observe: {value!r}")
