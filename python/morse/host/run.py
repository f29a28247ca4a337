"""The host's main loop."""

import logging
import os
import random
import signal
import sys
import threading
from typing import Any, Callable, Dict

from morse.host import builtin, channel
from morse.host.channel import Channel, LogHandler
from morse.host.company import Company
from morse.host.description import NotRunnable, described

#: The line to the simulator.
CHANNEL_FD = 3
#: A pipe that nobody writes to: it closes when the simulator is gone, whatever this process does then.
LIFELINE_FD = 4


def main() -> None:
    """Carry out orders until the simulator goes."""
    for descriptor in (CHANNEL_FD, LIFELINE_FD):
        # What components start must not keep them open.
        os.set_inheritable(descriptor, False)
    # The simulator is told of an interruption too, and ends this process in its own time.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_simulator, name="lifeline", daemon=True).start()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    line = Channel(CHANNEL_FD)
    channel.connect(line)
    _log_to_simulator()
    builtin.explain()
    random.seed(0)
    _serve(line)


def _serve(line: Channel) -> None:
    company = Company()
    orders: Dict[str, Callable[[Dict[str, Any]], Any]] = {
        "begin": company.begin,
        "act": company.act,
        "serve": company.serve,
        "interrupt": company.interrupt,
        "end": company.end,
    }
    while True:
        order = line.receive()
        if order is None:
            return
        if order["order"] == "describe":
            line.reply(_describe(order["classes"]), "described")
        else:
            line.reply(orders[order["order"]](order))


def _describe(wanted: Any) -> Any:
    """Descriptions of classes, and of the classes of their levels; for those that cannot run, why."""
    found: Dict[str, Any] = {}
    wanted = list(wanted)
    while wanted:
        path = wanted.pop(0)
        if path in found:
            continue
        try:
            found[path] = {"description": described(path)}
        except NotRunnable as problem:
            found[path] = {"refusal": str(problem)}
        else:
            wanted += [level["class"] for level in found[path]["description"]["levels"] if level["class"]]
    return found


def _log_to_simulator() -> None:
    root = logging.getLogger()
    root.addHandler(LogHandler())
    root.setLevel(logging.WARNING)
    logging.getLogger("morse").setLevel(logging.INFO)


def _leave_with_simulator() -> None:
    os.read(LIFELINE_FD, 1)
    os._exit(0)
