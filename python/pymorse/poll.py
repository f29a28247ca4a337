"""The background thread that reads connections."""

from __future__ import annotations

import logging
import select
import selectors
import socket
import threading
from typing import Protocol

__all__ = ["PollThread", "Pollable"]

logger = logging.getLogger("pymorse")


class Pollable(Protocol):
    """A connection that the thread can read."""

    def fileno(self) -> int:
        """The descriptor to wait for."""

    def on_readable(self) -> None:
        """Reads available data without blocking. Called by the thread."""


class _Epoll:
    """Waits with epoll. Other threads can add and remove descriptors during a wait, at low cost."""

    is_cheap = True

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._connections: dict[int, Pollable] = {}

    def add(self, connection: Pollable) -> None:
        fd = connection.fileno()
        self._connections[fd] = connection
        self._epoll.register(fd, select.EPOLLIN)

    def remove(self, connection: Pollable) -> None:
        try:
            self._epoll.unregister(connection.fileno())
        except (OSError, ValueError):
            # The connection is not watched, or the thread has ended.
            pass

    def wait(self) -> list[Pollable]:
        return [self._connections[fd] for fd, _ in self._epoll.poll()]

    def close(self) -> None:
        self._epoll.close()


class _Selector:
    """Waits on systems without epoll."""

    is_cheap = False

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def add(self, connection: Pollable) -> None:
        self._selector.register(connection.fileno(), selectors.EVENT_READ, connection)

    def remove(self, connection: Pollable) -> None:
        try:
            self._selector.unregister(connection.fileno())
        except (KeyError, ValueError):
            # The connection is not watched, or the thread has ended.
            pass

    def wait(self) -> list[Pollable]:
        return [key.data for key, _ in self._selector.select()]

    def close(self) -> None:
        self._selector.close()


class _Waker:
    """Interrupts a wait."""

    def __init__(self) -> None:
        self._ours, self._theirs = socket.socketpair()
        self._ours.setblocking(False)

    def fileno(self) -> int:
        return self._ours.fileno()

    def on_readable(self) -> None:
        try:
            self._ours.recv(4096)
        except BlockingIOError:
            # Another thread has read the bytes.
            pass

    def wake(self) -> None:
        try:
            self._theirs.send(b"\0")
        except OSError:
            # The thread has ended.
            pass

    def close(self) -> None:
        self._ours.close()
        self._theirs.close()


class PollThread(threading.Thread):
    """Reads all watched connections, until the last attached owner is detached.

    Programs need not start it: connections share one thread.
    """

    _lock = threading.Lock()
    _shared: PollThread | None = None

    def __init__(self, timeout: float = 0.01) -> None:
        """`timeout` is accepted for clients of the original MORSE and ignored: the thread sleeps until data arrive."""
        del timeout
        super().__init__(name="pymorse", daemon=True)
        self._watched: _Epoll | _Selector = _Epoll() if hasattr(select, "epoll") else _Selector()
        self._attached: set[int] = set()
        self._waker = _Waker()
        self._watched.add(self._waker)
        self.keep_polling = True
        #: Whether `watch` and `unwatch` are cheap.
        self.is_cheap = self._watched.is_cheap

    @classmethod
    def attach(cls, owner: object) -> PollThread:
        """The shared thread, which runs as long as an owner is attached."""
        with cls._lock:
            thread = cls._shared
            if thread is None or not thread.keep_polling or not thread.is_alive():
                thread = cls._shared = cls()
                thread._attached.add(id(owner))
                thread.start()
            thread._attached.add(id(owner))
            return thread

    def detach(self, owner: object) -> None:
        """Undoes `attach`. The thread ends with its last owner."""
        with self._lock:
            self._attached.discard(id(owner))
            if not self._attached:
                self.keep_polling = False
                self._waker.wake()

    def watch(self, connection: Pollable) -> None:
        """Calls `connection.on_readable` whenever data arrive, from now on."""
        self._watched.add(connection)
        if not self.is_cheap:
            self._waker.wake()

    def unwatch(self, connection: Pollable) -> None:
        """Undoes `watch`; call it before the descriptor is closed."""
        self._watched.remove(connection)

    def run(self) -> None:
        """Reads until the last owner is detached."""
        while self.keep_polling and self._attached:
            for connection in self._watched.wait():
                try:
                    connection.on_readable()
                except Exception:
                    # An error in one connection must not stop the other connections.
                    logger.exception("reading a connection failed")
                    self.unwatch(connection)
        self.keep_polling = False
        self._watched.close()
        self._waker.close()

    def syncstop(self, timeout: float | None = None) -> None:
        """Ends the thread and waits until it has ended."""
        self.keep_polling = False
        self._waker.wake()
        self.join(timeout)
