"""A thousand robots that drive: simulated seconds per second on a processor, and memory."""

import json
import re
import selectors
import socket
import threading

import scenes
from simulator import Simulator

_ROBOTS = 1000
_FAST_S = 20
_SERVED_S = 10
_MIB = 2**20

# Circles of half a metre, all in step: nobody runs into another one.
_SPEED = "[0.5, 1.0]"


def measure(binary, folder):
    """Rows of the table."""
    full = folder / "robots.json"
    full.write_text(scenes.robots(_ROBOTS), encoding="utf-8")
    bare = folder / "bare.json"
    bare.write_text(scenes.robots(_ROBOTS, with_components=False), encoding="utf-8")
    with Simulator(binary, bare, "--fast", "--json", "--duration", str(_FAST_S)) as simulator:
        baseline = simulator.report()["simulated_s_per_cpu_s"]
    with Simulator(binary, full, "--fast", "--json", "--duration", str(_FAST_S)) as simulator:
        _drive(simulator)
        alone = simulator.report()
    served, messages = _served(binary, full)
    what = f"{_ROBOTS} driving ATRVs with pose streams"
    unit = "simulated s / CPU s"
    compared = f"× the same robots at rest, without components, {baseline:.2f}"
    for name, report, limit in (("no clients", alone, 5), ("every stream read", served, 2)):
        rate = report["simulated_s_per_cpu_s"]
        yield f"{what}, {name}", f"{rate:.2f} {unit}", f"≥ {limit} {unit}", f"{rate / baseline:.2f} {compared}"
    memory = max(alone["memory_peak_bytes"], served["memory_peak_bytes"])
    yield f"{what}, memory", f"{memory / _MIB:.0f} MiB", "≤ 200 MB", ""
    expected = _ROBOTS * 60 * _SERVED_S
    yield f"{what}, messages read", f"{messages}", "", f"{messages / expected:.2f} × {expected}, all that were sent"


def _drive(simulator):
    """Sets all robots in motion, in one tick."""
    names = scenes.robot_names(_ROBOTS)
    with simulator.connect() as client:
        client.send("".join(f"i {name}.motion set_speed {_SPEED}\n" for name in names).encode())
        for name in names:
            answer = client.line()
            if answer != b"i SUCCESS\n":
                raise RuntimeError(f"{name} does not drive: {answer}")


def _served(binary, scene):
    """In real time, so that clients in Python can read everything."""
    with Simulator(binary, scene, "--json", "--duration", str(_SERVED_S)) as simulator:
        with simulator.connect() as client:
            answer = client.ask(b"i simulation get_all_stream_ports")
        ports = json.loads(re.sub(rb"^i SUCCESS ", b"", answer)).values()
        reader = Reader(ports)
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
