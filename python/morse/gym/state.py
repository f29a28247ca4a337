"""The numbers of the worlds of a task, in arrays."""

from typing import Any, Callable, Dict, Mapping, Optional, Tuple

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
    ) -> None:
        self._now = _columns(numbers, places)
        self._before = _columns(before, places)
        #: The actions that led here.
        self.actions = actions
        #: The numbers of each episode, from its ``Start``.
        self.memory = memory
        #: How many actions the episode has seen.
        self.steps = steps
        #: What ``extra`` of the task computed, for its ``reward`` and ``terminated``.
        self.extra: Optional[Array] = None
        #: The same, before the last action.
        self.extra_before: Optional[Array] = None
        self._known: Dict[Callable[["State"], Any], Any] = {}

    def __getitem__(self, name: str) -> Array:
        return self._of(self._now, name)

    def before(self, name: str) -> Array:
        """A field as it was before the last action."""
        return self._of(self._before, name)

    def once(self, function: Callable[["State"], Any]) -> Any:
        """What a function of this state returns. It is called once, however many ask within a step."""
        if function not in self._known:
            self._known[function] = function(self)
        return self._known[function]

    def forget(self) -> None:
        """The numbers have changed."""
        self._known.clear()

    @staticmethod
    def _of(columns: Dict[str, Array], name: str) -> Array:
        try:
            return columns[name]
        except KeyError:
            raise KeyError(f"the task does not read {name!r}; it reads {', '.join(columns)}") from None

    def __iter__(self) -> Any:
        return iter(self._now)

    def __len__(self) -> int:
        return len(self._now)


def _columns(numbers: Array, places: Dict[str, Tuple[slice, bool]]) -> Dict[str, Array]:
    """The columns of each name: parts of the array, which show what is written to it later."""
    return {
        name: numbers[:, place.start] if is_single else numbers[:, place] for name, (place, is_single) in places.items()
    }
