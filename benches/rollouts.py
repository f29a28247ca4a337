"""Processor time of crowds of legged robots, here and in MuJoCo: `python3 benches/rollouts.py`.

    pip install mujoco gymnasium example-robot-data, and this package
    python3 benches/rollouts.py                    all measures
    python3 benches/rollouts.py --only quadrupeds  one of them

*quadrupeds*: many worlds, each with an A1 of example-robot-data that stands on spheres and whose servos get random targets 50 times a second: a
vector environment of `morse.gym`, and `mujoco.rollout` on two threads. *humanoids*: 64 humanoids of Gymnasium in one world, whose motors
exert random efforts; in MuJoCo as one model, and as rollouts of 64 worlds on two threads. Both simulators read the same file, with its contacts and the same
length of a step; MuJoCo uses `implicitfast`, its fastest integrator with implicit damping. Measured is the processor time of all threads, which other programs on the machine
change little, and the time on the clock. The simulators are measured in turn.
"""

import argparse
import math
import os
import re
import sys
import tempfile
import time
from pathlib import Path

import numpy

try:
    import gymnasium
    import mujoco
    from mujoco import rollout
except ImportError as missing:
    sys.exit(f"{missing.name} is not installed: pip install mujoco gymnasium")

_THREADS = 2
# Actions in a second, and steps of physics in an action.
_RATE_HZ = 50.0
_STEPS = {"quadrupeds": 10, "humanoids": 8}
# Height of the ground of the files above that of the environment. [m]
_ABOVE_M = 20.0
_STAND = {"hip": 0.0, "thigh": 0.8, "calf": -1.6}
_REACH_RAD = 0.15
_HUMANOIDS, _APART_M = 64, 4.0


def _quadruped(folder):
    """The file of an A1 with servos, which stands on spheres."""
    path = next(path for path in Path(sys.prefix).rglob("a1.urdf") if "a1_description" in path.as_posix())
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r"<(visual|collision)\b.*?</\1>|<transmission\b.*?</transmission>|<gazebo\b.*?</gazebo>", "", text, flags=re.DOTALL)
    # Feet remain bodies of their own.
    text = text.replace("</robot>", '<mujoco><compiler fusestatic="false"/></mujoco></robot>')
    spec = mujoco.MjSpec.from_string(text)
    spec.option.timestep = 1.0 / _RATE_HZ / _STEPS["quadrupeds"]
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    root = spec.worldbody.first_body()
    root.add_freejoint(name="free")
    root.pos = [0, 0, 0.3]
    spec.worldbody.add_geom(name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[50, 50, 1], friction=[0.8, 0.005, 0.0001])
    for body in spec.bodies:
        if body.name.endswith("foot"):
            body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[0.02, 0, 0], conaffinity=0, friction=[0.8, 0.005, 0.0001], mass=0)
    names = []
    for joint in spec.joints:
        if joint.type == mujoco.mjtJoint.mjJNT_HINGE:
            joint.armature, joint.frictionloss = 0.01, 0.0
            joint.damping = [0.01, 0.0, 0.0]
            servo = spec.add_actuator(name=joint.name, target=joint.name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
            servo.set_to_position(kp=100, kv=3)
            servo.forcerange, servo.forcelimited = [-33.5, 33.5], True
            names.append(joint.name)
    spec.compile()
    spec.add_key(name="home", qpos=[0, 0, 0.3, 1, 0, 0, 0, *(_STAND[name.split("_")[1]] for name in names)])
    spec.compile()
    file = Path(folder) / "a1.xml"
    # MuJoCo leaves out a step of 2 ms, its default, and a file without one has the steps of the scene here.
    text = re.sub(r"<option ", f'<option timestep="{spec.option.timestep}" ', re.sub(r' timestep="[^"]*"', "", spec.to_xml()))
    file.write_text(text, encoding="utf-8")
    return file, names


def _humanoid(folder):
    """The file of Gymnasium's humanoid with steps of 2.5 ms, and the joints and gears of its motors."""
    path = Path(str(gymnasium.__file__)).parent / "envs" / "mujoco" / "assets" / "humanoid.xml"
    option = f'<option timestep="{1.0 / _RATE_HZ / _STEPS["humanoids"]}" integrator="implicitfast"/>'
    text, count = re.subn(r"<option\b[^>]*?(/>|>.*?</option>)", option, path.read_text(), flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{path} has {count} elements <option>")
    file = Path(folder) / "humanoid.xml"
    file.write_text(text, encoding="utf-8")
    model = mujoco.MjModel.from_xml_path(str(file))
    names = [model.joint(model.actuator_trnid[motor, 0]).name for motor in range(model.nu)]
    return file, names, 0.4 * model.actuator_gear[:, 0]


def _spent(action):
    """Seconds of processor time and on the clock of an action."""
    cpu, clock = time.process_time(), time.perf_counter()
    action()
    return numpy.array([time.process_time() - cpu, time.perf_counter() - clock])


def _rolled(file, controls, worlds):
    """Function that makes the steps of some worlds in MuJoCo. `controls` has rows of actions, then worlds."""
    model = mujoco.MjModel.from_xml_path(str(file))
    data = [mujoco.MjData(model) for _ in range(_THREADS)]
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data[0], 0)
    size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    state = numpy.zeros(size)
    mujoco.mj_getState(model, data[0], state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    state = numpy.tile(state, (worlds, 1))
    pool = rollout.Rollout(nthread=_THREADS)
    steps = round(1.0 / _RATE_HZ / model.opt.timestep)
    warm = numpy.zeros((worlds, model.nv))

    def act(at):
        nonlocal state, warm
        # One call for a second: a call for each action would wait for the slowest world each time.
        control = numpy.repeat(controls[at : at + round(_RATE_HZ)].transpose(1, 0, 2), steps, axis=1)
        states, _ = pool.rollout(model, data, state, control, initial_warmstart=warm)
        state = states[:, -1].copy()

    return act


def _quadrupeds(folder, seconds, worlds):
    """Costs here and in MuJoCo."""
    from morse.gym.task import Task
    from morse.gym.vector import SceneVectorEnv

    file, names = _quadruped(folder)
    home = numpy.array([_STAND[name.split("_")[1]] for name in names])
    model = {"file": str(file)}
    objects = [
        {"name": "ground", "kind": "object", "model": {**model, "objects": ["_ground"]}, "location": [0.0, 0.0, _ABOVE_M]},
        {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "model": model, "location": [0.0, 0.0, _ABOVE_M]},
        {
            "name": "robot.legs",
            "kind": "actuator",
            "class": "morse.actuators.joint_controller.JointController",
            "parent": "robot",
            "rate_hz": _RATE_HZ,
            "properties": {"Joints": ", ".join(names)},
        },
    ]
    scene = {"morse_scene": 1, "environment": {"file": "empty", "time": {"frequency_hz": _RATE_HZ, "physics_sub_steps": 1}}, "objects": objects}
    task = Task(
        scene,
        actions={"robot.legs.@joints": ((home - _REACH_RAD).tolist(), (home + _REACH_RAD).tolist())},
        observations={},
        hidden=["robot.@joint_position", "robot.@joint_velocity", "robot.@pose"],
        extra=lambda state: state["robot.@pose"],
        extra_limits=([-math.inf] * 7, [math.inf] * 7),
        reward=lambda state: state["robot.@pose"][:, 2],
        ticks=1,
        steps_max=10**9,
    )
    generator = numpy.random.default_rng(1)
    actions = generator.uniform(home - _REACH_RAD, home + _REACH_RAD, (round(seconds * _RATE_HZ), worlds, len(names)))
    environment = SceneVectorEnv(task, worlds, threads=_THREADS)
    environment.reset(seed=1)
    heights = []

    def act(at):
        for action in actions[at : at + round(_RATE_HZ)]:
            heights.append(environment.step(action.astype(numpy.float32))[1])

    peers = {"rollouts on two threads": _rolled(file, actions, worlds)}
    yield from _measured(act, peers, seconds)
    environment.close()
    heights = numpy.array(heights)[-1] - _ABOVE_M
    print(f"heights at the end: {heights.min():.3f} to {heights.max():.3f} m", file=sys.stderr)


def _crowd(file):
    """One model of MuJoCo with all humanoids."""
    crowd = mujoco.MjSpec.from_file(str(file))
    for number in range(1, _HUMANOIDS):
        one = mujoco.MjSpec.from_file(str(file))
        for geom in one.worldbody.geoms:
            one.delete(geom)
        frame = crowd.worldbody.add_frame(pos=[_APART_M * (number % 8), _APART_M * (number // 8), 0.0])
        crowd.attach(one, frame=frame, prefix=f"r{number}_")
    return crowd.compile()


def _humanoids(folder, seconds, _worlds):
    """Costs here and in MuJoCo."""
    from morse.simulation import Simulation

    file, names, efforts = _humanoid(folder)
    model = {"file": str(file)}
    objects = [{"name": "ground", "kind": "object", "model": {**model, "objects": ["_ground"]}, "location": [0.0, 0.0, _ABOVE_M]}]
    for number in range(_HUMANOIDS):
        robot = f"r{number}"
        place = [_APART_M * (number % 8), _APART_M * (number // 8), _ABOVE_M]
        objects += [
            {"name": robot, "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "model": model, "location": place},
            {
                "name": f"{robot}.motors",
                "kind": "actuator",
                "class": "morse.actuators.joint_controller.JointController",
                "parent": robot,
                "level": "effort",
                "rate_hz": _RATE_HZ,
                "properties": {"Joints": ", ".join(names)},
            },
        ]
    time_settings = {"frequency_hz": _RATE_HZ, "physics_sub_steps": 1}
    scene = {"morse_scene": 1, "environment": {"file": "empty", "time": time_settings}, "objects": objects}
    generator = numpy.random.default_rng(1)
    shares = generator.uniform(-1, 1, (round(seconds * _RATE_HZ), _HUMANOIDS, len(names)))
    simulation = Simulation(scene, threads=_THREADS)
    joints = [simulation.robots[f"r{number}"].joints for number in range(_HUMANOIDS)]

    def act(at):
        for tick in shares[at : at + round(_RATE_HZ)]:
            for own, row in zip(joints, tick * efforts):
                own.command(dict(zip(names, row.tolist())))
            simulation.step()

    crowd = _crowd(file)
    together = mujoco.MjData(crowd)
    steps = round(1.0 / _RATE_HZ / crowd.opt.timestep)

    def act_together(at):
        for tick in shares[at : at + round(_RATE_HZ)]:
            together.ctrl[:] = 0.4 * tick.ravel()
            mujoco.mj_step(crowd, together, steps)

    peers = {"one model": act_together, "64 worlds as rollouts on two threads": _rolled(file, 0.4 * shares, _HUMANOIDS)}
    yield from _measured(act, peers, seconds)
    ours = [simulation.robots[f"r{number}"].pose.position[2] - _ABOVE_M for number in range(_HUMANOIDS)]
    theirs = together.qpos.reshape(_HUMANOIDS, -1)[:, 2]
    print(f"mean height at the end: {numpy.mean(ours):.3f} m, in MuJoCo {theirs.mean():.3f} m", file=sys.stderr)
    simulation.close()


def _measured(act, peers, seconds):
    """Rows of a table. A part of the motion is measured here and in MuJoCo, then the next one."""
    ours, theirs = [], {name: [] for name in peers}
    for second in range(seconds):
        at = round(second * _RATE_HZ)
        ours.append(_spent(lambda: act(at)))
        for name, peer in peers.items():
            theirs[name].append(_spent(lambda: peer(at)))
    own = numpy.sum(ours, axis=0) / seconds
    for name, rows in theirs.items():
        other = numpy.sum(rows, axis=0) / seconds
        yield name, own, other


def main():
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=list(_STEPS), default=list(_STEPS))
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--worlds", type=int, default=1024)
    arguments = parser.parse_args()
    print(f"MuJoCo {mujoco.__version__}, load average {os.getloadavg()[0]:.0f}.\n")
    print("| measure | MuJoCo as | processor time of a second [s] | MuJoCo | times as fast | time on the clock [s] | MuJoCo |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    names = {"quadrupeds": f"{arguments.worlds} worlds of a quadruped", "humanoids": f"{_HUMANOIDS} humanoids in one world"}
    with tempfile.TemporaryDirectory() as folder:
        for measure in arguments.only:
            rows = {"quadrupeds": _quadrupeds, "humanoids": _humanoids}[measure](folder, arguments.seconds, arguments.worlds)
            for peer, own, other in rows:
                cells = f"{own[0]:.2f} | {other[0]:.2f} | {other[0] / own[0]:.2f} | {own[1]:.2f} | {other[1]:.2f}"
                print(f"| {names[measure]} | {peer} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
