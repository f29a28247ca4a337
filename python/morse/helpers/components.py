"""Declarations of data, properties and levels in the class body of a component."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from morse.host.types import Value

_NO_DOC = "(no documentation available yet)"


def _declare(attribute: str, name: str, facts: tuple[Value, ...]) -> None:
    # The class body is two frames up. Its local names become attributes of the class.
    body = sys._getframe(2).f_locals
    body.setdefault(attribute, OrderedDict())[name] = facts


def add_data(
    name: str, default_value: Value, type: str = "", doc: str = _NO_DOC, level: str | Sequence[str] = "all"
) -> None:
    """Declare a data field of a sensor or actuator. ``level`` is the name of a level, or a list of names."""
    _declare("_data_fields", name, (default_value, type, doc, level))


def add_property(python_name: str, default_value: Value, name: str, type: str = "", doc: str = _NO_DOC) -> None:
    """Declare a property: scenes set it with ``properties(name=...)``, the component reads ``self.python_name``."""
    _declare("_properties", name, (default_value, type, doc, python_name))


def add_level(name: str, classname: str | None, doc: str = _NO_DOC, default: bool = False) -> None:
    """Declare a level of abstraction. ``classname`` is the class path at this level, None for the class itself."""
    if name in ("all", "default"):
        raise NameError(f"{name!r} cannot be the name of a level")
    _declare("_levels", name, (classname, doc, default))


def declared(cls: type, attribute: str) -> dict[str, Value]:
    """Declarations of a class and its bases, bases first. An overriding declaration keeps the position of the name."""
    found: OrderedDict[str, Value] = OrderedDict()
    for base in reversed(cls.__mro__):
        found.update(vars(base).get(attribute, {}))
    return found
