"""Constraints of Blender's objects, which this simulator does not have."""

from typing import Any, Optional

from morse.builder import attributes


class Constraints(list):
    """The constraints that a script gave to an object: kept, without effect."""

    def new(self, type: str) -> Any:
        """A constraint, whose settings are kept."""
        attributes.name_without_effect(f"constraints {type!r}")
        constraint = attributes.WithoutEffect(f"constraints[{type!r}]", {"type": type, "name": type})
        self.append(constraint)
        return constraint

    def get(self, name: str, default: Optional[Any] = None) -> Any:
        """The constraint of that name."""
        return next((one for one in self if one.name == name), default)

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        one = self.get(key)
        if one is None:
            raise KeyError(f"no constraint {key!r}: the Builder reads no model files, and knows of those that the script made")
        return one

    def clear(self) -> None:
        """Remove those that the script made."""
        del self[:]
