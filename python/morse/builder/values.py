"""Converts Python values to the JSON form of scene documents."""

import base64
from math import isfinite
from typing import Any

from morse.builder import report
from morse.builder.arguments import WrongValue
from morse.core.mathutils import Euler, Matrix, Quaternion, Vector

#: Maximum nesting depth of a document.
_DEPTH_MAX = 64


_NUMBERS = frozenset((Vector, Euler))
_SCALARS = frozenset((bool, int, float, str))
_PLAIN = frozenset((int, bool, type(None)))


class timer(float):
    """A property that counts up with simulated time, from this value in seconds."""


def encoded(value: Any) -> Any:
    """The JSON form of a value; what JSON cannot represent becomes an object with one key that starts with ``$``."""
    kind = type(value)
    # The most frequent ones first: a scene of a thousand robots has a hundred thousand values.
    if kind is str and value.isascii() or kind in _PLAIN:
        return value
    if kind is float:
        return value if isfinite(value) else {"$float": str(value)}
    if kind is dict:
        return _encoded_dict(value) if value else {}
    if kind in _NUMBERS:
        numbers = list(value)
        if all(map(isfinite, numbers)):
            return numbers
    return _encoded_other(value)


def _encoded_dict(value: Any) -> Any:
    for key in value:
        if not isinstance(key, str) or key.startswith("$"):
            return {"$dict": [[encoded(key), encoded(item)] for key, item in value.items()]}
    return {key: encoded(item) for key, item in value.items()}


def _encoded_other(value: Any) -> Any:
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


def _stranger(value: Any, depth: int = 0) -> Any:
    """What in a value the simulator gets as text only; None when there is nothing."""
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
    strangers = (_stranger(item, depth + 1) for item in items)
    return next((stranger for stranger in strangers if stranger is not None), None)


def check_property(name: str, value: Any) -> None:
    """Warn about a value that the simulator gets as text only. Raises ValueError for one nested without end."""
    if type(value) in _SCALARS:
        return
    try:
        stranger = _stranger(value)
    except RecursionError:
        raise WrongValue(f"property {name!r} holds itself, or lists in lists more than {_DEPTH_MAX} deep") from None
    if stranger is not None:
        report.warn(
            f"property {name!r} holds {stranger!r}, which the simulator gets as text; other values keep their type: bool, "
            "int, float, str, bytes, None, timer, and lists, tuples and dictionaries with text as keys"
        )
