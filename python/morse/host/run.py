"""The main loop of the host."""

from __future__ import annotations

import logging
import os
import random
import signal
import sys
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Callable

from morse.core import blender_modules
from morse.core.builtin import builtin_class
from morse.host import channel
from morse.host.channel import Channel, LogHandler
from morse.host.components.component_set import ComponentSet
from morse.host.components.description import NotRunnable, described
from morse.host.ros import modules
from morse.host.shared_memory import open_shared

if TYPE_CHECKING:
    from morse.host.types import Message

#: File descriptor of the channel to the simulator.
CHANNEL_FD = 3
#: File descriptor of a pipe without data. It closes when the simulator exits, which ends this process.
LIFELINE_FD = 4


def main() -> None:
    """Execute commands until the simulator closes the channel."""
    for descriptor in (CHANNEL_FD, LIFELINE_FD):
        # Child processes of components must not inherit them.
        os.set_inheritable(descriptor, False)
    # The simulator also receives the interrupt, and ends this process afterwards.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_simulator, name="lifeline", daemon=True).start()
    for stream in (sys.stdout, sys.stderr):
        # Keeps the lines of several processes apart.
        stream.reconfigure(line_buffering=True, write_through=False)  # type: ignore[union-attr]
    _limit_memory()
    open_shared()
    line = Channel(CHANNEL_FD)
    channel.connect(line)
    _log_to_simulator()
    blender_modules.install()
    modules.install()
    random.seed(0)
    _serve(line)


def _limit_memory() -> None:
    """Limit the data segment of this process, without mapped files. Python raises MemoryError beyond the limit."""
    limit = int(os.environ.pop("MORSE_MEMORY_LIMIT", "0"))
    if limit and sys.platform == "linux":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _serve(line: Channel) -> None:
    component_set = ComponentSet()
    handlers: dict[str, Callable[[Message], Message]] = {
        "begin": component_set.begin,
        "act": component_set.act,
        "manage": component_set.manage,
        "ended": component_set.ended,
        "serve": component_set.serve,
        "function": component_set.call_function,
        "interrupt": component_set.interrupt,
        "end": component_set.end,
    }
    has_ended = False
    while True:
        command = line.receive()
        if command is None:
            break
        has_ended = command["command"] == "end"
        if command["command"] == "describe":
            line.reply(_describe(command["classes"]), "described")
        else:
            reply = handlers[command["command"]](command)
            line.reply(reply, numbers=reply.pop("columns", b""))
    if not has_ended:
        # Without the command `end`, the simulator has crashed. This thread may notice it before the lifeline thread.
        _kill_group()


def _describe(paths: Iterable[str]) -> Message:
    """Descriptions of classes and of the classes of their levels; for a class that cannot run, the reason."""
    found: Message = {}
    queue = list(paths)
    while queue:
        path = queue.pop(0)
        if path in found:
            continue
        try:
            found[path] = described(path)
        except NotRunnable as problem:
            found[path] = {"refusal": str(problem)}
        else:
            component = found[path].get("component")
            levels = component["description"]["levels"] if component else []
            queue += [level["class"] for level in levels if level["class"] and builtin_class(level["class"]) is None]
    return found


def _log_to_simulator() -> None:
    root = logging.getLogger()
    root.addHandler(LogHandler())
    root.setLevel(logging.WARNING)
    logging.getLogger("morse").setLevel(logging.INFO)


def _leave_with_simulator() -> None:
    os.read(LIFELINE_FD, 1)
    _kill_group()


def _kill_group() -> None:
    """Kill this process, and the processes started by components."""
    os.killpg(0, signal.SIGKILL)
