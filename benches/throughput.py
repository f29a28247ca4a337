"""A thousand robots, at rest and driving, alone and with all they publish read: simulated seconds per CPU second."""

import json
import re
import resource
import selectors
import socket
import threading

import scenes
from simulator import Simulator

_ROBOTS = 1000
_STREAMS = 2 * _ROBOTS
_COMPONENTS = 3 * _ROBOTS
_FAST_S = 20
_SERVED_S = 10
_MIB = 2**20


def measure(binary, folder):
    """Rows of the table."""
    _allow_connections()
    full = folder / "robots.json"
    full.write_text(scenes.robots(_ROBOTS), encoding="utf-8")
    bare = folder / "bare.json"
    bare.write_text(scenes.robots(_ROBOTS, with_components=False), encoding="utf-8")
    baseline = _alone(binary, bare, drives=False)["simulated_s_per_cpu_s"]
    unit = "simulated s / CPU s"
    compared = f"× the same robots at rest, without components, {baseline:.2f}"
    memory, at_rest = 0, None
    for motion in ("at rest", "driving"):
        what = f"{_ROBOTS} ATRVs {motion}, each with pose, odometry, waypoint"
        runs = [("nobody connected", f"≥ 5 {unit}", _alone(binary, full, motion == "driving"), None)]
        for name, target, pace in (("every stream read", f"≥ 2 {unit}", ["--fast"]), ("the same in real time", "", [])):
            runs.append((name, target, *_served(binary, full, motion == "driving", pace)))
        for name, target, report, messages in runs:
            rate = report["simulated_s_per_cpu_s"]
            at_rest = at_rest or rate
            sent = _STREAMS * report["ticks"]
            read = "" if messages is None else f"; {messages / sent:.3f} of {sent} messages read"
            yield f"{what}; {name}", f"{rate:.2f} {unit}", target, f"{rate / baseline:.2f} {compared}{read}"
            memory = max(memory, report["memory_peak_bytes"])
    cost_ns = (1 / at_rest - 1 / baseline) / (60 * _COMPONENTS) * 1e9
    what = "a component that nobody commands or reads, mean of pose, odometry and waypoint"
    yield what, f"{cost_ns:.0f} ns a tick", "≤ 200 ns a tick", "with the robots that carry them, less the robots alone"
    yield f"{_ROBOTS} ATRVs, memory", f"{memory / _MIB:.0f} MiB", "≤ 200 MB", ""


def _allow_connections():
    """Every stream is a connection, and many systems allow a thousand of them unless asked."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _alone(binary, scene, drives):
    """As fast as possible; without robots that drive, nobody is ever connected."""
    with Simulator(binary, scene, "--fast", "--json", "--duration", str(_FAST_S)) as simulator:
        if drives:
            _drive(simulator)
        return simulator.report()


def _drive(simulator):
    """Sends all robots, in one tick, to places far ahead of them: nobody runs into another one."""
    places = scenes.robot_places(_ROBOTS)
    with simulator.connect() as client:
        goals = (f"i {name}.waypoint setdest [900, {y}, 0, 0.5, 0.5]\n" for name, (_, y, _) in places.items())
        client.send("".join(goals).encode())
        for name in places:
            answer = client.line()
            if answer != b"i SUCCESS true\n":
                raise RuntimeError(f"{name} does not drive: {answer}")


def _served(binary, scene, drives, pace):
    """With a client on every stream that reads all it is sent."""
    with Simulator(binary, scene, *pace, "--json", "--duration", str(_SERVED_S)) as simulator:
        with simulator.connect() as client:
            answer = client.ask(b"i simulation get_all_stream_ports")
        ports = json.loads(re.sub(rb"^i SUCCESS ", b"", answer)).values()
        reader = Reader(ports)
        if drives:
            _drive(simulator)
        report = simulator.report()
        return report, reader.finish()


class Reader(threading.Thread):
    """Reads many streams on a thread of its own, and counts the messages."""

    def __init__(self, ports):
        super().__init__(daemon=True)
        self._selector = selectors.DefaultSelector()
        for port in ports:
            connection = socket.create_connection(("127.0.0.1", port))
            connection.setblocking(False)
            self._selector.register(connection, selectors.EVENT_READ)
        self._messages = 0
        self.start()

    def run(self):
        """Reads until every stream has ended."""
        while self._selector.get_map():
            for key, _ in self._selector.select():
                try:
                    data = key.fileobj.recv(65536)
                except ConnectionError:
                    data = b""
                self._messages += data.count(b"\n")
                if not data:
                    self._selector.unregister(key.fileobj)
                    key.fileobj.close()

    def finish(self):
        """The number of messages, when all streams have ended."""
        self.join()
        return self._messages
