"""Worlds of one task that are stepped together."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import gymnasium
import numpy
from numpy.typing import ArrayLike, NDArray

from morse._engine import Worlds
from morse.gym.actions import Actions
from morse.gym.fields import probe
from morse.gym.observations import Columns, Layout, Observation
from morse.gym.state import Floats, Pixels, State
from morse.gym.task import Start, Task
from morse.simulated import Numbers
from morse.simulation import Scene

#: Pictures as arrays, and a page in the browser.
RENDER_MODES = ["rgb_array", "human"]


class Outcome(NamedTuple):
    """Result of a step: (worlds,) each."""

    rewards: NDArray[numpy.float64]
    terminated: NDArray[numpy.bool_]
    truncated: NDArray[numpy.bool_]
    #: Whether the episode is a success now; None if the task does not say.
    success: NDArray[numpy.bool_] | None


class Batch:
    """Worlds of one task. With ``agents``, each of these robots acts and observes by the fields of the task.

    The worlds are stepped by ``threads`` threads, by default one for each processor that this process may use.
    """

    def __init__(
        self,
        task: Task,
        count: int,
        threads: int | None = 1,
        agents: Sequence[str] = (),
        render: str | None = None,
    ) -> None:
        self.task = task
        self.count = count
        self._scene = task.scene if isinstance(task.scene, Scene) else Scene(task.scene)
        prefixes = [f"{agent}." for agent in agents] or [""]
        observed = [name for prefix in prefixes for name in task.fields(prefix)]
        fields, self._rate_hz = probe(self._scene, [*observed, *task.hidden])
        columns = Columns()
        #: Actions and observations of each agent.
        self.actions = [Actions(task.actions, prefix) for prefix in prefixes]
        self.layouts = [
            Layout(task.observations, fields, columns, prefix, task.extra_limits) for prefix in prefixes
        ]
        for name in task.hidden:
            columns.add(name, fields[name])
        self._extra_width = 0
        extra = self.layouts[0].extra
        if extra is not None:
            columns.add_limits(extra)
            self._extra_width = extra.shape[0]
        first = task.start(numpy.random.default_rng(0)) if task.start else Start()
        self._variables = first.variables()
        self._worlds = Worlds(
            self._scene._scene,
            count,
            threads,
            (
                [field for actions in self.actions for field in actions.fields],
                numpy.concatenate([actions.low for actions in self.actions]),
                numpy.concatenate([actions.high for actions in self.actions]),
            ),
            ([(field.component, field.field, field.size) for field in columns.numbers], *columns.limits()),
            [(field.component, field.field, field.size) for field in columns.colors],
            self._variables,
            render,
        )
        self._numbers, self._pixels = columns.rows(count)
        self._before, self._pixels_before = columns.rows(count)
        self._acted = numpy.zeros((count, sum(actions.width for actions in self.actions)), numpy.float32)
        self._memory = numpy.zeros((count, len(first.memory)))
        self._steps = numpy.zeros(count, numpy.int64)
        self._state = State(
            columns.views(self._numbers, self._pixels),
            columns.views(self._before, self._pixels_before),
            self._acted,
            self._memory,
            self._steps,
        )
        self._none = numpy.zeros(count, bool)
        #: Worlds without a running episode.
        self.is_idle = numpy.ones(count, bool)

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

    def observe(self) -> list[Observation]:
        """Current observations of each agent, of all worlds: new arrays."""
        rows: Floats = self._worlds.observed(self._numbers, self._state.extra)
        pixels: Pixels = self._pixels.copy() if self._pixels.size else self._pixels
        return [layout.of(rows, pixels) for layout in self.layouts]

    def reset(self, worlds: Sequence[int], generators: Sequence[numpy.random.Generator]) -> None:
        """Start new episodes in these worlds, each with its generator."""
        seeds: list[int] = []
        starts: list[Start] = []
        for generator in generators:
            seeds.append(int(generator.integers(1 << 63)))
            start = self.task.start(generator) if self.task.start else Start()
            if start.variables() != self._variables or len(start.memory) != self._memory.shape[1]:
                raise ValueError("start must set the same variables, and give as many numbers, in every episode")
            start.check()
            starts.append(start)
        chosen = [int(world) for world in worlds]
        values = numpy.array([start.numbers() for start in starts], numpy.float64).reshape(len(chosen), -1)
        self._memory[chosen] = numpy.array([start.memory for start in starts], numpy.float64).reshape(len(chosen), -1)
        self.is_idle[chosen] = True
        self._worlds.reset(chosen, seeds, values, self._numbers, self._pixels)
        self._before[chosen] = self._numbers[chosen]
        self._pixels_before[chosen] = self._pixels[chosen]
        self._steps[chosen] = 0
        self._acted[chosen] = 0.0
        state = self._state
        self._compute_extra()
        if state.extra is not None:
            if state.extra_before is None:
                state.extra_before = state.extra.copy()
            state.extra_before[chosen] = state.extra[chosen]
        self.is_idle[chosen] = False

    def step(self, actions: Sequence[ArrayLike], rests: NDArray[numpy.bool_] | None = None) -> Outcome:
        """Act in all worlds but those that rest: ``actions`` of each agent have a row for each world."""
        resting = None if rests is None or not rests.any() else rests
        if (self.is_idle if resting is None else self.is_idle & ~resting).any():
            raise gymnasium.error.ResetNeeded("reset() begins an episode: call it before step(), and after its end")
        if resting is not None:
            actions = [codec.resting(given, resting) for codec, given in zip(self.actions, actions)]
        rows = [codec.rows(given, self.count) for codec, given in zip(self.actions, actions)]
        acted = rows[0] if len(rows) == 1 else numpy.concatenate(rows, axis=1)
        self._worlds.accept(acted, self._acted)
        try:
            return self._act(resting)
        except BaseException:
            # The worlds may be at different ticks.
            self.is_idle[:] = True
            raise

    def _act(self, resting: NDArray[numpy.bool_] | None) -> Outcome:
        task, state = self.task, self._state
        if self._pixels.size:
            self._pixels_before[:] = self._pixels
        rests = self._none if resting is None else resting
        self._worlds.step(self._acted, task.ticks, self._before, self._numbers, self._pixels, self._steps, rests)
        state.extra_before = state.extra
        self._compute_extra()
        rewards = numpy.asarray(task.reward(state), numpy.float64)
        _check_shape("the reward", rewards, (self.count,))
        truncated = self._worlds.truncated(rewards, self._steps, task.steps_max)
        ends = task.terminated(state) if task.terminated else numpy.zeros(self.count, bool)
        terminated = _truths("terminated", ends, self.count)
        success = _truths("success", task.success(state), self.count) if task.success else None
        if resting is not None:
            rewards, terminated, truncated = rewards.copy(), terminated & ~resting, truncated & ~resting
            rewards[resting] = 0.0
        return Outcome(rewards, terminated, truncated, success)

    def render(
        self, world: int, size: tuple[int, int], eye: Numbers | None, target: Numbers | None
    ) -> NDArray[numpy.uint8]:
        """A picture of a world, with a field of view of 60 degrees; see ``Simulation.render``."""
        return self._worlds.render(world, size, eye, target, 60.0)

    def show(self) -> None:
        """Open a page that shows the first world, at the pace of real time from now on."""
        url = self._worlds.show(self._scene._scene)
        print(f"the environment is shown at {url}", file=sys.stderr)
        webbrowser.open(url)

    # Any: values of metadata have many types.
    def metadata(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """Metadata of an environment, with the frames per second of this task."""
        return {**known, "render_fps": max(1, round(self._rate_hz / self.task.ticks))}

    def digest(self, world: int = 0) -> str:
        """Hash of the state of one world."""
        return self._worlds.digest(world)

    def close(self) -> None:
        """End all worlds."""
        self._worlds.close()


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown render mode."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"render_mode must be None, {' or '.join(map(repr, RENDER_MODES))}, not {mode!r}")


def _truths(what: str, given: ArrayLike, count: int) -> NDArray[numpy.bool_]:
    truths = numpy.asarray(given, bool)
    _check_shape(what, truths, (count,))
    return truths


def _check_shape(
    what: str, array: Floats | NDArray[numpy.float64] | NDArray[numpy.bool_], shape: tuple[int, ...]
) -> None:
    if array.shape != shape:
        raise ValueError(f"{what} must have the shape {shape}, got {array.shape}")
