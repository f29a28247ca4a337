"""The classes of the messages that are known, made of their definitions when they are first used."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

from morse.host.ros.field import FORMATS, Field
from morse.host.ros.message import Message

_PRIMITIVE = (*FORMATS, "string", "time", "duration")
#: The line before each definition of a type that another one uses.
_LINE = "=" * 80


@lru_cache(maxsize=None)
def definitions() -> Dict[str, List[str]]:
    """md5sum and definition of each type, by its name such as ``std_msgs/String``."""
    return json.loads(Path(__file__).with_name("definitions.json").read_text(encoding="utf-8"))


def packages() -> List[str]:
    """The packages of these types, in order."""
    return sorted({name.split("/")[0] for name in definitions()})


def names_of(package: str) -> List[str]:
    """The names of the messages of a package."""
    return [name.split("/")[1] for name in definitions() if name.startswith(package + "/")]


def _full_name(package: str, written: str) -> str:
    if written in _PRIMITIVE or "/" in written:
        return written
    return "std_msgs/Header" if written == "Header" else f"{package}/{written}"


def _parsed(name: str) -> Tuple[List[Tuple[str, str, Optional[int]]], Dict[str, Any]]:
    """The fields of a type as name, type and count, and its constants."""
    package = name.split("/")[0]
    fields: List[Tuple[str, str, Optional[int]]] = []
    constants: Dict[str, Any] = {}
    for line in definitions()[name][1].splitlines():
        kind, rest = line.split(None, 1)
        if "=" in rest:
            constant, value = rest.split("=", 1)
            number = float if kind.startswith("float") else lambda text: int(text, 0)
            constants[constant] = value if kind == "string" else number(value)
            continue
        base, bracket, length = kind.partition("[")
        count = None if not bracket else int(length[:-1] or -1)
        fields.append((rest, _full_name(package, base), count))
    return fields, constants


def _used(name: str) -> List[str]:
    """The types of the fields of a type, without repetition."""
    types = (kind for _, kind, _ in _parsed(name)[0] if kind not in _PRIMITIVE)
    return list(dict.fromkeys(types))


def full_text(name: str) -> str:
    """The definition of a type with those of all types that it uses."""
    found: List[str] = []

    def visit(one: str) -> None:
        for used in _used(one):
            if used not in found:
                found.append(used)
                visit(used)

    visit(name)
    parts = [definitions()[name][1] + "\n"]
    parts += [f"{_LINE}\nMSG: {one}\n{definitions()[one][1]}\n" for one in found]
    return "".join(parts)


def _same_as(name: str) -> property:
    """An attribute that is another one."""
    return property(lambda self: getattr(self, name), lambda self, value: setattr(self, name, value))


@lru_cache(maxsize=None)
def message_class(name: str) -> Any:
    """The class of a type. Raises KeyError for an unknown one."""
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
