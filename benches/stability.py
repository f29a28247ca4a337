"""Drops robots and lets them hold their pose: `python3 benches/stability.py`.

    pip install example-robot-data icub-models hello-robot-stretch-urdf
    python3 benches/stability.py                   drops each robot from 0.5 m without motors, 10 s
    python3 benches/stability.py --hold            each robot holds the pose in which it starts, 60 s
    python3 benches/stability.py --only a1 panda   the files whose names contain one of these
    python3 benches/stability.py --example FILE    the built example, instead of building it

The robots are the URDF files of three packages of PyPI, in the environment `empty`, with 60 ticks of 2 steps a second. The example
`robot_stability` runs them.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FOLDERS = ("share/example-robot-data/robots", "share/iCub/robots", "stretch_urdf")
_DEEP_M = 5e-3
_STILL_J = 1e-3
# Longest time for a robot. [s]
_PATIENCE_S = 600


def _files(only):
    found = sorted(path for path in Path(sys.prefix).rglob("*.urdf") if any(folder in path.as_posix() for folder in _FOLDERS))
    return [path for path in found if not only or any(word in path.as_posix() for word in only)]


def _example():
    command = ["cargo", "build", "--release", "--package", "morse", "--example", "robot_stability"]
    subprocess.run(command, cwd=_ROOT, check=True)
    return _ROOT / "target" / "release" / "examples" / "robot_stability"


def _run(example, mode, seconds, path):
    """The result of a robot, or the reason why it has none."""
    environment = os.environ | {"ROS_PACKAGE_PATH": _packages(path)}
    command = [example, mode, str(seconds), path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, env=environment)
    except subprocess.TimeoutExpired:
        return {"error": f"needs more than {_PATIENCE_S} s"}
    lines = done.stdout.splitlines()
    return json.loads(lines[-1]) if lines else {"error": (done.stderr.strip().splitlines() or ["no output"])[-1]}


def _packages(path):
    """Folders in which the packages of a file may lie."""
    return os.pathsep.join(str(folder) for folder in path.parents if folder.name in ("robots", "share", "stretch_urdf"))


def _verdict(found, holds):
    if found["event"]:
        return found["event"]
    if not found["is_in_range"]:
        return "out of range"
    if found["depth_m"] > _DEEP_M:
        return f"{found['depth_m'] * 1e3:.0f} mm deep"
    if holds:
        return "stands" if found["upright"] > 0.9 else "fell"
    return "at rest" if found["kinetic_energy_j"] < _STILL_J else "moves"


def main():
    """Runs all robots and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hold", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--example", type=Path)
    arguments = parser.parse_args()
    example = arguments.example or _example()
    mode, seconds = ("hold", arguments.seconds or 60) if arguments.hold else ("drop", arguments.seconds or 10)
    print("| robot | joints | result | kinetic energy [J] | largest speed [m/s] | joints moved by | in the last half | µs a tick |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for path in _files(arguments.only):
        found = _run(example, mode, seconds, path)
        # The files of some packages have the same name.
        name = path.stem if path.stem != "model" else path.parent.name
        if "error" in found:
            print(f"| {name} | | {found['error'].splitlines()[0][:120]} | | | | | |", flush=True)
            continue
        numbers = [f"{found['kinetic_energy_j']:.1e}", f"{found['fastest_m_per_s']:.1f}", f"{found['bent']:.3f}", f"{found['drift']:.4f}"]
        cells = [name, str(found["joints"]), _verdict(found, arguments.hold), *numbers, f"{found['microseconds_a_tick']:.0f}"]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
