"""Forward kinematics and Jacobians of the robots of example-robot-data against Pinocchio, in one process.

    pip install pin example-robot-data          # and the wheel of MORSE
    python3 benches/robot_kinematics.py

For each URDF file, 100 random configurations within the limits: the largest distance [m] and angle [rad] of any link, and the
largest difference of an element of the Jacobian of the last link, from those of Pinocchio.
"""

from __future__ import annotations

import argparse
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy
import pinocchio

import morse

CONFIGURATIONS = 100


def files() -> list[Path]:
    """The URDF files of the package example-robot-data, which are beside Pinocchio's."""
    site = Path(pinocchio.__file__).parents[4]
    return sorted(path for path in (site / "share" / "example-robot-data").glob("**/*.urdf"))


def angle(a: numpy.ndarray, b: numpy.ndarray) -> float:
    """Angle between two rotation matrices. [rad]"""
    return float(numpy.linalg.norm(a - b) / numpy.sqrt(2.0))


def matrix(quaternion: numpy.ndarray) -> numpy.ndarray:
    """Rotation matrix of a quaternion x, y, z, w."""
    return pinocchio.Quaternion(quaternion).normalized().matrix()


def mimics(path: Path) -> dict[str, tuple[str, float, float]]:
    """Leader, multiplier and offset of each mimic joint of a file."""
    found = {}
    for joint in ElementTree.parse(path).getroot().findall("joint"):
        mimic = joint.find("mimic")
        if mimic is not None:
            factor, offset = float(mimic.get("multiplier", "1")), float(mimic.get("offset", "0"))
            found[joint.get("name", "")] = (mimic.get("joint", ""), factor, offset)
    return found


def compare(path: Path) -> tuple[int, float, float, float]:
    """Number of joints, and the largest differences of positions, rotations and Jacobians."""
    scene = {
        "morse_scene": 1,
        "environment": {"file": "empty"},
        "objects": [
            {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "model": {"file": str(path)},
             "location": [0.0, 0.0, 5.0]},
        ],
    }
    # Pinocchio refuses mimic joints whose leaders come later in the file: here they are joints of their own.
    model = pinocchio.buildModelFromUrdf(str(path))
    followers = mimics(path)
    data = model.createData()
    with morse.Simulation(scene) as sim:
        joints = sim.robots["robot"].joints
        base = sim.robots["robot"].pose
        world_from_base = pinocchio.SE3(matrix(base.quaternion), base.position)
        generator = numpy.random.default_rng(1)
        low = numpy.where(numpy.isfinite(joints.lower), joints.lower, -numpy.pi)
        high = numpy.where(numpy.isfinite(joints.upper), joints.upper, numpy.pi)
        kind = pinocchio.FrameType.BODY
        links = [link for link in joints.links if model.existFrame(link, kind)]
        root = model.frames[1].name
        worst = [0.0, 0.0, 0.0]
        for _ in range(CONFIGURATIONS):
            positions = generator.uniform(low, high)
            q = pinocchio.neutral(model)
            given = dict(zip(joints.names, positions))
            # Columns of all joints to those that are given.
            reduction = numpy.zeros((model.nv, len(given)))
            for name in model.names[1:]:
                leader, factor, offset = name, 1.0, 0.0
                while leader in followers:
                    leader, multiplier, more = followers[leader]
                    factor, offset = factor * multiplier, offset + factor * more
                position = factor * given[leader] + offset
                joint = model.joints[model.getJointId(name)]
                reduction[joint.idx_v, joints.names.index(leader)] = factor
                if joint.nq == 2:
                    q[joint.idx_q : joint.idx_q + 2] = numpy.cos(position), numpy.sin(position)
                else:
                    q[joint.idx_q] = position
            pinocchio.framesForwardKinematics(model, data, q)
            world_from_root = world_from_base * data.oMf[model.getFrameId(root, kind)].inverse()
            for link in links:
                expected = world_from_root * data.oMf[model.getFrameId(link, kind)]
                found = joints.pose(link, positions)
                worst[0] = max(worst[0], float(numpy.linalg.norm(found.position - expected.translation)))
                worst[1] = max(worst[1], angle(matrix(found.quaternion), expected.rotation))
            last = links[-1]
            frame = pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED
            jacobian = pinocchio.computeFrameJacobian(model, data, q, model.getFrameId(last, kind), frame) @ reduction
            worst[2] = max(worst[2], float(numpy.abs(joints.jacobian(last, positions) - jacobian).max()))
        return len(joints), worst[0], worst[1], worst[2]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    print(f"{'file':34} {'joints':>6} {'m':>9} {'rad':>9} {'Jacobian':>9}")
    for path in parser.parse_args().files or files():
        try:
            joints, distance, turn, jacobian = compare(path)
        except Exception as problem:  # a table of all files names each problem
            print(f"{path.name:34} {type(problem).__name__}: {str(problem).splitlines()[0][:90]}")
            continue
        print(f"{path.name:34} {joints:6} {distance:9.1e} {turn:9.1e} {jacobian:9.1e}")


if __name__ == "__main__":
    main()
