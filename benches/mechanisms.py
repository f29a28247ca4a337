"""Processor time of steps of the crate dynamics, and of MuJoCo with the same models, one thread.

    pip install mujoco example-robot-data numpy
    python3 benches/mechanisms.py

The robots are read from the URDF files of example-robot-data without their shapes. Arms are fixed to the world; walking robots
fall onto spheres at the ends of their limbs. *Limp*: no motor. *Servos*: a position servo in each joint holds position zero.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT / "crates" / "dynamics" / "tests" / "fixtures"))

try:
    import mujoco
    import mujoco_fixtures
except ImportError:
    sys.exit("MuJoCo is not installed: pip install mujoco")

_STEP_S = 1 / 120
_SPAN_S = 2.0
# Folder, name of the file, base is free, height of the start.
_ROBOTS = {
    "UR5": ("ur_description", "ur5_robot", False, 0.0),
    "Panda": ("panda_description", "panda", False, 0.0),
    "A1": ("a1_description", "a1", True, 0.45),
    "Talos": ("talos_data", "talos_reduced", True, 1.1),
    "G1 with hands": ("g1_description", "g1_29dof_with_hand_rev_1_0", True, 0.8),
}


def _model(robots, robot, servos):
    folder, name, is_free, height = _ROBOTS[robot]
    path = next((robots / folder).rglob(f"{name}.urdf"))
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"<(visual|collision)\b.*?</\1>|<transmission\b.*?</transmission>|<gazebo\b.*?</gazebo>", "", text, flags=re.DOTALL)
    spec = mujoco.MjSpec.from_string(text)
    spec.option.timestep = _STEP_S
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    if is_free:
        root = spec.worldbody.first_body()
        root.add_freejoint(name="free")
        root.pos = [0, 0, height]
        friction = [0.8, 0.005, 0.0001]
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[50, 50, 1], friction=friction)
        for body in spec.bodies:
            if body.name != "world" and body.first_body() is None:
                # In the middle of the link, where the spheres of a foot do not overlap.
                body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.02, 0, 0], conaffinity=0, friction=friction, mass=0)
    if servos:
        for joint in spec.joints:
            if joint.type == mujoco.mjtJoint.mjJNT_HINGE:
                actuator = spec.add_actuator(name=joint.name, target=joint.name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
                actuator.set_to_position(kp=200, kv=5)
                actuator.forcerange = [-100, 100]
                actuator.forcelimited = True
    return spec.compile()


def _cost(model):
    """Processor time of a step in MuJoCo, with its default tolerances. [µs]"""
    data = mujoco.MjData(model)
    count, spent = 0, 0.0
    while spent < 0.6:
        mujoco.mj_resetData(model, data)
        start = time.process_time()
        mujoco.mj_step(model, data, round(_SPAN_S / _STEP_S))
        spent += time.process_time() - start
        count += round(_SPAN_S / _STEP_S)
    return spent / count * 1e6


def _file(model):
    """The model as the benchmark of the crate reads it."""
    found = {
        "spec": {
            "gravity": mujoco_fixtures.numbers(model.opt.gravity),
            "links": mujoco_fixtures.links(model),
            "motors": mujoco_fixtures.motors(model),
        },
        "step": _STEP_S,
        "commands": [0.0] * model.nu,
        "shapes": mujoco_fixtures.shapes(model),
    }
    return json.dumps(found)


def main():
    """Measures and prints a table."""
    robots = next(Path(sys.prefix).rglob("share/example-robot-data/robots"))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for robot in _ROBOTS:
            for state in ["limp", "servos"]:
                model = _model(robots, robot, servos=state == "servos")
                files.append(Path(folder) / f"{robot}, {state}.json")
                files[-1].write_text(_file(model), encoding="utf-8")
                rows.append([robot, state, model.nv, model])
        command = ["cargo", "bench", "--quiet", "--package", "morse-dynamics", "--bench", "steps", "--", *map(str, files)]
        # In turn, three times; the least of each is kept.
        ours, theirs = [], []
        for _ in range(3):
            lines = subprocess.run(command, cwd=_ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
            lines = [line for line in lines if "µs a step" in line]
            print("\n".join(lines), file=sys.stderr)
            ours.append([float(line.split(": ")[1].split(" ")[0]) for line in lines])
            theirs.append([_cost(model) for *_, model in rows])
    print(f"MuJoCo {mujoco.__version__}, steps of 1/120 s.\n")
    print("| robot | state | degrees of freedom | µs a step | MuJoCo | ratio |\n| --- | --- | --- | --- | --- | --- |")
    for number, (robot, state, dofs, _) in enumerate(rows):
        own, other = (min(values[number] for values in rounds) for rounds in (ours, theirs))
        print(f"| {robot} | {state} | {dofs} | {own:.1f} | {other:.1f} | {own / other:.2f} |")


if __name__ == "__main__":
    main()
