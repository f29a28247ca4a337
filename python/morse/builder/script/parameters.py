"""Parameters of a scene script: values from ``morse run --parameter``, from campaigns and from programs."""

from __future__ import annotations

import json
import os
from typing import Any, TypedDict, TypeVar, overload

from morse.builder.script.arguments import WrongType, text
from morse.builder.script.suggestions import did_you_mean
from morse.core.exceptions import MorseBuilderError

__all__ = ["parameter"]

#: The values as JSON: ``{"given": {"mass": 10.0}, "optional": ["speed"]}``. The script may ignore the optional ones.
VARIABLE = "MORSE_PARAMETERS"

_REQUIRED = object()

# Names that the script has asked for.
_asked: set[str] = set()

_Value = TypeVar("_Value")


class _Message(TypedDict, total=False):
    given: dict[str, object]
    optional: list[str]


@overload
def parameter(name: str, default: None = None) -> Any: ...  # of the type of the value on the command line
@overload
def parameter(name: str, default: _Value) -> _Value: ...
def parameter(name: str, default: object = _REQUIRED) -> object:
    """The value that was given for a parameter of this scene, else ``default``.

    The value has the type of the default: a number, True or False, or a text. Without a default, a value is required.
    A value for a parameter that the script never asks for is an error at the end of the script.
    """
    text("parameter", "name", name)
    _asked.add(name)
    given = _given()
    if name in given:
        return _typed(name, given[name], default)
    if default is _REQUIRED:
        meant = did_you_mean(name, given)
        raise MorseBuilderError(
            f"the parameter {name!r} has no value and no default: give it one with --parameter {name}=VALUE{meant}"
        )
    return default


def check_used() -> None:
    """Raise MorseBuilderError when a value was given that the script did not ask for."""
    known = sorted(_asked)
    unused = [name for name in _given() if name not in _asked and name not in _message().get("optional", ())]
    if unused:
        has = f"it has {', '.join(known)}" if known else "it has none: morse.builder.parameter(name, default) makes one"
        raise MorseBuilderError(
            f"the scene has no parameter {unused[0]!r}{did_you_mean(unused[0], known)}; {has}"
        )


def _message() -> _Message:
    message = os.environ.get(VARIABLE)
    if not message:
        return {}
    try:
        found: object = json.loads(message)
    except ValueError as problem:
        raise MorseBuilderError(f"the environment variable {VARIABLE} is not JSON: {problem}") from None
    if not isinstance(found, dict) or not isinstance(found.get("given"), dict):
        raise MorseBuilderError(f"the environment variable {VARIABLE} has no dictionary 'given'")
    checked: _Message = found  # type: ignore[assignment]  # written by the morse command
    return checked


def _given() -> dict[str, object]:
    return _message().get("given", {})


def _typed(name: str, value: object, default: object) -> object:
    if default is _REQUIRED or default is None:
        return value
    if isinstance(default, bool):
        fits: tuple[type, ...] = (bool,)
    elif isinstance(default, int):
        fits = (int,)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
    elif isinstance(default, float):
        fits = (float, int)
    elif isinstance(default, str):
        fits = (str,)
    else:
        raise WrongType(f"parameter: the default of {name} is a number, True or False, or a text, not {default!r}")
    if not isinstance(value, fits) or (isinstance(value, bool) and not isinstance(default, bool)):
        raise WrongType(f"the parameter {name} takes a {type(default).__name__} such as {default!r}, not {value!r}")
    return float(value) if isinstance(default, float) and isinstance(value, (float, int)) else value
