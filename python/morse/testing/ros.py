"""Test cases with a ROS 1 master."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from urllib.parse import urlsplit

from morse.testing.exceptions import MorseTestingError
from morse.testing.testing import MorseTestCase, testlogger

__all__ = ["MorseTestCase", "RosTestCase", "testlogger"]

_MASTER = "ROS_MASTER_URI"
_DEFAULT_MASTER = "http://localhost:11311"
#: Time limit for the start and the end of a master. [s]
_MASTER_S = 30.0
_POLL_S = 0.02


class RosTestCase(MorseTestCase):
    """Tests with a ROS 1 master, which is started for each test, unless a master runs at ROS_MASTER_URI."""

    #: Process of the started master.
    roscore_process: subprocess.Popen[bytes] | None = None

    def setUpMw(self) -> None:
        """Start the master. Raises MorseTestingError."""
        if _answers():
            testlogger.info("there is a ROS master at %s", _master())
            return
        self.roscore_process = _start()
        deadline = time.monotonic() + _MASTER_S
        while not _answers():
            if self.roscore_process.poll() is not None or time.monotonic() > deadline:
                self.tearDownMw()
                raise MorseTestingError(f"the ROS master at {_master()} did not start")
            time.sleep(_POLL_S)

    def tearDownMw(self) -> None:
        """End the master, if this test started it."""
        process, self.roscore_process = self.roscore_process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_MASTER_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _master() -> str:
    return os.environ.get(_MASTER) or _DEFAULT_MASTER


def _address() -> tuple[str, int]:
    url = urlsplit(_master())
    if not url.hostname or not url.port:
        raise MorseTestingError(f"{_MASTER} is like {_DEFAULT_MASTER}, not {_master()!r}")
    return url.hostname, url.port


def _answers() -> bool:
    try:
        socket.create_connection(_address(), 1.0).close()
    except OSError:
        return False
    return True


def _start() -> subprocess.Popen[bytes]:
    port = str(_address()[1])
    for command in (["roscore", "-p", port], ["rosmaster", "--core", "-p", port]):
        program = shutil.which(command[0])
        if program is not None:
            return subprocess.Popen([program, *command[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    missing = "there is neither `roscore` nor `rosmaster` to start one"
    raise MorseTestingError(f"no ROS master answers at {_master()}, and {missing}")
