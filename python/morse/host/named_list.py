"""Lists that can also be indexed by name, as the game engine has them."""

from typing import Any, List


class NamedList(List[Any]):
    """A list that can also be indexed by name."""

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        found = self.get(key)
        if found is None:
            raise KeyError(f"there is no {key!r} here, but: {', '.join(item.name for item in self) or 'none'}")
        return found

    def get(self, key: str, default: Any = None) -> Any:
        """The one of that name, or ``default``."""
        return next((item for item in self if item.name == key), default)

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None if isinstance(key, str) else super().__contains__(key)
