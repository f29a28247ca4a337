"""The properties of a scene object in Blender's form: ``obj.game.properties['name'].value``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from morse.builder.document.encoding import check_property
from morse.builder.scene import attributes


class PropertyView:
    """A property: ``obj.game.properties['name']``."""

    def __init__(self, values: dict[str, object], name: str) -> None:
        self._values = values
        self._name = name

    @property
    def name(self) -> str:
        """The name; writing renames the property."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        self._values[name] = self._values.pop(self._name)
        self._name = name

    @property
    def value(self) -> Any:  # scripts compute with the values
        """The value, of any type; writable."""
        return self._values[self.name]

    @value.setter
    def value(self, value: object) -> None:
        check_property(self.name, value)
        self._values[self.name] = value

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_") and not hasattr(type(self), name):
            attributes.name_without_effect(f"game.properties.{name}")
        object.__setattr__(self, name, value)

    @property
    def type(self) -> str:
        """Type of the value: BOOL, INT, FLOAT, STRING or TIMER."""
        kind = type(self.value).__name__.upper()
        return {"STR": "STRING"}.get(kind, kind)


class PropertyViews:
    """The properties of an object, as a mapping of views."""

    def __init__(self, values: dict[str, object]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> PropertyView:
        if name not in self._values:
            raise KeyError(f"no property {name!r}")
        return PropertyView(self._values, name)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[PropertyView]:
        return (PropertyView(self._values, name) for name in self._values)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> Iterable[str]:
        """Names of the properties."""
        return self._values.keys()
