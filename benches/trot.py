"""A quadruped that trots by a fixed pattern, here and in MuJoCo: `python3 benches/trot.py`.

    pip install mujoco example-robot-data, and this package

The robots are A1 and Go2 of example-robot-data, with spheres for feet, as one MJCF file that both simulators read. MORSE puts them onto the ground of `empty`. The feet of a diagonal pair
go back along the ground while those of the other pair go forward above it; the joints follow by the same stiffness and damping.
Steps of 2 ms. With `--ground file`, the robot trots on the plane of its file in both, with the contacts of the file, and equal impedances of
friction and contact. Contacts in MuJoCo have the softness of those here on the ground of an environment, and joints have the inertia of rotors: the pattern is
not stabilized, and Go2 without rotors stumbles on these contacts in both simulators.
"""

import argparse
import re
import sys
import tempfile
from pathlib import Path

import numpy

try:
    import mujoco
except ImportError:
    sys.exit("MuJoCo is not installed: pip install mujoco")

_STEP_S = 0.002
_SPAN_S = 10.0
# The first seconds, in which the strides grow, do not count.
_START_S = 2.0
_PERIOD_S = 0.3
_STRIDE_M, _LIFT_M, _HEIGHT_M = 0.1, 0.06, 0.27
_STIFFNESS, _DAMPING, _EFFORT = 200.0, 4.0, 33.5
_ROBOTS = {"A1": ("a1_description", "a1"), "Go2": ("go2_description", "go2")}
# Friction of the feet on the ground; that of the environment is 0.5.
_FRICTION = 0.8
# Softness of contacts here, and ratio of the impedances of friction and contact.
_IMPEDANCE = [0.98, 0.99, 0.001, 0.5, 2.0]
# Inertia of the rotors behind their gears.
_ROTOR_KG_M2 = 0.01
# Height of the plane of the file above the ground of the environment. [m]
_ABOVE_M = 20.0
# Length of thigh and calf of both. [m]
_LENGTHS_M = {"A1": 0.2, "Go2": 0.213}


def _file(robot, folder, ground):
    """The MJCF file of a robot on spheres."""
    description, name = _ROBOTS[robot]
    path = next(path for path in Path(sys.prefix).rglob(f"{name}.urdf") if description in path.as_posix())
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"<(visual|collision)\b.*?</\1>|<transmission\b.*?</transmission>|<gazebo\b.*?</gazebo>", "", text, flags=re.DOTALL)
    # Feet remain bodies of their own.
    text = text.replace("</robot>", '<mujoco><compiler fusestatic="false"/></mujoco></robot>')
    spec = mujoco.MjSpec.from_string(text)
    spec.option.timestep = _STEP_S
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.impratio = 1.0 if ground == "file" else 1000.0
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    root = spec.worldbody.first_body()
    root.add_freejoint(name="free")
    root.pos = [0, 0, _HEIGHT_M + 0.02]
    friction = [_FRICTION, 0.005, 0.0001]
    spec.worldbody.add_geom(name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[50, 50, 1], friction=friction, solimp=_IMPEDANCE)
    for body in spec.bodies:
        if body.name.endswith("foot"):
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.02, 0, 0], conaffinity=0, friction=friction, solimp=_IMPEDANCE, mass=0)
    for joint in spec.joints:
        if joint.type == mujoco.mjtJoint.mjJNT_HINGE:
            joint.armature = _ROTOR_KG_M2
            joint.frictionloss, joint.damping = 0.0, [0.01, 0.0, 0.0]
            motor = spec.add_actuator(name=joint.name, target=joint.name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
            motor.set_to_motor()
    model = spec.compile()
    names = [model.joint(number).name for number in range(1, model.njnt)]
    first = _targets(names, 0.0, _LENGTHS_M[robot])
    # Both begin in the first pose of the pattern.
    spec.add_key(name="home", qpos=[0.0, 0.0, _HEIGHT_M + 0.02, 1.0, 0.0, 0.0, 0.0, *(first[name] for name in names)])
    spec.compile()
    file = Path(folder) / f"{robot}.xml"
    file.write_text(spec.to_xml(), encoding="utf-8")
    return file


def _targets(names, time_s, length_m):
    """Targets of joints for a time, by name. [rad]"""
    targets = {}
    for name in names:
        leg, joint, _ = name.split("_")
        phase = (time_s / _PERIOD_S + (0.0 if leg in ("FR", "RL") else 0.5)) % 1.0
        swings = phase >= 0.5
        share = 2.0 * phase - 1.0 if swings else 2.0 * phase
        growth = min(1.0, time_s / _START_S)
        ahead = growth * _STRIDE_M * (share - 0.5 if swings else 0.5 - share)
        below = _HEIGHT_M - (growth * _LIFT_M * numpy.sin(numpy.pi * share) if swings else 0.0)
        calf = -numpy.arccos((ahead**2 + below**2) / (2 * length_m**2) - 1.0)
        thigh = numpy.arctan2(-ahead, below) - 0.5 * calf
        targets[name] = {"hip": 0.0, "thigh": thigh, "calf": calf}[joint]
    return targets


def _efforts(names, positions, velocities, time_s, length_m):
    targets = numpy.array(list(_targets(names, time_s, length_m).values()))
    return numpy.clip(_STIFFNESS * (targets - positions) - _DAMPING * velocities, -_EFFORT, _EFFORT)


def _euler(quaternion):
    """Roll and pitch of a quaternion w, x, y, z. [rad]"""
    w, x, y, z = quaternion
    return numpy.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), numpy.arcsin(numpy.clip(2 * (w * y - z * x), -1, 1))


def _in_mujoco(file, length_m):
    model = mujoco.MjModel.from_xml_path(str(file))
    data = mujoco.MjData(model)
    names = [model.joint(number).name for number in range(1, model.njnt)]
    mujoco.mj_resetDataKeyframe(model, data, 0)
    rows = []
    for step in range(round(_SPAN_S / _STEP_S)):
        data.ctrl[:] = _efforts(names, data.qpos[7:], data.qvel[6:], step * _STEP_S, length_m)
        mujoco.mj_step(model, data)
        rows.append([data.qpos[0], data.qpos[2], *_euler(data.qpos[3:7])])
    return numpy.array(rows)


def _here(file, length_m, ground):
    from morse.simulation import Simulation

    is_of_file = ground == "file"
    model = {"file": str(file)}
    plane = {"name": "ground", "kind": "object", "model": {**model, "objects": ["_ground"]}, "location": [0.0, 0.0, _ABOVE_M]}
    place = {"location": [0.0, 0.0, _ABOVE_M]} if is_of_file else {"body": {"friction": _FRICTION / 0.5}}

    rate_hz = 1.0 / _STEP_S
    objects = [
        *([plane] if is_of_file else []),
        {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "model": model, **place},
        {
            "name": "robot.legs",
            "kind": "actuator",
            "class": "morse.actuators.joint_controller.JointController",
            "parent": "robot",
            "level": "effort",
            "rate_hz": rate_hz,
        },
    ]
    time = {"frequency_hz": rate_hz, "physics_sub_steps": 1}
    rows = []
    with Simulation({"morse_scene": 1, "environment": {"file": "empty", "time": time}, "objects": objects}) as simulation:
        joints = simulation.robots["robot"].joints
        legs = [name for name in joints.names if name.count("_") == 2]
        at = [joints.names.index(name) for name in legs]
        for step in range(round(_SPAN_S / _STEP_S)):
            efforts = _efforts(legs, joints.position[at], joints.velocity[at], step * _STEP_S, length_m)
            joints.command(dict(zip(legs, efforts.tolist())))
            simulation.step()
            pose = simulation.robots["robot"].pose
            x, y, z, w = pose.quaternion
            rows.append([pose.position[0], pose.position[2], *_euler((w, x, y, z))])
    rows = numpy.array(rows)
    # Of the ground of the environment, which has a margin, only the difference counts.
    rows[:, 1] += _HEIGHT_M + 0.02 - rows[0, 1]
    return rows


def _summary(rows):
    """Speed [m/s], height [m], mean pitch [rad], spread of roll and pitch [rad]."""
    later = rows[round(_START_S / _STEP_S) :]
    speed = (later[-1, 0] - later[0, 0]) / (len(later) * _STEP_S)
    return [speed, later[:, 1].mean(), later[:, 3].mean(), later[:, 2].std(), later[:, 3].std()]


def main():
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=list(_ROBOTS))
    parser.add_argument("--ground", choices=["environment", "file"], default="environment")
    arguments = parser.parse_args()
    print("| robot | simulator | speed [m/s] | height [m] | pitch [rad] | spread of roll [rad] | spread of pitch [rad] |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for robot in arguments.only:
            file, length_m = _file(robot, folder, arguments.ground), _LENGTHS_M[robot]
            for name, rows in (("MORSE", _here(file, length_m, arguments.ground)), ("MuJoCo", _in_mujoco(file, length_m))):
                cells = [f"{value:.3f}" for value in _summary(rows)]
                print(f"| {robot} | {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
