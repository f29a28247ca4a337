"""Compares the physics with closed forms, MuJoCo and Bullet: `python3 benches/fidelity.py > docs/fidelity.md`.

Runs the examples `mechanism_fidelity` and `robot_fidelity`, the same mechanisms in MuJoCo (`mujoco` from PyPI) with
the same parameters and step, and a box with the size and mass of an ATRV in Bullet (`pybullet` from PyPI).
"""

import contextlib
import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

from common import machine, page

try:
    import mujoco
except ImportError:
    sys.exit("MuJoCo is not installed: pip install mujoco")
try:
    import pybullet
except ImportError:
    sys.exit("Bullet is not installed: pip install pybullet")

_ROOT = Path(__file__).resolve().parent.parent
_STEP_S = 1 / 120
# MuJoCo's default, and its most accurate one.
_INTEGRATORS = [mujoco.mjtIntegrator.mjINT_EULER, mujoco.mjtIntegrator.mjINT_RK4]
_OPTION = f'<option timestep="{_STEP_S!r}" gravity="0 0 -9.81"/>'

_PENDULUM = f"""<mujoco>{_OPTION}<worldbody><body pos="0 0 2"><joint name="j0" axis="0 1 0"/>
<inertial pos="0 0 -0.7" mass="2" diaginertia="0.05 0.05 0.05"/></body></worldbody></mujoco>"""

_SLOPE = f"""<mujoco>{_OPTION}<worldbody>
<geom type="plane" size="500 500 1" euler="0 30 0" friction="0.3 0 0"/>
<body pos="0.05 0 0.0866025" euler="0 30 0"><freejoint/><geom type="box" size="0.2 0.2 0.1" mass="3" friction="0.3 0 0"/></body>
</worldbody></mujoco>"""

_WHEELS = "".join(
    f"""<body pos="{x} {y} -0.05"><joint name="w{number}" axis="0 1 0"/>
<geom type="sphere" size="0.1" mass="1" friction="0.9 0 0"/></body>"""
    for number, (x, y) in enumerate([(0.25, 0.25), (0.25, -0.25), (-0.25, 0.25), (-0.25, -0.25)])
)
_ROVER = f"""<mujoco>{_OPTION}<worldbody><geom type="plane" size="50 50 1" friction="0.9 0 0"/>
<body pos="0 0 0.15"><freejoint/><geom type="box" size="0.3 0.2 0.08" mass="10"/>{_WHEELS}</body></worldbody>
<actuator>{"".join(f'<velocity joint="w{number}" kv="20" forcerange="-10 10"/>' for number in range(4))}</actuator></mujoco>"""


def _arm():
    axes = ["0 0 1", "0 1 0", "0 1 0", "1 0 0", "0 1 0", "1 0 0"]
    body = ""
    for number, axis in reversed(list(enumerate(axes))):
        mass = 4 / (1 + number)
        moments = " ".join(repr(moment * mass) for moment in (0.01, 0.01, 0.004))
        body = f"""<body pos="0 0 {0.3 if number else 0}"><joint name="j{number}" axis="{axis}"/>
<inertial pos="0 0 0.15" mass="{mass!r}" diaginertia="{moments}"/>{body}</body>"""
    return f"<mujoco>{_OPTION}<worldbody>{body}</worldbody></mujoco>"


def _run(xml, seconds, start, coordinates, integrator):
    """Coordinates after each quarter of a second, by time, and the largest drift of energy; `None` if it blew up."""
    model = mujoco.MjModel.from_xml_string(xml)
    model.opt.integrator = integrator
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    data = mujoco.MjData(model)
    start(data)
    mujoco.mj_forward(model, data)
    begin, drift = sum(data.energy), 0.0
    seen = {}
    for quarter in range(1, 4 * seconds + 1):
        for _ in range(round(0.25 / _STEP_S)):
            mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
        drift = max(drift, abs(sum(data.energy) - begin))
        seen[0.25 * quarter] = coordinates(data)
    unstable = [mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC]
    return seen, None if any(data.warning[which].number for which in unstable) else drift


def _mujoco():
    """Paths and drifts by mechanism, for each integrator."""

    def bend(angle):
        def start(data):
            data.qpos[:] = angle

        return start

    def still(data):
        pass

    def drive(data):
        data.ctrl[:] = 5.0

    def joints(data):
        return list(data.qpos)

    slid, driven = (lambda data: [data.qpos[0] * 3**0.5 / 2 - data.qpos[2] / 2]), (lambda data: [data.qpos[0]])
    mechanisms = {
        "pendulum": (_PENDULUM, 60, bend(1.0), joints),
        "arm of six joints": (_arm(), 60, bend(0.4), joints),
        "box on a slope": (_SLOPE, 10, still, slid),
        "base on wheels": (_ROVER, 10, drive, driven),
    }
    runs = {name: [_run(*mechanism, integrator) for integrator in _INTEGRATORS] for name, mechanism in mechanisms.items()}
    paths = {name: [seen for seen, _ in run] for name, run in runs.items()}
    return paths, {name: [drift for _, drift in run] for name, run in runs.items()}


def _slide(speed, turn_rate, shape):
    """Mean loss by friction in Bullet of a speed [m/s] and a turn rate [rad/s] that are set in every other step."""
    pybullet.resetSimulation()
    pybullet.setGravity(0, 0, -9.81)
    # Defaults of Bullet: ten iterations, friction along the slip.
    pybullet.setPhysicsEngineParameter(fixedTimeStep=_STEP_S, numSolverIterations=10, numSubSteps=0, enableConeFriction=1)
    corners = [(-30, -30, 0), (30, -30, 0), (30, 30, 0), (-30, 30, 0)]
    ground = pybullet.createCollisionShape(
        pybullet.GEOM_MESH, vertices=corners, indices=[0, 1, 2, 0, 2, 3], flags=pybullet.GEOM_FORCE_CONCAVE_TRIMESH
    )
    pybullet.changeDynamics(pybullet.createMultiBody(0, ground), -1, lateralFriction=0.5)
    half = (0.57, 0.335, 0.365)
    if shape == "hull":
        points = [[sign * side for sign, side in zip(signs, half)] for signs in itertools.product((-1, 1), repeat=3)]
        box = pybullet.createCollisionShape(pybullet.GEOM_MESH, vertices=[(x, y, z + half[2]) for x, y, z in points])
    else:
        box = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=half, collisionFramePosition=(0, 0, half[2]))
    robot = pybullet.createMultiBody(20, box, basePosition=(0, 0, 0.01))
    pybullet.changeDynamics(
        robot,
        -1,
        lateralFriction=0.5,
        linearDamping=0.0254,
        angularDamping=0.18,
        localInertiaDiagonal=[20 * moment for moment in (0.0668, 0.1045, 0.1005)],
        activationState=pybullet.ACTIVATION_STATE_DISABLE_SLEEPING,
        # Margin of the original; with a smaller one the box catches on the seam of the triangles.
        collisionMargin=0.05,
    )

    def ahead():
        turn = pybullet.getMatrixFromQuaternion(pybullet.getBasePositionAndOrientation(robot)[1])
        return turn[0], turn[3]

    distance, turned, ticks = 0.0, 0.0, 1200
    for tick in range(-120, ticks):
        (_, _, vz), (roll_rate, pitch_rate, _) = pybullet.getBaseVelocity(robot)
        x, y = ahead()
        if tick >= 0:
            pybullet.resetBaseVelocity(robot, (speed * x, speed * y, vz), (roll_rate, pitch_rate, turn_rate))
        for _ in range(2):
            pybullet.stepSimulation()
            (vx, vy, _), (_, _, yaw_rate) = pybullet.getBaseVelocity(robot)
            x, y = ahead()
            if tick >= 0:
                distance += vx * x + vy * y
                turned += yaw_rate
    return speed - distance / ticks / 2, turn_rate - turned / ticks / 2


def _slides(own):
    """Rows of the table of sliding robots."""
    pybullet.connect(pybullet.DIRECT)
    for name, losses in own.items():
        speed, turn_rate = (float(part.split()[0]) for part in name.split(","))
        theirs = [_slide(speed, turn_rate, shape) for shape in ("hull", "box")]
        losses = [losses, *theirs]
        yield (
            name,
            *(f"{speed_loss:.3f}" for speed_loss, _ in losses),
            *(f"{turn_rate_loss:.3f}" for _, turn_rate_loss in losses),
        )


def _own():
    closed, paths, energies, slides = [], {}, {}, {}
    examples = (
        ["--package", "morse-world", "--example", "mechanism_fidelity"],
        ["--package", "morse-components", "--example", "robot_fidelity"],
    )
    for example in examples:
        command = ["cargo", "run", "--quiet", *example]
        output = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in output.splitlines():
            kind, name, *numbers = line.split("\t")
            numbers = [float(number) for number in numbers]
            if kind == "closed":
                closed.append((name, *numbers))
            elif kind == "path":
                paths.setdefault(name, []).append(numbers)
            elif kind == "slide":
                slides[name] = numbers
            else:
                energies[name] = numbers
    return closed, paths, energies, slides


def _listed(numbers):
    return ", ".join(f"{number:.3f}" for number in numbers)


def main():
    """Prints the page."""
    closed, paths, energies, slides = _own()
    # MuJoCo writes its log into the working directory.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        theirs, drifts = _mujoco()
    forms = [
        (quantity, f"{found:.5g}", f"{expected:.5g}", f"{100 * error:.2g} %") for quantity, found, expected, error in closed
    ]
    rows = []
    for name, own in paths.items():
        for time_s, *coordinates in own:
            others = [_listed(seen[time_s]) for seen in theirs[name]]
            rows.append((name, f"{time_s:g}", _listed(coordinates), *others))
    drift = []
    for name, (own_j, potential_j) in energies.items():
        shares = [None if lost is None else lost / potential_j for lost in (own_j, *drifts[name])]
        drift.append((name, *("blows up" if share is None else f"{100 * share:.2g} %" for share in shares)))
    text = (_ROOT / "benches" / "fidelity.md").read_text(encoding="utf-8")
    print(
        text.format(
            revision=machine.revision(_ROOT),
            mujoco=mujoco.__version__,
            closed=page.table(("quantity", "simulated", "closed form", "error"), forms),
            paths=page.table(("mechanism", "time [s]", "MORSE", "MuJoCo", "MuJoCo with RK4"), rows),
            energy=page.table(("mechanism", "MORSE", "MuJoCo", "MuJoCo with RK4"), drift),
            slides=page.table(
                ("command", "loss of speed [m/s]", "Bullet, hull", "Bullet, box", "loss of turn rate [rad/s]", "Bullet, hull", "Bullet, box"),
                _slides(slides),
            ),
        ),
        end="",
    )


if __name__ == "__main__":
    main()
