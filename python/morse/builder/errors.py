"""Reports exceptions that a scene script does not catch."""

import builtins
import os
import re
import sys
import traceback
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Optional, Type

from morse.builder.source import Place, is_ours
from morse.builder.suggestions import nearest
from morse.core.exceptions import MorseError

#: The line that reports the failure of the script. Tools that wait for a simulation search for its first two words.
HEADLINE = "[ERROR][MORSE] The scene script failed, and nothing was started:"

#: Exit status of a script that ended with an uncaught exception.
EXIT_STATUS = 255

#: Set to ``full`` it keeps the lines of this package in tracebacks.
TRACEBACK_VARIABLE = "MORSE_TRACEBACK"

_NO_NAME = re.compile(r"name '(\w+)' is not defined")
_NO_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_NO_IMPORT = re.compile(r"cannot import name '(\w+)'")


def print_exception(
    kind: Type[BaseException], problem: BaseException, trace: Optional[TracebackType], script: Optional[str] = None
) -> None:
    """Write the headline and the traceback, from the first line of ``script`` on, without the lines of this package."""
    sys.stdout.flush()
    print(HEADLINE, file=sys.stderr)
    sys.stderr.write("".join(_told(kind, problem, _from_script(trace, script))))
    sys.stderr.flush()


def diagnostic(problem: BaseException, script: str) -> Dict[str, Any]:
    """The exception as a diagnostic for the front end: message, help, and the line of the script that raised it."""
    trace = _from_script(problem.__traceback__, script)
    if isinstance(problem, SyntaxError) and problem.filename and problem.lineno:
        place: Optional[Place] = Place(os.path.abspath(problem.filename), problem.lineno)
        message = f"{type(problem).__name__}: {problem.msg}"
    else:
        place = _place(trace)
        message = f"{type(problem).__name__}: {problem}"
    meant = _meant(problem, trace)
    return {
        "message": message,
        "help": f"did you mean `{meant}`?" if meant else None,
        "source": place.as_json() if place else None,
    }


def _from_script(trace: Optional[TracebackType], script: Optional[str]) -> Optional[TracebackType]:
    """The traceback from the first line of the script on."""
    while script is not None and trace is not None and trace.tb_frame.f_code.co_filename != script:
        trace = trace.tb_next
    return trace


def _told(kind: Type[BaseException], problem: BaseException, trace: Optional[TracebackType]) -> List[str]:
    """The lines of the message to the user."""
    told = traceback.TracebackException(kind, problem, trace)
    hidden = False
    if os.environ.get(TRACEBACK_VARIABLE) != "full":
        hidden = _hide_ours(told)
    # The module name of the Builder's own exceptions does not help a user.
    ours = f"{kind.__module__}.{kind.__qualname__}: " if isinstance(problem, MorseError) else ""
    lines = [f"{kind.__name__}: {line[len(ours):]}" if ours and line.startswith(ours) else line for line in told.format()]
    meant = _meant(problem, trace)
    if meant and "Did you mean" not in lines[-1]:
        lines[-1] = f"{lines[-1].rstrip()}. Did you mean: {meant!r}?\n"
    if hidden and not isinstance(problem, (MorseError, OSError, SyntaxError)):
        lines.append(f"(The Builder raised it; {TRACEBACK_VARIABLE}=full shows where.)\n")
    return lines


def _hide_ours(told: traceback.TracebackException) -> bool:
    """Remove the lines of this package. True when the exception was raised in one of them."""
    raised_by_us = bool(told.stack) and is_ours(told.stack[-1].filename)
    told.stack = traceback.StackSummary.from_list([line for line in told.stack if not is_ours(line.filename)])
    for other in (told.__cause__, told.__context__):
        if other is not None:
            _hide_ours(other)
    return raised_by_us


def _place(trace: Optional[TracebackType]) -> Optional[Place]:
    """The innermost line that is not of this package."""
    place = None
    for at in _steps(trace):
        if not is_ours(at.tb_frame.f_code.co_filename):
            place = Place(os.path.abspath(at.tb_frame.f_code.co_filename), at.tb_lineno)
    return place


def _steps(trace: Optional[TracebackType]) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _meant(problem: BaseException, trace: Optional[TracebackType]) -> Optional[str]:
    """The name that a user most likely meant by one that does not exist."""
    if isinstance(problem, ImportError):
        module = sys.modules.get(problem.name or "")
        return _nearest(_NO_IMPORT.search(str(problem)), dir(module) if module else ())
    if isinstance(problem, NameError):
        frames = [step.tb_frame for step in _steps(trace)]
        known = [*frames[-1].f_locals, *frames[-1].f_globals] if frames else []
        return _nearest(_NO_NAME.search(str(problem)), [*known, *dir(builtins)])
    if isinstance(problem, AttributeError):
        found = _NO_ATTRIBUTE.search(str(problem))
        return _nearest(found, _attributes(problem, found.group(1)) if found else ())
    return None


def _nearest(found: Optional["re.Match[str]"], known: Iterable[str]) -> Optional[str]:
    if found is None:
        return None
    # Private names are not meant for scripts.
    return nearest(found.groups()[-1], (name for name in known if not name.startswith("_")))


def _attributes(problem: AttributeError, class_name: str) -> List[str]:
    """The attributes of the object that lacks one; before Python 3.10, found by the name of its class."""
    if hasattr(problem, "obj"):
        return dir(problem.obj)
    from morse.builder.abstractcomponent import AbstractComponent

    waiting = [AbstractComponent]
    while waiting:
        candidate = waiting.pop()
        if candidate.__name__ == class_name:
            return dir(candidate)
        waiting += candidate.__subclasses__()
    return []


def morse_excepthook(kind: Type[BaseException], problem: BaseException, trace: Optional[TracebackType]) -> None:
    """Log an uncaught exception and end the program with status 255; an interactive session goes on."""
    print_exception(kind, problem, trace)
    interactive = sys.flags.interactive or hasattr(sys, "ps1") or "PYTHONINSPECT" in os.environ
    if not interactive:
        raise SystemExit(EXIT_STATUS)


def install_hook() -> None:
    """Install the handler of uncaught exceptions, unless another one is installed."""
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = morse_excepthook


def remove_hook() -> None:
    """Restore Python's handler of uncaught exceptions."""
    if sys.excepthook is morse_excepthook:
        sys.excepthook = sys.__excepthook__
