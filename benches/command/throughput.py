"""A thousand robots, at rest and driving, without clients and with all streams read: simulated seconds per CPU second."""

import json
import re
import resource
import selectors
import socket
import threading

from common import scenes
from common.simulator import Simulator

_ROBOTS = 1000
_STREAMS = 2 * _ROBOTS
_COMPONENTS = 3 * _ROBOTS
_FAST_S = 20
_SERVED_S = 10
_MIB = 2**20


def measure(binary, folder):
    """Rows of the table."""
    full = folder / "robots.json"
    full.write_text(scenes.robots(_ROBOTS), encoding="utf-8")
    bare = folder / "bare.json"
    bare.write_text(scenes.robots(_ROBOTS, with_components=False), encoding="utf-8")
    baseline = alone(binary, bare)["simulated_s_per_cpu_s"]
    unit = "simulated s / CPU s"
    compared = f"× the same robots at rest, without components, {baseline:.2f}"
    memory, at_rest = 0, None
    for motion in ("at rest", "driving"):
        command = drive if motion == "driving" else None
        what = f"{_ROBOTS} ATRVs {motion}, each with pose, odometry, waypoint"
        runs = [("no client connected", f"≥ 5 {unit}", alone(binary, full, command), None)]
        for name, target, pace in (("every stream read", f"≥ 4 {unit}", ["--fast"]), ("the same in real time", "", [])):
            runs.append((name, target, *served(binary, full, command, pace)))
        for name, target, report, share in runs:
            rate = report["simulated_s_per_cpu_s"]
            at_rest = at_rest or rate
            read = "" if share is None else f"; {share:.3f} of the messages read"
            yield f"{what}; {name}", f"{rate:.2f} {unit}", target, f"{rate / baseline:.2f} {compared}{read}"
            memory = max(memory, report["memory_peak_bytes"])
    cost_ns = (1 / at_rest - 1 / baseline) / (60 * _COMPONENTS) * 1e9
    what = "an idle component without readers, mean of pose, odometry and waypoint"
    yield what, f"{cost_ns:.0f} ns a tick", "≤ 200 ns a tick", "time with the components minus time without them"
    yield f"{_ROBOTS} ATRVs, memory", f"{memory / _MIB:.0f} MiB", "≤ 200 MB", ""


def _allow_connections():
    """Raises the limit of open files: every stream is a connection, and the default limit is often 1024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def alone(binary, scene, command=None, duration_s=_FAST_S):
    """Report for a run as fast as possible. `command` sets the robots in motion; without it, no client connects."""
    if not command:
        with Simulator(binary, scene, "--fast", "--json", "--duration", str(duration_s)) as simulator:
            return simulator.report()
    with Simulator(binary, scene, "--fast", "--json") as simulator:
        command(simulator)
        return simulator.run_for(duration_s)


def drive(simulator):
    """Sends all robots, in one tick, to goals far ahead of them, on paths that do not cross."""
    places = scenes.robot_places(_ROBOTS)
    with simulator.connect() as client:
        goals = (f"i {name}.waypoint setdest [900, {y}, 0, 0.5, 0.5]\n" for name, (_, y, _) in places.items())
        client.send("".join(goals).encode())
        for name in places:
            answer = client.line()
            if answer != b"i SUCCESS true\n":
                raise RuntimeError(f"{name} does not drive: {answer}")


def served(binary, scene, command=None, pace=("--fast",), duration_s=_SERVED_S, environment=None):
    """A run in which a client reads every stream: its report, with the rates of the time with all streams
    connected, and the share of the messages of that time which were read."""
    _allow_connections()
    with Simulator(binary, scene, *pace, "--json", environment=environment) as simulator:
        with simulator.connect() as client:
            answer = client.ask(b"i simulation get_all_stream_ports")
        reader = Reader(json.loads(re.sub(rb"^i SUCCESS ", b"", answer)).values())
        if command:
            command(simulator)
        report = simulator.run_for(duration_s, lambda: reader.messages)
        reader.join()
    before, after = report["counts"]
    return report, (after - before) / (_STREAMS * duration_s * 60)


class Reader(threading.Thread):
    """Reads many streams on a separate thread until they end, and counts the `messages`."""

    def __init__(self, ports):
        super().__init__(daemon=True)
        self._selector = selectors.DefaultSelector()
        for port in ports:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setblocking(False)
            self._selector.register(connection, selectors.EVENT_READ)
        self.messages = 0
        self.start()

    def run(self):
        """Reads until every stream has ended."""
        while self._selector.get_map():
            for key, _ in self._selector.select():
                try:
                    data = key.fileobj.recv(65536)
                except ConnectionError:
                    data = b""
                self.messages += data.count(b"\n")
                if not data:
                    self._selector.unregister(key.fileobj)
                    key.fileobj.close()
