"""Bodies, joints and actuators of MJCF files against MuJoCo's compiled models.

    pip install mujoco dm_control gymnasium; pip install --no-deps robosuite
    python3 benches/mjcf_files.py target/debug/morse            # all files of the three packages that MuJoCo compiles
    python3 benches/mjcf_files.py target/debug/morse arm.xml

Prints a row for each package, and each file that differs. Numbers agree if they differ by at most 1e-6: masses, first moments
and inertias relative to the largest of their body, all other numbers relative to the larger of 1 and their own size.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mujoco
import numpy

PACKAGES = ("dm_control", "gymnasium", "robosuite")
TOLERANCE = 1e-6
#: Kinds of actuators whose gains are not constants.
WITHOUT_GAINS = ("muscle", "damper", "intvelocity", "dcmotor", "plugin")


@dataclass
class Contents:
    """Numbers of a file by the names of their objects."""

    #: Mass, first moments and inertia about the origin of each body with a mass.
    bodies: list[tuple[str, numpy.ndarray]] = field(default_factory=list)
    #: Number of degrees of freedom.
    freedoms: int = 0
    joints: dict[str, dict[str, Any]] = field(default_factory=dict)
    actuators: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


def files(package: str) -> list[Path]:
    """The MJCF files of a package."""
    spec = importlib.util.find_spec(package)
    folder = Path(spec.origin).parent if spec and spec.origin else Path("/nonexistent")
    paths = sorted(folder.glob("**/*.xml"))
    return [path for path in paths if "<mujoco" in path.read_text(encoding="utf-8", errors="ignore")]


def tensor(mass: float, center: numpy.ndarray, inertia: numpy.ndarray) -> numpy.ndarray:
    """Mass, first moments and inertia about the origin of the body."""
    square = float(center @ center) * numpy.eye(3) - numpy.outer(center, center)
    return numpy.concatenate([[mass], mass * center, (inertia + mass * square).ravel()])


def first(values: Any) -> float:
    """The first number: further coefficients describe what is not linear."""
    return float(numpy.ravel(values)[0])


def of_mujoco(model: mujoco.MjModel) -> Contents:
    """The contents of a compiled model."""
    found = Contents(freedoms=model.nv)
    for body in range(1, model.nbody):
        if model.body_mass[body] > 0:
            axes = numpy.zeros(9)
            mujoco.mju_quat2Mat(axes, model.body_iquat[body])
            axes = axes.reshape(3, 3)
            inertia = axes @ numpy.diag(model.body_inertia[body]) @ axes.T
            numbers = tensor(model.body_mass[body], model.body_ipos[body], inertia)
            found.bodies.append((model.body(body).name, numbers))
    for joint in range(model.njnt):
        kind, name, dof = int(model.jnt_type[joint]), model.joint(joint).name, model.jnt_dofadr[joint]
        if not name or kind not in (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)):
            continue
        stiffness = first(model.jnt_stiffness[joint])
        found.joints[name] = {
            "axis": model.jnt_axis[joint].tolist(),
            "anchor": model.jnt_pos[joint].tolist(),
            "range": model.jnt_range[joint].tolist() if model.jnt_limited[joint] else None,
            "damping": first(model.dof_damping[dof]),
            "friction": first(model.dof_frictionloss[dof]),
            "armature": first(model.dof_armature[dof]),
            "spring": [stiffness, float(model.qpos_spring[model.jnt_qposadr[joint]])] if stiffness > 0 else None,
        }
    for actuator in range(model.nu):
        name = model.actuator(actuator).name or f"actuator{actuator}"
        is_limited = model.actuator_ctrllimited[actuator], model.actuator_forcelimited[actuator]
        numbers = {
            "command range": model.actuator_ctrlrange[actuator].tolist() if is_limited[0] else None,
            "force range": model.actuator_forcerange[actuator].tolist() if is_limited[1] else None,
            "gear": float(model.actuator_gear[actuator][0]),
            "gain": float(model.actuator_gainprm[actuator][0]),
            "bias": model.actuator_biasprm[actuator][:3].tolist(),
        }
        if int(model.actuator_biastype[actuator]) == int(mujoco.mjtBias.mjBIAS_NONE):
            numbers["bias"] = [0.0] * 3
        found.actuators.append((name, numbers))
    return found


def of_morse(command: str, path: Path) -> Contents:
    """The same of `morse inspect`."""
    # Files may refer to files anywhere in their package.
    package = next((folder for folder in path.parents if folder.name in PACKAGES), path.parent)
    environment = {**os.environ, "MORSE_RESOURCE_PATH": str(package)}
    words = [command, "inspect", "--json", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[0])
    document = json.loads(done.stdout)
    found = Contents()
    for node in document["nodes"]:
        inertial = node.get("inertial")
        if inertial and inertial["mass"] > 0:
            numbers = numpy.array(inertial["node_from_inertia"])
            axes, center = numbers[:9].reshape(3, 3).T, numbers[9:]
            inertia = axes @ numpy.array(inertial["inertia"]).reshape(3, 3) @ axes.T
            found.bodies.append((node["name"], tensor(inertial["mass"], center, inertia)))
    moving = {joint["child"] for joint in document["joints"]}
    roots = [number for number, node in enumerate(document["nodes"]) if node["parent"] is None]
    is_free = roots and roots[0] not in moving and document["nodes"][roots[0]].get("inertial")
    found.freedoms = 6 if is_free else 0
    freedoms = {"fixed": 0, "floating": 6}
    for joint in document["joints"]:
        found.freedoms += freedoms.get(joint["kind"], 1)
        limits, spring = joint["limits"] or {}, joint["spring"]
        ends = [limits.get("lower"), limits.get("upper")]
        found.joints[joint["name"]] = {
            **{name: joint[name] for name in ("axis", "anchor", "damping", "friction", "armature")},
            "range": ends if None not in ends else None,
            "spring": [spring["stiffness"], spring["rest"]] if spring else None,
        }
    for actuator in document["actuators"]:
        names = {"command range": "command_range", "force range": "force_range", "gear": "gear"}
        if actuator["kind"] not in WITHOUT_GAINS:
            names |= {"gain": "gain", "bias": "bias"}
        found.actuators.append((actuator["name"], {name: actuator[key] for name, key in names.items()}))
    return found


def differs(found: Any, wanted: Any) -> bool:
    """Whether numbers, lists of numbers or None differ."""
    if found is None or wanted is None:
        return found is not wanted
    found, wanted = numpy.array(found, dtype=float), numpy.array(wanted, dtype=float)
    return bool((numpy.abs(found - wanted) > TOLERANCE * numpy.maximum(1.0, numpy.abs(wanted))).any())


def differences(found: Contents, wanted: Contents) -> list[str]:
    """The differences of a file from MuJoCo's model."""
    problems = []
    for what in ("bodies", "actuators"):
        if len(getattr(found, what)) != len(getattr(wanted, what)):
            return [f"{len(getattr(found, what))} {what} instead of {len(getattr(wanted, what))}"]
    if found.freedoms != wanted.freedoms:
        problems.append(f"{found.freedoms} degrees of freedom instead of {wanted.freedoms}")
    for (_, numbers), (name, expected) in zip(found.bodies, wanted.bodies):
        worst = float(numpy.abs(numbers - expected).max() / numpy.abs(expected).max())
        if worst > TOLERANCE:
            problems.append(f"body {name}: inertia differs by {worst:.1e}, mass {numbers[0]:.9g}, not {expected[0]:.9g}")
    for name, expected in wanted.joints.items():
        if name not in found.joints:
            problems.append(f"joint {name} is missing")
            continue
        for what, value in expected.items():
            if differs(found.joints[name][what], value):
                problems.append(f"joint {name}: {what} is {found.joints[name][what]}, not {value}")
    for (name, numbers), (known, expected) in zip(found.actuators, wanted.actuators):
        if name != known:
            problems.append(f"actuator {name} instead of {known}")
        for what, value in numbers.items():
            if differs(value, expected[what]):
                problems.append(f"actuator {name}: {what} is {value}, not {expected[what]}")
    return problems


def compare(command: str, paths: list[Path]) -> list[Any]:
    """Numbers of files, bodies, joints and actuators that agree, and of files that differ; prints those."""
    row = dict.fromkeys(("files", "bodies", "joints", "actuators", "differing"), 0)
    for path in paths:
        try:
            wanted = of_mujoco(mujoco.MjModel.from_xml_path(str(path)))
        except ValueError:
            # A part of other files.
            continue
        try:
            problems = differences(of_morse(command, path), wanted)
        except RuntimeError as error:
            problems = [f"not loaded: {error}"]
        if problems:
            more = f"; {len(problems) - 3} more" if len(problems) > 3 else ""
            print(f"{'/'.join(path.parts[-3:])}: {'; '.join(problems[:3])}{more}")
            row["differing"] += 1
            continue
        row["files"] += 1
        for what in ("bodies", "joints", "actuators"):
            row[what] += len(getattr(wanted, what))
    return list(row.values())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", help="path of the command morse")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    groups = {"given": arguments.files} if arguments.files else {package: files(package) for package in PACKAGES}
    rows = [[name, *compare(arguments.command, paths)] for name, paths in groups.items()]
    print("| files of | that agree | bodies | named joints | actuators | files that differ |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


if __name__ == "__main__":
    main()
