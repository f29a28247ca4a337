"""The catalogue of components, read from ``catalogue.json`` on first use."""

import json
import os
from functools import lru_cache
from typing import Any, Dict, List, Optional


def _read(name: str) -> Any:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


@lru_cache(maxsize=None)
def components() -> Dict[str, Dict[str, Any]]:
    """Every component by its class path."""
    return {component["class"]: component for component in _read("catalogue.json")["components"]}


@lru_cache(maxsize=None)
def builders() -> Dict[str, Dict[str, Any]]:
    """Every builder class by name, each with its ``component``."""
    found = {}
    for component in components().values():
        for builder in component.get("builders", ()):
            found[builder["name"]] = dict(builder, component=component)
    return found


def builders_of(module: str) -> List[Dict[str, Any]]:
    """The builder classes of one module, in catalogue order."""
    return [builder for builder in builders().values() if builder["module"] == module]


def kind_of(classpath: str) -> Optional[str]:
    """``robot``, ``sensor``, ``actuator`` or ``modifier``; None for a class of the user's own."""
    component = components().get(classpath)
    return component["kind"] if component else None


@lru_cache(maxsize=None)
def wiring() -> Dict[str, Any]:
    """The tables that say which class carries a component over which middleware."""
    return _read("wiring.json")
