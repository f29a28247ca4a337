"""Types of the entries of ``catalog.json`` and ``wiring.json``, for annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from morse.builder.components.settings import BodySettings, ComponentOptions
    from morse.builder.document.json_types import JsonValue


class _Described(TypedDict):
    name: str
    #: float, int, bool, string; of data also vec3, vec4, euler, matrix3, image, points, objects, list and dict.
    type: str
    default: JsonValue
    unit: str | None
    doc: str


class PropertyEntry(_Described, total=False):
    """A property of a component."""

    #: The allowed texts.
    one_of: list[str]
    #: Lowest and highest value; None: no limit.
    range: list[float | None]


class FieldEntry(_Described, total=False):
    """A field of a sensor's data, or of an actuator's command."""

    #: The levels that have it; without the key, all levels.
    levels: list[str]


class LevelEntry(TypedDict):
    """An abstraction level."""

    name: str
    default: bool
    doc: str


class BuilderFacts(TypedDict):
    """A builder class of a component."""

    name: str
    #: Module below ``morse.builder``.
    module: str
    #: Name of the base class.
    base: str
    rate_hz: float | None
    #: Model file with its folder, such as ``robots/atrv``.
    model: str | None
    properties: dict[str, JsonValue]
    body: BodySettings
    options: ComponentOptions


class BuilderEntry(BuilderFacts):
    """A builder class with its component."""

    component: ComponentEntry


# `class` is a keyword, so this type needs the functional syntax.
_Component = TypedDict("_Component", {"class": str, "kind": str, "title": str, "doc": str, "data_kind": str})


class ComponentEntry(_Component, total=False):
    """A robot, sensor, actuator or modifier."""

    fields: list[FieldEntry]
    properties: list[PropertyEntry]
    levels: list[LevelEntry]
    builders: list[BuilderFacts]


class _WiringRow(TypedDict):
    component: str
    level: str
    middleware: str
    datastream: str
    alternatives: list[str]


class WiringRow(_WiringRow, total=False):
    """The stream classes of a component at a level, for one middleware."""

    #: Whether the class streams any data.
    generic: bool


class WiringEntry(TypedDict):
    """The tables of ``wiring.json``. Values are class paths unless noted."""

    #: Stream managers by short name.
    managers: dict[str, str]
    #: Request managers by short name.
    request_managers: dict[str, str]
    #: Classes that publish any data, by middleware.
    generic_out: dict[str, str]
    #: Classes that read any data, by middleware.
    generic_in: dict[str, str]
    #: Middlewares that choose the message by the kind of data: the classes for ``in`` and ``out``.
    by_kind: dict[str, dict[str, str]]
    #: Level of a component that needs one, by class.
    default_level: dict[str, str]
    rows: list[WiringRow]
    #: Modifiers by short name and component class.
    modifiers: dict[str, dict[str, str]]
