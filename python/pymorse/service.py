"""The connection for service requests.

A thread that waits for an answer reads the connection itself, without a switch between threads. The background thread
reads only while requests are pending and no thread waits.
"""

from __future__ import annotations

import itertools
import logging
import os
import socket
import threading
import time
from collections.abc import Sequence
from typing import Protocol

from . import codec
from .answer import outcome
from .codec import Value
from .errors import MorseConnectionError, MorseTimeoutError
from .future import Callbacks, MorseFuture
from .lines import LineBuffer, Readiness, connect
from .poll import PollThread

__all__ = ["BUFFER_SIZE", "ServiceConnection"]

logger = logging.getLogger("pymorse")

#: Size of one read. [bytes]
BUFFER_SIZE = 1 << 13

# Windows does not have it.
_DO_NOT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)
# Number of attempts to read an answer without blocking before the thread sleeps. Most answers arrive within some ten
# microseconds, and waking a thread takes about as long. With one processor, polling would only delay the simulator.
_ATTEMPTS = 40 if _DO_NOT_WAIT and (os.cpu_count() or 1) > 1 else 0


class _Pending(Protocol):
    """A request without an answer."""

    def done(self) -> bool: ...

    def answer(self, status: str, value: str) -> None: ...

    def fail(self, error: Exception) -> None: ...

    def block(self, timeout: float | None) -> bool: ...


class _Call:
    """A request that a thread waits for."""

    is_done = False
    status = value = ""
    error: Exception | None = None
    _lock: threading.Lock | None = None

    def done(self) -> bool:
        return self.is_done

    def answer(self, status: str, value: str) -> None:
        self.status, self.value = status, value
        self._finish()

    def fail(self, error: Exception) -> None:
        self.error = error
        self._finish()

    def block(self, timeout: float | None) -> bool:
        lock = threading.Lock()
        lock.acquire()
        self._lock = lock
        # The answer may have arrived before `_finish` could see the lock.
        return self.is_done or lock.acquire(timeout=-1 if timeout is None else max(timeout, 0.0))

    def _finish(self) -> None:
        self.is_done = True
        if self._lock is not None:
            self._lock.release()


class ServiceConnection:
    """Requests and their answers. All methods may be called by any thread."""

    def __init__(self, host: str, port: int) -> None:
        """Connects. Raises MorseConnectionError."""
        self._host_and_port = f"{host}:{port}"
        self._socket = connect(host, port)
        #: IP address of the simulator, for its streams.
        self.address: str = self._socket.getpeername()[0]
        self.callbacks = Callbacks()
        self._readiness = Readiness(self._socket)
        self._buffer = LineBuffer()
        self._numbers = itertools.count()
        # Names of services that were checked.
        self._known: set[str] = set()
        self._pending: dict[str, _Pending] = {}
        self._end: str | None = None
        # Held by the reading thread.
        self._reading = threading.Lock()
        self._sending = threading.Lock()
        # Guards the next two fields.
        self._watching = threading.Lock()
        self._is_watched = False
        self._waits_for_end = 0
        self._ended = threading.Event()
        self._poll_thread = PollThread.attach(self)

    def fileno(self) -> int:
        """The descriptor of the connection."""
        return self._socket.fileno()

    def call(self, component: str, service: str, args: Sequence[object], timeout: float | None = None) -> Value:
        """Requests a service and waits for its result.

        Raises the exceptions of `MorseFuture.result`, and MorseTimeoutError after `timeout` [s of wall time].
        """
        number, line = self._request(component, service, args)
        call = _Call()
        self._send(number, line, call)
        try:
            if not self.wait(call, timeout):
                raise MorseTimeoutError(
                    f"timeout exceeded while waiting for response: {component} {service}, {timeout} s, "
                    f"{self._host_and_port}"
                )
        finally:
            # After Ctrl-C or a timeout, no thread waits for the answer.
            if not call.is_done:
                self._pending.pop(str(number), None)
        if call.error is not None:
            raise call.error
        return outcome(call.status, call.value)

    def submit(self, component: str, service: str, args: Sequence[object]) -> MorseFuture:
        """Requests a service without waiting for its result."""
        number, line = self._request(component, service, args)
        future = MorseFuture(self, number, f"{component} {service}")
        self._send(number, line, future)
        self._settle()
        return future

    def cancel(self, number: int) -> None:
        """Asks the simulator to cancel a request. Ignored when the request has ended."""
        self._write(b"%d cancel\n" % number)

    def wait(self, call: _Pending, timeout: float | None = None) -> bool:
        """Waits until a request is answered or the connection ends. False after `timeout` [s]."""
        deadline = None if timeout is None else time.monotonic() + timeout
        if not self._reading.acquire(blocking=False):
            return call.block(timeout)
        try:
            if self._is_watched:
                self._unwatch()
            attempts = _ATTEMPTS
            while not call.done():
                if not self._read(deadline, attempts):
                    return False
                attempts = 0
        finally:
            self._reading.release()
            # Other requests may still wait for answers.
            if self._pending or self._waits_for_end:
                self._settle()
        return True

    def pending_futures(self) -> list[MorseFuture]:
        """The futures without an answer."""
        return [call for call in list(self._pending.values()) if isinstance(call, MorseFuture)]

    def is_up(self) -> bool:
        """Whether the connection is open."""
        if self._end is None and self._reading.acquire(blocking=False):
            try:
                while self._end is None and self._readiness.wait(0.0):
                    self._read(None)
            finally:
                self._reading.release()
        return self._end is None

    def wait_for_end(self) -> None:
        """Waits until the simulator ends, or the connection is closed by another thread or a callback."""
        with self._watching:
            self._waits_for_end += 1
        self._settle()
        try:
            self._ended.wait()
        finally:
            with self._watching:
                self._waits_for_end -= 1
            self._settle()

    def on_readable(self) -> None:
        """Reads available answers. Called by the background thread."""
        if not self._reading.acquire(blocking=False):
            # Another thread reads.
            return
        try:
            if self._end is None and self._readiness.wait(0.0):
                self._read(None)
        finally:
            self._reading.release()
        self._settle()

    def close(self) -> None:
        """Closes the connection. Requests without an answer fail."""
        self._fail("this program has closed the connection to the simulator")
        try:
            # Wakes a reading thread.
            self._socket.shutdown(2)
        except OSError:
            # The simulator has closed it.
            pass
        self._settle()
        self._poll_thread.detach(self)
        with self._reading:
            self._socket.close()

    def _request(self, component: str, service: str, args: Sequence[object]) -> tuple[int, bytes]:
        """Number and line of a new request. Raises ValueError for names with blanks."""
        target = f"{component} {service}"
        if target not in self._known:
            if len(component.split()) != 1 or len(service.split()) != 1:
                raise ValueError(f"names of components and services have no blanks: {component!r} {service!r}")
            self._known.add(target)
        number = next(self._numbers)
        # Most requests have no parameters.
        return number, f"{number} {target} {codec.encode(args) if args else '[]'}\n".encode()

    def _send(self, number: int, line: bytes, call: _Pending) -> None:
        key = str(number)
        self._pending[key] = call
        try:
            self._write(line)
        except MorseConnectionError:
            self._pending.pop(key, None)
            raise

    def _write(self, line: bytes) -> None:
        try:
            # Checked after the request was added: either this sees the end, or `_fail` sees the request.
            if self._end is not None:
                raise MorseConnectionError(self._end)
            with self._sending:
                self._socket.sendall(line)
        except OSError as error:
            if isinstance(error, MorseConnectionError):
                raise
            raise MorseConnectionError(self._lost()) from error

    def _read(self, deadline: float | None, attempts: int = 0) -> bool:
        """Reads answers, with `_reading` held, after at most `attempts` polls. False after the deadline."""
        receive = self._socket.recv
        try:
            for _ in range(attempts):
                try:
                    data = receive(BUFFER_SIZE, _DO_NOT_WAIT)
                    break
                except BlockingIOError:
                    pass
            else:
                if deadline is not None and not self._readiness.wait(max(deadline - time.monotonic(), 0.0)):
                    return False
                data = receive(BUFFER_SIZE)
        except OSError:
            data = b""
        if not data:
            self._fail(self._lost())
            return True
        for line in self._buffer.feed(data):
            words = line.decode("utf-8", "replace").split(" ", 2)
            call = self._pending.pop(words[0], None)
            if call is not None:
                call.answer(words[1] if len(words) > 1 else "", words[2] if len(words) > 2 else "")
            else:
                logger.debug("an answer without a request: %.200r", line)
        return True

    def _settle(self) -> None:
        """Lets the background thread read if and only if requests are pending and no other thread reads.

        Must be called after each release of `_reading`: `on_readable` relies on this when `_reading` is held.
        """
        with self._watching:
            # A reading thread calls this method when it stops.
            wanted = self._end is None and not self._reading.locked() and bool(self._pending or self._waits_for_end)
            if wanted != self._is_watched:
                self._is_watched = wanted
                if wanted:
                    self._poll_thread.watch(self)
                else:
                    self._poll_thread.unwatch(self)

    def _unwatch(self) -> None:
        """Stops the background thread, with `_reading` held: it would wake up for each answer without need."""
        with self._watching:
            if self._is_watched:
                self._is_watched = False
                self._poll_thread.unwatch(self)

    def _fail(self, reason: str) -> None:
        if self._end is None:
            self._end = reason
        while self._pending:
            try:
                _, call = self._pending.popitem()
            except KeyError:
                # Another thread removed the last request.
                break
            call.fail(MorseConnectionError(self._end))
        self._ended.set()

    def _lost(self) -> str:
        return f"the simulator at {self._host_and_port} has ended, or closed the connection"
