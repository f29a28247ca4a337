"""Requests: round-trip time, measured by a client in Python."""

import subprocess
import sys
import time

from common import scenes
from common.simulator import Connection, Simulator

_WARM_UP = 500
_REQUESTS = 20_000

# Lower bound for a server on the same sockets: an echo.
_ECHO = """
import socket
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
client = server.accept()[0]
client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
while data := client.recv(4096):
    client.sendall(data)
"""


def measure(binary, folder):
    """Rows of the table."""
    scene = folder / "latency.py"
    scene.write_text(scenes.first_scene(), encoding="utf-8")
    with Simulator(binary, scene) as simulator, simulator.connect() as client:
        ours = round_trips_s(client, b"i simulation list_robots")
    echo = _echo()
    for name, quantile, limit_s in (("median", 0.5, 60e-6), ("99 %", 0.99, 1e-3)):
        value, baseline = _quantile(ours, quantile), _quantile(echo, quantile)
        yield (
            f"request and answer, {name}",
            f"{value * 1e6:.0f} µs",
            f"≤ {limit_s * 1e6:.0f} µs",
            f"{value / baseline:.2f} × a TCP echo in Python, {baseline * 1e6:.0f} µs",
        )


def _echo():
    with subprocess.Popen([sys.executable, "-c", _ECHO], stdout=subprocess.PIPE, text=True) as server:
        with Connection(int(server.stdout.readline())) as client:
            return round_trips_s(client, b"i simulation list_robots")


def round_trips_s(client, request):
    """Times of many requests after a warm-up. [s]"""
    for _ in range(_WARM_UP):
        client.ask(request)
    times = []
    for _ in range(_REQUESTS):
        begin = time.perf_counter()
        client.ask(request)
        times.append(time.perf_counter() - begin)
    return times


def _quantile(values, quantile):
    return sorted(values)[int(len(values) * quantile)]
