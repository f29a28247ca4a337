"""A running `morse run`: its log, its ports, its report."""

import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path

TIMEOUT_S = 120.0


class Simulator:
    """Starts the command on a scene and waits until it serves. `started_s` is the time of the start.

    `environment` has the environment variables of the command, by default those of this process.
    """

    def __init__(self, binary, scene, *options, environment=None):
        command = [str(binary), "run", "--port", "0", "--stream-port", "0", *options, str(scene)]
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.log = []
        for line in self.process.stderr:
            self.log.append(line)
            if "SCENE INITIALIZED" in line:
                break
        else:
            raise RuntimeError("the simulation did not start:\n" + "".join(self.log))
        self.started_s = time.perf_counter() - begin
        self.port = int(re.search(r"service manager now listening on port (\d+)", "".join(self.log)).group(1))

    def connect(self):
        """A connection to the service port."""
        return Connection(self.port)

    def run_for(self, duration_s, count=None):
        """Ends a run with `--json` after further `duration_s` of simulated time, and returns its report. The rates in it are those of
        this time, without the run before. `count` is called before and after it."""
        with self.connect() as client:
            counts = [count()] if count else []
            cpu_s, wall_s = self._cpu_s(), time.perf_counter()
            # The answer comes after this simulated time.
            answer = client.ask(f"i time sleep [{duration_s}]".encode())
            cpu_s, wall_s = self._cpu_s() - cpu_s, time.perf_counter() - wall_s
            counts += [count()] if count else []
            if not answer.startswith(b"i SUCCESS"):
                raise RuntimeError(f"the run has ended too early: {answer}")
            client.ask(b"i simulation quit")
        rates = {"simulated_s_per_cpu_s": duration_s / cpu_s, "real_time_factor": duration_s / wall_s}
        return {**self.report(), **rates, "counts": counts}

    def _cpu_s(self):
        """CPU time of its threads. [s]"""
        user, system = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def report(self):
        """Waits for the end of a run with `--json` and returns its report."""
        output, _ = self.process.communicate(timeout=TIMEOUT_S)
        return json.loads(output)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=TIMEOUT_S)


class Connection:
    """A line-based connection."""

    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def ask(self, request):
        """Sends a line and returns the answer."""
        self.send(request + b"\n")
        return self.line()

    def send(self, data):
        """Sends bytes."""
        self._socket.sendall(data)

    def line(self):
        """The next line."""
        return self._file.readline()

    def close(self):
        """Ends the connection."""
        self._file.close()
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
