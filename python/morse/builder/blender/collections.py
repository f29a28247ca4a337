"""Collections with the ways of Blender's: by name, by number, in order."""

from typing import Any, Callable, Iterator, List, Tuple, Union

from morse.builder.suggestions import did_you_mean


class Named:
    """Items with a ``name``; ``items_of`` gives those of the moment, ``of_file`` looks for one that is not among them."""

    def __init__(self, kind: str, items_of: Callable[[], List[Any]], why_not: str = "") -> None:
        self._kind = kind
        self._items_of = items_of
        self._why_not = why_not

    def __getitem__(self, key: Union[int, slice, str]) -> Any:
        items = self._items_of()
        if not isinstance(key, str):
            return items[key]
        for item in items:
            if item.name == key:
                return item
        return self.missing(key)

    def missing(self, name: str) -> Any:
        """An item that is not among those of the script. Raises KeyError."""
        known = [item.name for item in self._items_of()]
        raise KeyError(f"there is no {self._kind} {name!r}{did_you_mean(name, known)}{self._why_not}")

    def get(self, name: str, default: Any = None) -> Any:
        """The item of that name, or the default."""
        try:
            return self[name]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items_of())

    def __len__(self) -> int:
        return len(self._items_of())

    def __contains__(self, key: Any) -> bool:
        return any(item is key or item.name == key for item in self._items_of())

    def keys(self) -> List[str]:
        """The names."""
        return [item.name for item in self]

    def values(self) -> List[Any]:
        """The items."""
        return list(self)

    def items(self) -> List[Tuple[str, Any]]:
        """Names and items."""
        return [(item.name, item) for item in self]


def unique_name(name: str, items: List[Any]) -> str:
    """The name, with the next free number when one of the items has it."""
    taken = {item.name for item in items}
    unique, number = name, 0
    while unique in taken:
        number += 1
        unique = f"{name}.{number:03d}"
    return unique
