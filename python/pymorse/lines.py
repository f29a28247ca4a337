"""TCP connections to the simulator, and splitting received bytes into lines."""

from __future__ import annotations

import os
import select
import socket
from typing import Protocol

from .errors import connection_failed

__all__ = ["Buffer", "LineBuffer", "Readiness", "TIMEOUT", "connect", "default_port"]

#: Time limit for connecting. [s]
TIMEOUT = 8

#: Default TCP port of the simulator's services.
_PORT = 4000


def default_port() -> int:
    """TCP port of services: environment variable MORSE_PORT, which tests set, or 4000. Raises ValueError."""
    named = os.environ.get("MORSE_PORT")
    if not named:
        return _PORT
    if not named.isdigit():
        raise ValueError(f"MORSE_PORT is the number of a port, not {named!r}")
    return int(named)


class Buffer(Protocol):
    """Splits received bytes into messages."""

    def feed(self, data: bytes) -> list[bytes]:
        """Adds bytes; returns the messages that are complete now. Raises ValueError for malformed messages."""


class LineBuffer:
    """Splits received bytes into lines, in time linear in their length."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def feed(self, data: bytes) -> list[bytes]:
        """Adds bytes; returns the lines that are complete now, without line feeds and empty lines."""
        end = data.rfind(b"\n")
        if end + 1 == len(data) and not self._parts and end == data.find(b"\n"):
            # Fast path: almost always exactly one line arrives.
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
    """Waits until one socket is readable. Used by one thread at a time."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        # Windows has no poll; on other systems select fails for descriptors above 1023.
        self._poll = select.poll() if hasattr(select, "poll") else None
        if self._poll is not None:
            self._poll.register(connection, select.POLLIN)

    def wait(self, timeout_s: float | None) -> bool:
        """Whether data or the end of the stream arrives within the time limit. None waits without limit."""
        if self._poll is not None:
            return bool(self._poll.poll(None if timeout_s is None else timeout_s * 1000.0))
        return bool(select.select([self._connection], [], [], timeout_s)[0])


def give_token(connection: socket.socket) -> None:
    """Sends the token of the simulator, if the environment variable MORSE_TOKEN has one."""
    token = os.environ.get("MORSE_TOKEN", "").strip()
    if token:
        connection.sendall(f"token {token}\n".encode())


def connect(host: str, port: int) -> socket.socket:
    """Connects to a simulator. Tries IPv4 addresses first, where simulators listen by default.

    Raises MorseConnectionError when no address accepts the connection.
    """
    reason: OSError | None = None
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise connection_failed(host, port, error) from error
    for family, kind, protocol, _, address in sorted(addresses, key=lambda info: info[0] != socket.AF_INET):
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(TIMEOUT)
            connection.connect(address)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            give_token(connection)
            connection.settimeout(None)
            return connection
        except OSError as error:
            connection.close()
            # Reports the error of the first address, but tries all.
            reason = reason or error
    reason = reason or OSError("the name has no address")
    raise connection_failed(host, port, reason) from reason
