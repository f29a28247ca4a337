"""Writes the scene script of a function: of ``setUpEnv`` of a test case, or of one without arguments."""

import builtins
import dis
import inspect
import os
from types import CodeType
from typing import Any, Callable, Iterator, Optional

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


def text(function: Callable[..., Any], time_strategy: Optional[int]) -> str:
    """The script. Raises MorseTestingError when there is no source of the function."""
    owner = getattr(function, "__self__", None)
    function = inspect.unwrap(getattr(function, "__func__", function))
    try:
        lines, line = inspect.getsourcelines(function)
        file = os.path.abspath(inspect.getsourcefile(function) or "")
    except (OSError, TypeError) as problem:
        raise MorseTestingError(f"a scene is described by a function in a file, which {function!r} is not: {problem}")
    facts = {
        "file": file,
        "line": line,
        "source": "".join(lines),
        "function": function.__name__,
        "class": type(owner).__qualname__ if owner is not None else None,
        "is_method": owner is not None,
        # The names of the file itself that the function uses.
        "names": sorted(
            name for name in _globals_used(function.__code__) if name in function.__globals__ and not hasattr(builtins, name)
        ),
        # Only in its class does a function know that.
        "needs_class": bool(function.__code__.co_freevars),
        "time_strategy": time_strategy,
    }
    name = f"{facts['class']}.{function.__name__}" if facts["class"] else function.__name__
    return _SCRIPT.format(name=name, file=file, line=line, facts=facts)


def folder_of(function: Callable[..., Any]) -> str:
    """The folder of the file with the function, whose modules scenes may import."""
    return os.path.dirname(os.path.abspath(inspect.unwrap(function).__code__.co_filename))


def _globals_used(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_used(constant)
