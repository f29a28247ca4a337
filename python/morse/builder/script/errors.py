"""Reports exceptions that a scene script does not catch."""

from __future__ import annotations

import builtins
import os
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from morse.builder.script.source import Place, is_ours
from morse.builder.script.suggestions import nearest
from morse.core.exceptions import MorseError

if TYPE_CHECKING:
    from morse.builder.document.json_types import JsonObject

#: The line that reports the failure of the script. Tools that wait for a simulation search for its first two words.
HEADLINE = "[ERROR][MORSE] The scene script failed, and nothing was started:"

#: Exit status of a script that ended with an uncaught exception.
EXIT_STATUS = 255

#: Environment variable; the value ``full`` keeps the lines of this package in tracebacks.
TRACEBACK_VARIABLE = "MORSE_TRACEBACK"

_NO_NAME = re.compile(r"name '(\w+)' is not defined")
_NO_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_NO_IMPORT = re.compile(r"cannot import name '(\w+)'")


def print_exception(
    kind: type[BaseException], problem: BaseException, trace: TracebackType | None, script: str | None = None
) -> None:
    """Write headline and traceback to stderr, from the first line of ``script`` on, without lines of this package."""
    sys.stdout.flush()
    print(HEADLINE, file=sys.stderr)
    sys.stderr.write("".join(_formatted(kind, problem, _from_script(trace, script))))
    sys.stderr.flush()


def diagnostic(problem: BaseException, script: str) -> JsonObject:
    """The exception as a diagnostic for the front end: message, help, and the line of the script that raised it."""
    trace = _from_script(problem.__traceback__, script)
    if isinstance(problem, SyntaxError) and problem.filename and problem.lineno:
        place: Place | None = Place(os.path.abspath(problem.filename), problem.lineno)
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


def _from_script(trace: TracebackType | None, script: str | None) -> TracebackType | None:
    """The traceback from the first line of the script on.

    The Builder calls some code of users after their script, such as ``after_renaming``: the traceback then begins at
    the first line of that code.
    """
    if script is None:
        return trace
    steps = [step for step in _steps(trace) if not is_ours(step.tb_frame.f_code.co_filename)]
    return next((step for step in steps if step.tb_frame.f_code.co_filename == script), next(iter(steps), None))


def is_of_user(problem: BaseException) -> bool:
    """True when a line outside this package caused the error."""
    return any(not is_ours(step.tb_frame.f_code.co_filename) for step in _steps(problem.__traceback__))


def _formatted(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> list[str]:
    """The lines of the traceback for the user."""
    report = traceback.TracebackException(kind, problem, trace)
    hidden = False
    if os.environ.get(TRACEBACK_VARIABLE) != "full":
        hidden = _hide_ours(report)
    # The module name of the Builder's own exceptions does not help a user.
    ours = f"{kind.__module__}.{kind.__qualname__}: " if isinstance(problem, MorseError) else ""
    lines = [
        f"{kind.__name__}: {line[len(ours):]}" if ours and line.startswith(ours) else line for line in report.format()
    ]
    meant = _meant(problem, trace)
    if meant and "Did you mean" not in lines[-1]:
        lines[-1] = f"{lines[-1].rstrip()}. Did you mean: {meant!r}?\n"
    if hidden and not isinstance(problem, (MorseError, OSError, SyntaxError)):
        lines.append(f"(The Builder raised it; {TRACEBACK_VARIABLE}=full shows where.)\n")
    return lines


def _hide_ours(report: traceback.TracebackException) -> bool:
    """Remove the lines of this package. True when the exception was raised in one of them."""
    raised_by_us = bool(report.stack) and is_ours(report.stack[-1].filename)
    report.stack = traceback.StackSummary.from_list([line for line in report.stack if not is_ours(line.filename)])
    for linked in (report.__cause__, report.__context__):
        if linked is not None:
            _hide_ours(linked)
    return raised_by_us


def _place(trace: TracebackType | None) -> Place | None:
    """The innermost line outside this package."""
    place = None
    for step in _steps(trace):
        if not is_ours(step.tb_frame.f_code.co_filename):
            place = Place(os.path.abspath(step.tb_frame.f_code.co_filename), step.tb_lineno)
    return place


def _steps(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _meant(problem: BaseException, trace: TracebackType | None) -> str | None:
    """The existing name most similar to the unknown one in the message."""
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


def _nearest(found: re.Match[str] | None, known: Iterable[str]) -> str | None:
    if found is None:
        return None
    # Private names are not meant for scripts.
    return nearest(found.groups()[-1], (name for name in known if not name.startswith("_")))


def _attributes(problem: AttributeError, class_name: str) -> list[str]:
    """The attributes of the object that lacks one. Before Python 3.10 they are found by the name of its class."""
    if hasattr(problem, "obj"):
        return dir(problem.obj)
    from morse.builder.abstractcomponent import AbstractComponent

    waiting: list[type] = [AbstractComponent]
    while waiting:
        candidate = waiting.pop()
        if candidate.__name__ == class_name:
            return dir(candidate)
        waiting += candidate.__subclasses__()
    return []


def morse_excepthook(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    """Print an uncaught exception and end the program with status 255; an interactive session goes on."""
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
