"""Checks the arguments of the Builder's calls, so that an error names the line of the script."""

from typing import Any, Iterable, List, Optional

from morse.builder.suggestions import did_you_mean
from morse.core.exceptions import MorseBuilderBadSyntaxError, MorseBuilderError


class WrongType(MorseBuilderBadSyntaxError, TypeError):
    """An argument has a type that the call does not accept."""


class WrongValue(MorseBuilderBadSyntaxError, ValueError):
    """An argument has the right type, but its value is not allowed."""


class UnknownName(MorseBuilderError, KeyError):
    """An argument names an object that does not exist or does not fit."""


def number(call: str, name: str, value: Any) -> float:
    """A number as a float. Raises WrongType; text is no number."""
    if type(value) is float:
        return value
    if not isinstance(value, (str, bytes, bytearray)):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass
    raise _wrong_type(call, name, "a number", value)


def positive(call: str, name: str, value: Any) -> float:
    """A number greater than 0 and finite. Raises WrongType or WrongValue."""
    found = number(call, name, value)
    if not 0.0 < found < float("inf"):
        raise WrongValue(f"{call}: {name} takes a number greater than 0, not {value!r}")
    return found


def integer(call: str, name: str, value: Any) -> int:
    """A whole number. Raises WrongType."""
    if type(value) is int:
        return value
    found = number(call, name, value)
    if not found.is_integer():
        raise _wrong_type(call, name, "a whole number", value)
    return int(found)


def numbers(call: str, name: str, value: Any, count: int) -> List[float]:
    """A fixed count of numbers: a list, a tuple, a vector. Raises WrongType or WrongValue."""
    wanted = f"{count} numbers"
    items = _items(call, name, wanted, value)
    if len(items) != count:
        raise WrongValue(f"{call}: {name} takes {wanted}, not {len(items)}: {value!r}")
    return [number(call, f"{name}[{index}]", item) for index, item in enumerate(items)]


def text(call: str, name: str, value: Any) -> str:
    """A string. Raises WrongType."""
    if not isinstance(value, str):
        raise _wrong_type(call, name, "text", value)
    return value


def optional_text(call: str, name: str, value: Any) -> Optional[str]:
    """A string or None. Raises WrongType."""
    return value if value is None or isinstance(value, str) else text(call, name, value)


def texts(call: str, name: str, value: Any) -> List[str]:
    """A list of strings. Raises WrongType, also for a single string."""
    items = _items(call, name, "a list of texts", value)
    return [text(call, f"{name}[{index}]", item) for index, item in enumerate(items)]


def flag(call: str, name: str, value: Any) -> bool:
    """True or False, or 1 or 0. Raises WrongType: 'False' in quotes would count as true."""
    if isinstance(value, str) or value not in (True, False):
        raise _wrong_type(call, name, "True or False", value)
    return bool(value)


def one_of(call: str, name: str, value: Any, allowed: Iterable[str]) -> str:
    """One of these names. Raises WrongType or WrongValue, which names the nearest."""
    allowed = tuple(allowed)
    if text(call, name, value) not in allowed:
        known = ", ".join(allowed)
        raise WrongValue(f"{call}: {name} is {value!r}; known: {known}{did_you_mean(value, allowed)}")
    return value


def _items(call: str, name: str, wanted: str, value: Any) -> List[Any]:
    if not isinstance(value, (str, bytes, bytearray, dict)):
        try:
            return list(value)
        except TypeError:
            pass
    raise _wrong_type(call, name, wanted, value)


def _wrong_type(call: str, name: str, wanted: str, value: Any) -> WrongType:
    return WrongType(f"{call}: {name} takes {wanted}, not {value!r} of type {type(value).__name__}")
