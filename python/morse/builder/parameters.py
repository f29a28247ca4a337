"""Parameters of a scene script: values that ``morse run --parameter``, campaigns and programs give it."""

import json
import os
from typing import Any, Dict, List, Set

from morse.builder.arguments import WrongType, text
from morse.builder.suggestions import did_you_mean
from morse.core.exceptions import MorseBuilderError

__all__ = ["parameter"]

#: The values as JSON: ``{"given": {"mass": 10.0}, "optional": ["speed"]}``. A script need not ask for those that are optional.
VARIABLE = "MORSE_PARAMETERS"

_REQUIRED: Any = object()

# Names that the script has asked for.
_asked: Set[str] = set()


def parameter(name: str, default: Any = _REQUIRED) -> Any:
    """The value that was given for a parameter of this scene, else ``default``.

    The value has the type of the default: a number, True or False, or a text. Without a default, the scene cannot be built
    unless a value is given. A value that is given and never asked for is an error in the end.
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


def _message() -> Dict[str, Any]:
    message = os.environ.get(VARIABLE)
    if not message:
        return {}
    try:
        found = json.loads(message)
    except ValueError as problem:
        raise MorseBuilderError(f"the environment variable {VARIABLE} is no JSON: {problem}") from None
    if not isinstance(found, dict) or not isinstance(found.get("given"), dict):
        raise MorseBuilderError(f"the environment variable {VARIABLE} has no dictionary 'given'")
    return found


def _given() -> Dict[str, Any]:
    given: Dict[str, Any] = _message().get("given", {})
    return given


def _typed(name: str, value: Any, default: Any) -> Any:
    if default is _REQUIRED or default is None:
        return value
    if isinstance(default, bool):
        fits: List[type] = [bool]
    elif isinstance(default, int):
        fits = [int]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
    elif isinstance(default, float):
        fits = [float, int]
    elif isinstance(default, str):
        fits = [str]
    else:
        raise WrongType(f"parameter: the default of {name} is a number, True or False, or a text, not {default!r}")
    if not isinstance(value, tuple(fits)) or (isinstance(value, bool) and not isinstance(default, bool)):
        raise WrongType(f"the parameter {name} takes a {type(default).__name__} such as {default!r}, not {value!r}")
    return float(value) if isinstance(default, float) else value
