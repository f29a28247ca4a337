"""Base class of tests of pymorse against a fake simulator."""

import concurrent.futures
import logging
import threading
import unittest
from typing import Any

import support  # noqa: F401  (finds pymorse)
from fake_simulator import FakeSimulator

import pymorse

TIMEOUT_S = 30.0
POSE = b'{"timestamp": 1.0, "x": 2.0, "range": Infinity}\n'


class PymorseTest(unittest.TestCase):
    """A test with a fake simulator and a client of it."""

    def setUp(self) -> None:
        self.simulator = FakeSimulator()
        self.addCleanup(self.simulator.close)
        logging.getLogger("pymorse").setLevel(logging.CRITICAL)
        self.addCleanup(logging.getLogger("pymorse").setLevel, logging.NOTSET)
        self.morse = pymorse.Morse("localhost", self.simulator.port)
        self.addCleanup(self.morse.close, True)

    def request(self) -> list[str]:
        """The next unanswered request."""
        return self.simulator.unanswered.get(timeout=TIMEOUT_S)

    def in_thread(self, work: Any) -> "concurrent.futures.Future[Any]":
        """Runs a function in a second thread."""
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()

        def run() -> None:
            try:
                future.set_result(work())
            except Exception as error:
                future.set_exception(error)

        threading.Thread(target=run, daemon=True).start()
        return future
