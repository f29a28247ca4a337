"""Selects the classes that connect a component to a middleware, for add_stream, add_service and alter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from morse.builder.catalog import components, kind_of, wiring
from morse.builder.script.arguments import UnknownName, text
from morse.builder.script.source import Place
from morse.builder.script.suggestions import did_you_mean

#: Level of a component without levels.
NO_LEVEL = "default"


class Stream(NamedTuple):
    """One datastream of a component."""

    #: Class path of the stream manager.
    manager: str
    classpath: str
    #: ``IN`` or ``OUT``.
    direction: str
    options: Mapping[str, object]
    place: Place | None


class Modifier(NamedTuple):
    """One modifier of a component."""

    classpath: str
    #: ``IN`` or ``OUT``.
    direction: str
    options: Mapping[str, object]
    place: Place | None


class Service(NamedTuple):
    """One request manager that serves a component."""

    #: Class path.
    manager: str
    place: Place | None


class Overlay(NamedTuple):
    """One overlay of a component, for one request manager."""

    #: Class path of the request manager.
    manager: str
    classpath: str
    options: Mapping[str, object]
    place: Place | None


class NoStream(Exception):
    """No stream class fits. The text has the reason and the alternatives."""


class StreamChoice(NamedTuple):
    """A stream class for a component."""

    classpath: str
    #: The level that the class implies; None keeps the level of the component.
    level: str | None
    #: Whether it is the class of the middleware for any data.
    generic: bool


def manager_class(name: str) -> str:
    """Class path of a stream manager given by short name; an unknown name is returned as a class path."""
    managers = wiring()["managers"]
    return managers.get("yarp" if name == "yarp_json" else name, name)


def known_middleware(call: str, middleware: object) -> str:
    """The short name of a middleware, or a class path, as given. Raises WrongType or UnknownName."""
    known = _known_middlewares()
    name = text(call, "the middleware", middleware)
    if "." not in name and name not in known:
        raise UnknownName(f"{call}: unknown middleware {name!r}; known: {', '.join(known)}{did_you_mean(name, known)}")
    return name


@cache
def _known_middlewares() -> dict[str, str]:
    return {**wiring()["managers"], **wiring()["request_managers"]}


def request_manager_class(call: str, middleware: object) -> str:
    """Class path of a request manager. Raises UnknownName, with the allowed names, for other middlewares."""
    managers = wiring()["request_managers"]
    name = text(call, "the middleware", middleware)
    if name not in managers:
        raise UnknownName(
            f"{call}: {name!r} serves no requests; those that do: {', '.join(managers)}{did_you_mean(name, managers)}"
        )
    return managers[name]


@cache
def direction_of(kind: str | None, classpath: str) -> str | None:
    """IN for actuators, OUT for sensors. The kind of a class in the catalog comes first, then ``kind``."""
    return {"actuator": "IN", "sensor": "OUT"}.get(kind_of(classpath) or kind or "")


@cache
def stream_table() -> dict[str, dict[str, dict[str, list[str]]]]:
    """Stream classes by component class, level and middleware; the first of each list is the default."""
    table: dict[str, dict[str, dict[str, list[str]]]] = {}
    for row in wiring()["rows"]:
        levels = table.setdefault(row["component"], {})
        levels.setdefault(row["level"], {})[row["middleware"]] = [row["datastream"], *row["alternatives"]]
    return table


@cache
def choose_stream(classpath: str, level: str, middleware: str, direction: str) -> StreamChoice:
    """The stream class for a component at a level. Raises NoStream when there is none."""
    levels = stream_table().get(classpath)
    by_kind = wiring()["by_kind"].get(middleware)
    if by_kind:
        # The middleware has a message for each kind of data, which the simulator chooses.
        implied = default_level(classpath) if level == NO_LEVEL and levels and NO_LEVEL not in levels else None
        return StreamChoice(by_kind["out" if direction == "OUT" else "in"], implied, False)
    if levels is None:
        generic = wiring()["generic_out" if direction == "OUT" else "generic_in"]
        if middleware not in generic:
            known = [*generic, *wiring()["by_kind"]]
            raise NoStream(
                f"{classpath} has no stream for {middleware!r} and that middleware has no generic one; "
                f"those that do: {', '.join(known)}, or give the class path of a stream as second argument"
                f"{did_you_mean(middleware, known)}"
            )
        return StreamChoice(generic[middleware], None, True)
    implied = None
    if level == NO_LEVEL and NO_LEVEL not in levels:
        implied = level = default_level(classpath) or level
    if level not in levels and NO_LEVEL in levels and level in levels_of(classpath):
        # Levels that are not in the original use the stream of the component without a level.
        level = NO_LEVEL
    if level not in levels:
        with_streams = ", ".join(levels)
        raise NoStream(
            f"{classpath} has no level {level!r}; levels with streams: {with_streams}{did_you_mean(level, levels)}"
        )
    streams = levels[level]
    if middleware not in streams:
        where = "" if level == NO_LEVEL else f" at level {level!r}"
        known = [*streams, *wiring()["by_kind"]]
        raise NoStream(
            f"{classpath} has no stream for {middleware!r}{where}; those that exist: {', '.join(known)}"
            f"{did_you_mean(middleware, known)}"
        )
    return StreamChoice(streams[middleware][0], implied, False)


class LevelOfClass(NamedTuple):
    """Level for a stream class that the script gave by class path."""

    #: The level that the class implies; None keeps the level of the component.
    level: str | None
    #: Warning for a class that does not fit the level of the component, else empty.
    warning: str


def level_of_class(classpath: str, level: str, method: str) -> LevelOfClass:
    """The level for a stream class given by class path, whose fields may belong to some levels only."""
    levels = _levels_by_class().get((classpath, method), [])
    if not levels or level in levels or NO_LEVEL in levels:
        return LevelOfClass(None, "")
    if level == NO_LEVEL:
        default = default_level(classpath)
        return LevelOfClass(default if default in levels else levels[0], "")
    known = " or ".join(map(repr, levels))
    warning = f"{method} is a stream of level {known}; some of its fields may be missing at level {level!r}"
    return LevelOfClass(None, warning)


@cache
def _levels_by_class() -> dict[tuple[str, str], list[str]]:
    """The levels by component class and stream class, without the stream classes that take any data."""
    table: dict[tuple[str, str], list[str]] = {}
    for row in wiring()["rows"]:
        if row.get("generic"):
            continue
        for method in (row["datastream"], *row["alternatives"]):
            levels = table.setdefault((row["component"], method), [])
            if row["level"] not in levels:
                levels.append(row["level"])
    return table


def levels_of(classpath: str) -> list[str]:
    """The levels of a class in the catalog."""
    component = components().get(classpath)
    return [level["name"] for level in component.get("levels", ())] if component else []


def default_level(classpath: str) -> str | None:
    """The level that a class takes when a stream needs one."""
    component = components().get(classpath)
    for level in component.get("levels", ()) if component else ():
        if level["default"]:
            return level["name"]
    return wiring()["default_level"].get(classpath)


def modifier_class(name: str | None, classpath: str) -> str:
    """Class path of a modifier given by short name. Raises UnknownName, with the allowed names."""
    modifiers = wiring()["modifiers"]
    if not name:
        raise UnknownName("alter: give the name of a modifier, or classpath=")
    if "." in text("alter", "modifier_name", name):
        return name
    if text("alter", "modifier_name", name) not in modifiers:
        known = ", ".join(modifiers)
        raise UnknownName(f"alter: unknown modifier {name!r}; known: {known}{did_you_mean(name, modifiers)}")
    if classpath not in modifiers[name]:
        fitting = [alias for alias, classes in modifiers.items() if classpath in classes]
        known = ", ".join(fitting) or "none"
        raise UnknownName(f"alter: modifier {name!r} does not fit {classpath}; those that do: {known}")
    return modifiers[name][classpath]
