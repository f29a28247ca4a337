"""One figure of the whole command, for `cargo xtask bench`, which compares revisions.

    python3 benches/figure.py --list            names, one per line
    python3 benches/figure.py NAME BINARY       measures it with a built `morse`, and prints the number

The scenes and methods are those of `benches/run.py`, for a shorter time.
"""

import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from command import building, latency, startup, throughput
from common import scenes
from common.simulator import Simulator
from world import actuators, room

_STARTS = 7
_ROBOTS = 1000
_INDOOR = "indoors-1/indoor-1"
# The models embedded in the command, so that each revision is measured with its own.
_OWN_MODELS = {**os.environ, "MORSE_ROOT": "/nonexistent"}


def _start_document(binary, folder):
    """From a document to `SCENE INITIALIZED`. [ms]"""
    document = folder / "first_scene.json"
    subprocess.run([str(binary), "build", "-o", str(document), str(_first_scene(folder))], check=True)
    return _started_ms(binary, document)


def _start_script(binary, folder):
    """From a script to `SCENE INITIALIZED`. [ms]"""
    return _started_ms(binary, _first_scene(folder))


def _start_robots(binary, folder):
    """From a document of 1,000 robots with three components to `SCENE INITIALIZED`. [ms]"""
    return _started_ms(binary, _written(folder / "robots.json", scenes.robots(_ROBOTS)), 3)


def _build_robots(binary, folder):
    """From a script of 500 robots with three components to its document. [s of CPU time]"""
    script = _written(folder / "many_robots.py", building.SCRIPT)
    building.built_s(binary, script, 1)  # unpacks the Builder
    return building.built_s(binary, script, 500)[1]


def _request(binary, folder):
    """From a request to its answer, median. [µs]"""
    with Simulator(binary, _first_scene(folder)) as simulator, simulator.connect() as client:
        return statistics.median(latency.round_trips_s(client, b"i simulation list_robots")) * 1e6


def _rest(binary, folder):
    return _crowd(binary, folder, scenes.robots(_ROBOTS), 10)


def _waypoints(binary, folder):
    return _crowd(binary, folder, scenes.robots(_ROBOTS), 5, throughput.drive)


def _drives(binary, folder):
    return _commanded(binary, folder, "drives.json", duration_s=15)


def _packed(binary, folder):
    return _commanded(binary, folder, "packed.json", duration_s=8)


def _two_threads(binary, folder):
    return _commanded(binary, folder, "drives.json", duration_s=15, threads=2)


def _quadrotors(binary, folder):
    return _commanded(binary, folder, "rotorcraft.py", duration_s=60)


def _segways(binary, folder):
    return _commanded(binary, folder, "wheels.py", duration_s=60)


def _arms(binary, folder):
    return _commanded(binary, folder, "arms.py", duration_s=60)


def _streams(binary, folder):
    scene = _written(folder / "robots.json", scenes.robots(_ROBOTS))
    report, share = throughput.served(binary, scene, duration_s=5)
    if share < 0.9:
        raise RuntimeError(f"only {share:.3f} of the messages arrived")
    return report["simulated_s_per_cpu_s"]


def _room(binary, folder):
    scene = _written(folder / "room.json", scenes.crowd(100, _INDOOR))
    return room.drive(binary, scene, _OWN_MODELS)["simulated_s_per_cpu_s"]


def _scanners(binary, folder):
    scene = _written(folder / "scanning.json", scenes.crowd(100, _INDOOR, with_sensors=True))
    return room.drive(binary, scene, _OWN_MODELS, "--threads", "2")["real_time_factor"]


_FIGURES = {
    "start-document": _start_document,
    "start-script": _start_script,
    "start-robots": _start_robots,
    "build-robots": _build_robots,
    "request": _request,
    "rest": _rest,
    "waypoints": _waypoints,
    "drives": _drives,
    "drives-two-threads": _two_threads,
    "packed": _packed,
    "streams": _streams,
    "room": _room,
    "scanners": _scanners,
    "quadrotors": _quadrotors,
    "segways": _segways,
    "arms": _arms,
}


def _written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def _first_scene(folder):
    return _written(folder / "first_scene.py", scenes.first_scene())


def _started_ms(binary, scene, starts=_STARTS):
    startup.started_s(binary, scene)  # unpacks the Builder, fills file caches
    return 1e3 * min(startup.started_s(binary, scene) for _ in range(starts))


def _crowd(binary, folder, scene, duration_s, command=None):
    return throughput.alone(binary, _written(folder / "scene.json", scene), command, duration_s)["simulated_s_per_cpu_s"]


def _commanded(binary, folder, name, duration_s, threads=1):
    """Multiple of real time of a scene of `benches/actuators.py`."""
    scene, commands = next((scene, commands) for file, _, _, scene, commands in actuators.crowds() if file == name)
    path = _written(folder / name, scene)
    return actuators.real_time_factor(binary, path, _OWN_MODELS, commands, threads, duration_s)


def main():
    """Lists the figures, or measures one of them."""
    if sys.argv[1:] == ["--list"]:
        print("\n".join(_FIGURES))
        return
    name, binary = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        figure = _FIGURES[name](Path(binary), Path(folder))
    if not math.isfinite(figure) or figure <= 0:
        sys.exit(f"{name} is {figure}, which is not a positive number")
    print(figure)


if __name__ == "__main__":
    main()
