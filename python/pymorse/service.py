"""The connection for requests.

Whoever waits for an answer reads the connection itself, which costs no switch between threads. Only while services run that
nobody waits for does the thread in the background read it.
"""

from __future__ import annotations

import itertools
import logging
import os
import socket
import threading
import time
from typing import Any, Dict, List, Optional, Protocol, Set

from . import codec
from .answer import outcome
from .errors import MorseConnectionError, MorseTimeoutError
from .future import Callbacks, MorseFuture
from .lines import LineBuffer, Readiness, connect
from .poll import PollThread

__all__ = ["BUFFER_SIZE", "ServiceConnection"]

logger = logging.getLogger("pymorse")

#: How much is read at once. [bytes]
BUFFER_SIZE = 1 << 13

# Windows does not have it.
_DO_NOT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)
# How often a thread looks for its answer before the system puts it to sleep. Most answers come within some ten microseconds,
# and being woken takes about as long. With one processor it would only keep the simulator from answering.
_LOOKS = 40 if _DO_NOT_WAIT and (os.cpu_count() or 1) > 1 else 0


class _Pending(Protocol):
    """A request without an answer yet."""

    def done(self) -> bool: ...

    def answer(self, status: str, value: str) -> None: ...

    def fail(self, error: Exception) -> None: ...

    def block(self, timeout: Optional[float]) -> bool: ...


class _Call:
    """A request that a thread waits for."""

    is_done = False
    status = value = ""
    error: Optional[Exception] = None
    _lock: Optional[threading.Lock] = None

    def done(self) -> bool:
        return self.is_done

    def answer(self, status: str, value: str) -> None:
        self.status, self.value = status, value
        self._finish()

    def fail(self, error: Exception) -> None:
        self.error = error
        self._finish()

    def block(self, timeout: Optional[float]) -> bool:
        lock = threading.Lock()
        lock.acquire()
        self._lock = lock
        # The answer may have come before it could see the lock.
        return self.is_done or lock.acquire(timeout=-1 if timeout is None else max(timeout, 0.0))

    def _finish(self) -> None:
        self.is_done = True
        if self._lock is not None:
            self._lock.release()


class ServiceConnection:
    """Requests and their answers. All methods may be called by any thread."""

    def __init__(self, host: str, port: int) -> None:
        """Connects. Raises MorseConnectionError when nobody listens."""
        self._place = f"{host}:{port}"
        self._socket = connect(host, port)
        #: Where the streams are: the address that answered for the name.
        self.address: str = self._socket.getpeername()[0]
        self.callbacks = Callbacks()
        self._readiness = Readiness(self._socket)
        self._buffer = LineBuffer()
        self._numbers = itertools.count()
        # Names of services that have been looked at.
        self._known: Set[str] = set()
        self._pending: Dict[str, _Pending] = {}
        self._end: Optional[str] = None
        # Who has this one reads. It is free while nobody waits.
        self._reading = threading.Lock()
        self._sending = threading.Lock()
        # Guards the two below.
        self._watching = threading.Lock()
        self._is_watched = False
        self._waits_for_end = 0
        self._ended = threading.Event()
        self._poll_thread = PollThread.attach(self)

    def fileno(self) -> int:
        """The descriptor of the connection."""
        return self._socket.fileno()

    def call(self, component: str, service: str, args: Any, timeout: Optional[float] = None) -> Any:
        """Requests a service and waits for its result.

        Raises what `MorseFuture.result` raises, MorseTimeoutError after `timeout` [s of wall time].
        """
        number, line = self._request(component, service, args)
        call = _Call()
        self._send(number, line, call)
        try:
            if not self.wait(call, timeout):
                raise MorseTimeoutError(
                    f"timeout exceeded while waiting for response: {component} {service}, {timeout} s, {self._place}"
                )
        finally:
            # Somebody pressed Ctrl-C, or time is over: the answer is for nobody.
            if not call.is_done:
                self._pending.pop(str(number), None)
        if call.error is not None:
            raise call.error
        return outcome(call.status, call.value)

    def submit(self, component: str, service: str, args: Any) -> MorseFuture:
        """Requests a service; the future has its result when the simulator answers."""
        number, line = self._request(component, service, args)
        future = MorseFuture(self, number, f"{component} {service}")
        self._send(number, line, future)
        self._settle()
        return future

    def cancel(self, number: int) -> None:
        """Asks the simulator to interrupt a request. Nothing happens when it does not run."""
        self._write(b"%d cancel\n" % number)

    def wait(self, call: _Pending, timeout: Optional[float] = None) -> bool:
        """Waits until a request is answered, or the connection has ended. Whether that was within the time."""
        deadline = None if timeout is None else time.monotonic() + timeout
        if not self._reading.acquire(blocking=False):
            return call.block(timeout)
        try:
            if self._is_watched:
                self._unwatch()
            looks = _LOOKS
            while not call.done():
                if not self._read(deadline, looks):
                    return False
                looks = 0
        finally:
            self._reading.release()
            # Others may be waiting for answers still.
            if self._pending or self._waits_for_end:
                self._settle()
        return True

    def pending_futures(self) -> List[MorseFuture]:
        """The services that are running for components of this client."""
        return [call for call in list(self._pending.values()) if isinstance(call, MorseFuture)]

    def is_up(self) -> bool:
        """Whether the connection stands."""
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
        """Takes what has arrived. The thread in the background calls this."""
        if not self._reading.acquire(blocking=False):
            # Somebody reads already.
            return
        try:
            if self._end is None and self._readiness.wait(0.0):
                self._read(None)
        finally:
            self._reading.release()
        self._settle()

    def close(self) -> None:
        """Ends the connection. Requests without an answer fail."""
        self._fail("this program has closed the connection to the simulator")
        try:
            # Wakes a thread that is reading.
            self._socket.shutdown(2)
        except OSError:
            # The simulator has closed it.
            pass
        self._settle()
        self._poll_thread.detach(self)
        with self._reading:
            self._socket.close()

    def _request(self, component: str, service: str, args: Any) -> "tuple[int, bytes]":
        what = f"{component} {service}"
        if what not in self._known:
            if len(component.split()) != 1 or len(service.split()) != 1:
                raise ValueError(f"names of components and services have no blanks: {component!r} {service!r}")
            self._known.add(what)
        number = next(self._numbers)
        # Most requests have no parameters.
        return number, f"{number} {what} {codec.encode(args) if args else '[]'}\n".encode()

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
            # Looked at after the request was noted: either this sees the end, or the end sees the request.
            if self._end is not None:
                raise MorseConnectionError(self._end)
            with self._sending:
                self._socket.sendall(line)
        except OSError as error:
            if isinstance(error, MorseConnectionError):
                raise
            raise MorseConnectionError(self._lost()) from error

    def _read(self, deadline: Optional[float], looks: int = 0) -> bool:
        """Takes answers, with `_reading` held. False when the time is over. Looks so often before it waits."""
        receive = self._socket.recv
        try:
            for _ in range(looks):
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
                logger.debug("an answer to no request: %.200r", line)
        return True

    def _settle(self) -> None:
        """Has the background read while there are requests and nobody else reads, and only then.

        Call it after `_reading` was released: who finds that taken relies on this.
        """
        with self._watching:
            # A thread that reads calls this in its turn.
            wanted = self._end is None and not self._reading.locked() and bool(self._pending or self._waits_for_end)
            if wanted != self._is_watched:
                self._is_watched = wanted
                if wanted:
                    self._poll_thread.watch(self)
                else:
                    self._poll_thread.unwatch(self)

    def _unwatch(self) -> None:
        """Keeps the background away while this thread reads, with `_reading` held: it would only burn time."""
        with self._watching:
            if self._is_watched:
                self._is_watched = False
                self._poll_thread.unwatch(self)

    def _fail(self, why: str) -> None:
        if self._end is None:
            self._end = why
        while self._pending:
            try:
                _, call = self._pending.popitem()
            except KeyError:
                # Somebody else took the last.
                break
            call.fail(MorseConnectionError(self._end))
        self._ended.set()

    def _lost(self) -> str:
        return f"the simulator at {self._place} has ended, or closed the connection"
