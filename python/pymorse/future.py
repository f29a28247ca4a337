"""The future that a service request returns."""

from __future__ import annotations

import logging
import queue
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Callable, Protocol

from .answer import outcome
from .codec import Value
from .errors import MorseServiceFailed, MorseTimeoutError

__all__ = ["Callbacks", "MorseFuture"]

logger = logging.getLogger("pymorse")


class Callbacks:
    """Runs callbacks of services on a separate thread, so that callbacks may block."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, call: Callable[[], object]) -> None:
        """Schedules a call."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pymorse callbacks", daemon=True)
                self._thread.start()
        self._queue.put(call)

    def finish(self) -> None:
        """Waits until all scheduled calls have run. Returns immediately when a callback calls it."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._queue.put(None)
            if thread is not threading.current_thread():
                thread.join()

    def _run(self) -> None:
        while True:
            call = self._queue.get()
            if call is None:
                return
            try:
                call()
            except Exception:
                logger.exception("a callback of a service failed")


class _Connection(Protocol):
    """The connection of a future."""

    callbacks: Callbacks

    def cancel(self, number: int) -> None: ...

    def wait(self, call: MorseFuture, timeout: float | None = None) -> bool: ...


class MorseFuture(Future[Value]):
    """A requested service: a `concurrent.futures.Future` that is running until the simulator answers.

    Comparing or printing a future waits for its result, and compares or prints the result.
    """

    def __init__(self, service: _Connection, rqst_id: int, what: str) -> None:
        super().__init__()
        self.set_running_or_notify_cancel()
        #: Number of the request.
        self.rqst_id = rqst_id
        self.what = what
        self._service = service
        self._unseen: BaseException | None = None

    def result(self, timeout: float | None = None) -> Value:
        """Waits for the answer and returns its value.

        Raises MorseServiceFailed, TypeError for a wrong number of parameters, MorseServicePreempted,
        MorseConnectionError when the simulator ends, `concurrent.futures.TimeoutError` after `timeout` [s].
        """
        self._await(timeout)
        self._unseen = None
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Waits for the answer and returns the error that `result` would raise, or None."""
        self._await(timeout)
        self._unseen = None
        return super().exception(0)

    def add_done_callback(self, fn: Callable[[Future[Value]], object]) -> None:
        """Calls `fn(self)` after the answer in the thread for callbacks; immediately if the answer has arrived."""
        self._unseen = None
        if self.done():
            fn(self)
        else:
            super().add_done_callback(lambda _: self._service.callbacks.put(lambda: fn(self)))

    def cancel(self) -> bool:
        """Asks the simulator to cancel the service, which then ends with MorseServicePreempted.

        False if the service has ended already.
        """
        if self.done():
            return False
        self._service.cancel(self.rqst_id)
        return True

    def answer(self, status: str, value: str) -> None:
        """Takes the simulator's answer."""
        try:
            result = outcome(status, value)
        except Exception as error:
            # Its traceback would keep this future alive.
            self.fail(error.with_traceback(None))
        else:
            self.set_result(result)

    def fail(self, error: Exception) -> None:
        """Sets an error instead of a result."""
        if isinstance(error, (MorseServiceFailed, TypeError)):
            self._unseen = error
        self.set_exception(error)

    def block(self, timeout: float | None) -> bool:
        """Waits until another thread has read the answer. False after `timeout` [s]."""
        try:
            super().exception(timeout)
        except FutureTimeoutError:
            return False
        return True

    def _await(self, timeout: float | None) -> None:
        if not self.done() and not self._service.wait(self, timeout):
            raise MorseTimeoutError(f"no answer to {self.what} within {timeout} s")

    def __lt__(self, other: object) -> bool:
        return bool(self.result() < other)

    def __le__(self, other: object) -> bool:
        return bool(self.result() <= other)

    def __eq__(self, other: object) -> bool:
        return bool(self.result() == other)

    def __ne__(self, other: object) -> bool:
        return bool(self.result() != other)

    def __gt__(self, other: object) -> bool:
        return bool(self.result() > other)

    def __ge__(self, other: object) -> bool:
        return bool(self.result() >= other)

    # By identity: `concurrent.futures` keeps futures in sets.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return repr(self.result())

    def __del__(self) -> None:
        unseen = getattr(self, "_unseen", None)
        if unseen is not None:
            logger.warning("%s failed, and its result was not read: %s", self.what, unseen)
