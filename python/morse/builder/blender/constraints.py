"""Constraints of Blender's objects, which have no effect in this simulator."""

from __future__ import annotations

from typing import SupportsIndex

from morse.builder.scene import attributes
from morse.builder.scene.attributes import WithoutEffect


class Constraints(list[WithoutEffect]):
    """The constraints that a script gave to an object: kept, without effect."""

    def new(self, type: str) -> WithoutEffect:
        """Create a constraint, which keeps its settings."""
        attributes.name_without_effect(f"constraints {type!r}")
        constraint = WithoutEffect(f"constraints[{type!r}]", {"type": type, "name": type})
        self.append(constraint)
        return constraint

    def get(self, name: str, default: WithoutEffect | None = None) -> WithoutEffect | None:
        """The constraint of that name, or the default."""
        return next((constraint for constraint in self if constraint.name == name), default)

    def __getitem__(  # type: ignore[override]  # also by name
        self, key: str | SupportsIndex | slice
    ) -> WithoutEffect | list[WithoutEffect]:
        if not isinstance(key, str):
            return super().__getitem__(key)
        constraint = self.get(key)
        if constraint is None:
            raise KeyError(
                f"no constraint {key!r}: the Builder reads no model files, and knows only the constraints of the script"
            )
        return constraint

    def clear(self) -> None:
        """Remove the constraints that the script created."""
        del self[:]
