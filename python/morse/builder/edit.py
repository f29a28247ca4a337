"""Changes of the described scene, as the scene editor writes them at the end of a script.

``morse edit scene.py`` writes calls of these functions between two marks. They name objects by their full names
and are carried out after the script, in their order: objects of loops and functions can be changed, too. Places are
positions [m] and XYZ Euler angles [rad] in the parent, or in the world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from morse.builder.document.encoding import check_property, encoded
from morse.builder.scene import scene
from morse.builder.script import arguments
from morse.builder.script.source import calling_place

if TYPE_CHECKING:
    from morse.builder.document.json_types import JsonObject, JsonValue

__all__ = [
    "add",
    "add_prop",
    "add_zone",
    "copy",
    "place",
    "remove",
    "set_level",
    "set_modifiers",
    "set_property",
    "set_rate",
    "set_size",
]

_NOWHERE = (0.0, 0.0, 0.0)


def add(
    builder: str,
    name: str,
    location: Sequence[float] = _NOWHERE,
    rotation: Sequence[float] = _NOWHERE,
    interface: str | None = None,
) -> None:
    """Add a robot, sensor or actuator of a builder class, such as ``add('Pose', 'robot.pose')``.

    ``interface``: the middleware of its stream and its services.
    """
    entry: JsonObject = {
        "builder": arguments.text("add", "builder", builder),
        "name": arguments.text("add", "name", name),
        "place": _place("add", location, rotation),
    }
    if interface is not None:
        entry["interface"] = arguments.text("add", "interface", interface)
    _note("add", entry)


def add_prop(
    file: str,
    object: str | None,
    name: str,
    location: Sequence[float] = _NOWHERE,
    rotation: Sequence[float] = _NOWHERE,
) -> None:
    """Add an object of a model file; ``object`` is its name in the file, and None stands for all objects."""
    entry: JsonObject = {
        "file": arguments.text("add_prop", "file", file),
        "name": arguments.text("add_prop", "name", name),
        "place": _place("add_prop", location, rotation),
    }
    if object is not None:
        entry["object"] = arguments.text("add_prop", "object", object)
    _note("add_prop", entry)


def copy(
    original: str, name: str, location: Sequence[float] = _NOWHERE, rotation: Sequence[float] = _NOWHERE
) -> None:
    """Copy an object with everything on it: components, streams, services and modifiers."""
    _note(
        "copy",
        {
            "original": arguments.text("copy", "original", original),
            "name": arguments.text("copy", "name", name),
            "place": _place("copy", location, rotation),
        },
    )


def place(name: str, location: Sequence[float], rotation: Sequence[float] = _NOWHERE) -> None:
    """Put an object somewhere."""
    _note("place", {"name": arguments.text("place", "name", name), "place": _place("place", location, rotation)})


def set_property(name: str, property: str, value: object) -> None:
    """Set a property of an object; None lets it have its default."""
    check_property(arguments.text("set_property", "property", property), value)
    _note(
        "set",
        {
            "name": arguments.text("set_property", "name", name),
            "property": property,
            "value": encoded(value),
        },
    )


def set_rate(name: str, rate: float) -> None:
    """Set the number of activations of a component per simulated second. [Hz]"""
    rate_hz = arguments.number("set_rate", "rate", rate)
    _note("rate", {"name": arguments.text("set_rate", "name", name), "rate_hz": rate_hz})


def set_level(name: str, level: str | None) -> None:
    """Set the level of abstraction of a component; None lets it have its default. Its default streams follow it."""
    entry: JsonObject = {"name": arguments.text("set_level", "name", name)}
    if level is not None:
        entry["level"] = arguments.text("set_level", "level", level)
    _note("level", entry)


def set_modifiers(name: str, modifiers: Sequence[tuple[str, Mapping[str, object]]]) -> None:
    """Set all modifiers of a component in their order: pairs of a short name or class path and of arguments by name."""
    chosen: list[JsonValue] = []
    for modifier, values in modifiers:
        one: JsonObject = {"modifier": arguments.text("set_modifiers", "modifier", modifier)}
        one["arguments"] = encoded(dict(values))
        chosen.append(one)
    _note("modifiers", {"name": arguments.text("set_modifiers", "name", name), "modifiers": chosen})


def add_zone(name: str, zone_type: str, location: Sequence[float], half_extents: Sequence[float]) -> None:
    """Add a zone by its center and half of its sides: ``add_zone('dock', 'Charging', (2, 0, 0.5), (1, 1, 0.5))``."""
    _note(
        "add_zone",
        {
            "name": arguments.text("add_zone", "name", name),
            "zone_type": arguments.text("add_zone", "zone_type", zone_type),
            "location": encoded(arguments.numbers("add_zone", "location", location, 3)),
            "half_extents": encoded(arguments.numbers("add_zone", "half_extents", half_extents, 3)),
        },
    )


def set_size(name: str, half_extents: Sequence[float]) -> None:
    """Set half of the sides of a zone. [m]"""
    _note(
        "size",
        {
            "name": arguments.text("set_size", "name", name),
            "half_extents": encoded(arguments.numbers("set_size", "half_extents", half_extents, 3)),
        },
    )


def remove(name: str) -> None:
    """Remove an object with everything on it."""
    _note("remove", {"name": arguments.text("remove", "name", name)})


def _place(call: str, location: Sequence[float], rotation: Sequence[float]) -> JsonObject:
    return {
        "location": encoded(arguments.numbers(call, "location", location, 3)),
        "rotation": encoded(arguments.numbers(call, "rotation", rotation, 3)),
    }


def _note(operation: str, entry: JsonObject) -> None:
    line = calling_place()
    edit: JsonObject = {"operation": {operation: entry}}
    if line is not None:
        edit["source"] = cast("JsonValue", line.as_json())
    scene().edits.append(edit)
