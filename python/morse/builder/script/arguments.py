"""Checks the arguments of the Builder's calls, so that an error names the line of the script."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timezone

from morse.builder.script.suggestions import did_you_mean
from morse.core.exceptions import MorseBuilderBadSyntaxError, MorseBuilderError

#: Unix time of the end of the year 9999. [s]
_END_OF_9999_S = 253402300800.0


class WrongType(MorseBuilderBadSyntaxError, TypeError):
    """An argument has a type that the call does not accept."""


class WrongValue(MorseBuilderBadSyntaxError, ValueError):
    """An argument has the right type, but its value is not allowed."""


class UnknownName(MorseBuilderError, KeyError):
    """An argument names an object that does not exist or does not fit."""


def number(call: str, name: str, value: object) -> float:
    """A number as a float. Raises WrongType, also for text."""
    if type(value) is float:
        return value
    if not isinstance(value, (str, bytes, bytearray)):
        try:
            return float(value)  # type: ignore[arg-type]  # the conversion is the check
        except (TypeError, ValueError, OverflowError):
            pass
    raise _wrong_type(call, name, "a number", value)


def positive(call: str, name: str, value: object) -> float:
    """A finite number greater than 0. Raises WrongType or WrongValue."""
    found = number(call, name, value)
    if not 0.0 < found < float("inf"):
        raise WrongValue(f"{call}: {name} takes a number greater than 0, not {value!r}")
    return found


def moment(call: str, name: str, value: object) -> float:
    """A date and time as Unix time, from ISO 8601 text, a datetime or a number. Raises WrongType or WrongValue."""
    wanted = "a date and time such as '2026-06-21T12:00:00Z'"
    if isinstance(value, str):
        try:
            # Python 3.10 reads no Z.
            value = datetime.fromisoformat(re.sub("[zZ]$", "+00:00", value.strip()))
        except ValueError:
            raise WrongValue(f"{call}: {name} takes {wanted}, not {value!r}") from None
    if isinstance(value, datetime):
        value = (value if value.tzinfo else value.replace(tzinfo=timezone.utc)).timestamp()
    found = number(call, name, value)
    if not 0.0 <= found < _END_OF_9999_S:
        raise WrongValue(f"{call}: {name} takes a date of the years 1970 to 9999, not {value!r}")
    return found


def integer(call: str, name: str, value: object) -> int:
    """A whole number. Raises WrongType."""
    if type(value) is int:
        return value
    found = number(call, name, value)
    if not found.is_integer():
        raise _wrong_type(call, name, "a whole number", value)
    return int(found)


def numbers(call: str, name: str, value: object, count: int) -> list[float]:
    """A fixed count of numbers from a list, a tuple or a vector. Raises WrongType or WrongValue."""
    wanted = f"{count} numbers"
    items = _items(call, name, wanted, value)
    if len(items) != count:
        raise WrongValue(f"{call}: {name} takes {wanted}, not {len(items)}: {value!r}")
    return [number(call, f"{name}[{index}]", item) for index, item in enumerate(items)]


def text(call: str, name: str, value: object) -> str:
    """A string. Raises WrongType."""
    if not isinstance(value, str):
        raise _wrong_type(call, name, "text", value)
    return value


def optional_text(call: str, name: str, value: object) -> str | None:
    """A string or None. Raises WrongType."""
    return value if value is None or isinstance(value, str) else text(call, name, value)


def texts(call: str, name: str, value: object) -> list[str]:
    """A list of strings. Raises WrongType, also for a single string."""
    items = _items(call, name, "a list of texts", value)
    return [text(call, f"{name}[{index}]", item) for index, item in enumerate(items)]


def flag(call: str, name: str, value: object) -> bool:
    """True or False, or 1 or 0. Raises WrongType, also for text: 'False' in quotes would count as true."""
    if isinstance(value, str) or value not in (True, False):
        raise _wrong_type(call, name, "True or False", value)
    return bool(value)


def one_of(call: str, name: str, value: object, allowed: Iterable[str]) -> str:
    """One of the allowed names. Raises WrongType or WrongValue, which suggests the nearest name."""
    allowed = tuple(allowed)
    found = text(call, name, value)
    if found not in allowed:
        known = ", ".join(allowed)
        raise WrongValue(f"{call}: {name} is {found!r}; known: {known}{did_you_mean(found, allowed)}")
    return found


def _items(call: str, name: str, wanted: str, value: object) -> list[object]:
    if not isinstance(value, (str, bytes, bytearray, dict)):
        try:
            return list(value)  # type: ignore[call-overload, no-any-return]  # the conversion is the check
        except TypeError:
            pass
    raise _wrong_type(call, name, wanted, value)


def _wrong_type(call: str, name: str, wanted: str, value: object) -> WrongType:
    return WrongType(f"{call}: {name} takes {wanted}, not {value!r} of type {type(value).__name__}")
