"""Exceptions of pymorse."""

from __future__ import annotations

from concurrent.futures import TimeoutError as FutureTimeoutError

__all__ = [
    "MorseConnectionError",
    "MorseConnectionRefusedError",
    "MorseServerError",
    "MorseServiceError",
    "MorseServiceFailed",
    "MorseServicePreempted",
    "MorseTimeoutError",
]


class MorseServerError(Exception):
    """Base of all errors of pymorse."""


class MorseServiceError(MorseServerError):
    """The simulator answered with an unknown status."""


class MorseServiceFailed(MorseServerError):
    """The simulator refused a request, or the service failed. The argument is the simulator's text."""


class MorseServicePreempted(MorseServerError):
    """A service was cancelled, or replaced by a newer request. The argument is its result, often None."""


# The other base classes are for existing clients, which catch them.
class MorseConnectionError(MorseServerError, ConnectionError, RuntimeError):
    """The connection to the simulator is closed: the simulator ended, or this client closed it."""


class MorseConnectionRefusedError(MorseConnectionError, ConnectionRefusedError):
    """No program listens at the address of the simulator."""


class MorseTimeoutError(MorseServerError, FutureTimeoutError, RuntimeError):
    """The simulator did not answer in time."""


def connection_failed(host: str, port: int, reason: OSError) -> MorseConnectionError:
    """The error for a failed connection, with advice."""
    text = (
        f"no simulator answers at {host}:{port} ({reason.strerror or reason}). Start one first: `morse run scene.py`. "
        f"If it runs on another port, say which: `pymorse.Morse({host!r}, PORT)`; its log has the number in the line "
        "`service manager now listening on port`. On another computer, it must be started with `--bind 0.0.0.0`"
    )
    kind = MorseConnectionRefusedError if isinstance(reason, ConnectionRefusedError) else MorseConnectionError
    return kind(text)
