"""Searches for the slowest tick that a client can cause: random calls of services with extreme arguments, each before one step.

    python3 benches/worst_tick.py target/release/morse --calls 2000 --seed 1

The simulation is paused; after each call it makes one step. The time of the processor for both counts, which other programs do
not change. Calls are sent again to a new simulation if a step takes long. Prints the slowest steps. The exit status is 1 if a step of a
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

#: Limit of a step. [s]
STEP_MAX_S = 1.0
TIMEOUT_S = 120.0
SCENE = """
from morse.builder import *

for number in range(6):
    robot = [ATRV, Morsy, Quadrotor, Pioneer3DX, Jido, Submarine][number]('robot%d' % number)
    robot.translate(3.0 * number - 8.0, 0.0, 0.3)
    for part in (Pose('pose'), Hokuyo('scan'), MotionVW('motion'), Waypoint('waypoint'), Teleport('teleport')):
        robot.append(part)
    robot.add_default_interface('socket')
arm = Robot('six_axis_arm', name='arm')
arm.translate(0.0, 5.0)
for part in (JointController('controller'), ContactSensor('contacts'), JointPositions('joints')):
    arm.append(part)
arm.add_default_interface('socket')
human = Robot('humanoid', name='humanoid')
human.translate(5.0, 5.0, 1.0)
human.add_default_interface('socket')
for number in range(12):
    box = Cube('box%d' % number)
    box.translate(-8.0 + number, -4.0, 0.5 + number)
env = Environment('outdoors')
"""
NUMBERS = (0, 1, -1, 0.5, 1e-30, 1e-6, 1e3, 1e6, 1e9, 1e15, 1e30, -1e6, -1e15)
WHAT = ("ATRV", "robots/humanoid", "robots/quadruped", "props/objects", "robots/small_hand", "environments/outdoors")
PLACES = ([0, 0, 0.2], [0, 0, 0], [3, 0, 0.3], [0, 5, 1], [5, 5, 1])


class Simulator:
    """A paused simulator and a connection to its services."""

    def __init__(self, morse: Path, folder: Path) -> None:
        (folder / "scene.py").write_text(SCENE, encoding="utf-8")
        self._log = (folder / "log.txt").open("w+", encoding="utf-8")
        command = [str(morse), "run", "--port", "0", "--stream-port", "0", "scene.py"]
        self.process = subprocess.Popen(command, cwd=folder, stdout=self._log, stderr=subprocess.STDOUT)
        self._socket = socket.create_connection(("127.0.0.1", self._port(folder / "log.txt")), TIMEOUT_S)
        self._rest = b""
        self.ask("simulation pause")

    def _port(self, log: Path) -> int:
        deadline = time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline and self.process.poll() is None:
            text = log.read_text(encoding="utf-8")
            if "To connect: `nc localhost " in text:
                return int(text.split("To connect: `nc localhost ", 1)[1].split("`", 1)[0])
            time.sleep(0.05)
        raise OSError("the simulator does not start: " + log.read_text(encoding="utf-8")[-2000:])

    def ask(self, request: str, wait: bool = True) -> str:
        self._socket.sendall(f"a {request}\n".encode())
        while wait and b"\n" not in self._rest:
            received = self._socket.recv(1 << 20)
            if not received:
                raise ConnectionError("the simulator has closed the connection")
            self._rest += received
        if not wait:
            return ""
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode()

    def step_s(self, request: str) -> float:
        """Sends a request, makes a step, and returns the time of the processor for both. [s]"""
        begun = self._processor_s()
        self._socket.sendall(f"x {request}\ns simulation step [1]\n".encode())
        while True:
            while b"\n" not in self._rest:
                received = self._socket.recv(1 << 20)
                if not received:
                    raise ConnectionError("the simulator has closed the connection")
                self._rest += received
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


def vector(chance: random.Random, count: int = 3) -> list[float]:
    """Numbers, most of them extreme."""
    return [chance.choice(NUMBERS) for _ in range(count)]


def call(chance: random.Random, number: int) -> str:
    """A request with extreme arguments."""
    robot = f"robot{chance.randrange(6)}"
    name = chance.choice((robot, "arm", "humanoid", f"box{chance.randrange(12)}", f"added{chance.randrange(max(1, number))}"))
    calls: tuple[tuple[str, list[object]], ...] = (
        ("simulation set_entity_state", [name, vector(chance), vector(chance, 4), vector(chance), vector(chance)]),
        ("simulation set_entity_state", [name, chance.choice(PLACES), [0, 0, 0, 1], vector(chance), vector(chance)]),
        ("simulation spawn", [chance.choice(WHAT), f"added{number}", chance.choice(PLACES)]),
        ("simulation spawn", [chance.choice(WHAT), f"added{number}", vector(chance)]),
        ("simulation set_object_position", [name, vector(chance), vector(chance)]),
        ("simulation pull", [name, vector(chance), vector(chance)]),
        (f"{robot}.motion set_speed", vector(chance, 2)),
        (f"{robot}.waypoint goto", vector(chance, 5)),
        (f"{robot}.teleport translate", vector(chance)),
        (f"{robot}.scan set_property", [chance.choice(("laser_range", "resolution", "scan_window")), chance.choice(NUMBERS)]),
        ("arm.controller set_property", [chance.choice(("Speed", "Stiffness", "Damping")), chance.choice(NUMBERS)]),
        ("simulation bounds", []),
        ("simulation entities", []),
        ("simulation get_scene_objects", []),
        ("simulation reset_objects", []),
    )
    target, arguments = chance.choice(calls)
    return f"{target} {json.dumps(arguments)}"


def search(morse: Path, calls: int, seed: int) -> int:
    """Sends calls, and prints the slowest ones. Returns the exit status."""
    slowest: list[tuple[float, str]] = []
    findings: list[str] = []
    number = 0
    while number < calls:
        with tempfile.TemporaryDirectory() as place:
            simulator = Simulator(morse, Path(place))
            history: list[str] = []
            try:
                # A new simulation after some calls: added objects make each step slower.
                for _ in range(60):
                    request = call(random.Random(seed * 1_000_003 + number), number)
                    number += 1
                    history.append(request)
                    seconds = simulator.step_s(request)
                    slowest = sorted([*slowest, (seconds, request)], reverse=True)[:10]
                    if seconds > STEP_MAX_S and is_slow_again(morse, history):
                        findings.append(f"{seconds:.1f} s: {request}")
                        break
            except (OSError, ConnectionError) as error:
                status = simulator.process.poll()
                findings.append(f"{error} (status {status}) after {history[-1:]}")
            finally:
                simulator.close()
    for seconds, request in slowest:
        print(f"{seconds:8.3f} s  {request[:200]}")
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


def is_slow_again(morse: Path, history: list[str]) -> bool:
    """Whether the last request is slow in a new simulation, after the same requests."""
    with tempfile.TemporaryDirectory() as place:
        simulator = Simulator(morse, Path(place))
        try:
            seconds = [simulator.step_s(request) for request in history]
        finally:
            simulator.close()
    return seconds[-1] > STEP_MAX_S


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
