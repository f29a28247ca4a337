"""Actions of an agent: numbers within limits, or one of several commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy
from numpy.typing import ArrayLike, NDArray

from morse.gym.fields import split
from morse.gym.limits import Limits, box, length_of
from morse.gym.state import Floats

#: Values of fields of actuators.
Command = Mapping[str, "float | Sequence[float]"]


class Actions:
    """Actions of an agent. ``prefix`` is put in front of the names of the fields."""

    def __init__(self, actions: Mapping[str, Limits] | Sequence[Command], prefix: str = "") -> None:
        self._commands: Floats | None = None
        if isinstance(actions, Mapping):
            names = _grouped(actions)
            lengths = {name: length_of(actions[name]) for name in names}
            space = box({name: actions[name] for name in names}, lengths)
            # Any: numbers, or the number of a command.
            self.space: gymnasium.Space[Any] = space
            self.low, self.high = space.low, space.high
        else:
            names = _grouped(actions[0])
            if any(set(command) != set(names) for command in actions):
                raise ValueError("each command of a discrete action must set the same fields")
            lengths = {name: length_of((value, value)) for name, value in actions[0].items()}
            rows = [numpy.concatenate([numpy.ravel(command[name]) for name in names]) for command in actions]
            if len({len(row) for row in rows}) > 1 or not numpy.isfinite(numpy.concatenate(rows)).all():
                raise ValueError("the commands of a discrete action must be finite numbers, and of the same length")
            self._commands = numpy.stack(rows).astype(numpy.float32)
            self.space = gymnasium.spaces.Discrete(len(rows))
            self.low, self.high = self._commands.min(axis=0), self._commands.max(axis=0)
        #: Actuator, field and length of each field.
        self.fields = [(*split(prefix + name), lengths[name]) for name in names]

    @property
    def width(self) -> int:
        """How many numbers an action sets."""
        return len(self.low)

    def rows(self, given: ArrayLike, count: int) -> Floats:
        """Numbers for the actuators of ``count`` worlds: (count, width)."""
        if self._commands is None:
            numbers = numpy.ascontiguousarray(given, numpy.float32)
            if numbers.shape != (count, self.width):
                raise ValueError(f"actions must have the shape {(count, self.width)}, got {numbers.shape}")
            return numbers
        chosen = numpy.asarray(given)
        if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be {count} whole numbers, got {given!r}")
        if ((chosen < 0) | (chosen >= len(self._commands))).any():
            raise ValueError(f"actions must be 0 to {len(self._commands) - 1}, got {given!r}")
        rows: Floats = self._commands[chosen]
        return rows

    def resting(self, given: ArrayLike, rests: NDArray[numpy.bool_]) -> ArrayLike:
        """The same actions, with valid ones for worlds that ignore them."""
        actions = numpy.array(given)
        if actions.shape[:1] == rests.shape:
            actions[rests] = 0
        return actions


def _grouped(names: Mapping[str, object]) -> list[str]:
    """Names of fields, grouped by actuator."""
    actuators = dict.fromkeys(split(name)[0] for name in names)
    return [name for actuator in actuators for name in names if split(name)[0] == actuator]
