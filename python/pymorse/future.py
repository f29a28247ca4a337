"""The future that a service of a component returns."""

from __future__ import annotations

import logging
import queue
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any, Callable, Optional, Protocol

from .answer import outcome
from .errors import MorseServiceFailed, MorseTimeoutError

__all__ = ["Callbacks", "MorseFuture"]

logger = logging.getLogger("pymorse")


class Callbacks:
    """Calls what waits for the end of services, in a thread of its own, so that it may wait for anything itself."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: Optional[threading.Thread] = None

    def put(self, call: Callable[[], None]) -> None:
        """Has it called soon."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pymorse callbacks", daemon=True)
                self._thread.start()
        self._queue.put(call)

    def finish(self) -> None:
        """Waits until all that was put has been called. Does not wait when one of them asks for that."""
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
    """What a future needs of the connection that it was requested on."""

    callbacks: Callbacks

    def cancel(self, number: int) -> None: ...

    def wait(self, call: MorseFuture, timeout: Optional[float] = None) -> bool: ...


class MorseFuture(Future[Any]):
    """A service that was requested: a `concurrent.futures.Future`, which is running until the simulator answers.

    Comparing or printing it waits for the result and takes that instead.
    """

    def __init__(self, service: _Connection, rqst_id: int, what: str) -> None:
        super().__init__()
        self.set_running_or_notify_cancel()
        #: The number of the request.
        self.rqst_id = rqst_id
        self.what = what
        self._service = service
        self._unseen: Optional[BaseException] = None

    def result(self, timeout: Optional[float] = None) -> Any:
        """Waits for the answer and gives its value.

        Raises MorseServiceFailed, TypeError for a wrong number of parameters, MorseServicePreempted,
        MorseConnectionError when the simulator ends, `concurrent.futures.TimeoutError` after `timeout` [s].
        """
        self._await(timeout)
        self._unseen = None
        return super().result(0)

    def exception(self, timeout: Optional[float] = None) -> Optional[BaseException]:
        """Waits for the answer and gives the error that `result` would raise, None for a success."""
        self._await(timeout)
        self._unseen = None
        return super().exception(0)

    def add_done_callback(self, fn: Callable[[Any], Any]) -> None:
        """Calls `fn(self)` after the answer, in a thread for callbacks; at once when the answer is there."""
        self._unseen = None
        if self.done():
            fn(self)
        else:
            super().add_done_callback(lambda _: self._service.callbacks.put(lambda: fn(self)))

    def cancel(self) -> bool:
        """Asks the simulator to interrupt the service, which then ends with MorseServicePreempted.

        Whether there was still something to interrupt.
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
        """Ends without a result."""
        if isinstance(error, (MorseServiceFailed, TypeError)):
            self._unseen = error
        self.set_exception(error)

    def block(self, timeout: Optional[float]) -> bool:
        """Waits until another thread has taken the answer. Whether that was within the time."""
        try:
            super().exception(timeout)
        except FutureTimeoutError:
            return False
        return True

    def _await(self, timeout: Optional[float]) -> None:
        if not self.done() and not self._service.wait(self, timeout):
            raise MorseTimeoutError(f"no answer to {self.what} within {timeout} s")

    def __lt__(self, other: Any) -> bool:
        return bool(self.result() < other)

    def __le__(self, other: Any) -> bool:
        return bool(self.result() <= other)

    def __eq__(self, other: object) -> bool:
        return bool(self.result() == other)

    def __ne__(self, other: object) -> bool:
        return bool(self.result() != other)

    def __gt__(self, other: Any) -> bool:
        return bool(self.result() > other)

    def __ge__(self, other: Any) -> bool:
        return bool(self.result() >= other)

    # As for all futures, whose identity sets and dictionaries of `concurrent.futures` use.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return repr(self.result())

    def __del__(self) -> None:
        unseen = getattr(self, "_unseen", None)
        if unseen is not None:
            logger.warning("%s failed, and nobody asked for its result: %s", self.what, unseen)
