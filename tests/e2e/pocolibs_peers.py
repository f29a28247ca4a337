"""Test peers for pocolibs: h2 devices in a temporary folder, and a program that reads and writes posters."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from harness import ROOT, TIMEOUT_S, TestCase, wait_until

# The real library, built by `cargo xtask peers`.
REAL = ROOT / "target" / "peers" / "pocolibs"
PROGRAM = Path(__file__).parent / "peers" / "posters.py"


class Posters:
    """Runs `peers/posters.py`. Each method of that program can be called on this object."""

    def __init__(self, folder, library=None):
        environment = {**os.environ, "H2DEV_DIR": folder}
        if library:
            environment["LD_LIBRARY_PATH"] = str(library.parent)
        words = [sys.executable, str(PROGRAM)] + ([str(library)] if library else [])
        self.process = subprocess.Popen(
            words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def _ask(self, *request):
        words = [{"hex": word.hex()} if isinstance(word, bytes) else word for word in request]
        self.process.stdin.write(json.dumps(words) + "\n")
        answer = json.loads(self.process.stdout.readline())
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(answer["error"])
        return bytes.fromhex(answer["hex"]) if isinstance(answer, dict) else answer

    def __getattr__(self, name):
        return lambda *words: self._ask(name, *words)

    def wait_for(self, name, size, condition=lambda content: True):
        """The first content of a poster that meets a condition."""
        content = None

        def is_met():
            nonlocal content
            content = self.read(name, size)
            return content is not None and condition(content)

        try:
            wait_until(is_met)
        except AssertionError:
            raise AssertionError("the poster %s never met the condition; it is %r" % (name, content)) from None
        return content

    def stop(self):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait(TIMEOUT_S)
        self.process.stdout.close()


class OwnDevices:
    """h2 devices created by our own program."""

    library = None

    def __init__(self, folder):
        self.folder = folder
        self.peer = Posters(folder)

    def init(self):
        self.peer.init()

    def end(self):
        if self.lock_file():
            # A simulator may have recreated the devices: a fresh program attaches to the current ones.
            peer = Posters(self.folder)
            peer.end()
            peer.stop()

    def lock_file(self):
        return next(Path(self.folder).glob(".h2dev-*"), None)

    def stop(self):
        self.end()
        self.peer.stop()


class RealDevices(OwnDevices):
    """h2 devices created by `h2 init`, and a program that uses the real library."""

    library = REAL / "lib" / "libposterLib.so"

    def __init__(self, folder):
        self.folder = folder
        self.peer = None

    def _h2(self, *words):
        environment = {**os.environ, "H2DEV_DIR": self.folder, "LD_LIBRARY_PATH": str(REAL / "lib")}
        command = [str(REAL / "bin" / "h2"), *words]
        completed = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=TIMEOUT_S, input="y\n"
        )
        return completed.stdout + completed.stderr

    def init(self):
        self._h2("init", "1048576")
        self.peer = Posters(self.folder, self.library)

    def info(self):
        return self._h2("info")

    def end(self):
        if self.lock_file():
            self._h2("end")

    def stop(self):
        self.end()
        if self.peer:
            self.peer.stop()


class Requests:
    """A client of the request manager."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
        self._file = self.socket.makefile("r", newline="\n")
        self.greeting = self.ask("HELLO")

    def send(self, line):
        self.socket.sendall((line + "\n").encode())

    def line(self):
        line = self._file.readline()
        assert line.endswith("\r\n"), repr(line)
        return line[:-2]

    def ask(self, line):
        self.send(line)
        return self.line()

    def close(self):
        self._file.close()
        self.socket.close()


def ipc_permitted():
    """Whether this system permits System V shared memory."""
    return Path("/proc/sysvipc/shm").exists()


def in_kernel():
    """All shared memory segments and semaphore arrays of the kernel: kind, key and identifier."""
    found = set()
    for kind in ("shm", "sem"):
        for line in Path("/proc/sysvipc/%s" % kind).read_text().splitlines()[1:]:
            found.add((kind, line.split()[0], line.split()[1]))
    return found


class PocolibsTestCase(TestCase):
    """A test with h2 devices. Subclasses define their class, `kind`."""

    kind = OwnDevices

    def setUp(self):
        if not ipc_permitted():
            self.skipTest("System V IPC is not permitted here")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.devices = self.kind(folder.name)
        self.addCleanup(self.devices.stop)

    def run_poster_scene(self, scene, *options):
        return self.run_scene(scene, *options, environment={"H2DEV_DIR": self.devices.folder})

    def requests(self, port):
        client = Requests(port)
        self.addCleanup(client.close)
        return client


def with_each_library(case):
    """Derives a test class for our own program, and one for the real library that is skipped if it is not built."""
    own = type(case.__name__ + "WithOwnProgram", (case, PocolibsTestCase), {"kind": OwnDevices})
    real = type(case.__name__ + "WithPocolibs", (case, PocolibsTestCase), {"kind": RealDevices})
    if not RealDevices.library.exists():

        def skip(self):
            self.skipTest("there is no pocolibs here: `cargo xtask peers` builds it")

        real.setUp = skip
    return own, real
