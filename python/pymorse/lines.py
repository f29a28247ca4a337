"""Lines over TCP: connecting, and taking whole lines out of what arrives."""

from __future__ import annotations

import os
import select
import socket
from typing import List, Optional, Protocol

from .errors import nobody_listens

__all__ = ["Buffer", "LineBuffer", "Readiness", "TIMEOUT", "connect", "default_port"]

#: How long connecting may take. [s]
TIMEOUT = 8

#: Where the simulator's services are when nobody says otherwise.
_PORT = 4000


def default_port() -> int:
    """The port of services: that of the environment variable MORSE_PORT, which tests set, or 4000."""
    named = os.environ.get("MORSE_PORT")
    if not named:
        return _PORT
    if not named.isdigit():
        raise ValueError(f"MORSE_PORT is the number of a port, not {named!r}")
    return int(named)


class Buffer(Protocol):
    """Takes whole messages out of what arrives."""

    def feed(self, data: bytes) -> List[bytes]:
        """Takes bytes; gives the messages that are complete now. Raises ValueError for what cannot be a message."""


class LineBuffer:
    """Collects bytes and gives whole lines. The cost of a long line grows with its length, not with its square."""

    def __init__(self) -> None:
        self._parts: List[bytes] = []

    def feed(self, data: bytes) -> List[bytes]:
        """Takes bytes; gives the lines that are complete now, without line feeds and without empty ones."""
        end = data.rfind(b"\n")
        if end + 1 == len(data) and not self._parts and end == data.find(b"\n"):
            # One whole line: nearly always.
            return [data[:-1]] if end else []
        if end < 0:
            self._parts.append(data)
            return []
        lines = data[:end].split(b"\n")
        if self._parts:
            lines[0] = b"".join(self._parts) + lines[0]
            self._parts.clear()
        if end + 1 < len(data):
            self._parts.append(data[end + 1 :])
        return [line for line in lines if line]


class Readiness:
    """Waits for one socket to become readable. One thread at a time."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        # Windows has no poll; elsewhere, select fails for descriptors above 1023.
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll is not None:
            self._poll.register(connection, select.POLLIN)

    def wait(self, timeout_s: Optional[float]) -> bool:
        """Whether there is something to read, or the end, within the time. None waits without limit."""
        if self._poll is not None:
            return bool(self._poll.poll(None if timeout_s is None else timeout_s * 1000.0))
        return bool(select.select([self._connection], [], [], timeout_s)[0])


def connect(host: str, port: int) -> socket.socket:
    """A connection to a simulator. IPv4 addresses come first: simulators listen there unless told otherwise.

    Raises MorseConnectionError when nobody listens.
    """
    reason: Optional[OSError] = None
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise nobody_listens(host, port, error) from error
    for family, kind, protocol, _, address in sorted(addresses, key=lambda found: found[0] != socket.AF_INET):
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(TIMEOUT)
            connection.connect(address)
            connection.settimeout(None)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection
        except OSError as error:
            connection.close()
            # What IPv4 says is what users know; the other addresses are tried all the same.
            reason = reason or error
    reason = reason or OSError("the name has no address")
    raise nobody_listens(host, port, reason) from reason
