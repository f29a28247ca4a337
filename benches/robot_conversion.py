"""Robots of `morse convert`, beside the files that they come from: `python3 benches/robot_conversion.py`.

    pip install mujoco pin example-robot-data
    cargo build -p morse-cli
    python3 benches/robot_conversion.py

Every URDF file of example-robot-data is written as MJCF and compiled by MuJoCo. Pinocchio reads the URDF file. In random configurations, the pose
of each link in the first one is compared, and the mass of the whole robot.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

try:
    import mujoco
    import pinocchio
except ImportError as missing:
    sys.exit(f"{missing.name} is not installed: pip install mujoco pin example-robot-data")

_ROOT = Path(__file__).resolve().parents[1]
_COMMAND = Path(os.environ.get("MORSE_BIN", _ROOT / "target" / "debug" / "morse"))
_CONFIGURATIONS = 5


def _pose(rotation, translation):
    pose = numpy.eye(4)
    pose[:3, :3], pose[:3, 3] = rotation, translation
    return pose


def _compared(urdf, mjcf, generator):
    """Largest difference of a pose [m or a share of 1], links compared, and the masses of both [kg]."""
    theirs = pinocchio.buildModelFromUrdf(str(urdf))
    ours = mujoco.MjModel.from_xml_path(str(mjcf))
    their_data, our_data = theirs.createData(), mujoco.MjData(ours)
    worst, links = 0.0, set()
    for _ in range(_CONFIGURATIONS):
        configuration = pinocchio.neutral(theirs)
        for number in range(1, theirs.njoints):
            joint, position = theirs.joints[number], generator.uniform(-1, 1)
            own = mujoco.mj_name2id(ours, mujoco.mjtObj.mjOBJ_JOINT, theirs.names[number])
            if joint.nv != 1:
                continue
            # Joints without limits are the cosine and sine of their angle.
            configuration[joint.idx_q : joint.idx_q + joint.nq] = [position] if joint.nq == 1 else [numpy.cos(position), numpy.sin(position)]
            our_data.qpos[ours.jnt_qposadr[own]] = position
        pinocchio.framesForwardKinematics(theirs, their_data, configuration)
        mujoco.mj_kinematics(ours, our_data)
        first = None
        for number, frame in enumerate(theirs.frames):
            body = mujoco.mj_name2id(ours, mujoco.mjtObj.mjOBJ_BODY, frame.name)
            # Links without mass and shape between two joints are one body in MJCF.
            if frame.type != pinocchio.FrameType.BODY or frame.name == "world" or body < 0:
                continue
            place = their_data.oMf[number]
            pair = _pose(place.rotation, place.translation), _pose(our_data.xmat[body].reshape(3, 3), our_data.xpos[body])
            first = first or [numpy.linalg.inv(pose) for pose in pair]
            worst = max(worst, abs(first[0] @ pair[0] - first[1] @ pair[1]).max())
            links.add(frame.name)
    mass = sum(inertia.mass for inertia in theirs.inertias)
    return worst, len(links), mass, ours.body_mass.sum()


def main():
    """Prints a row for each robot, and the worst of all."""
    files = sorted(path for path in Path(sys.prefix).rglob("*.urdf") if "example-robot-data" in path.as_posix())
    generator = numpy.random.default_rng(0)
    worst, count = 0.0, 0
    print("| robot | links | largest difference of a pose | mass, file and MJCF [kg] |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for number, urdf in enumerate(files):
            mjcf = Path(folder) / f"{number}_{urdf.stem}.xml"
            words = [str(_COMMAND), "convert", str(urdf), str(mjcf), "--json"]
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                difference, links, mass, ours = _compared(urdf, mjcf, generator)
            except ValueError as problem:
                mujoco.MjModel.from_xml_path(str(mjcf))
                print(f"| {urdf.stem} | | Pinocchio: {str(problem).splitlines()[0]} | |")
                continue
            print(f"| {urdf.stem} | {links} | {difference:.1e} | {mass:.4f}, {ours:.4f} |", flush=True)
            worst, count = max(worst, difference), count + 1
    print(f"\n{count} of {len(files)} robots compared, largest difference {worst:.1e}")


if __name__ == "__main__":
    main()
