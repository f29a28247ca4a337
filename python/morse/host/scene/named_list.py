"""Lists that can also be indexed by name, as in Blender's game engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, overload

if TYPE_CHECKING:
    from morse.host.types import Named

_N = TypeVar("_N", bound="Named")
_D = TypeVar("_D")


class NamedList(list[_N]):
    """A list that can also be indexed by name."""

    @overload  # type: ignore[override]  # Also takes names.
    def __getitem__(self, key: int | str) -> _N: ...
    @overload
    def __getitem__(self, key: slice) -> list[_N]: ...
    def __getitem__(self, key: int | slice | str) -> _N | list[_N]:
        if not isinstance(key, str):
            return super().__getitem__(key)
        found = self.get(key)
        if found is None:
            raise KeyError(f"there is no {key!r} here, but: {', '.join(item.name for item in self) or 'none'}")
        return found

    @overload
    def get(self, key: str, default: None = None) -> _N | None: ...
    @overload
    def get(self, key: str, default: _D) -> _N | _D: ...
    def get(self, key: str, default: _D | None = None) -> _N | _D | None:
        """The item of that name, or ``default``."""
        return next((item for item in self if item.name == key), default)

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None if isinstance(key, str) else super().__contains__(key)
