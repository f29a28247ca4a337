"""Python values in the form that scene documents use."""

import base64
import math
from typing import Any


class timer(float):
    """A property that counts up with simulated time, from this value in seconds."""


def encoded(value: Any) -> Any:
    """The JSON form of a value; what JSON cannot say becomes an object with one key that starts with ``$``."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, timer):
        return {"$timer": float(value)}
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        number = float(value)
        return number if math.isfinite(number) else {"$float": str(number)}
    if isinstance(value, str):
        # Names of files that are not UTF-8 reach Python as lone surrogates, which no JSON reader accepts.
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, tuple):
        return {"$tuple": [encoded(item) for item in value]}
    if isinstance(value, list):
        return [encoded(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) and not key.startswith("$") for key in value):
            return {key: encoded(item) for key, item in value.items()}
        return {"$dict": [[encoded(key), encoded(item)] for key, item in value.items()]}
    if isinstance(value, (bytes, bytearray)):
        return {"$bytes": base64.b64encode(bytes(value)).decode("ascii")}
    return {"$python": repr(value)}


def check_property(name: str, value: Any) -> None:
    """Raise TypeError for a value no property of a scene object can hold."""
    if not isinstance(value, (bool, int, float, str)):
        raise TypeError(
            f"property {name!r} cannot be {value!r}: properties hold bool, int, float, str or timer, "
            f"not {type(value).__name__}"
        )
