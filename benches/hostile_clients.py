"""Misbehaving clients of the socket middleware: time and memory of the simulator, and the service that a normal client gets meanwhile.

    python3 benches/hostile_clients.py target/release/morse

Prints a table: clients that never read, connections that open and close, a line of 100 MB, a request of HTTP, requests without pause. The
exit status is 1 if simulated time falls behind, memory grows beyond its limit, a normal client waits for a second, or connections stay.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from common.simulator import Simulator

SCENE = """
from morse.builder import *

robot = ATRV()
scan = Hokuyo('scan')
scan.properties(resolution=0.25)
robot.append(scan)
motion = MotionVW('motion')
robot.append(motion)
robot.add_default_interface('socket')
env = Environment('empty')
"""
TIMEOUT_S = 60.0
#: Least simulated time for each second of wall time.
RATE_MIN = 0.9
#: Most time until an answer. [s]
ANSWER_MAX_S = 1.0
#: Most memory that misbehaving clients take. [MiB]
MEMORY_MAX_MIB = 300.0
#: Connections that the test itself keeps open.
KEPT_MAX = 2
#: Time for which clients misbehave. [s]
DURATION_S = 5.0


class Observed:
    """A simulator with a normal client that asks it again and again."""

    def __init__(self, simulator: Simulator) -> None:
        self.pid = simulator.process.pid
        self.port = simulator.port
        self._client = socket.create_connection(("127.0.0.1", self.port), TIMEOUT_S)
        self._lines = self._client.makefile("rb")
        self.slowest_s = 0.0
        #: Lines of the log after the start.
        self.log: list[str] = []
        # A full pipe would stop the simulator.
        threading.Thread(target=self.log.extend, args=(simulator.process.stderr,), daemon=True).start()

    def ask(self, request: str) -> str:
        """Sends a request, and returns its answer."""
        begun = time.monotonic()
        self._client.sendall(f"a {request}\n".encode())
        answer = self._lines.readline().decode()
        self.slowest_s = max(self.slowest_s, time.monotonic() - begun)
        return answer.split(" SUCCESS ", 1)[1]

    def connect(self, port: int | None = None) -> socket.socket:
        """A connection of a misbehaving client."""
        return socket.create_connection(("127.0.0.1", port or self.port), TIMEOUT_S)

    def stream_port(self, component: str) -> int:
        """The port of a stream."""
        return int(self.ask(f'simulation get_stream_port ["{component}"]'))

    def memory_mib(self) -> float:
        """Resident memory. [MiB]"""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def handles(self) -> int:
        """Open files and sockets."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def watch(self, during: Callable[[], None], is_kept: bool = False) -> list[float]:
        """Misbehaves, and watches for some time. Returns the simulated seconds a second, the slowest answer [ms], and the growth of
        memory [MiB] and handles. Connections that are not kept get some time to close."""
        memory, handles, self.slowest_s = self.memory_mib(), self.handles(), 0.0
        begun, simulated = time.monotonic(), float(self.ask("time now"))
        during()
        largest = memory
        while time.monotonic() < begun + DURATION_S:
            self.ask("time now")
            largest = max(largest, self.memory_mib())
            time.sleep(0.02)
        closing = time.monotonic() + DURATION_S
        while not is_kept and self.handles() > handles + KEPT_MAX and time.monotonic() < closing:
            time.sleep(0.1)
        rate = (float(self.ask("time now")) - simulated) / (time.monotonic() - begun)
        return [rate, 1e3 * self.slowest_s, largest - memory, self.handles() - handles]


def never_reading(observed: Observed) -> Callable[[], None]:
    """A thousand clients that connect to a stream and never read."""
    kept: list[socket.socket] = []
    port = observed.stream_port("robot.scan")
    return lambda: kept.extend(observed.connect(port) for _ in range(1000))


def come_and_go(observed: Observed) -> Callable[[], None]:
    """Ten thousand connections that open and close, half of them in the middle of a line."""
    ports = [observed.port, observed.stream_port("robot.scan"), observed.stream_port("robot.motion")]

    def misbehave() -> None:
        for number in range(10_000):
            client = observed.connect(ports[number % 3])
            if number % 2:
                client.sendall(b"i time now\nhalf a li")
            client.close()

    return misbehave


def endless_line(observed: Observed) -> Callable[[], None]:
    """A line of 100 MB, to services and to a command."""
    chunk = b"x" * (1 << 20)

    def misbehave() -> None:
        for port in (observed.port, observed.stream_port("robot.motion")):
            with observed.connect(port) as client:
                try:
                    for _ in range(100):
                        client.sendall(chunk)
                except OSError:
                    continue

    return misbehave


def web_page(observed: Observed) -> Callable[[], None]:
    """A thousand requests of HTTP that carry requests to end the run; none is answered."""
    text = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\r\nid simulation quit\n"

    def misbehave() -> None:
        for _ in range(1000):
            with observed.connect() as client:
                try:
                    client.sendall(text)
                    answer = client.recv(1000)
                except ConnectionResetError:
                    continue
                if answer:
                    raise RuntimeError(f"a web page got {answer!r}")

    return misbehave


def unread_answers(observed: Observed) -> Callable[[], None]:
    """Ten clients that send requests without pause and read no answer."""
    kept: list[socket.socket] = []
    requests = b"i simulation details\n" * 1000

    def misbehave() -> None:
        for _ in range(10):
            client = observed.connect()
            client.setblocking(False)
            kept.append(client)
            try:
                while True:
                    client.send(requests)
            except (BlockingIOError, ConnectionResetError, BrokenPipeError):
                continue

    return misbehave


CASES = {
    "1,000 clients of a stream that never read": never_reading,
    "10,000 connections that open and close": come_and_go,
    "lines of 100 MB to two ports": endless_line,
    "1,000 requests of HTTP on the port of services": web_page,
    "10 clients that read no answer": unread_answers,
}


def problems(rate: float, answer_ms: float, memory_mib: float) -> list[str]:
    """The limits that a case exceeds."""
    found = []
    if rate < RATE_MIN:
        found.append(f"{rate:.2f} simulated seconds a second")
    if answer_ms > 1e3 * ANSWER_MAX_S:
        found.append(f"an answer after {answer_ms:.0f} ms")
    if memory_mib > MEMORY_MAX_MIB:
        found.append(f"{memory_mib:.0f} MiB more memory")
    return found


def main() -> int:
    """Reads the command line, runs all cases, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("morse", type=Path)
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    arguments = parser.parse_args()
    # A thousand connections on both sides.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    table, failures = {}, []
    for name, case in CASES.items():
        with tempfile.TemporaryDirectory() as place:
            scene = Path(place) / "scene.py"
            scene.write_text(SCENE, encoding="utf-8")
            with Simulator(arguments.morse.resolve(), scene) as simulator:
                observed = Observed(simulator)
                table[name] = observed.watch(case(observed), case in (never_reading, unread_answers))
                if simulator.process.poll() is not None:
                    failures.append(f"{name}: the simulator ended")
        rate, answer_ms, memory_mib, handles = table[name]
        # Requests may take the whole processor (SECURITY.md): their memory alone is limited.
        limited = (RATE_MIN, 0.0, memory_mib) if case is unread_answers else (rate, answer_ms, memory_mib)
        failures += [f"{name}: {problem}" for problem in problems(*limited)]
        if case not in (never_reading, unread_answers) and handles > KEPT_MAX:
            failures.append(f"{name}: {handles:.0f} connections are not closed")
        if not arguments.json:
            print(f"| {name} | {rate:.2f} | {answer_ms:.0f} ms | {memory_mib:.0f} MiB | {handles:.0f} |", flush=True)
    if arguments.json:
        print(json.dumps(table))
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
