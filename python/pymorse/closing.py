"""Closing a client."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Sequence

from .errors import MorseConnectionError
from .future import MorseFuture
from .service import ServiceConnection

if TYPE_CHECKING:
    from .pymorse import Morse

__all__ = ["close"]

logger = logging.getLogger("pymorse")

#: How long cancelled services may take to end when the client closes. [s]
_CANCEL_TIMEOUT = 0.5


def close(morse: Morse, cancel: bool) -> None:
    """`Morse.close`, whatever the robots are called."""
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
    """Interrupts services, and gives them a little time to end as interrupted ones do."""
    end = time.monotonic() + _CANCEL_TIMEOUT
    try:
        for future in futures:
            future.cancel()
        for future in futures:
            service.wait(future, max(end - time.monotonic(), 0.0))
    except MorseConnectionError:
        # The simulator has ended, and all of them with it.
        logger.debug("nothing to cancel: the simulator has ended")
