"""A simulation for a test: the command ``morse run`` in a separate process."""

from __future__ import annotations

import atexit
import os
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Callable, Union

from morse.testing import scene_script
from morse.testing.command import OPTIONS_VARIABLE, morse_program
from morse.testing.exceptions import MorseTestingError
from morse.testing.log_file import ENDED, READY, LogFile

if TYPE_CHECKING:
    from typing import TypedDict

    from pymorse import Morse

    class Options(TypedDict, total=False):
        """Options of ``Simulation``."""

        options: Iterable[str]
        log: str | None
        time_strategy: int | None
        timeout_s: float


# Removes the frames of this file from the tracebacks of unittest.
__unittest = True

#: Environment variable with the default port of ``pymorse.Morse()``.
PORT_VARIABLE = "MORSE_PORT"

_DEFAULT_PORT = 4000
#: Period of reading the log while waiting for a line. [s]
_POLL_S = 0.002
#: Period of reading the log while a test runs. [s]
_WATCH_S = 0.05
#: Time limit for the end of a simulator. [s]
_END_S = 10.0

#: A script, a scene document, an environment, or a function that describes a scene.
Scene = Union[str, "os.PathLike[str]", Callable[..., object]]

_running: weakref.WeakSet[Simulation] = weakref.WeakSet()


class Simulation:
    """A running scene: a script, a scene document, an environment, or a function that describes a scene.

    It ends with ``stop``, with a ``with`` statement, or with this program.
    """

    def __init__(
        self,
        scene: Scene,
        options: Iterable[str] = (),
        log: str | None = None,
        time_strategy: int | None = None,
        timeout_s: float = 15.0,
    ) -> None:
        """Start the scene and wait until it runs.

        ``options`` are options of ``morse run``. ``time_strategy`` replaces that of a scene described by a function.
        Raises MorseTestingError with the log when the scene does not run within ``timeout_s``.
        """
        self.launch(scene, options, log, time_strategy)
        try:
            self.wait_until_ready(timeout_s)
        except BaseException:
            self.kill()
            raise

    def launch(
        self,
        scene: Scene,
        options: Iterable[str] = (),
        log: str | None = None,
        time_strategy: int | None = None,
    ) -> None:
        """Start the process without waiting for the scene."""
        self._folder = tempfile.TemporaryDirectory(prefix="morse-test-")
        path, folders = self._scene_file(scene, time_strategy)
        self._morse: Morse | None = None
        self.port = _DEFAULT_PORT
        #: Part of the log about a failure while the scene ran.
        self.failure: str | None = None
        self._stopping = threading.Event()
        self._watcher: threading.Thread | None = None
        log = log or os.path.join(self._folder.name, "log")
        more = shlex.split(os.environ.get(OPTIONS_VARIABLE, ""))
        command = [morse_program(), "run", *more, *options, path]
        with open(log, "wb") as stream:
            self.process = self._started(command, stream, folders)
        self.log = LogFile(log)
        _running.add(self)

    def _scene_file(self, scene: Scene, time_strategy: int | None) -> tuple[str, list[str]]:
        if not callable(scene):
            return os.fspath(scene), []
        path = os.path.join(self._folder.name, "scene")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(scene_script.text(scene, time_strategy))
        return path, [scene_script.folder_of(scene)]

    @staticmethod
    def _started(command: list[str], log: IO[bytes], folders: list[str]) -> subprocess.Popen[bytes]:
        environment: dict[str, str] = dict(os.environ)
        environment.setdefault("MORSE_PYTHON", sys.executable)
        path = [*filter(None, [environment.get("PYTHONPATH")]), *folders]
        environment["PYTHONPATH"] = os.pathsep.join(path)
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environment
        )

    @property
    def pid(self) -> int:
        """Process ID of the simulator."""
        return self.process.pid

    @property
    def morse(self) -> Morse:
        """A client of pymorse, connected on first access and closed with the simulation."""
        if self._morse is None:
            import pymorse

            self._morse = pymorse.Morse("localhost", self.port)
        return self._morse

    # Start -----------------------------------------------------------------------------------------------------------

    def wait_until_ready(self, timeout_s: float) -> None:
        """Wait until the scene runs. Raises MorseTestingError when it fails, ends or exceeds the time limit."""
        deadline = time.monotonic() + timeout_s
        while True:
            ended = self.process.poll() is not None
            self.log.read()
            if self.log.has(READY):
                break
            if ended:
                raise MorseTestingError(f"the scene did not start:\n{self.log.not_started() or self.log.tail()}")
            if time.monotonic() > deadline:
                raise MorseTestingError(f"the scene did not start in {timeout_s:g} s:\n{self.log.tail()}")
            time.sleep(_POLL_S)
        self.port = self.log.service_port() or _DEFAULT_PORT
        self._watcher = threading.Thread(target=self._watch, name="morse.testing watcher", daemon=True)
        self._watcher.start()

    def _watch(self) -> None:
        """End the simulation when a component fails, so that clients do not wait for its data."""
        while not self._stopping.wait(_WATCH_S):
            self._look_for_failure()
            if self.failure is not None:
                # Waits for the traceback, which follows the found line.
                self._stopping.wait(_WATCH_S)
                self._look_for_failure()
                self.process.terminate()
                return
            if self.process.poll() is not None:
                return

    def _look_for_failure(self) -> None:
        self.log.read()
        self.failure = self.log.component_failed()

    # End -------------------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the simulation and wait. Raises MorseTestingError when a component failed or the simulator crashed."""
        if self._morse is not None:
            client, self._morse = self._morse, None
            client.close(cancel_async_services=True)
        self._end_watcher()
        if self.failure is None and self.process.poll() is None:
            self._request_end()
        self.kill()
        if self.failure is None:
            self.failure = self._crash()
        if self.failure is not None:
            raise MorseTestingError(f"the simulation failed:\n{self.failure}")

    def _request_end(self) -> None:
        try:
            with socket.create_connection(("localhost", self.port), _END_S) as connection:
                connection.sendall(b"id1 simulation quit\n")
            self.process.wait(_END_S)
        except (OSError, subprocess.TimeoutExpired):
            # The process has already ended, or `kill` ends it.
            pass

    def _crash(self) -> str | None:
        self.log.close()
        failed = self.log.component_failed()
        if failed is None and not self.log.has(ENDED):
            return f"the simulator ended with status {self.process.returncode}:\n{self.log.tail()}"
        return failed

    def _end_watcher(self) -> None:
        self._stopping.set()
        if self._watcher is not None:
            self._watcher.join()

    def kill(self) -> None:
        """End the process by a signal, if it runs, and wait."""
        self._end_watcher()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(_END_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()
        self._folder.cleanup()
        _running.discard(self)

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@atexit.register
def _end_all() -> None:
    for simulation in list(_running):
        simulation.kill()
