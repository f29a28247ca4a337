"""The properties of a scene object in Blender's form: ``obj.game.properties['name'].value``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Callable

from morse.builder.document.encoding import check_property, timer
from morse.builder.scene import attributes
from morse.builder.script.suggestions import did_you_mean

#: Types of properties, each with the conversion of its values.
_TYPES: dict[str, Callable[[Any], object]] = {"BOOL": bool, "INT": int, "FLOAT": float, "STRING": str, "TIMER": timer}


class PropertyView:
    """A property: ``obj.game.properties['name']``."""

    def __init__(self, values: dict[str, object], name: str) -> None:
        self._values = values
        self._name = name

    @property
    def name(self) -> str:
        """The name; writing renames the property, which keeps its place among the properties."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        renamed = [(name if known == self._name else known, value) for known, value in self._values.items()]
        self._values.clear()
        self._values.update(renamed)
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
        """Type of the value: BOOL, INT, FLOAT, STRING or TIMER; writing converts the value."""
        kind = type(self.value).__name__.upper()
        return {"STR": "STRING"}.get(kind, kind)

    @type.setter
    def type(self, kind: str) -> None:
        convert = _TYPES[attributes.one_of("type of a property", kind, _TYPES)]
        try:
            self.value = convert(self.value)
        except ValueError:
            # As in Blender, a value without meaning in the new type is lost.
            self.value = convert(0)


class PropertyViews:
    """The properties of an object, as a collection of views: by name, and by number in the order of creation."""

    def __init__(self, values: dict[str, object]) -> None:
        self._values = values

    def __getitem__(self, key: str | int) -> PropertyView:
        if not isinstance(key, str):
            return PropertyView(self._values, list(self._values)[key])
        if key not in self._values:
            raise KeyError(f"no property {key!r}{did_you_mean(key, self._values)}")
        return PropertyView(self._values, key)

    def get(self, name: str, default: PropertyView | None = None) -> PropertyView | None:
        """The property of that name, or the default."""
        return self[name] if name in self._values else default

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[PropertyView]:
        return (PropertyView(self._values, name) for name in list(self._values))

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> Iterable[str]:
        """Names of the properties."""
        return self._values.keys()

    def values(self) -> list[PropertyView]:
        """The properties."""
        return list(self)

    def items(self) -> list[tuple[str, PropertyView]]:
        """Names and properties."""
        return [(view.name, view) for view in self]
