"""Runs a scene script and outputs the scene document.

::

    python3 -m morse.builder.run SCRIPT --document-fd N [--search-path] [--diagnostic] [--serve] [--node NAME]
        [--] [ARGS…]

The script runs as ``__main__``. The document goes to file descriptor N after the script succeeded, so that the script
may print to standard output. With ``--search-path``, a line with the module search path precedes the document. With
``--diagnostic``, the diagnostic of an exception replaces the document: message, help and the line of the script.

Exit status: 0 after success, 255 after an uncaught exception, 1 after an error with a message, 2 for a wrong command
line. A script that calls ``sys.exit(0)`` sends no document.

With ``--serve`` the script runs once for each line of standard input, each time in a forked process, so that Python and
the Builder start only once. A line contains the parameters as JSON, as in ``MORSE_PARAMETERS``. The answer is a line
with the status of the process, as returned by ``waitpid``, and the number of bytes that follow: the output of a run
without ``--serve``. The end of standard input ends the current run.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import select
import signal
import sys
import time
import types
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from morse.builder.document.scene_document import scene_document
from morse.builder.scene import naming, scene
from morse.builder.script import parameters, slow
from morse.builder.script.errors import EXIT_STATUS, diagnostic, is_of_user, print_exception
from morse.core.exceptions import MorseBuilderError

if TYPE_CHECKING:
    from morse.builder.document.json_types import JsonObject

_USAGE = (
    "usage: python3 -m morse.builder.run SCRIPT --document-fd N [--search-path] [--diagnostic] [--serve] [--node NAME] "
    "[--] [ARGS...]"
)

# Period of the checks whether a process has ended. [s]
_POLL_S = 0.002

# Number of new objects between two garbage collections.
_GARBAGE_THRESHOLD = 100_000


class CommandLine(NamedTuple):
    """The options of the command line."""

    script: str
    #: File descriptor of the document.
    document_fd: int
    #: Name of this node.
    node: str | None
    #: Arguments of the script.
    arguments: list[str]
    search_path: bool
    diagnostic: bool
    serve: bool


def parsed(words: list[str]) -> CommandLine:
    """Parse the command line. Raises ValueError with the reason."""
    options: dict[str, str] = {}
    plain: list[str] = []
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "--":
            plain += words
            break
        name, _, value = word.partition("=")
        if name in ("--document-fd", "--node"):
            if not value and not words:
                raise ValueError(f"{name} needs a value")
            options[name] = value or words.pop(0)
        elif name in ("--search-path", "--diagnostic", "--serve"):
            options[name] = name
        elif word.startswith("--") and not plain:
            raise ValueError(f"unknown option {word}")
        else:
            plain.append(word)
    if not plain:
        raise ValueError("no script given")
    if not options.get("--document-fd", "").isdigit():
        raise ValueError("--document-fd needs the number of an open file descriptor")
    descriptor = int(options["--document-fd"])
    flags = [flag in options for flag in ("--search-path", "--diagnostic", "--serve")]
    return CommandLine(plain[0], descriptor, options.get("--node"), plain[1:], *flags)


def execute(script: str, arguments: list[str]) -> types.ModuleType:
    """Run the script as ``__main__``, as the original simulator did. Raises the exceptions of the script.

    The caller keeps the returned module alive, so that its variables are not destroyed.
    """
    with open(script, "rb") as stream:
        source = stream.read()
    code = compile(source, script, "exec", dont_inherit=True)
    module = types.ModuleType("__main__")
    module.__file__ = script
    sys.modules["__main__"] = module
    # Scripts check this name to detect that they run inside the simulator.
    sys.argv = ["blender", "--", *arguments]
    exec(code, module.__dict__)
    return module


naming.boundaries.add(execute.__code__)


def finished_document(script: str) -> JsonObject:
    """The document of the scene that ``script`` described. Raises MorseBuilderError for a script without scene."""
    current = scene()
    if current.settings is None:
        raise MorseBuilderError(
            f"{script} describes no scene: it must make an Environment, as in: env = Environment('empty')"
        )
    environment = current.environment() if current.environment is not None else None
    if environment is not None:
        environment.create()
    if current.failure is not None:
        raise current.failure
    return scene_document(current, script)


class _Formatter(logging.Formatter):
    """Log lines in the simulator's format: seconds since the start, then the module. Errors have no time."""

    def __init__(self) -> None:
        super().__init__()
        self._start = time.time()

    def format(self, record: logging.LogRecord) -> str:
        module = ".".join(record.name.split(".")[-2:])
        text = f"[{module}] {record.getMessage()}"
        return text if record.levelno >= logging.ERROR else f"[{record.created - self._start:8.3f}] {text}"


def _log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter())
    builder_log = logging.getLogger("morsebuilder")
    builder_log.addHandler(handler)
    builder_log.setLevel(logging.INFO)
    builder_log.propagate = False


def _forget_working_directory() -> None:
    """Remove the entry that ``python3 -m`` put first on the search path: scripts see PYTHONPATH only."""
    if not getattr(sys.flags, "safe_path", False) and sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]


def _leave(problem: SystemExit) -> int:
    """Exit status of a script that called ``sys.exit``. A message goes to stderr, as in Python."""
    if problem.code is None or isinstance(problem.code, int):
        return problem.code or 0
    print(problem.code, file=sys.stderr)
    return 1


def main(words: list[str]) -> int:
    """Execute the command line and return the exit status."""
    try:
        command = parsed(words)
        os.fstat(command.document_fd)
    except (ValueError, OSError) as problem:
        print(f"{problem}\n{_USAGE}", file=sys.stderr)
        return 2
    script = os.path.abspath(command.script)
    if not os.path.isfile(script):
        print(f"[ERROR][MORSE] no such script: {script}", file=sys.stderr)
        return 1
    if command.node:
        os.environ["MORSE_NODE"] = command.node
    return _serve(command, script) if command.serve else _run(command, script)


def _run(command: CommandLine, script: str) -> int:
    """Run the script, send its document and return the exit status."""
    _log_to_stderr()
    scene().is_run = True
    # The objects of a scene are not garbage: a collection after each 700 new objects takes a third of the time.
    gc.set_threshold(_GARBAGE_THRESHOLD)
    try:
        with slow.notice(script):
            module = execute(script, command.arguments)
        parameters.check_used()
        document = finished_document(script)
        del module
    except SystemExit as problem:
        return _leave(problem)
    except KeyboardInterrupt:
        return 130
    except BaseException as problem:
        if command.diagnostic:
            _send(command, diagnostic(problem, script))
        if isinstance(problem, MorseBuilderError) and not is_of_user(problem):
            print(f"[ERROR][MORSE] {problem}", file=sys.stderr)
            return 1
        print_exception(type(problem), problem, problem.__traceback__, script)
        return EXIT_STATUS
    _send(command, document)
    # The process ends now; a garbage collection of a large scene takes a quarter of the time of its script.
    gc.freeze()
    return 0


def _serve(command: CommandLine, script: str) -> int:
    """Run the script for each request, in a forked process."""
    # Existing objects stay: without garbage collections they remain shared with the forked processes.
    gc.freeze()
    for request in _requests():
        reader, writer = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reader)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.environ[parameters.VARIABLE] = request
            return _run(command._replace(document_fd=writer), script)
        os.close(writer)
        message = _message_of(process, reader)
        os.close(reader)
        status = _wait(process)
        if message is None or status is None:
            return 0
        with os.fdopen(os.dup(command.document_fd), "wb") as answers:
            answers.write(b"%d %d\n" % (status, len(message)) + message)
    return 0


def _requests() -> Iterator[str]:
    """The lines of standard input, without reading ahead, so that its end is noticed while a script runs."""
    line = b""
    while True:
        read = os.read(0, 1 << 16)
        line += read
        if not read:
            return
        if line.endswith(b"\n"):
            yield line.decode("utf-8")
            line = b""


def _message_of(process: int, reader: int) -> bytes | None:
    """The output of a process; None, and the process is killed, if standard input ends before."""
    read: list[bytes] = []
    # The next request comes after the answer. Standard input is therefore readable before only if it has ended.
    while 0 not in select.select([0, reader], [], [])[0]:
        read.append(os.read(reader, 1 << 16))
        if not read[-1]:
            return b"".join(read)
    os.kill(process, signal.SIGKILL)
    return None


def _wait(process: int) -> int | None:
    """Wait for a process and return its status; None, and the process is killed, if standard input ends before."""
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            return status
        if select.select([0], [], [], _POLL_S)[0]:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return None


def _send(command: CommandLine, message: JsonObject) -> None:
    """Write the document, or the diagnostic, for the front end."""
    with os.fdopen(command.document_fd, "wb") as stream:
        if command.search_path:
            folders = [os.path.abspath(folder) for folder in sys.path]
            stream.write(json.dumps(folders).encode("ascii") + b"\n")
        stream.write(json.dumps(message, allow_nan=False).encode("utf-8"))


def _exit(status: int) -> NoReturn:
    sys.stdout.flush()
    sys.exit(status)


if __name__ == "__main__":
    _forget_working_directory()
    _exit(main(sys.argv[1:]))
