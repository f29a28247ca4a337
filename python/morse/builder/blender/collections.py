"""Collections with the interface of Blender's: access by name, by index, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Callable, Generic, Protocol, TypeVar, overload

from morse.builder.script.suggestions import did_you_mean

if TYPE_CHECKING:

    class HasName(Protocol):
        """An item of a collection."""

        @property
        def name(self) -> str:
            """Name in the collection."""


_Item = TypeVar("_Item", covariant=True)
_Default = TypeVar("_Default")


def _name(item: object) -> str:
    name: str = item.name  # type: ignore[attr-defined]  # every item has a name
    return name


class Named(Generic[_Item]):
    """Items with a ``name``. ``items_of`` returns the current items, ``why_not`` ends messages about unknown names."""

    def __init__(self, kind: str, items_of: Callable[[], list[_Item]], why_not: str = "") -> None:
        self._kind = kind
        self._items_of = items_of
        self._why_not = why_not

    @overload
    def __getitem__(self, key: int | str) -> _Item: ...
    @overload
    def __getitem__(self, key: slice) -> list[_Item]: ...
    def __getitem__(self, key: int | str | slice) -> _Item | list[_Item]:
        items = self._items_of()
        if not isinstance(key, str):
            return items[key]
        for item in items:
            if _name(item) == key:
                return item
        return self.missing(key)

    def missing(self, name: str) -> _Item:
        """An item that is not among those of the script. Raises KeyError."""
        known = [_name(item) for item in self._items_of()]
        raise KeyError(f"there is no {self._kind} {name!r}{did_you_mean(name, known)}{self._why_not}")

    def get(self, name: str, default: _Default | None = None) -> _Item | _Default | None:
        """The item of that name, or the default."""
        try:
            return self[name]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[_Item]:
        return iter(self._items_of())

    def __len__(self) -> int:
        return len(self._items_of())

    def __contains__(self, key: object) -> bool:
        return any(item is key or _name(item) == key for item in self._items_of())

    def keys(self) -> list[str]:
        """The names."""
        return [_name(item) for item in self]

    def values(self) -> list[_Item]:
        """The items."""
        return list(self)

    def items(self) -> list[tuple[str, _Item]]:
        """Names and items."""
        return [(_name(item), item) for item in self]


def unique_name(name: str, items: Iterable[HasName]) -> str:
    """The name, with the next free number when one of the items has it."""
    taken = {item.name for item in items}
    unique, number = name, 0
    while unique in taken:
        number += 1
        unique = f"{name}.{number:03d}"
    return unique
