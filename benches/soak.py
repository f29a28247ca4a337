"""Runs fifty robots with all sensors for a time, with clients that come and go, and checks that nothing grows.

    python3 benches/soak.py target/release/morse --minutes 60

Clients call services, read streams slowly or not at all, send garbage and half lines, end in the middle of an answer, add and
remove objects, and start and stop recordings, which rotate. Memory, handles and threads of the simulator and the time of a
step are sampled each second. The exit status is 1 if one of them grows from the second quarter of the run to its last quarter,
or if the simulator does not end in an orderly way.
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Callable, NamedTuple

ROBOTS = 50
#: Threads with clients; each has one or several connections at a time.
CLIENTS = 6
#: Length of the part of a run in which memory may still grow: caches fill. [share of the run]
WARM_UP = 0.25
#: Growth that is allowed from the second quarter to the last one: share of the value, and a constant.
GROWTH_MAX = {"memory [MiB]": (0.03, 8.0), "handles": (0.0, 2.0), "threads": (0.0, 1.0), "step [ms]": (0.25, 0.5)}
#: Recordings that are kept; older ones are deleted.
RECORDINGS_KEPT = 2
TIMEOUT_S = 30.0

#: Sensors with the properties that keep their readings small. Sensors for a carrier of their own follow in the script.
SCENE = '''
from morse.builder import *

ROBOTS = {robots}
small = dict(cam_width=32, cam_height=24)
sensors = {sensors}
bodies = [ATRV, Morsy, Pioneer3DX, SegwayRMP400, B21, Jido]
robots = []
for number in range(ROBOTS):
    robot = bodies[number % len(bodies)]('robot%d' % number)
    robot.translate(2.0 * (number % 10) - 9.0, 2.0 * (number // 10) - 4.0, 0.1)
    motion = MotionVW('motion')
    robot.append(motion)
    pose = Pose('pose')
    robot.append(pose)
    for name in sensors[number % len(sensors)::ROBOTS]:
        sensor = globals()[name]('sensor_' + name.lower())
        if 'Camera' in name or name in ('Kinect', 'Velodyne'):
            sensor.properties(**small)
            sensor.frequency(2.0)
        robot.append(sensor)
    robot.add_default_interface('socket')
    robots.append(robot)
arm = Robot('small_arm', name='small_arm')
arm.translate(-5.0, 5.0)
for part in (ContactSensor('contacts'), JointPositions('joints'), JointController('controller')):
    arm.append(part)
arm.add_default_interface('socket')
rover = Robot('small_rover', name='small_rover')
rover.translate(-5.0, 8.0, 0.08)
rover.add_default_interface('socket')
human = Human()
human.translate(-5.0, 0.0)
human.add_default_interface('socket')
for number in range(4):
    box = Cube('box%d' % number)
    box.translate(-2.0, 2.0 * number, 0.5)
    box.properties(Object=True, Label='BOX%d' % number)
env = Environment('empty')
env.properties(longitude=43.6, latitude=1.4333, altitude=135.0)
'''
#: Sensors that each robot can carry, without further parts.
SENSORS = (
    "Accelerometer", "Airspeed", "Attitude", "Barometer", "Battery", "BoundingBoxCamera", "Clock", "Collision",
    "DepthCamera", "EventCamera", "GPS", "Gyroscope", "Hokuyo", "IMU", "Infrared", "Kinect", "LightSensor", "Magnetometer",
    "NormalCamera", "Odometry", "OpticalFlowCamera", "Pose", "Proximity", "RadarAltimeter", "SearchAndRescue",
    "SegmentationCamera", "SemanticCamera", "Sick", "SickLDMRS", "ThermalCamera", "Thermometer", "Velocity", "Velodyne",
    "VideoCamera",
)  # fmt: skip


class Sample(NamedTuple):
    """The simulator at one moment."""

    memory_mib: float
    handles: int
    threads: int
    step_ms: float
    tick: int


class Connection:
    """A connection to a port of the simulator."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
        self._rest = b""

    def send(self, text: str) -> None:
        self.socket.sendall(text.encode())

    def line(self) -> str:
        while b"\n" not in self._rest:
            received = self.socket.recv(65536)
            if not received:
                raise ConnectionError("the simulator has closed the connection")
            self._rest += received
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode()

    def ask(self, request: str) -> str:
        self.send(f"a {request}\n")
        return self.line()

    def close(self) -> None:
        self.socket.close()

    def reset(self) -> None:
        """Ends the connection as the death of its program does in a crash: without a farewell."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


class Clients:
    """Clients that come and go until they are stopped."""

    def __init__(self, port: int, folder: Path, seed: int) -> None:
        self._port, self._folder, self._seed = port, folder, seed
        self._stopped = threading.Event()
        #: Number of actions by name.
        self.actions: Counter[str] = Counter()
        #: Answers and exceptions that no client should see.
        self.findings: list[str] = []
        connection = Connection(port)
        ports = connection.ask("simulation get_all_stream_ports").split(" ", 2)[2]
        connection.close()
        self._streams = {name: int(number) for name, number in (pair.rsplit(":", 1) for pair in _pairs(ports))}
        self._threads = [threading.Thread(target=self._run, args=(number,), daemon=True) for number in range(CLIENTS)]
        self._recordings = 0

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(TIMEOUT_S)
            if thread.is_alive():
                self.findings.append("a client does not end")

    def _run(self, number: int) -> None:
        chance = random.Random(self._seed + number)
        actions: list[Callable[[random.Random], None]] = [
            self._call, self._call, self._read, self._read, self._idle_reader, self._garbage, self._half_line,
            self._die, self._command, self._come_and_go,
        ]  # fmt: skip
        if number == 0:
            actions = [self._record, self._call]
        while not self._stopped.is_set():
            action = chance.choice(actions)
            self.actions[action.__name__.strip("_")] += 1
            try:
                action(chance)
            except (OSError, ConnectionError) as error:
                self.findings.append(f"{action.__name__}: {error}")
            self._stopped.wait(chance.random() * 0.2)

    def _call(self, chance: random.Random) -> None:
        connection = Connection(self._port)
        robot = f"robot{chance.randrange(ROBOTS)}"
        for _ in range(chance.randrange(1, 20)):
            request = chance.choice((
                "simulation details", "simulation status", "time now", f"{robot}.pose get_local_data",
                f"{robot}.motion set_speed [{chance.random()}, {chance.random() - 0.5}]", f"{robot}.motion stop",
                f"simulation describe_component [\"{robot}\"]", "simulation reset_objects", "nonsense", "simulation spawn [1]",
            ))  # fmt: skip
            connection.ask(request)
        connection.close()

    def _stream(self, chance: random.Random) -> Connection:
        return Connection(self._streams[chance.choice(sorted(self._streams))])

    def _read(self, chance: random.Random) -> None:
        connection = Connection(self._streams[f"robot{chance.randrange(ROBOTS)}.pose"])
        for _ in range(chance.randrange(1, 30)):
            connection.line()
            time.sleep(chance.random() * 0.05)
        connection.close()

    def _idle_reader(self, chance: random.Random) -> None:
        connections = [self._stream(chance) for _ in range(10)]
        self._stopped.wait(chance.random() * 3.0)
        for connection in connections:
            connection.close()

    def _garbage(self, chance: random.Random) -> None:
        connection = self._stream(chance) if chance.random() < 0.5 else Connection(self._port)
        try:
            connection.socket.sendall(chance.randbytes(chance.randrange(1, 20_000)) + b"\n")
        except OSError:
            pass  # The simulator may close the connection.
        connection.close()

    def _half_line(self, chance: random.Random) -> None:
        connection = self._stream(chance) if chance.random() < 0.5 else Connection(self._port)
        connection.send('a simulation list_ro')
        self._stopped.wait(chance.random())
        connection.close()

    def _die(self, chance: random.Random) -> None:
        connection = Connection(self._port)
        connection.send("a simulation details\n" * chance.randrange(1, 50))
        connection.reset()

    def _command(self, chance: random.Random) -> None:
        connection = Connection(self._streams[f"robot{chance.randrange(ROBOTS)}.motion"])
        for _ in range(chance.randrange(1, 30)):
            connection.send('{"v": %f, "w": %f}\n' % (chance.random(), chance.random() - 0.5))
            time.sleep(0.01)
        connection.close()

    def _come_and_go(self, chance: random.Random) -> None:
        connection = Connection(self._port)
        name = f"added{chance.randrange(10**9)}"
        kind = chance.choice(("ATRV", "Morsy", "props/computer_parts", "robots/small_arm"))
        place = [chance.randrange(18) - 9, -6 - chance.randrange(3), 0.2]
        answer = connection.ask(f'simulation spawn ["{kind}", "{name}", {place}]')
        if "SUCCESS" not in answer:
            self.findings.append(answer)
        self._stopped.wait(chance.random())
        answer = connection.ask(f'simulation despawn ["{name}"]')
        if "SUCCESS" not in answer:
            self.findings.append(answer)
        connection.close()

    def _record(self, chance: random.Random) -> None:
        connection = Connection(self._port)
        self._recordings += 1
        name = f"soak{self._recordings}.mcap"
        connection.ask(f'simulation start_recording ["{name}"]')
        self._stopped.wait(2.0 + chance.random() * 3.0)
        answer = connection.ask("simulation stop_recording")
        if "SUCCESS" not in answer:
            self.findings.append(answer)
        connection.close()
        old = self._folder / f"soak{self._recordings - RECORDINGS_KEPT}.mcap"
        old.unlink(missing_ok=True)


def _pairs(text: str) -> list[str]:
    """The pairs of a flat JSON object of names and numbers, as `name:number`."""
    return [pair.replace('"', "").replace(" ", "") for pair in text.strip("{}").split(",") if pair]


def sample(process: int, connection: Connection) -> Sample:
    """Memory, handles, threads, the time of a step, and the tick."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    memory_mib = int(fields["VmRSS"].split()[0]) / 1024
    costs = connection.ask("simulation costs")
    step_ms = float(costs.split('"step_ms": ')[1].split(",")[0].split("}")[0])
    tick = int(connection.ask("simulation status").split('"tick": ')[1].split(",")[0].split("}")[0])
    return Sample(memory_mib, len(os.listdir(f"/proc/{process}/fd")), int(fields["Threads"]), step_ms, tick)


def grown(samples: list[Sample]) -> list[str]:
    """Measures that grow from the second quarter of the run to its last quarter."""
    quarter = len(samples) // 4
    early, late = samples[quarter : 2 * quarter], samples[-quarter:]
    findings = []
    for index, (name, (share, constant)) in enumerate(GROWTH_MAX.items()):
        # Handles and threads vary with the clients: their least number counts.
        value = min if name in ("handles", "threads") else statistics.median
        before, after = (float(value(one[index] for one in part)) for part in (early, late))
        print(f"{name:14} {before:10.2f} {after:10.2f}")
        if after > before * (1.0 + share) + constant:
            findings.append(f"{name} grows from {before:.2f} to {after:.2f}")
    return findings


def main() -> int:
    """Runs the simulator and the clients."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("morse", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--robots", type=int, default=ROBOTS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        scene = folder / "scene.py"
        scene.write_text(SCENE.format(robots=arguments.robots, sensors=list(SENSORS)), encoding="utf-8")
        return soak(arguments.morse.resolve(), scene, arguments.minutes * 60.0, arguments.seed)


def soak(morse: Path, scene: Path, seconds: float, seed: int) -> int:
    """Runs a scene with clients for a time. Returns the exit status."""
    command = [str(morse), "run", "--port", "0", "--stream-port", "0", str(scene)]
    log = (scene.parent / "log.txt").open("w+", encoding="utf-8")
    process = subprocess.Popen(command, cwd=scene.parent, stdout=log, stderr=subprocess.STDOUT)
    findings: list[str] = []
    samples: list[Sample] = []
    try:
        port = service_port(process, Path(log.name))
        watch = Connection(port)
        clients = Clients(port, scene.parent, seed)
        clients.start()
        begun = time.monotonic()
        while time.monotonic() - begun < seconds and process.poll() is None:
            time.sleep(1.0)
            samples.append(sample(process.pid, watch))
            if len(samples) % 30 == 0:
                print(f"{time.monotonic() - begun:7.0f} s {samples[-1]}", flush=True)
        clients.stop()
        findings += clients.findings
        print(dict(sorted(clients.actions.items())))
        watch.send("a simulation quit\n")
        process.wait(TIMEOUT_S)
    except (OSError, ValueError, IndexError, KeyError, subprocess.TimeoutExpired) as error:
        findings.append(f"{type(error).__name__}: {error}")
    finally:
        process.kill()
        status = process.wait()
    if status != 0:
        log.seek(0)
        findings.append(f"the simulator ends with status {status}:\n{log.read()[-3000:]}")
    if len(samples) >= 8:
        findings += grown(samples)
    for finding, count in Counter(findings).most_common(20):
        print(f"{count} x {finding}", file=sys.stderr)
    return 1 if findings else 0


def service_port(process: subprocess.Popen[bytes], log: Path) -> int:
    """The port of the services, which the log of the simulator names."""
    deadline = time.monotonic() + 4 * TIMEOUT_S
    while time.monotonic() < deadline and process.poll() is None:
        for line in log.read_text(encoding="utf-8").splitlines():
            if "To connect: `nc localhost " in line:
                return int(line.split("localhost ", 1)[1].split("`", 1)[0])
        time.sleep(0.1)
    raise OSError("the simulator does not start: " + log.read_text(encoding="utf-8")[-3000:])


if __name__ == "__main__":
    sys.exit(main())
