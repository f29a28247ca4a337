"""Classes of the built-in messages, created from their definitions on first use."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Callable, Union

from morse.host.ros.field import FORMATS, Field
from morse.host.ros.message import Message

#: Value of a constant in a message definition.
Constant = Union[int, float, str]

_PRIMITIVE = (*FORMATS, "string", "time", "duration")
#: Line before the definition of each used type in a full definition.
_LINE = "=" * 80


@cache
def definitions() -> dict[str, list[str]]:
    """MD5 sum and definition of each type, by names such as ``std_msgs/String``."""
    text = Path(__file__).with_name("definitions.json").read_text(encoding="utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found


def packages() -> list[str]:
    """Names of the packages of the types, sorted."""
    return sorted({name.split("/")[0] for name in definitions()})


def names_of(package: str) -> list[str]:
    """Names of the messages of a package."""
    return [name.split("/")[1] for name in definitions() if name.startswith(package + "/")]


def _full_name(package: str, written: str) -> str:
    if written in _PRIMITIVE or "/" in written:
        return written
    return "std_msgs/Header" if written == "Header" else f"{package}/{written}"


def _parsed(name: str) -> tuple[list[tuple[str, str, int | None]], dict[str, Constant]]:
    """Name, type and count of each field of a type, and its constants."""
    package = name.split("/")[0]
    fields: list[tuple[str, str, int | None]] = []
    constants: dict[str, Constant] = {}
    for line in definitions()[name][1].splitlines():
        kind, rest = line.split(None, 1)
        if "=" in rest:
            constant, value = rest.split("=", 1)
            number: Callable[[str], float] = float if kind.startswith("float") else lambda text: int(text, 0)
            constants[constant] = value if kind == "string" else number(value)
            continue
        base, bracket, length = kind.partition("[")
        count = None if not bracket else int(length[:-1] or -1)
        fields.append((rest, _full_name(package, base), count))
    return fields, constants


def _used(name: str) -> list[str]:
    """Message types of the fields of a type, without repetition."""
    types = (kind for _, kind, _ in _parsed(name)[0] if kind not in _PRIMITIVE)
    return list(dict.fromkeys(types))


def full_text(name: str) -> str:
    """The definition of a type, followed by the definitions of all types that it uses."""
    found: list[str] = []

    def visit(user: str) -> None:
        for used in _used(user):
            if used not in found:
                found.append(used)
                visit(used)

    visit(name)
    parts = [definitions()[name][1] + "\n"]
    parts += [f"{_LINE}\nMSG: {used}\n{definitions()[used][1]}\n" for used in found]
    return "".join(parts)


def _same_as(name: str) -> property:
    """An alias of an attribute."""
    return property(lambda self: getattr(self, name), lambda self, value: setattr(self, name, value))


@cache
def message_class(name: str) -> type[Message]:
    """The class of a type. Raises KeyError for an unknown type."""
    md5sum, _ = definitions()[name]
    package, short = name.split("/")
    parsed, constants = _parsed(name)
    fields = tuple(Field(field, kind, count, message_class) for field, kind, count in parsed)
    other_names = {field.name.lower(): field.name for field in fields if field.name != field.name.lower()}
    body = {
        "__slots__": [field.name for field in fields],
        "__module__": f"{package}.msg",
        "__doc__": f"``{name}``: {', '.join(f'{field.slot_type} {field.name}' for field in fields) or 'no fields'}.",
        "_type": name,
        "_md5sum": md5sum,
        "_full_text": full_text(name),
        "_has_header": any(field.type == "std_msgs/Header" and field.count is None for field in fields),
        "_slot_types": [field.slot_type for field in fields],
        "_fields": fields,
        "_other_names": other_names,
        **{other: _same_as(own) for other, own in other_names.items()},
        **constants,
    }
    return type(short, (Message,), body)
