"""The numbers of the worlds of a task, in arrays."""

from typing import Any, Dict, Mapping, Optional, Tuple

Array = Any


class State(Mapping[str, Array]):
    """The numbers of all worlds at an instant. Every array has a row for each world.

    ``state["robot.pose.x"]`` are the values of a field that the task observes, or reads hidden.
    """

    def __init__(
        self,
        numbers: Array,
        before: Array,
        places: Dict[str, Tuple[slice, bool]],
        actions: Array,
        memory: Array,
        steps: Array,
        extra_before: Optional[Array] = None,
    ) -> None:
        self._numbers = numbers
        self._before = before
        self._places = places
        #: The actions that led here.
        self.actions = actions
        #: The numbers of each episode, from its ``Start``.
        self.memory = memory
        #: How many actions the episode has seen.
        self.steps = steps
        #: What ``extra`` of the task computed, for its ``reward`` and ``terminated``.
        self.extra: Optional[Array] = None
        #: The same, before the last action.
        self.extra_before = extra_before

    def __getitem__(self, name: str) -> Array:
        return self._of(self._numbers, name)

    def before(self, name: str) -> Array:
        """A field as it was before the last action."""
        return self._of(self._before, name)

    def _of(self, numbers: Array, name: str) -> Array:
        if name not in self._places:
            raise KeyError(f"the task does not read {name!r}; it reads {', '.join(self._places)}")
        place, is_single = self._places[name]
        return numbers[:, place.start] if is_single else numbers[:, place]

    def __iter__(self) -> Any:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
