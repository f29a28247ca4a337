"""Components in Python: their time per tick, requests to them, the start of scripts, and fast streams to pymorse.

The Python that runs this needs numpy for the measurement of images, which is omitted without it.
"""

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time

from command.latency import round_trips_s
from common import scenes
from common.simulator import Simulator

from python_api import python_host

_RUNS = 4
_TICKS = 6000
_START_RUNS = 11
_PYTHON = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "python")

_PARTS = '''
import random

from morse.core.overlay import MorseOverlay
from morse.core.sensor import Sensor
from morse.core.services import service
from morse.helpers.components import add_data
from morse.modifiers import AbstractModifier


class Eye(Sensor):
    add_data("distance", 0.0, "float", "x [m]")
    add_data("color", "none", "string", "any of four")

    def default_action(self):
        self.local_data["distance"] = self.position_3d.x
        self.local_data["color"] = random.choice(("blue", "red", "green", "yellow"))


class Shift(AbstractModifier):
    def modify(self):
        self.data["x"] += 0.5


class Invert(AbstractModifier):
    def modify(self):
        import numpy

        pixels = numpy.frombuffer(self.data["image"], numpy.uint8)
        numpy.subtract(255, pixels, out=pixels)


class Named(MorseOverlay):
    def name(self):
        return "named"

    @service
    def where(self):
        return 2.0
'''

_SCENE = '''
import sys

sys.path.append(%r)
from morse.builder import *
from morse.builder.creator import SensorCreator

class Eye(SensorCreator):
    _classpath = "bench_parts.Eye"

robot = ATRV()
%s
env = Environment('empty', fastmode=%s)
'''

_EYES = """
for _ in range({}):
    eye = Eye()
    robot.append(eye)
"""
_POSE = """
pose = Pose()
pose.add_stream('socket')
robot.append(pose)
"""
_CAMERA = """
camera = VideoCamera()
camera.properties(cam_width=640, cam_height=480)
camera.frequency({rate})
camera.add_stream('socket')
robot.append(camera)
"""
_FAST_POSE = _POSE + "pose.frequency(1000)"

# Reads a stream for a number of seconds: received messages, messages expected by their time stamps, and CPU time.
_READER = """
import json, sys, threading, time
sys.path.insert(0, sys.argv[1])
import pymorse
morse = pymorse.Morse('localhost', int(sys.argv[2]))
stream = getattr(morse.robot, sys.argv[3])
duration_s, rate = float(sys.argv[4]), float(sys.argv[5])
stamps = []
stream.subscribe(lambda message: stamps.append(message['timestamp']))
while len(stamps) < 10:
    time.sleep(0.01)
first, cpu_s, begin = len(stamps), time.process_time(), time.perf_counter()
time.sleep(duration_s)
cpu_s, took_s, last = time.process_time() - cpu_s, time.perf_counter() - begin, len(stamps)
seen = stamps[first:last]
expected = 1 + round((seen[-1] - seen[0]) * rate)
print(json.dumps([len(seen), expected, cpu_s / took_s]), flush=True)
import os
os._exit(0)
"""


def measure(binary, folder):
    """Rows of the table."""
    (folder / "bench_parts.py").write_text(_PARTS, encoding="utf-8")
    yield from _ticks(binary, folder)
    yield from _images(folder)
    yield from _overlay(binary, folder)
    yield from _start(binary, folder)
    yield from _streams(binary, folder)


def _scene(folder, name, body, is_fast=True):
    scene = folder / f"{name}.py"
    scene.write_text(_SCENE % (str(folder), body, is_fast), encoding="utf-8")
    return scene


def _tick_s(binary, scene):
    """Time of a tick of a fast run, minimum of some runs. [s]"""
    command = [str(binary), "run", "--fast", "--duration", str(_TICKS / 60), "--json", "--port", "0", "--stream-port", "0"]
    found = []
    for _ in range(_RUNS):
        ended = subprocess.run([*command, str(scene)], capture_output=True, text=True, check=True, env=_environment())
        report = json.loads(ended.stdout)
        found.append(report["wall_s"] / report["ticks"])
    return min(found)


def _environment():
    """The scene runs in the Python that runs this program."""
    return {**os.environ, "MORSE_PYTHON": sys.executable}


def _ticks(binary, folder):
    empty_s = _tick_s(binary, _scene(folder, "empty", ""))
    pose_s = _tick_s(binary, _scene(folder, "pose", _POSE))
    for name, body, limit_us, base_s, base in (
        ("a sensor in Python", _EYES.format(1), 25, empty_s, "the empty scene"),
        ("twenty sensors in Python", _EYES.format(20), 100, empty_s, "the empty scene"),
        ("a modifier in Python on a pose", _POSE + "pose.alter('bench_parts.Shift')", 30, pose_s, "the pose without it"),
    ):
        tick_s = _tick_s(binary, _scene(folder, "measured", body))
        yield (
            f"{name}, above {base}",
            f"{(tick_s - base_s) * 1e6:.0f} µs a tick",
            f"≤ {limit_us} µs a tick",
            f"{tick_s / base_s:.0f} × {base}, {base_s * 1e6:.1f} µs",
        )


def _images(folder):
    """A modifier on an image, against numpy alone; both include 255 minus the image."""
    if importlib.util.find_spec("numpy") is None:
        print("no measurement of images: this Python lacks numpy", file=sys.stderr)
        return
    tick_s = python_host.image_s(folder, "bench_parts.Invert")
    alone_s = statistics.median(_inverted_s() for _ in range(100))
    yield (
        "a modifier in Python on an image of 640 × 480, with numpy: to the Python process and back",
        f"{tick_s * 1e6:.0f} µs a tick",
        "≤ 300 µs a tick",
        f"{tick_s / alone_s:.1f} × numpy's work alone, {alone_s * 1e6:.0f} µs",
    )


def _inverted_s():
    import numpy

    pixels = numpy.full(640 * 480 * 4, 7, numpy.uint8)
    begin = time.perf_counter()
    numpy.subtract(255, pixels, out=pixels)
    return time.perf_counter() - begin


def _overlay(binary, folder):
    body = _POSE + "pose.add_service('socket')\npose.add_overlay('socket', 'bench_parts.Named')"
    scene = _scene(folder, "overlay", body, False)
    with Simulator(binary, scene, environment=_environment()) as simulator, simulator.connect() as client:
        overlay_s = statistics.median(round_trips_s(client, b"i named where"))
        own_s = statistics.median(round_trips_s(client, b"i robot.pose get_local_data"))
    yield (
        "a service of an overlay in Python, request and answer, median",
        f"{overlay_s * 1e6:.0f} µs",
        "≤ 150 µs",
        f"{overlay_s / own_s:.1f} × a service of the simulator, {own_s * 1e6:.0f} µs",
    )


def _start(binary, folder):
    """Time of importing the Builder and building the seed scene, in the Python that runs the script."""
    script = folder / "first_scene.py"
    script.write_text(scenes.first_scene(), encoding="utf-8")
    document = folder / "first_scene.json"

    def took_s(command):
        begin = time.perf_counter()
        subprocess.run(command, check=True, env=_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - begin

    build = [str(binary), "build", "-o", str(document), str(script)]
    commands = (build, [str(binary), "--version"], [sys.executable, "-c", "pass"])
    took_s(build)
    build_s, without_s, python_s = (statistics.median(took_s(each) for _ in range(_START_RUNS)) for each in commands)
    script_s = build_s - without_s - python_s
    yield (
        "import of morse.builder and build of the seed scene, beyond the start of Python and of the command",
        f"{script_s * 1e3:.0f} ms",
        "≤ 60 ms",
        f"{script_s / python_s:.1f} × `python3 -c pass`, {python_s * 1e3:.1f} ms",
    )


def _streams(binary, folder):
    for name, body, stream, rate, limit in (
        ("a pose at 1,000 Hz", _FAST_POSE, "pose", 1000, 30),
        ("images of 640 × 480 at 30 Hz", _CAMERA.format(rate=30), "camera", 30, 20),
    ):
        with Simulator(binary, _scene(folder, "streams", body, False), environment=_environment()) as simulator:
            command = [sys.executable, "-c", _READER, _PYTHON, str(simulator.port), stream, "10", str(rate)]
            ended = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, timeout=120)
        came, expected, share = json.loads(ended.stdout)
        yield (
            f"{name} to a callback of pymorse, in real time",
            f"{expected - came} of {expected} lost, {100 * share:.0f} % of a core",
            f"none lost, ≤ {limit} % of a core",
            f"{share / rate * 1e6:.0f} µs of processor time a message",
        )
