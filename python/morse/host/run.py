"""The main loop of the host."""

import logging
import os
import random
import signal
import sys
import threading
from typing import Any, Callable, Dict

from morse.core.builtin import builtin_class
from morse.host import builtin, channel
from morse.host.channel import Channel, LogHandler
from morse.host.component_set import ComponentSet
from morse.host.description import NotRunnable, described
from morse.host.ros import modules
from morse.host.shared_memory import open_shared

#: File descriptor of the channel to the simulator.
CHANNEL_FD = 3
#: File descriptor of a pipe without data. It closes when the simulator has exited, which ends this process.
LIFELINE_FD = 4


def main() -> None:
    """Execute commands until the simulator closes the channel."""
    for descriptor in (CHANNEL_FD, LIFELINE_FD):
        # Child processes of components must not keep them open.
        os.set_inheritable(descriptor, False)
    # The simulator also receives the interrupt, and ends this process afterwards.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_simulator, name="lifeline", daemon=True).start()
    for stream in (sys.stdout, sys.stderr):
        # Lines of several processes do not mix.
        stream.reconfigure(line_buffering=True, write_through=False)  # type: ignore[union-attr]
    _limit_memory()
    open_shared()
    line = Channel(CHANNEL_FD)
    channel.connect(line)
    _log_to_simulator()
    builtin.explain()
    modules.install()
    random.seed(0)
    _serve(line)


def _limit_memory() -> None:
    """Data of this process, not what it maps of files and shared memory, are limited: Python raises MemoryError then."""
    limit = int(os.environ.pop("MORSE_MEMORY_LIMIT", "0"))
    if limit and sys.platform == "linux":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _serve(line: Channel) -> None:
    component_set = ComponentSet()
    orders: Dict[str, Callable[[Dict[str, Any]], Any]] = {
        "begin": component_set.begin,
        "act": component_set.act,
        "manage": component_set.manage,
        "ended": component_set.ended,
        "serve": component_set.serve,
        "function": component_set.call_function,
        "interrupt": component_set.interrupt,
        "end": component_set.end,
    }
    orderly = False
    while True:
        command = line.receive()
        if command is None:
            break
        orderly = command["command"] == "end"
        if command["command"] == "describe":
            line.reply(_describe(command["classes"]), "described")
        else:
            reply = orders[command["command"]](command)
            line.reply(reply, numbers=reply.pop("columns", b""))
    if not orderly:
        # The simulator closes the channel after the command `end` alone. Here it has exited without, and this thread may
        # have noticed before the one that waits for that.
        _kill_group()


def _describe(wanted: Any) -> Any:
    """Descriptions of classes and of the classes of their levels; the reason for those that cannot run."""
    found: Dict[str, Any] = {}
    wanted = list(wanted)
    while wanted:
        path = wanted.pop(0)
        if path in found:
            continue
        try:
            found[path] = described(path)
        except NotRunnable as problem:
            found[path] = {"refusal": str(problem)}
        else:
            component = found[path].get("component")
            levels = component["description"]["levels"] if component else []
            wanted += [level["class"] for level in levels if level["class"] and builtin_class(level["class"]) is None]
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
    """Kill this process, and those that components have started."""
    os.killpg(0, signal.SIGKILL)
