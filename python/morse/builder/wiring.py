"""Selects the classes that connect a component to a middleware, for add_stream, add_service and alter."""

from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from morse.builder.arguments import UnknownName, text
from morse.builder.catalogue import components, kind_of, wiring
from morse.builder.source import Place
from morse.builder.suggestions import did_you_mean

#: Level of a component that has none.
NO_LEVEL = "default"


class Stream(NamedTuple):
    """One datastream of a component."""

    manager: str
    classpath: str
    direction: str
    options: Dict[str, Any]
    place: Optional[Place]


class Modifier(NamedTuple):
    """One modifier of a component."""

    classpath: str
    direction: str
    options: Dict[str, Any]
    place: Optional[Place]


class Service(NamedTuple):
    """One request manager that serves a component."""

    manager: str
    place: Optional[Place]


class Overlay(NamedTuple):
    """One overlay over a component, on one request manager."""

    manager: str
    classpath: str
    options: Dict[str, Any]
    place: Optional[Place]


class NoStream(Exception):
    """No stream class fits; the text gives the reason and the alternatives."""


class StreamChoice(NamedTuple):
    """A stream class, the level it implies (None: keep), and whether it is only the middleware's generic one."""

    classpath: str
    level: Optional[str]
    generic: bool


def manager_class(name: str) -> str:
    """Class path of a stream manager given by short name; any other name is a class path already."""
    managers = wiring()["managers"]
    return managers.get("yarp" if name == "yarp_json" else name, name)


def known_middleware(call: str, name: Any) -> str:
    """The short name of a middleware, or a class path, as given. Raises WrongType or UnknownName."""
    known = _known_middlewares()
    if "." not in text(call, "the middleware", name) and name not in known:
        raise UnknownName(f"{call}: unknown middleware {name!r}; known: {', '.join(known)}{did_you_mean(name, known)}")
    return name


@lru_cache(maxsize=None)
def _known_middlewares() -> Dict[str, str]:
    return {**wiring()["managers"], **wiring()["request_managers"]}


def request_manager_class(call: str, name: Any) -> str:
    """Class path of a request manager. Raises UnknownName, with what is allowed, for a middleware without services."""
    managers = wiring()["request_managers"]
    if text(call, "the middleware", name) not in managers:
        raise UnknownName(
            f"{call}: {name!r} serves no requests; those that do: {', '.join(managers)}{did_you_mean(name, managers)}"
        )
    return managers[name]


@lru_cache(maxsize=None)
def direction_of(kind: Optional[str], classpath: str) -> Optional[str]:
    """IN for actuators, OUT for sensors, by the class if it is known, otherwise by the builder class."""
    return {"actuator": "IN", "sensor": "OUT"}.get(kind_of(classpath) or kind or "")


@lru_cache(maxsize=None)
def stream_table() -> Dict[str, Dict[str, Dict[str, List[str]]]]:
    """Stream classes by component class, level and middleware; the first of each list is the default."""
    table: Dict[str, Dict[str, Dict[str, List[str]]]] = {}
    for row in wiring()["rows"]:
        levels = table.setdefault(row["component"], {})
        levels.setdefault(row["level"], {})[row["middleware"]] = [row["datastream"], *row["alternatives"]]
    return table


@lru_cache(maxsize=None)
def choose_stream(classpath: str, level: str, middleware: str, direction: str) -> StreamChoice:
    """The stream class for a component at a level. Raises NoStream when there is none."""
    levels = stream_table().get(classpath)
    by_kind = wiring()["by_kind"].get(middleware)
    if by_kind:
        # It has a message for each kind of data: the simulator chooses it.
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
        # Levels that the original did not have use the stream of the component without a level.
        level = NO_LEVEL
    if level not in levels:
        known = ", ".join(levels)
        raise NoStream(f"{classpath} has no level {level!r}; levels with streams: {known}{did_you_mean(level, levels)}")
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
    """The level a stream class implies that a script gave (None: keep), and a warning if it does not fit the level that is set."""

    level: Optional[str]
    warning: str


def level_of_class(classpath: str, level: str, method: str) -> LevelOfClass:
    """The level for a stream class given by class path: its fields may be those of some levels only."""
    levels = _levels_by_class().get((classpath, method), [])
    if not levels or level in levels or NO_LEVEL in levels:
        return LevelOfClass(None, "")
    if level == NO_LEVEL:
        default = default_level(classpath)
        return LevelOfClass(default if default in levels else levels[0], "")
    known = " or ".join(map(repr, levels))
    return LevelOfClass(None, f"{method} is a stream of level {known}; what it needs may lack at level {level!r}")


@lru_cache(maxsize=None)
def _levels_by_class() -> Dict[Tuple[str, str], List[str]]:
    """The levels of each component class at which each stream class is, but for those that take any data."""
    table: Dict[Tuple[str, str], List[str]] = {}
    for row in wiring()["rows"]:
        if row.get("generic"):
            continue
        for method in (row["datastream"], *row["alternatives"]):
            levels = table.setdefault((row["component"], method), [])
            if row["level"] not in levels:
                levels.append(row["level"])
    return table


def levels_of(classpath: str) -> List[str]:
    """The levels a class documents."""
    return [level["name"] for level in components().get(classpath, {}).get("levels", ())]


def default_level(classpath: str) -> Optional[str]:
    """The level a class takes when a stream needs one."""
    for level in components().get(classpath, {}).get("levels", ()):
        if level["default"]:
            return level["name"]
    return wiring()["default_level"].get(classpath)


def modifier_class(name: Optional[str], classpath: str) -> str:
    """Class path of a modifier given by short name. Raises UnknownName, with what is allowed."""
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
