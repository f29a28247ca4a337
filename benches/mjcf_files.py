"""Bodies, joints, equalities, tendons and actuators of MJCF files against MuJoCo's compiled models.

    pip install mujoco dm_control gymnasium; pip install --no-deps robosuite
    python3 benches/mjcf_files.py target/debug/morse            # all files of the three packages that MuJoCo compiles
    python3 benches/mjcf_files.py target/debug/morse arm.xml
    python3 benches/mjcf_files.py target/debug/morse benches/mjcf/*.xml   # a small file for each part of the format

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
WITHOUT_GAINS = ("muscle", "adhesion", "dcmotor", "pid", "orientation", "plugin")


@dataclass
class Contents:
    """Numbers of a file by the names of their objects."""

    #: Mass, first moments and inertia about the origin of each body with a mass.
    bodies: list[tuple[str, numpy.ndarray]] = field(default_factory=list)
    #: Number of degrees of freedom.
    freedoms: int = 0
    joints: dict[str, dict[str, Any]] = field(default_factory=dict)
    actuators: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    #: Numbers of each loop and coupling of tendons, by their kind; couplings of joints are counted.
    equalities: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    tendons: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    #: Shares of weights that are compensated, and numbers of contact pairs.
    weightless: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    pairs: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


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
    """The first number."""
    return float(numpy.ravel(values)[0])


def polynomial(stiffness: Any, damping: Any) -> list[float]:
    """Coefficients of the second and third power of a spring and of a damper."""
    return [float(value) for value in (*numpy.ravel(stiffness), *numpy.ravel(damping))]


def clamped(impedance: Any) -> list[float]:
    """The impedance that MuJoCo uses: shares are between 0.0001 and 0.9999."""
    shares = [min(max(float(value), 0.0001), 0.9999) for value in impedance]
    return [shares[0], shares[1], float(impedance[2]), shares[3], float(impedance[4])]


def equalities_of_mujoco(model: mujoco.MjModel) -> list[tuple[str, dict[str, Any]]]:
    """The equalities that are active at the start."""
    found = []
    kinds = {int(getattr(mujoco.mjtEq, f"mjEQ_{kind.upper()}")): kind for kind in ("connect", "weld", "joint", "tendon")}
    for index in range(model.neq):
        kind = kinds.get(int(model.eq_type[index]))
        if kind is None or not model.eq_active0[index]:
            continue
        data = model.eq_data[index]
        is_of_sites = int(model.eq_objtype[index]) == int(mujoco.mjtObj.mjOBJ_SITE)
        numbers = {"time constant": model.eq_solref[index].tolist(), "impedance": clamped(model.eq_solimp[index])}
        if kind in ("connect", "weld") and is_of_sites:
            sites = [model.site_pos[ids[index]].tolist() for ids in (model.eq_obj1id, model.eq_obj2id)]
            if kind == "weld":
                sites.reverse()
                numbers |= {"torque scale": float(data[10])}
            numbers |= {"anchor": sites[0], "second anchor": sites[1]}
        elif kind == "connect":
            numbers |= {"anchor": data[:3].tolist(), "second anchor": data[3:6].tolist()}
        elif kind == "weld":
            numbers |= {"anchor": data[:3].tolist(), "second anchor": data[3:6].tolist(), "torque scale": float(data[10])}
        elif kind == "tendon":
            numbers |= {"polynomial": data[:5].tolist()}
        found.append((kind, {} if kind == "joint" else numbers))
    return sorted(found, key=lambda equality: equality[0])


def tendons_of_mujoco(model: mujoco.MjModel) -> list[tuple[str, dict[str, Any]]]:
    """The tendons."""
    found = []
    for index in range(model.ntendon):
        parts = range(model.tendon_adr[index], model.tendon_adr[index] + model.tendon_num[index])
        path: list[float] = []
        for part in parts:
            kind, number = int(model.wrap_type[part]), float(model.wrap_prm[part])
            if kind in (int(mujoco.mjtWrap.mjWRAP_JOINT), int(mujoco.mjtWrap.mjWRAP_PULLEY)):
                path.append(number)
            elif kind == int(mujoco.mjtWrap.mjWRAP_SITE):
                path.extend(model.site_pos[model.wrap_objid[part]].tolist())
            else:
                path.append(float(model.geom_size[model.wrap_objid[part], 0]))
        rest = model.tendon_lengthspring[index].tolist()
        is_slack = not (model.tendon_stiffness[index].any() or model.tendon_stiffnesspoly[index].any())
        numbers = {
            "path": path,
            "range": model.tendon_range[index].tolist() if model.tendon_limited[index] else None,
            "stiffness": first(model.tendon_stiffness[index]),
            "damping": first(model.tendon_damping[index]),
            "polynomial": polynomial(model.tendon_stiffnesspoly[index], model.tendon_dampingpoly[index]),
            "friction": float(model.tendon_frictionloss[index]),
            "armature": float(model.tendon_armature[index]),
            "rest": None if is_slack or rest == [model.tendon_length0[index]] * 2 else rest,
            "limit": [*model.tendon_solref_lim[index].tolist(), *clamped(model.tendon_solimp_lim[index])],
        }
        found.append((model.tendon(index).name or f"tendon{index}", numbers))
    return found


def equalities_of_morse(document: Any) -> list[tuple[str, dict[str, Any]]]:
    """The same of `morse inspect`, with the mimic joints."""
    found: list[tuple[str, dict[str, Any]]] = [("joint", {}) for joint in document["joints"] if joint["mimic"]]
    for equality in document["equalities"]:
        ((kind, value),) = equality["kind"].items()
        softness = equality["softness"]
        numbers = {"time constant": softness["reference"], "impedance": softness["impedance"]}
        if kind == "connect":
            numbers |= {"anchor": value["a"]["point"], "second anchor": value["b"]["point"]}
        elif kind == "weld":
            anchors = {"anchor": value["b"]["link_from_frame"][9:], "second anchor": value["a"]["link_from_frame"][9:]}
            numbers |= anchors | {"torque scale": value["torque_scale"]}
        elif kind == "tendon":
            numbers |= {"polynomial": value["polynomial"]}
        found.append((kind, {} if kind == "joint" else numbers))
    return sorted(found, key=lambda equality: equality[0])


def tendons_of_morse(document: Any) -> list[tuple[str, dict[str, Any]]]:
    """The same of `morse inspect`."""
    found = []
    for tendon in document["tendons"]:
        path: list[float] = []
        ((kind, parts),) = tendon["path"].items()
        for part in parts:
            if kind == "fixed":
                path.append(part[1])
                continue
            ((what, value),) = part.items()
            if what == "site":
                path.extend(value["point"])
            else:
                path.append(value["radius"] if what == "obstacle" else value["divisor"])
        softness = tendon["limit_softness"]
        numbers = {name: tendon[name] for name in ("stiffness", "damping", "friction", "armature", "rest")}
        curves = tendon["polynomial"]
        numbers |= {"path": path, "polynomial": polynomial(curves["stiffness"], curves["damping"])}
        numbers |= {"range": tendon["limits"], "limit": [*softness["reference"], *softness["impedance"]]}
        found.append((tendon["name"], numbers))
    return found


def of_mujoco(model: mujoco.MjModel) -> Contents:
    """The contents of a compiled model."""
    found = Contents(freedoms=model.nv, equalities=equalities_of_mujoco(model), tendons=tendons_of_mujoco(model))
    for body in range(1, model.nbody):
        # Bodies that clients move have no mass here: nothing else moves them.
        if model.body_mocapid[model.body_weldid[body]] >= 0:
            continue
        if model.body_mass[body] > 0:
            axes = numpy.zeros(9)
            mujoco.mju_quat2Mat(axes, model.body_iquat[body])
            axes = axes.reshape(3, 3)
            inertia = axes @ numpy.diag(model.body_inertia[body]) @ axes.T
            numbers = tensor(model.body_mass[body], model.body_ipos[body], inertia)
            found.bodies.append((model.body(body).name, numbers))
    for joint in range(model.njnt):
        kind, name, dof = int(model.jnt_type[joint]), model.joint(joint).name, model.jnt_dofadr[joint]
        stiffness = first(model.jnt_stiffness[joint])
        curves = polynomial(model.jnt_stiffnesspoly[joint], model.dof_dampingpoly[dof])
        has_spring = stiffness > 0 or any(curves[:2])
        if name and kind == int(mujoco.mjtJoint.mjJNT_BALL):
            numbers = {
                "anchor": model.jnt_pos[joint].tolist(),
                "angle": float(model.jnt_range[joint][1]) if model.jnt_limited[joint] else None,
                "damping": first(model.dof_damping[dof]),
                "friction": first(model.dof_frictionloss[dof]),
                "armature": first(model.dof_armature[dof]),
                "spring": [stiffness, 0.0] if has_spring else None,
                "polynomial": curves,
            }
            found.joints |= {f"{name}_{axis}": numbers for axis in "xyz"}
        if not name or kind not in (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)):
            continue
        found.joints[name] = {
            "axis": model.jnt_axis[joint].tolist(),
            "anchor": model.jnt_pos[joint].tolist(),
            "range": model.jnt_range[joint].tolist() if model.jnt_limited[joint] else None,
            "damping": first(model.dof_damping[dof]),
            "friction": first(model.dof_frictionloss[dof]),
            "armature": first(model.dof_armature[dof]),
            "spring": [stiffness, float(model.qpos_spring[model.jnt_qposadr[joint]])] if has_spring else None,
            "polynomial": curves,
        }
    shares = [(model.body(body).name, float(model.body_gravcomp[body])) for body in range(1, model.nbody)]
    found.weightless = [(name, {"share": share}) for name, share in shares if share]
    for pair in range(model.npair):
        along, _, spinning, rolling, _ = model.pair_friction[pair].tolist()
        numbers = {
            "friction": [along, spinning, rolling],
            "dimension": int(model.pair_dim[pair]),
            "reference": model.pair_solref[pair].tolist(),
            "impedance": clamped(model.pair_solimp[pair]),
            "margin": float(model.pair_margin[pair]),
        }
        found.pairs.append((str(pair), numbers))
    for actuator in range(len(model.actuator_gear)):
        name = model.actuator(actuator).name or f"actuator{actuator}"
        is_limited = model.actuator_ctrllimited[actuator], model.actuator_forcelimited[actuator]
        numbers = {
            "command range": model.actuator_ctrlrange[actuator].tolist() if is_limited[0] else None,
            "force range": model.actuator_forcerange[actuator].tolist() if is_limited[1] else None,
            "gear": float(model.actuator_gear[actuator][0]),
            "gain": float(model.actuator_gainprm[actuator][0]),
            "gain by": model.actuator_gainprm[actuator][1:3].tolist(),
            "filter": float(model.actuator_dynprm[actuator][0]) if int(model.actuator_dyntype[actuator]) in (2, 3) else None,
            "activation range": model.actuator_actrange[actuator].tolist() if model.actuator_actlimited[actuator] else None,
            "bias": model.actuator_biasprm[actuator][:3].tolist(),
        }
        if int(model.actuator_biastype[actuator]) == int(mujoco.mjtBias.mjBIAS_NONE):
            numbers["bias"] = [0.0] * 3
        if int(model.actuator_gaintype[actuator]) == int(mujoco.mjtGain.mjGAIN_FIXED):
            numbers["gain by"] = [0.0] * 2
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
    found = Contents(equalities=equalities_of_morse(document), tendons=tendons_of_morse(document))
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
            "polynomial": polynomial(joint["polynomial"]["stiffness"], joint["polynomial"]["damping"]),
            "angle": joint["ball"]["angle_max"] if joint["ball"] else None,
        }
    for node in document["nodes"]:
        if node["physics"].get("gravity_compensation"):
            found.weightless.append((node["name"], {"share": node["physics"]["gravity_compensation"]}))
    # Numbers that a pair does not give are those of both geoms.
    pairs = {pair["pair"]: pair for node in document["nodes"] for pair in node["physics"].get("pairs", [])}
    for number, pair in sorted(pairs.items()):
        given = {name: value for name, value in pair.items() if name != "pair" and value is not None}
        found.pairs.append((str(number), given))
    for actuator in document["actuators"]:
        names = {"command range": "command_range", "force range": "force_range", "gear": "gear"}
        has_gains = actuator["kind"] not in WITHOUT_GAINS and actuator["muscle"] is None
        if has_gains:
            names |= {"gain": "gain", "gain by": "gain_by", "activation range": "activation_range"}
        numbers = {name: actuator[key] for name, key in names.items()}
        if has_gains:
            filtered = actuator["activation"]
            numbers["filter"] = next(iter(filtered.values())) if isinstance(filtered, dict) else None
            # MuJoCo's damping of a damping ratio depends on inertias.
            numbers["bias"] = actuator["bias"] if actuator["damping_ratio"] is None else actuator["bias"][:2]
        found.actuators.append((actuator["name"], numbers))
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
    for what in ("bodies", "actuators", "equalities", "tendons", "weightless", "pairs"):
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
    for kind in ("actuators", "equalities", "tendons", "weightless", "pairs"):
        for (name, numbers), (known, expected) in zip(getattr(found, kind), getattr(wanted, kind)):
            # Objects without a name have one of their own here.
            if known and name != known:
                problems.append(f"{kind}: {name} instead of {known}")
                continue
            for what, value in numbers.items():
                count = len(value) if isinstance(value, list) else None
                if differs(value, expected[what] if count is None or expected[what] is None else expected[what][:count]):
                    problems.append(f"{kind}: {name}: {what} is {value}, not {expected[what]}")
    return problems


def compare(command: str, paths: list[Path]) -> list[Any]:
    """Numbers of files and of their contents that agree, and of files that differ; prints those."""
    row = dict.fromkeys(("files", "bodies", "joints", "equalities", "tendons", "actuators", "differing"), 0)
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
        for what in ("bodies", "joints", "equalities", "tendons", "actuators"):
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
    print("| files of | that agree | bodies | named joints | equalities | tendons | actuators | files that differ |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


if __name__ == "__main__":
    main()
