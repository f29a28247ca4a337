"""Datastreams of bytes: one TCP connection each, with one message a line."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections import deque
from typing import Any, Callable, Deque, Iterable, List, Optional, Tuple, TypeVar

from .errors import MorseConnectionError
from .lines import Buffer, LineBuffer, Readiness, connect
from .poll import PollThread

__all__ = ["MSG_SEPARATOR", "StreamB"]

logger = logging.getLogger("pymorse")

MSG_SEPARATOR = b"\n"

#: Messages longer than this are counted in bytes as well. [bytes]
_LARGE = 1 << 16
#: Most bytes that a stream keeps when its messages are large; the newest message is kept in any case. [bytes]
_KEPT_MAX = 64 << 20
#: How much is read at once: little at first, more when much arrives. [bytes]
_READ_MIN, _READ_MAX = 1 << 12, 1 << 20
# Windows does not have it; there, one thread alone reads a stream.
_DO_NOT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)

# Whether this thread is in a callback of a stream.
_thread = threading.local()

_Callback = TypeVar("_Callback", bound=Callable[..., None])


class StreamB:
    """Messages of bytes. They are read in the background and the newest `maxlen` are kept."""

    #: Takes whole messages out of what arrives.
    _buffer_type: Callable[[], Buffer] = LineBuffer

    def __init__(
        self,
        host: str = "localhost",
        port: int = 1234,
        maxlen: int = 100,
        sock: Optional[socket.socket] = None,
        name: Optional[str] = None,
    ) -> None:
        """Connects, unless `sock` is a connection. `name` is for messages to the user.

        Raises MorseConnectionError when nobody listens.
        """
        self.error = False
        self._name = name or f"{host}:{port}"
        self._socket = connect(host, int(port)) if sock is None else sock
        self._readiness = Readiness(self._socket)
        self._buffer = self._buffer_type()
        self._read_bytes = _READ_MIN
        self._messages: Deque[bytes] = deque(maxlen=maxlen)
        # How many messages have come.
        self._count = 0
        # Replaced with this lock, never changed: who goes through it sees it as it was.
        self._subscribing = threading.Lock()
        self._callbacks: Tuple[Callable[[Any], None], ...] = ()
        self._end_callbacks: Tuple[Callable[[str], None], ...] = ()
        # Who has this one reads: the thread in the background, or one that waits in `get`.
        self._reading = threading.Lock()
        self._sending = threading.Lock()
        # For the others that wait in `get`.
        self._arrived = threading.Condition(threading.Lock())
        self._waiting = 0
        self._end: Optional[str] = None
        self._poll_thread = PollThread.attach(self)
        self._poll_thread.watch(self)

    def fileno(self) -> int:
        """The descriptor of the connection."""
        return self._socket.fileno()

    def is_up(self) -> bool:
        """Whether the connection stands."""
        return self._end is None

    def subscribe(self, callback: Callable[[Any], None]) -> None:
        """Calls `callback(message)` for each message from now on, in the thread that reads."""
        with self._subscribing:
            self._callbacks += (callback,)

    def unsubscribe(self, callback: Callable[[Any], None]) -> None:
        """Undoes `subscribe`."""
        with self._subscribing:
            self._callbacks = _without(self._callbacks, callback)

    def callbacks(self) -> Tuple[Callable[[Any], None], ...]:
        """What is called for each message."""
        return self._callbacks

    def on_end(self, callback: Callable[[str], None]) -> None:
        """Calls `callback(why)` when the stream ends, in whatever thread finds that; at once when it has ended."""
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

    def last(self, n: int = 1) -> Any:
        """The newest message, None when none has come.

        With n > 1, a list of the newest n messages, the oldest first; fewer when fewer have come.
        """
        if n == 1:
            try:
                return self.decode(self._messages[-1])
            except IndexError:
                return None
        return [self.decode(message) for message in list(self._messages.copy())[-n:]] if n > 1 else []

    def get(self, timeout: Optional[float] = None) -> Any:
        """Waits for the next message that arrives. None when `timeout` [s of wall time] passes without one.

        Raises MorseConnectionError when the stream has ended or ends meanwhile.
        """
        if getattr(_thread, "in_callback", False):
            raise RuntimeError(
                "get() in a callback of a stream would wait for the thread that runs the callback: "
                "use last(), or call get() in another thread"
            )
        deadline = None if timeout is None else time.monotonic() + timeout
        # Callbacks are for the thread in the background.
        if self._poll_thread.is_cheap and not self._callbacks and self._reading.acquire(blocking=False):
            arrived = self._read_until(deadline)
        else:
            arrived = self._wait_until(deadline)
        return self.decode(self._messages[-1]) if arrived else None

    def publish(self, msg: Any) -> None:
        """Sends a message. Returns when the system has taken all of it.

        Raises MorseConnectionError when the stream has ended.
        """
        data = self.encode(msg)
        try:
            with self._sending:
                self._socket.sendall(data)
        except OSError as error:
            raise MorseConnectionError(self._end or f"the simulator has closed the stream {self._name}") from error

    def decode(self, msg_bytes: bytes) -> Any:
        """What users get of the bytes of a message: the bytes."""
        return msg_bytes

    def encode(self, msg: Any) -> bytes:
        """A message as it is sent, with its line feed."""
        data: bytes = msg
        return data + MSG_SEPARATOR

    def on_readable(self) -> None:
        """Takes what has arrived. The thread in the background calls this."""
        if not self._reading.acquire(blocking=False):
            # Somebody waits for it in `get`.
            return
        try:
            messages = self._receive(_DO_NOT_WAIT)
        finally:
            self._reading.release()
        if messages and self._callbacks:
            self._tell(messages)

    def close(self) -> None:
        """Ends the connection."""
        self._finish(f"this program has closed the stream {self._name}")
        try:
            # Wakes a thread that reads.
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            # The simulator has closed it.
            pass
        with self._reading:
            self._socket.close()

    def _read_until(self, deadline: Optional[float]) -> bool:
        """Reads until a message arrives, with `_reading` held, and gives that back. Whether it was in time."""
        self._poll_thread.unwatch(self)
        try:
            # What lies there has arrived before.
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
                    # Somebody has subscribed meanwhile.
                    self._tell(messages)
            return True
        finally:
            if self._end is None:
                self._poll_thread.watch(self)
            self._reading.release()

    def _wait_until(self, deadline: Optional[float]) -> bool:
        """Waits until another thread has read a message. Whether it was in time."""
        with self._arrived:
            self._waiting += 1
            try:
                count = self._count
                while self._count == count:
                    if self._end is not None:
                        raise MorseConnectionError(self._end)
                    left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
                    if not self._arrived.wait(left) and self._count == count:
                        return False
                return True
            finally:
                self._waiting -= 1

    def _receive(self, flags: int = 0) -> List[bytes]:
        """Reads once, with `_reading` held: the messages that are complete now."""
        try:
            data = self._socket.recv(self._read_bytes, flags)
        except BlockingIOError:
            # Somebody was faster.
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
            self._finish(f"the stream {self._name} has sent what is no message: {error}")
            return []
        if messages:
            self._messages.extend(messages)
            self._count += len(messages)
            if len(messages[-1]) > _LARGE:
                while len(self._messages) > 1 and sum(map(len, self._messages)) > _KEPT_MAX:
                    self._messages.popleft()
            # They say that they wait before they look at the number.
            if self._waiting:
                with self._arrived:
                    self._arrived.notify_all()
        return messages

    def _tell(self, messages: List[bytes]) -> None:
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

    def _decoded(self, messages: List[bytes]) -> Iterable[Any]:
        """What the bytes of messages say; those that say nothing are logged."""
        for message in messages:
            try:
                yield self.decode(message)
            except ValueError:
                logger.error("the stream %s sent what is no message: <%.200r>", self._name, message)

    def _finish(self, why: str) -> None:
        with self._arrived:
            if self._end is not None:
                return
            self._end = why
            self._arrived.notify_all()
            callbacks, self._end_callbacks = self._end_callbacks, ()
        self._poll_thread.unwatch(self)
        self._poll_thread.detach(self)
        for callback in callbacks:
            callback(why)


def _without(callbacks: Tuple[_Callback, ...], callback: _Callback) -> Tuple[_Callback, ...]:
    """All but the first of this callback. Raises ValueError when it is not among them."""
    left = list(callbacks)
    left.remove(callback)
    return tuple(left)
