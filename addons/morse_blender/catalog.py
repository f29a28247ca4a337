"""The catalog of the simulator: classes of robots, sensors and actuators, their properties, and the middlewares.

``catalog.json`` is generated from the descriptions of the components.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

#: Text of the choice "no class yet".
NOTHING = "NONE"


@cache
def _read() -> dict[str, Any]:
    path = Path(__file__).with_name("catalog.json")
    return json.loads(path.read_text(encoding="utf-8"))


@cache
def classes() -> dict[str, dict[str, Any]]:
    """Every class by name."""
    return {entry["name"]: entry for entry in _read()["classes"]}


def bases() -> list[str]:
    """Classes of robots that take a model file."""
    return list(_read()["bases"])


def interface_choices() -> list[tuple[str, str, str, int]]:
    """Items of an EnumProperty: the middlewares that a robot can speak."""
    found = [(NOTHING, "None", "Streams are added to the script by hand", 0)]
    for name in _read()["interfaces"]:
        found.append((name, name, "Every component of the robot has a stream and services", _number(name)))
    return found


def properties_of(name: str) -> list[dict[str, Any]]:
    """The properties of a class; empty for a class that the catalog does not have."""
    entry = classes().get(name)
    return entry["properties"] if entry else []


@cache
def choices(kind: str) -> list[tuple[str, str, str, int]]:
    """Items of an EnumProperty: the classes of a kind (``robot``, ``sensor``, ``actuator``).

    A .blend file stores the number, which depends on the name alone, so that files survive changes of the catalog.
    """
    found = [(NOTHING, "Select…", "No class yet", 0)]
    if kind == "robot":
        found += [(base, base, "Robot with the objects below it as its model", _number(base)) for base in bases()]
    for entry in classes().values():
        if entry["kind"] == kind:
            found.append((entry["name"], entry["name"], entry["title"], _number(entry["name"])))
    return found


def _number(name: str) -> int:
    return zlib.crc32(name.encode()) & 0x7FFFFFFF
