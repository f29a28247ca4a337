"""Datastreams of bytes: each is a TCP connection with one message per line."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections import deque
from collections.abc import Iterable
from typing import Callable, TypeVar

from .codec import Value
from .errors import MorseConnectionError
from .lines import Buffer, LineBuffer, Readiness, connect
from .poll import PollThread

__all__ = ["MSG_SEPARATOR", "StreamB"]

logger = logging.getLogger("pymorse")

MSG_SEPARATOR = b"\n"

#: Messages longer than this also count for `_KEPT_MAX`. [bytes]
_LARGE = 1 << 16
#: Most bytes that a stream with large messages keeps; the newest message is always kept. [bytes]
_KEPT_MAX = 64 << 20
#: Size of one read: it starts small and doubles when reads fill it. [bytes]
_READ_MIN, _READ_MAX = 1 << 12, 1 << 20
# Windows does not have it; only one thread reads a stream there.
_DO_NOT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)

# Its `in_callback` is true while this thread runs a callback of a stream.
_thread = threading.local()

_Callback = TypeVar("_Callback", bound=Callable[..., None])


class StreamB:
    """A stream of bytes. Messages are read in the background, and the newest `maxlen` are kept."""

    #: Splits received bytes into messages.
    _buffer_type: Callable[[], Buffer] = LineBuffer

    def __init__(
        self,
        host: str = "localhost",
        port: int = 1234,
        maxlen: int = 100,
        sock: socket.socket | None = None,
        name: str | None = None,
    ) -> None:
        """Connects, or takes the connection `sock`. `name` is used in messages to the user.

        Raises MorseConnectionError when the connection fails.
        """
        self.error = False
        self._name = name or f"{host}:{port}"
        self._socket = connect(host, int(port)) if sock is None else sock
        self._readiness = Readiness(self._socket)
        self._buffer = self._buffer_type()
        self._read_bytes = _READ_MIN
        self._messages: deque[bytes] = deque(maxlen=maxlen)
        # Number of messages received.
        self._count = 0
        # The tuples are replaced, never changed, so that other threads can iterate over them without the lock.
        self._subscribing = threading.Lock()
        self._callbacks: tuple[Callable[[Value], None], ...] = ()
        self._end_callbacks: tuple[Callable[[str], None], ...] = ()
        # Held by the reading thread: the background thread, or one thread in `get`.
        self._reading = threading.Lock()
        self._sending = threading.Lock()
        # Notifies all other threads in `get`.
        self._arrived = threading.Condition(threading.Lock())
        self._waiting = 0
        self._end: str | None = None
        self._poll_thread = PollThread.attach(self)
        self._poll_thread.watch(self)

    def fileno(self) -> int:
        """The descriptor of the connection."""
        return self._socket.fileno()

    def is_up(self) -> bool:
        """Whether the connection is open."""
        return self._end is None

    def subscribe(self, callback: Callable[[Value], None]) -> None:
        """Calls `callback(message)` for each later message, in the reading thread."""
        with self._subscribing:
            self._callbacks += (callback,)

    def unsubscribe(self, callback: Callable[[Value], None]) -> None:
        """Undoes `subscribe`."""
        with self._subscribing:
            self._callbacks = _without(self._callbacks, callback)

    def callbacks(self) -> tuple[Callable[[Value], None], ...]:
        """The subscribed callbacks."""
        return self._callbacks

    def on_end(self, callback: Callable[[str], None]) -> None:
        """Calls `callback(reason)` when the stream ends, in the thread that notices; immediately if it has ended."""
        with self._arrived:
            if self._end is None:
                self._end_callbacks += (callback,)
                return
        callback(self._end)

    def ignore_end(self, callback: Callable[[str], None]) -> None:
        """Undoes `on_end`, unless the stream has ended."""
        with self._arrived:
            if callback in self._end_callbacks:
                self._end_callbacks = _without(self._end_callbacks, callback)

    def last(self, n: int = 1) -> Value:
        """The newest message, or None before the first.

        With n > 1, a list of the newest n messages, oldest first; fewer if fewer have arrived.
        """
        if n == 1:
            try:
                return self.decode(self._messages[-1])
            except IndexError:
                return None
        return [self.decode(message) for message in list(self._messages.copy())[-n:]] if n > 1 else []

    def get(self, timeout: float | None = None) -> Value:
        """Waits for the next message; None after `timeout` [s of wall time].

        Raises MorseConnectionError when the stream has ended or ends while waiting.
        """
        if getattr(_thread, "in_callback", False):
            raise RuntimeError(
                "get() in a callback of a stream would wait for the thread that runs the callback: "
                "use last(), or call get() in another thread"
            )
        deadline = None if timeout is None else time.monotonic() + timeout
        # Callbacks are called by the background thread, so it must read when there are any.
        if self._poll_thread.is_cheap and not self._callbacks and self._reading.acquire(blocking=False):
            arrived = self._read_until(deadline)
        else:
            arrived = self._wait_until(deadline)
        return self.decode(self._messages[-1]) if arrived else None

    def publish(self, msg: Value) -> None:
        """Sends a message. Returns when the operating system has taken all bytes.

        Raises MorseConnectionError when the stream has ended.
        """
        data = self.encode(msg)
        try:
            with self._sending:
                self._socket.sendall(data)
        except OSError as error:
            raise MorseConnectionError(self._end or f"the simulator has closed the stream {self._name}") from error

    def decode(self, msg_bytes: bytes) -> Value:
        """The message as users get it: here, its bytes."""
        return msg_bytes

    def encode(self, msg: Value) -> bytes:
        """The bytes of a message, with the separator."""
        data: bytes = msg
        return data + MSG_SEPARATOR

    def on_readable(self) -> None:
        """Reads available data. Called by the background thread."""
        if not self._reading.acquire(blocking=False):
            # A thread in `get` reads.
            return
        try:
            messages = self._receive(_DO_NOT_WAIT)
        finally:
            self._reading.release()
        if messages and self._callbacks:
            self._dispatch(messages)

    def close(self) -> None:
        """Closes the connection."""
        self._finish(f"this program has closed the stream {self._name}")
        try:
            # Wakes a reading thread.
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            # The simulator has closed it.
            pass
        with self._reading:
            self._socket.close()

    def _read_until(self, deadline: float | None) -> bool:
        """Reads until a message arrives, with `_reading` held, which it releases. False after the deadline."""
        self._poll_thread.unwatch(self)
        try:
            # Skips messages that arrived before the call.
            while self._end is None and self._readiness.wait(0.0):
                self._receive(_DO_NOT_WAIT)
            count = self._count
            while self._count == count:
                if self._end is not None:
                    raise MorseConnectionError(self._end)
                if deadline is not None and not self._readiness.wait(max(deadline - time.monotonic(), 0.0)):
                    return False
                messages = self._receive()
                if self._callbacks:
                    # Subscribed while this thread waits.
                    self._dispatch(messages)
            return True
        finally:
            if self._end is None:
                self._poll_thread.watch(self)
            self._reading.release()

    def _wait_until(self, deadline: float | None) -> bool:
        """Waits until another thread has read a message. False after the deadline."""
        with self._arrived:
            self._waiting += 1
            try:
                count = self._count
                while self._count == count:
                    if self._end is not None:
                        raise MorseConnectionError(self._end)
                    remaining_s = None if deadline is None else max(deadline - time.monotonic(), 0.0)
                    if not self._arrived.wait(remaining_s) and self._count == count:
                        return False
                return True
            finally:
                self._waiting -= 1

    def _receive(self, flags: int = 0) -> list[bytes]:
        """Reads once, with `_reading` held. Returns the messages that are complete now."""
        try:
            data = self._socket.recv(self._read_bytes, flags)
        except BlockingIOError:
            # Another thread has read the data.
            return []
        except OSError:
            self.error = True
            data = b""
        if not data:
            self._finish(f"the simulator has ended, or closed the stream {self._name}")
            return []
        if len(data) == self._read_bytes:
            self._read_bytes = min(2 * self._read_bytes, _READ_MAX)
        try:
            messages = self._buffer.feed(data)
        except ValueError as error:
            self.error = True
            self._finish(f"the stream {self._name} has sent a malformed message: {error}")
            return []
        if messages:
            self._messages.extend(messages)
            self._count += len(messages)
            if len(messages[-1]) > _LARGE:
                while len(self._messages) > 1 and sum(map(len, self._messages)) > _KEPT_MAX:
                    self._messages.popleft()
            # Waiting threads increment `_waiting` before they read `_count`.
            if self._waiting:
                with self._arrived:
                    self._arrived.notify_all()
        return messages

    def _dispatch(self, messages: list[bytes]) -> None:
        """Calls the callbacks for each message."""
        _thread.in_callback = True
        try:
            for decoded in self._decoded(messages):
                for callback in self._callbacks:
                    try:
                        callback(decoded)
                    except Exception:
                        logger.exception("a callback of the stream %s failed", self._name)
        finally:
            _thread.in_callback = False

    def _decoded(self, messages: list[bytes]) -> Iterable[Value]:
        """Decodes messages. Malformed messages are logged and skipped."""
        for message in messages:
            try:
                yield self.decode(message)
            except ValueError:
                logger.error("the stream %s sent a malformed message: <%.200r>", self._name, message)

    def _finish(self, reason: str) -> None:
        with self._arrived:
            if self._end is not None:
                return
            self._end = reason
            self._arrived.notify_all()
            callbacks, self._end_callbacks = self._end_callbacks, ()
        self._poll_thread.unwatch(self)
        self._poll_thread.detach(self)
        for callback in callbacks:
            callback(reason)


def _without(callbacks: tuple[_Callback, ...], callback: _Callback) -> tuple[_Callback, ...]:
    """The callbacks without the first occurrence of one. Raises ValueError when it is not subscribed."""
    remaining = list(callbacks)
    remaining.remove(callback)
    return tuple(remaining)
