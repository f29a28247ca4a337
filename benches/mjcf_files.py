"""Masses, inertias and joint ranges of MJCF files against MuJoCo's compiled models.

    pip install mujoco dm_control gymnasium robosuite
    python3 benches/mjcf_files.py target/debug/morse            # all files of the three packages that MuJoCo compiles
    python3 benches/mjcf_files.py target/debug/morse arm.xml

Prints the number of files that agree to 1e-6, relative to the largest value of the file, and each file that does not.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
from pathlib import Path

import mujoco
import numpy

PACKAGES = ("dm_control", "gymnasium", "robosuite")
TOLERANCE = 1e-6


def files() -> list[Path]:
    """The MJCF files of the packages."""
    found = []
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        folder = Path(spec.origin).parent if spec and spec.origin else Path("/nonexistent")
        for path in sorted(folder.glob("**/*.xml")):
            if "<mujoco" in path.read_text(encoding="utf-8", errors="ignore"):
                found.append(path)
    return found


def tensor(mass: float, center: numpy.ndarray, inertia: numpy.ndarray) -> numpy.ndarray:
    """Mass, first moments and inertia about the origin of the body."""
    square = float(center @ center) * numpy.eye(3) - numpy.outer(center, center)
    return numpy.concatenate([[mass], mass * center, (inertia + mass * square).ravel()])


def of_mujoco(model: mujoco.MjModel) -> tuple[list[numpy.ndarray], dict[str, list[float]]]:
    """Bodies with a mass, and ranges of the joints that have a name."""
    bodies = []
    for body in range(1, model.nbody):
        if model.body_mass[body] > 0:
            axes = numpy.zeros(9)
            mujoco.mju_quat2Mat(axes, model.body_iquat[body])
            axes = axes.reshape(3, 3)
            inertia = axes @ numpy.diag(model.body_inertia[body]) @ axes.T
            bodies.append(tensor(model.body_mass[body], model.body_ipos[body], inertia))
    ranges = {}
    for joint in range(model.njnt):
        is_axis = model.jnt_type[joint] in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
        if is_axis and model.jnt_limited[joint] and model.joint(joint).name:
            ranges[model.joint(joint).name] = model.jnt_range[joint].tolist()
    return bodies, ranges


def of_morse(command: str, path: Path) -> tuple[list[numpy.ndarray], dict[str, list[float]]]:
    """The same of `morse inspect`."""
    done = subprocess.run([command, "inspect", "--json", str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[0])
    document = json.loads(done.stdout)
    bodies = []
    for node in document["nodes"]:
        inertial = node.get("inertial")
        if inertial and inertial["mass"] > 0:
            numbers = numpy.array(inertial["node_from_inertia"])
            axes, center = numbers[:9].reshape(3, 3).T, numbers[9:]
            inertia = axes @ numpy.array(inertial["inertia"]).reshape(3, 3) @ axes.T
            bodies.append(tensor(inertial["mass"], center, inertia))
    ranges = {}
    for joint in document["joints"]:
        limits = joint.get("limits") or {}
        if limits.get("lower") is not None and limits.get("upper") is not None:
            ranges[joint["name"]] = [limits["lower"], limits["upper"]]
    return bodies, ranges


def compare(command: str, path: Path) -> str:
    """The difference of a file from MuJoCo's model; empty if there is none."""
    expected, expected_ranges = of_mujoco(mujoco.MjModel.from_xml_path(str(path)))
    found, ranges = of_morse(command, path)
    if len(found) != len(expected):
        return f"{len(found)} bodies with a mass instead of {len(expected)}"
    problems = []
    if found:
        scale = max(float(numpy.abs(expected).max()), 1e-3)
        worst = float(numpy.abs(numpy.array(found) - numpy.array(expected)).max()) / scale
        if worst > TOLERANCE:
            masses = [(round(float(a[0]), 6), round(float(b[0]), 6)) for a, b in zip(found, expected)]
            differing = [pair for pair in masses if abs(pair[0] - pair[1]) > TOLERANCE * scale]
            problems.append(f"inertias differ by {worst:.1e}; masses {differing[:3]}")
    for name, wanted in expected_ranges.items():
        if name not in ranges:
            problems.append(f"joint {name} has no range instead of {wanted}")
        elif numpy.abs(numpy.subtract(ranges[name], wanted)).max() > TOLERANCE:
            problems.append(f"joint {name} has the range {ranges[name]} instead of {wanted}")
    return "; ".join(problems[:3])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", help="path of the command morse")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    agree = refused = 0
    for path in arguments.files or files():
        place = "/".join(path.parts[-3:])
        try:
            problem = compare(arguments.command, path)
        except ValueError:
            # A fragment that other files include.
            refused += 1
            continue
        except RuntimeError as error:
            problem = f"not loaded: {error}"
        if problem:
            print(f"{place}: {problem}")
        else:
            agree += 1
    print(f"{agree} files agree to {TOLERANCE}; MuJoCo itself does not compile {refused} (parts of other files)")


if __name__ == "__main__":
    main()
