"""State of the worlds of a task, in arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Callable, TypeVar, cast

import numpy
from numpy.typing import NDArray

#: Values of a field: (worlds,) for a number, (worlds, n) for a list.
Floats = NDArray[numpy.float32]
#: Pixels of pictures in colors: (worlds, height, width, 3).
Pixels = NDArray[numpy.uint8]
_T = TypeVar("_T")


class State(Mapping[str, Floats]):
    """State of all worlds at an instant. Every array has a row for each world.

    ``state["robot.pose.x"]`` are the values of a field that the task observes or lists as hidden: (worlds,) for a
    number, (worlds, n) for a list, (worlds, height, width, channels) for a picture: bytes for colors.
    """

    def __init__(
        self,
        now: dict[str, Floats],
        before: dict[str, Floats],
        actions: Floats,
        memory: NDArray[numpy.float64],
        steps: NDArray[numpy.int64],
    ) -> None:
        self._now = now
        self._before = before
        #: Last actions: (worlds, width of actions).
        self.actions = actions
        #: Numbers of each episode, from its ``Start``: (worlds, n).
        self.memory = memory
        #: Number of actions since the start of the episode: (worlds,).
        self.steps = steps
        # Typed for tasks with ``extra``: nothing reads them in tasks without it.
        #: Result of the task's ``extra``, for its ``reward`` and ``terminated``: (worlds, n).
        self.extra: NDArray[numpy.float64] = None  # type: ignore[assignment]
        #: ``extra`` before the last action.
        self.extra_before: NDArray[numpy.float64] = None  # type: ignore[assignment]
        self._results: dict[Callable[[State], object], object] = {}

    def __getitem__(self, name: str) -> Floats:
        return self._of(self._now, name)

    def before(self, name: str) -> Floats:
        """Values of a field before the last action."""
        return self._of(self._before, name)

    def once(self, function: Callable[[State], _T]) -> _T:
        """Result of a function of this state, which is called at most once per step."""
        if function not in self._results:
            self._results[function] = function(self)
        # The result of this very function.
        return cast("_T", self._results[function])

    def forget(self) -> None:
        """Discard the results of ``once``, because the state has changed."""
        self._results.clear()

    @staticmethod
    def _of(columns: dict[str, Floats], name: str) -> Floats:
        try:
            return columns[name]
        except KeyError:
            raise KeyError(f"the task does not read {name!r}; it reads {', '.join(columns)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._now)

    def __len__(self) -> int:
        return len(self._now)
