"""Starts the real `morse` command and connects real clients to it."""

import fcntl
import functools
import importlib
import itertools
import os
import re
import socket
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
from pathlib import Path

from claims import claim

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("MORSE_BINARY", ROOT / "target" / "debug" / "morse"))
TIMEOUT_S = 30.0


# The Python client under test: "ours", or "original" for the one of MORSE's Debian package.
CLIENT = os.environ.get("MORSE_TEST_CLIENT", "ours")


@functools.cache
def pymorse_in(folder):
    """The package `pymorse` of a folder. Packages of several folders can be loaded at the same time."""

    def loaded():
        return [name for name in sys.modules if name.split(".")[0] == "pymorse"]

    loaded_before = {name: sys.modules.pop(name) for name in loaded()}
    sys.path.insert(0, str(folder))
    try:
        package = importlib.import_module("pymorse")
        if (Path(folder) / "pymorse" / "aio.py").exists():
            importlib.import_module("pymorse.aio")
        return package
    finally:
        sys.path.remove(str(folder))
        for name in loaded():
            del sys.modules[name]
        sys.modules.update(loaded_before)


def client_library():
    """The client under test."""
    return {"ours": our_pymorse, "original": original_pymorse}[CLIENT]()


def our_pymorse():
    """The client of this repository."""
    return pymorse_in(ROOT / "python")


@functools.cache
def original_pymorse():
    """The client of the original, from Debian's package, with its one defect on Python >= 3.8 repaired.

    `dir()` on a proxy reaches its class, and the attribute hook calls `lazy_init` on the class as if it were an instance.
    Python 3.12 removed `asyncore`, so the package cannot be imported there.
    """
    pymorse = pymorse_in("/usr/lib/python3/dist-packages")

    def attribute(self, name):
        value = object.__getattribute__(self, name)
        if not isinstance(value, type) and hasattr(value, "lazy_init"):
            value.lazy_init()
        return value

    pymorse.Component.__getattribute__ = attribute
    return pymorse


# Ports below the system's ephemeral range, in bands. Each test process claims one band.
BAND_SIZE = 1000
BANDS = range(10000 // BAND_SIZE, 32000 // BAND_SIZE)


@functools.cache
def own_ports():
    """Cycles through the ports of this process's band."""
    first = claim("ports", BANDS) * BAND_SIZE
    return itertools.cycle(range(first, first + BAND_SIZE))


def is_free(port, kind):
    """Whether no socket is bound to a port. Connections in TIME_WAIT do not count."""
    with socket.socket(type=kind) as probe:
        if kind == socket.SOCK_STREAM:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_ports(count, kind=socket.SOCK_STREAM):
    """The first of `count` consecutive free ports. The most recently returned ports are reused last."""
    row = []
    for port in itertools.islice(own_ports(), 2 * BAND_SIZE):
        is_next = not row or port == row[-1] + 1
        row = [] if not is_free(port, kind) else [*row, port] if is_next else [port]
        if len(row) == count:
            return row[0]
    raise RuntimeError("no row of %d free ports" % count)


def wait_until(condition, description="a condition of the test", timeout_s=TIMEOUT_S):
    """Polls `condition()` and returns its first true value. Fails after `timeout_s`."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        # Leaves the processor to the simulator and its peers between two checks.
        time.sleep(0.005)
    raise AssertionError("did not happen: " + description)


def command(*words, environment=None, answer="", folder=None):
    """Runs the command to its end: exit code, standard output, standard error. `answer` is its standard input."""
    completed = subprocess.run(
        [str(BINARY), *map(str, words)],
        input=answer,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=4 * TIMEOUT_S,
        env={**os.environ, **(environment or {})},
    )
    return completed.returncode, completed.stdout, completed.stderr


class Simulator:
    """A running `morse run` with its log, on ports of its own.

    `scene` is a file, a simulation environment, or the text of a scene.
    """

    def __init__(self, scene, *options, environment=None, terminal=None, ports=None):
        self._folder = tempfile.TemporaryDirectory()
        path = scene
        if "\n" in str(scene):
            path = Path(self._folder.name) / "scene.py"
            path.write_text(scene)
        self.port, self.stream_port = ports or (free_ports(10), free_ports(64))
        command = [str(BINARY), "run", "--port", str(self.port), "--stream-port", str(self.stream_port)]
        self.process = subprocess.Popen(
            command + list(options) + [str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL if terminal is None else terminal,
            start_new_session=terminal is not None,
            preexec_fn=None if terminal is None else lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            text=True,
            bufsize=1,
            cwd=self._folder.name,
            env={**os.environ, **(environment or {})},
        )
        self.lines = []
        self._arrived = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.wait_for("SCENE INITIALIZED")

    @property
    def folder(self):
        return Path(self._folder.name)

    def _read(self):
        for line in self.process.stdout:
            with self._arrived:
                self.lines.append(line.rstrip("\n"))
                self._arrived.notify_all()
        with self._arrived:
            self.lines.append("")
            self._arrived.notify_all()

    def wait_for(self, pattern):
        """The first log line that matches. Fails with the whole log if none arrives in time."""
        first_match = lambda: next((line for line in self.lines if re.search(pattern, line)), None)
        with self._arrived:
            found = self._arrived.wait_for(lambda: first_match() or not self._reader.is_alive(), TIMEOUT_S)
            line = first_match()
        if not found or line is None:
            self.process.kill()
            raise AssertionError("no line matches %r in:\n%s" % (pattern, "\n".join(self.lines)))
        return line

    def connect(self):
        """A raw connection to the service port."""
        return Connection(self.port)

    def wait_for_exit(self):
        """Waits for the end of the process and returns its exit code."""
        code = self.process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(TIMEOUT_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self._reader.join(TIMEOUT_S)
        # Closing a file that another thread reads would block forever.
        if self._reader.is_alive():
            raise AssertionError("a process that the simulator started still has its output open")
        self.process.stdout.close()
        self._folder.cleanup()


class Connection:
    """A TCP connection that sends and receives lines, like `telnet`."""

    def __init__(self, port):
        self.socket = socket.create_connection(("localhost", port), TIMEOUT_S)
        self._file = self.socket.makefile("r", newline="\n")

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())

    def line(self):
        return self._file.readline().rstrip("\n")

    def ask(self, request):
        self.send(request + "\n")
        return self.line()

    def close(self):
        self._file.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class TestCase(unittest.TestCase):
    """A test that may start simulators."""

    def run_scene(self, scene, *options, environment=None, terminal=None):
        simulator = Simulator(scene, *options, environment=environment, terminal=terminal)
        self.addCleanup(simulator.__exit__)
        return simulator
