"""Declarations in the body of a component's class."""

import sys
from collections import OrderedDict
from typing import Any, Dict, Optional

_NO_DOC = "(no documentation available yet)"


def _declare(attribute: str, name: str, facts: tuple) -> None:
    # The body of the class is two frames up: its names become the attributes of the class.
    body = sys._getframe(2).f_locals
    body.setdefault(attribute, OrderedDict())[name] = facts


def add_data(name: str, default_value: Any, type: str = "", doc: str = _NO_DOC, level: Any = "all") -> None:
    """A data field: what a sensor publishes, what an actuator is commanded by. ``level``: a name, or a list of names."""
    _declare("_data_fields", name, (default_value, type, doc, level))


def add_property(python_name: str, default_value: Any, name: str, type: str = "", doc: str = _NO_DOC) -> None:
    """A property: a scene sets it with ``properties(name=...)``; the component finds it as ``self.python_name``."""
    _declare("_properties", name, (default_value, type, doc, python_name))


def add_level(name: str, classname: Optional[str], doc: str = _NO_DOC, default: bool = False) -> None:
    """A level of abstraction; ``classname`` is the class path of what runs at it, None for this class."""
    if name in ("all", "default"):
        raise NameError(f"{name!r} cannot be the name of a level")
    _declare("_levels", name, (classname, doc, default))


def declared(cls: type, attribute: str) -> Dict[str, Any]:
    """What a class and its bases declared, base first; a name that is declared again keeps its place."""
    found: "OrderedDict[str, Any]" = OrderedDict()
    for base in reversed(cls.__mro__):
        found.update(vars(base).get(attribute, {}))
    return found
