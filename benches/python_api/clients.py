"""Clients in Python: pymorse and the client of the original, on the same simulator.

Both run on Debian's Python, for which the original's client is packaged (python3-morse-simulator).
"""

import json
import subprocess
from pathlib import Path

from common.simulator import Simulator

_ROOT = Path(__file__).resolve().parents[2]
_ORIGINAL_PYTHON = "/usr/bin/python3"
_ROUNDS = 3
_LIMIT = 0.5

_SCENE = """
from morse.builder import *
robot = ATRV()
pose = Pose()
pose.add_stream('socket')
pose.add_service('socket')
robot.append(pose)
env = Environment('empty', fastmode=True)
"""

# Runs in a separate process, with one client: prints a time for each measurement. [s]
_CLIENT = """
import json, statistics, sys, threading, time
sys.path.insert(0, 'tests/e2e')
import harness
library = {'ours': harness.our_pymorse, 'original': harness.original_pymorse}[sys.argv[1]]()
morse = library.Morse('localhost', int(sys.argv[2]))
fast = sys.argv[3] == 'fast'
found = {}

def median(call, count=3000):
    times = []
    for _ in range(count):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)

if not fast:
    found['rpc'] = median(lambda: morse.rpc('simulation', 'list_robots'))
    service = dict.__getitem__(morse.robot, 'pose').get_local_data
    found['future'] = median(lambda: service().result())
    pose = morse.robot.pose
    pose.get()
    begin = time.process_time()
    for _ in range(300):
        pose.get()
    found['get'] = (time.process_time() - begin) / 300
else:
    count = 0
    begun, done = threading.Event(), threading.Event()

    def take(message):
        global count
        count += 1
        if count == 2000:
            begun.set()
        elif count == 102000:
            done.set()

    morse.robot.pose.subscribe(take)
    begun.wait()
    first, begin = count, time.process_time()
    done.wait()
    found['subscribe'] = (time.process_time() - begin) / (count - first)
print(json.dumps(found), flush=True)
import os
os._exit(0)
"""

_MEASURES = (
    ("rpc", "rpc and its result, median", _LIMIT),
    ("future", "a service of a component and its result, median", _LIMIT),
    ("subscribe", "a message of a stream to a callback, the simulator at full speed, CPU time", _LIMIT),
    ("get", "a message of a stream by get() in real time at 60 Hz, CPU time including the wake-up", None),
)


def measure(binary, folder):
    """Rows of the table."""
    scene = folder / "clients.py"
    scene.write_text(_SCENE, encoding="utf-8")
    # The clients alternate; the fastest round of each counts.
    best = {"ours": {}, "original": {}}
    for pace, options in (("real", ()), ("fast", ("--fast",))):
        with Simulator(binary, scene, *options) as simulator:
            for _ in range(_ROUNDS):
                for client, times in best.items():
                    for name, time_s in _times_s(client, simulator.port, pace).items():
                        times[name] = min(time_s, times.get(name, time_s))
    for name, what, limit in _MEASURES:
        ours, original = best["ours"][name], best["original"][name]
        target = f"≤ {limit} × the original's" if limit else ""
        yield what, f"{ours * 1e6:.1f} µs", target, f"{ours / original:.2f} × the original's client, {original * 1e6:.1f} µs"


def _times_s(client, port, pace):
    command = [_ORIGINAL_PYTHON, "-W", "ignore", "-c", _CLIENT, client, str(port), pace]
    ended = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, check=True, text=True, timeout=300)
    return json.loads(ended.stdout)

