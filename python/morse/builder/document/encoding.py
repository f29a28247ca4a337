"""Converts Python values to the JSON form of scene documents."""

from __future__ import annotations

import base64
from math import isfinite
from typing import TYPE_CHECKING, Any

from morse.builder.script import report
from morse.builder.script.arguments import WrongValue
from morse.core.mathutils import Euler, Matrix, Quaternion, Vector

if TYPE_CHECKING:
    from morse.builder.document.json_types import JsonValue

#: Maximum nesting depth of a document.
_DEPTH_MAX = 64


_NUMBERS = frozenset((Vector, Euler))
_SCALARS = frozenset((bool, int, float, str))
_PLAIN = frozenset((int, bool, type(None)))


class timer(float):
    """A property that counts up with simulated time, from this value. [s]"""


def encoded(value: Any) -> JsonValue:  # type checkers do not follow the comparisons of `kind`
    """The JSON form of a value. A value without JSON form becomes an object with one key that starts with ``$``."""
    kind = type(value)
    # The most frequent types come first: a scene of a thousand robots has a hundred thousand values.
    if kind is str and value.isascii() or kind in _PLAIN:
        plain: JsonValue = value
        return plain
    if kind is float:
        return value if isfinite(value) else {"$float": str(value)}
    if kind is dict:
        return _encoded_dict(value) if value else {}
    if kind in _NUMBERS:
        numbers: list[float] = list(value)
        if all(map(isfinite, numbers)):
            return numbers
    return _encoded_other(value)


def _encoded_dict(value: dict[Any, object]) -> JsonValue:  # the loop checks the keys
    for key in value:
        if not isinstance(key, str) or key.startswith("$"):
            return {"$dict": [[encoded(key), encoded(item)] for key, item in value.items()]}
    return {key: encoded(item) for key, item in value.items()}


def _encoded_other(value: object) -> JsonValue:
    if isinstance(value, timer):
        return {"$timer": float(value)}
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        number = float(value)
        return number if isfinite(number) else {"$float": str(number)}
    if isinstance(value, str):
        # Names of files that are not UTF-8 reach Python as lone surrogates, which no JSON reader accepts.
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, tuple):
        return {"$tuple": [encoded(item) for item in value]}
    if isinstance(value, (list, Vector, Euler, Quaternion, Matrix)):
        return [encoded(item) for item in value]
    if isinstance(value, dict):
        return _encoded_dict(value)
    if isinstance(value, (bytes, bytearray)):
        return {"$bytes": base64.b64encode(bytes(value)).decode("ascii")}
    if hasattr(value, "tolist"):
        # Arrays and numbers of numpy.
        return encoded(value.tolist())
    return {"$python": repr(value)}


def _without_json(value: object, depth: int = 0) -> object:
    """The first part of a value that the simulator gets as text only; None if there is no such part."""
    if depth > _DEPTH_MAX:
        raise RecursionError
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            return value
        items = list(value.values())
    elif isinstance(value, (list, tuple)):
        items = list(value)
    else:
        known = (bool, int, float, str, bytes, bytearray, Vector, Euler, Quaternion, Matrix)
        return None if value is None or isinstance(value, known) or hasattr(value, "tolist") else value
    found = (_without_json(item, depth + 1) for item in items)
    return next((part for part in found if part is not None), None)


def check_property(name: str, value: object) -> None:
    """Warn about a value that the simulator gets as text only. Raises ValueError for endless nesting."""
    if type(value) in _SCALARS:
        return
    try:
        part = _without_json(value)
    except RecursionError:
        raise WrongValue(f"property {name!r} holds itself, or lists in lists more than {_DEPTH_MAX} deep") from None
    if part is not None:
        report.warn(
            f"property {name!r} holds {part!r}, which the simulator gets as text; other values keep their type: bool, "
            "int, float, str, bytes, None, timer, and lists, tuples and dictionaries with text as keys"
        )
