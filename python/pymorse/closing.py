"""Closing a client."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import MorseConnectionError
from .future import MorseFuture
from .service import ServiceConnection

if TYPE_CHECKING:
    from .pymorse import Morse

__all__ = ["close"]

logger = logging.getLogger("pymorse")

#: Time limit for cancelled services to end when the client closes. [s]
_CANCEL_TIMEOUT = 0.5


def close(morse: Morse, cancel: bool) -> None:
    """Implementation of `Morse.close`, which a robot named `close` would hide."""
    service = morse.simulator_service
    futures = service.pending_futures()
    try:
        if cancel:
            _cancel(service, futures)
        else:
            for future in futures:
                service.wait(future)
    finally:
        service.close()
        for stream in morse._streams:
            stream.close()
        service.callbacks.finish()


def _cancel(service: ServiceConnection, futures: Sequence[MorseFuture]) -> None:
    """Cancels services, and waits briefly for their answers."""
    end = time.monotonic() + _CANCEL_TIMEOUT
    try:
        for future in futures:
            future.cancel()
        for future in futures:
            service.wait(future, max(end - time.monotonic(), 0.0))
    except MorseConnectionError:
        # All services ended together with the simulator.
        logger.debug("nothing to cancel: the simulator has ended")
