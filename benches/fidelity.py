"""How close the physics is to closed forms and to MuJoCo: `python3 benches/fidelity.py > docs/fidelity.md`.

Runs the examples `fidelity` of morse-world and morse-components, and the same mechanisms in MuJoCo (`mujoco` from PyPI) with
the same parameters and step.
"""

import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

import machine
import page

try:
    import mujoco
except ImportError:
    sys.exit("MuJoCo is not there: pip install mujoco")

_ROOT = Path(__file__).resolve().parent.parent
_STEP_S = 1 / 120
# MuJoCo's own, and its most exact one.
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
    """Paths and drifts by mechanism, as the example gives them."""

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


def _own():
    closed, paths, energies = [], {}, {}
    for package in ["morse-world", "morse-components"]:
        command = ["cargo", "run", "--quiet", "--package", package, "--example", "fidelity"]
        output = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in output.splitlines():
            kind, name, *numbers = line.split("\t")
            numbers = [float(number) for number in numbers]
            if kind == "closed":
                closed.append((name, *numbers))
            elif kind == "path":
                paths.setdefault(name, []).append(numbers)
            else:
                energies[name] = numbers
    return closed, paths, energies


def _listed(numbers):
    return ", ".join(f"{number:.3f}" for number in numbers)


def main():
    """Prints the page."""
    closed, paths, energies = _own()
    # MuJoCo writes what it has to say into the folder it is in.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        theirs, drifts = _mujoco()
    forms = [
        (what, f"{found:.5g}", f"{expected:.5g}", f"{100 * off:.2g} %") for what, found, expected, off in closed
    ]
    rows = []
    for name, own in paths.items():
        for time_s, *coordinates in own:
            others = [_listed(seen[time_s]) for seen in theirs[name]]
            rows.append((name, f"{time_s:g}", _listed(coordinates), *others))
    drift = []
    for name, (own_j, to_give_j) in energies.items():
        shares = [None if lost is None else lost / to_give_j for lost in (own_j, *drifts[name])]
        drift.append((name, *("blows up" if share is None else f"{100 * share:.2g} %" for share in shares)))
    text = (_ROOT / "benches" / "fidelity.md").read_text(encoding="utf-8")
    print(
        text.format(
            revision=machine.revision(_ROOT),
            mujoco=mujoco.__version__,
            closed=page.table(("what", "simulated", "closed form", "error"), forms),
            paths=page.table(("mechanism", "time [s]", "here", "MuJoCo", "MuJoCo with RK4"), rows),
            energy=page.table(("mechanism", "here", "MuJoCo", "MuJoCo with RK4"), drift),
        ),
        end="",
    )


if __name__ == "__main__":
    main()
