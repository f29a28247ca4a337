"""Drops robots and lets them hold their pose: `python3 benches/stability.py`.

    pip install example-robot-data icub-models hello-robot-stretch-urdf
    python3 benches/stability.py                   drops each robot from 0.5 m without motors, 10 s
    python3 benches/stability.py --hold            each robot stands on the ground and holds the pose in which it starts, 60 s
    python3 benches/stability.py --fixed           the same with its base fixed to the world, compared with Pinocchio
    python3 benches/stability.py --only a1 panda   the files whose names contain one of these
    python3 benches/stability.py --example FILE    the built example, instead of building it

The robots are the URDF files of three packages of PyPI, in the environment `empty`, with 60 ticks of 2 steps a second. The example
`robot_stability` runs them.

With a fixed base, Pinocchio (`pip install pin`) computes the efforts that hold the joints where they are after the time. A robot *holds* if
each joint whose effort suffices is within 0.01 rad or m of its start, which is the static solution of a servo within 0.05 mrad.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FOLDERS = ("share/example-robot-data/robots", "share/iCub/robots", "stretch_urdf")
_DEEP_M = 5e-3
_STILL_J = 1e-3
# Largest deviation of a joint that holds. [rad or m]
_HELD = 0.01
# Longest time for a robot. [s]
_PATIENCE_S = 600


def _files(only):
    found = sorted(path for path in Path(sys.prefix).rglob("*.urdf") if any(folder in path.as_posix() for folder in _FOLDERS))
    return [path for path in found if not only or any(word in path.as_posix() for word in only)]


def _example():
    command = ["cargo", "build", "--release", "--package", "morse", "--example", "robot_stability"]
    subprocess.run(command, cwd=_ROOT, check=True)
    return _ROOT / "target" / "release" / "examples" / "robot_stability"


def _run(example, mode, seconds, path, original=None):
    """The result of a robot, or the reason why it has none. `original` is the file of which `path` is a copy."""
    environment = os.environ | {"ROS_PACKAGE_PATH": _packages(original or path)}
    command = [example, mode, str(seconds), path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, env=environment)
    except subprocess.TimeoutExpired:
        return {"error": f"needs more than {_PATIENCE_S} s"}
    lines = done.stdout.splitlines()
    return json.loads(lines[-1].replace("NaN", "null")) if lines else {"error": (done.stderr.strip().splitlines() or ["no output"])[-1]}


def _fixed(path, folder):
    """A copy of a file whose root is fixed to the world, without collision shapes.

    The hulls of links that meet in the zero pose often overlap, and push each other.
    """
    tree = ElementTree.parse(path)
    robot = tree.getroot()
    children = {joint.find("child").get("link") for joint in robot.findall("joint")}
    root = next(link.get("name") for link in robot.findall("link") if link.get("name") not in children)
    for link in robot.iter("link"):
        for shape in link.findall("collision"):
            link.remove(shape)
    for mesh in robot.iter("mesh"):
        if "://" not in mesh.get("filename"):
            mesh.set("filename", str((path.parent / mesh.get("filename")).resolve()))
    if root != "world":
        ElementTree.SubElement(robot, "link", name="world")
        joint = ElementTree.SubElement(robot, "joint", name="fixed_to_world", type="fixed")
        ElementTree.SubElement(joint, "parent", link="world")
        ElementTree.SubElement(joint, "child", link=root)
    copy = Path(folder) / path.name
    tree.write(copy)
    return copy


def _static_efforts(path, positions):
    """Efforts that hold joints at positions, by name, from Pinocchio. Those of mimic joints are added to their leaders."""
    import numpy
    import pinocchio

    model = pinocchio.buildModelFromUrdf(str(path))
    mimics = {}
    for joint in ElementTree.parse(path).getroot().iter("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            mimics[joint.get("name")] = (mimic.get("joint"), float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0)))
    q = pinocchio.neutral(model)
    for number, name in enumerate(model.names):
        leader, multiplier, offset = mimics.get(name, (name, 1.0, 0.0))
        if leader in positions:
            value = multiplier * positions[leader] + offset
            at = model.joints[number].idx_q
            q[at : at + model.joints[number].nq] = value if model.joints[number].nq == 1 else [numpy.cos(value), numpy.sin(value)]
    gravity = pinocchio.computeGeneralizedGravity(model, model.createData(), q)
    efforts = dict.fromkeys(positions, 0.0)
    for number, name in enumerate(model.names):
        leader, multiplier, _ = mimics.get(name, (name, 1.0, 0.0))
        if leader in efforts:
            efforts[leader] += multiplier * gravity[model.joints[number].idx_v]
    return efforts


def _held(path, found):
    """Verdict on a robot with a fixed base, the largest deviation of a joint that can hold, and of efforts from Pinocchio's."""
    names, limits, ranges = found["names"], found["effort_limits"], found["limits"]
    static = _static_efforts(path, dict(zip(names, found["end"])))
    frictions = {
        joint.get("name"): float(joint.find("dynamics").get("friction", 0))
        for joint in ElementTree.parse(path).getroot().iter("joint")
        if joint.find("dynamics") is not None
    }
    weak, moved, wrong = [], [(0.0, "")], 0.0
    for name, begin, end, effort, limit, bounds in zip(names, found["begin"], found["end"], found["efforts"], limits, ranges):
        deviation = abs(end - begin)
        if limit is not None and abs(static[name]) >= 0.98 * limit:
            weak.append(name)
            continue
        moved.append((deviation, name))
        # A joint at its limit is carried by the limit.
        is_at_limit = any(bound is not None and abs(end - bound) < 1e-4 for bound in bounds)
        if effort is not None and not is_at_limit:
            # Dry friction carries any part of its limit.
            difference = max(0.0, abs(effort - static[name]) - frictions.get(name, 0.0))
            wrong = max(wrong, difference / max(1.0, abs(static[name])))
    largest, name = max(moved)
    if found["event"]:
        return found["event"], largest, wrong
    verdict = "holds" if largest < _HELD else f"`{name}` moves"
    return verdict + (f"; {len(weak)} too weak: {', '.join(weak[:2])}" if weak else ""), largest, wrong


def _fixed_rows(example, seconds, only):
    """Prints the table of robots with a fixed base."""
    print("| robot | joints | result | largest deviation [rad, m] | in the last half | efforts differ from Pinocchio's by |")
    print("| --- | --- | --- | --- | --- | --- |")
    for path in _files(only):
        name = path.stem if path.stem != "model" else path.parent.name
        try:
            with tempfile.TemporaryDirectory() as folder:
                copy = _fixed(path, folder)
                found = _run(example, "fixed", seconds, copy, path)
                if "error" in found:
                    raise ValueError(found["error"])
                verdict, moved, wrong = _held(copy, found)
        except (ValueError, StopIteration, ElementTree.ParseError) as error:
            reason = (str(error).splitlines() or ["no link"])[0][-80:]
            print(f"| {name} | | {reason} | | | |", flush=True)
            continue
        print(f"| {name} | {found['joints']} | {verdict} | {moved:.5f} | {found['drift']:.6f} | {wrong:.1e} |", flush=True)


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
    parser.add_argument("--fixed", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--example", type=Path)
    arguments = parser.parse_args()
    example = arguments.example or _example()
    mode, seconds = ("hold", arguments.seconds or 60) if arguments.hold else ("drop", arguments.seconds or 10)
    if arguments.fixed:
        _fixed_rows(example, arguments.seconds or 60, arguments.only)
        return
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
