"""The catalog of components, read from ``catalog.json`` and ``wiring.json`` on first use."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from morse.builder.catalog.entries import BuilderEntry, ComponentEntry, WiringEntry


def _read(name: str) -> Any:  # the files are generated with the types in `entries`
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


@cache
def components() -> dict[str, ComponentEntry]:
    """Every component by its class path."""
    return {component["class"]: component for component in _read("catalog.json")["components"]}


@cache
def builders() -> dict[str, BuilderEntry]:
    """Every builder class by name, each with its ``component``."""
    found: dict[str, BuilderEntry] = {}
    for component in components().values():
        for builder in component.get("builders", ()):
            found[builder["name"]] = {**builder, "component": component}
    return found


def builders_of(module: str) -> list[BuilderEntry]:
    """The builder classes of one module, in catalog order."""
    return [builder for builder in builders().values() if builder["module"] == module]


def kind_of(classpath: str) -> str | None:
    """``robot``, ``sensor``, ``actuator`` or ``modifier``; None for a class that is not built in."""
    component = components().get(classpath)
    return component["kind"] if component else None


@cache
def wiring() -> WiringEntry:
    """The classes that connect components to middlewares."""
    tables: WiringEntry = _read("wiring.json")
    return tables
