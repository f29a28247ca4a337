"""The wheel: from `pip install` into a fresh environment to the first step of a scene, compared with other simulators.

Needs the wheel of `cargo xtask wheel`. Wheels of the peers are downloaded before the measurement; where that fails, they
are left out.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

_ROUNDS = 3
_DIST = Path(__file__).resolve().parents[2] / "target" / "wheel" / "dist"
_SCENE = """from morse.builder import *
robot = ATRV()
pose = Pose()
robot.append(pose)
motion = MotionVW()
robot.append(motion)
robot.add_default_interface("socket")
env = Environment("empty")
"""
_FIRST_STEPS = {
    "ours": "import morse\nwith morse.Simulation('scene.py') as sim:\n    sim.step(1)\n",
    "mujoco": (
        "import mujoco\n"
        "model = mujoco.MjModel.from_xml_string('<mujoco><worldbody><geom type=\"plane\" size=\"9 9 1\"/>'\n"
        "    '<body pos=\"0 0 1\"><freejoint/><geom type=\"box\" size=\".4 .3 .2\"/></body></worldbody></mujoco>')\n"
        "data = mujoco.MjData(model)\n"
        "mujoco.mj_step(model, data)\n"
    ),
    "pybullet": (
        "import pybullet\n"
        "pybullet.connect(pybullet.DIRECT)\n"
        "box = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[.4, .3, .2])\n"
        "pybullet.createMultiBody(1.0, box, basePosition=[0, 0, 1])\n"
        "pybullet.stepSimulation()\n"
    ),
}


def measure(folder):
    """Rows of the table: an installation, and a first step in a new process."""
    installs, steps = {}, {}
    for name, wheels in _wheels(folder).items():
        for attempt in range(_ROUNDS):
            environment = folder / f"{name}-{attempt}"
            _run(folder, sys.executable, "-m", "venv", environment)
            python = environment / "bin" / "python"
            command = [python, "-m", "pip", "install", "--quiet", "--no-index", "--find-links", wheels["folder"], *wheels["what"]]
            installs.setdefault(name, []).append(_timed(folder, *command))
            steps.setdefault(name, []).append(_timed(folder, python, "-c", _FIRST_STEPS[name]))
    yield (
        "`pip install` of the wheel into a fresh environment",
        f"{statistics.median(installs['ours']):.1f} s",
        "≤ 5 s",
        _beside(installs, "s"),
    )
    # The first run compiles the imported modules; later runs are the typical case.
    yield (
        "a new process, to the end of the first step of a scene, right after the installation",
        f"{statistics.median(steps['ours']):.2f} s",
        "≤ 0.5 s",
        _beside(steps, "s"),
    )


def _beside(times, unit):
    others = [f"{name}: {statistics.median(taken):.2f} {unit}" for name, taken in times.items() if name != "ours"]
    return "; ".join(others) or "no peer is there"


def _wheels(folder):
    """Requirements to install, and the folder of their wheels."""
    own = sorted(_DIST.glob("morse_simulator-*.whl"))
    if not own:
        raise SystemExit(f"no wheel in {_DIST}: run `cargo xtask wheel` first")
    (folder / "scene.py").write_text(_SCENE, encoding="utf-8")
    found = {"ours": {"folder": _DIST, "what": [own[-1]]}}
    # The wheel of PyBullet does not name NumPy, without which its module cannot be imported.
    for name, what in {"mujoco": ["mujoco"], "pybullet": ["pybullet", "numpy"]}.items():
        wheels = folder / f"wheels-{name}"
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--dest", wheels, *what]
        if subprocess.run(command, check=False, capture_output=True).returncode == 0:
            found[name] = {"folder": wheels, "what": what}
    return found


def _timed(folder, *command):
    begin = time.perf_counter()
    _run(folder, *command)
    return time.perf_counter() - begin


def _run(folder, *command):
    subprocess.run([str(part) for part in command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
