"""Says where a script is that has not ended after ten seconds."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from morse.builder.script.source import is_ours

logger = logging.getLogger("morsebuilder.morse.builder")

#: Time after which a script is slow. [s]
AFTER_S = 10.0


@contextmanager
def notice(script: str) -> Iterator[None]:
    """Log once where the script of this thread is, if it has not ended after `AFTER_S`."""
    timer = threading.Timer(AFTER_S, _log_place, (script, threading.get_ident()))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _log_place(script: str, thread: int) -> None:
    frame = sys._current_frames().get(thread)
    places = []
    while frame is not None:
        code = frame.f_code
        places.append((code.co_filename, frame.f_lineno, code.co_name))
        frame = frame.f_back
    users = [place for place in places if not is_ours(place[0])]
    # The line of the script itself, even if it is in a library at the moment.
    place = next((place for place in users if place[0] == script), users[0] if users else None)
    if place is not None:
        file, line, name = place
        where = f"line {line}" if file == script else f"{file}:{line}"
        inside = "" if name == "<module>" else f", in {name}()"
        logger.warning(
            "%s has run for %g s and is at %s%s. A script describes a scene and ends; a program that waits for the"
            " simulation is a client",
            os.path.basename(script),
            AFTER_S,
            where,
            inside,
        )
