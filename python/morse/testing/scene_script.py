"""Writes the scene script of a function: ``setUpEnv`` of a test case, or a function without parameters."""

from __future__ import annotations

import builtins
import dis
import inspect
import os
from collections.abc import Iterator
from types import CodeType
from typing import Callable, TypedDict

from morse.testing.exceptions import MorseTestingError

_SCRIPT = """\
# The scene of {name}, in {file}, line {line}.
from morse.builder import *
from morse.builder.actuators import *
from morse.builder.sensors import *
from morse.builder.blenderobjects import *
from morse.testing.scene_function import describe
facts = {facts!r}
describe(globals(), facts)
"""

#: The function of a scene: its file, line, source and names; see `text`.
Facts = TypedDict(
    "Facts",
    {
        "file": str,
        "line": int,
        "source": str,
        "function": str,
        # Qualified name of the class of a method.
        "class": "str | None",
        "is_method": bool,
        # Names of the file that the function uses.
        "names": "list[str]",
        # Whether the function can only run in its class, because it uses `super()` or `__class__`.
        "needs_class": bool,
        "time_strategy": "int | None",
    },
)


def text(function: Callable[..., object], time_strategy: int | None) -> str:
    """The script. Raises MorseTestingError when the source of the function is not available."""
    owner = getattr(function, "__self__", None)
    function = inspect.unwrap(getattr(function, "__func__", function))
    try:
        lines, line = inspect.getsourcelines(function)
        file = os.path.abspath(inspect.getsourcefile(function) or "")
    except (OSError, TypeError) as problem:
        reason = f"a scene is described by a function in a file, which {function!r} is not: {problem}"
        raise MorseTestingError(reason) from None
    used = _globals_used(function.__code__)
    facts: Facts = {
        "file": file,
        "line": line,
        "source": "".join(lines),
        "function": function.__name__,
        "class": type(owner).__qualname__ if owner is not None else None,
        "is_method": owner is not None,
        "names": sorted(name for name in used if name in function.__globals__ and not hasattr(builtins, name)),
        "needs_class": bool(function.__code__.co_freevars),
        "time_strategy": time_strategy,
    }
    name = f"{facts['class']}.{function.__name__}" if facts["class"] else function.__name__
    return _SCRIPT.format(name=name, file=file, line=line, facts=facts)


def folder_of(function: Callable[..., object]) -> str:
    """The folder of the file with the function, whose modules scenes may import."""
    file: str = inspect.unwrap(function).__code__.co_filename
    return os.path.dirname(os.path.abspath(file))


def _globals_used(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_used(constant)
