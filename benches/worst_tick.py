"""Searches for the slowest tick that a client can cause: random calls of services with extreme arguments, each before one step.

    python3 benches/worst_tick.py target/release/morse --calls 2000 --seed 1

The simulation is paused; after each call it makes one step. The time of the processor for both counts, which other programs do
not change. Calls are sent again to a new simulation if a step takes long. Each simulation has further components of the catalog, and
calls reach every service and property of its components. Prints the slowest steps. The exit status is 1 if a step of a
call takes more than a second twice.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common.extreme_calls import Surface, call, scene

#: Limit of a step. [s]
STEP_MAX_S = 1.0
TIMEOUT_S = 120.0
#: Components that a scene has besides those of every scene.
EXTRAS = 5
#: Draws of components until a scene has none.
SCENES_TRIED = 20


class Simulator:
    """A paused simulator and a connection to its services."""

    def __init__(self, morse: Path, folder: Path, extras: tuple[str, ...]) -> None:
        (folder / "scene.py").write_text(scene(extras), encoding="utf-8")
        self._log = (folder / "log.txt").open("w+", encoding="utf-8")
        command = [str(morse), "run", "--port", "0", "--stream-port", "0", "scene.py"]
        self.process = subprocess.Popen(command, cwd=folder, stdout=self._log, stderr=subprocess.STDOUT)
        self._socket = socket.create_connection(("127.0.0.1", self._port(folder / "log.txt")), TIMEOUT_S)
        self._rest = b""
        self.ask("simulation pause")
        self.surface = Surface(self.ask)

    def _port(self, log: Path) -> int:
        deadline = time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline and self.process.poll() is None:
            text = log.read_text(encoding="utf-8")
            if "To connect: `nc localhost " in text:
                return int(text.split("To connect: `nc localhost ", 1)[1].split("`", 1)[0])
            time.sleep(0.05)
        raise OSError("the simulator does not start: " + log.read_text(encoding="utf-8")[-2000:])

    def ask(self, request: str) -> str:
        """Sends a request and returns its answer."""
        self._socket.sendall(f"a {request}\n".encode())
        while b"\n" not in self._rest:
            self._receive()
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode()

    def _receive(self) -> None:
        received = self._socket.recv(1 << 20)
        if not received:
            raise ConnectionError("the simulator has closed the connection")
        self._rest += received

    def step_s(self, request: str) -> float:
        """Sends a request, makes a step, and returns the time of the processor for both. [s]"""
        begun = self._processor_s()
        self._socket.sendall(f"x {request}\ns simulation step [1]\n".encode())
        while True:
            while b"\n" not in self._rest:
                self._receive()
            line, self._rest = self._rest.split(b"\n", 1)
            if line.startswith(b"s "):
                return self._processor_s() - begun

    def _processor_s(self) -> float:
        """The time of the processor that the simulator has used. [s]"""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self._socket.close()
        self.process.kill()
        self.process.wait()


def classes_of(morse: Path) -> list[str]:
    """The builder classes of the sensors and actuators of the catalog."""
    catalog = json.loads(subprocess.run([morse, "catalog", "--json"], check=True, capture_output=True).stdout)
    parts = [part for part in catalog["components"] if part["kind"] in ("sensor", "actuator") and part["implemented"]]
    return [builder["name"] for part in parts for builder in part.get("builders", ())]


def extras_of(morse: Path, classes: list[str], chance: random.Random) -> tuple[str, ...]:
    """Classes of components that fit together in a scene."""
    for _ in range(SCENES_TRIED):
        extras = tuple(chance.sample(classes, EXTRAS))
        with tempfile.TemporaryDirectory() as place:
            (Path(place) / "scene.py").write_text(scene(extras), encoding="utf-8")
            checked = subprocess.run([morse, "check", "scene.py"], cwd=place, capture_output=True, check=False)
        if checked.returncode == 0:
            return extras
    return ()


def search(morse: Path, calls: int, seed: int) -> int:
    """Sends calls, and prints the slowest ones. Returns the exit status."""
    slowest: list[tuple[float, str]] = []
    findings: list[str] = []
    classes = classes_of(morse)
    number = 0
    while number < calls:
        extras = extras_of(morse, classes, random.Random(seed * 1_000_003 + number))
        with tempfile.TemporaryDirectory() as place:
            simulator = Simulator(morse, Path(place), extras)
            history: list[str] = []
            try:
                # A new simulation after some calls: added objects make each step slower.
                for _ in range(60):
                    request = call(simulator.surface, random.Random(seed * 1_000_003 + number), number)
                    number += 1
                    history.append(request)
                    seconds = simulator.step_s(request)
                    slowest = sorted([*slowest, (seconds, request)], reverse=True)[:10]
                    if seconds > STEP_MAX_S:
                        print(f"call {number}: {seconds:.2f} s for {request[:200]}", flush=True)
                    if seconds > STEP_MAX_S and (again := repeated_s(morse, extras, history)) > STEP_MAX_S:
                        findings.append(f"{seconds:.1f} s, again {again:.1f} s: {request[:500]} with {extras}")
                        break
            except (OSError, ConnectionError) as error:
                status = simulator.process.poll()
                findings.append(f"{error} (status {status}) after {history[-1:]} with {extras}")
            finally:
                simulator.close()
    for seconds, request in slowest:
        print(f"{seconds:8.3f} s  {request[:200]}")
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


def repeated_s(morse: Path, extras: tuple[str, ...], history: list[str]) -> float:
    """The time of the last request in a new simulation, after the same requests. [s]"""
    with tempfile.TemporaryDirectory() as place:
        simulator = Simulator(morse, Path(place), extras)
        try:
            return [simulator.step_s(request) for request in history][-1]
        finally:
            simulator.close()


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("morse", type=Path)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    return search(arguments.morse.resolve(), arguments.calls, arguments.seed)


if __name__ == "__main__":
    sys.exit(main())
