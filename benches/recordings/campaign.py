"""Campaigns: share of the workers' time outside of ticks. Ray is measured if MORSE_BENCH_RAY names a Python
with it: on a running cluster, and with a cluster started for the campaign."""

import contextlib
import json
import os
import subprocess
import time
from pathlib import Path

_RUNS = 500
# Simulated time of a run, and of a run with the wall time that the first one had before planar motion. [s]
_SHORT_S = 60.0
_LONGER_S = 150.0
_EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "campaign"


def measure(binary, folder):
    """Rows of the table."""
    local = _share(binary, folder, "local")
    what = f"{_RUNS} runs of the example of campaigns, two workers: time of the workers outside of ticks"
    yield what, _percent(local), "≤ 10 %", f"{local['elapsed_s']:.1f} s in total"
    longer = _share(binary, folder, "longer", duration_s=_LONGER_S)
    what = f"the same with runs of {_LONGER_S:.0f} instead of {_SHORT_S:.0f} simulated seconds"
    yield what, _percent(longer), "", f"{longer['elapsed_s']:.1f} s in total"
    python = os.environ.get("MORSE_BENCH_RAY")
    if python:
        with _cluster(Path(python).parent / "ray"):
            running = _share(binary, folder, "cluster", "--ray", "auto", "--python", python)
            slower = _share(binary, folder, "longer_cluster", "--ray", "auto", "--python", python, duration_s=_LONGER_S)
        yield _row("the same on a Ray cluster of two workers that runs on this computer", running, "≤ 25 %", local)
        yield _row(f"the same on that cluster with runs of {_LONGER_S:.0f} simulated seconds", slower, "", longer)
        own = _share(binary, folder, "ray", "--ray", "local", "--python", python)
        yield _row("the same with a cluster started for the campaign", own, "", local)


def _row(what, measured, target, local):
    beside = f"{measured['elapsed_s'] / local['elapsed_s']:.2f} × the time without Ray, {local['elapsed_s']:.1f} s"
    return what, _percent(measured), target, beside


def _percent(summary):
    return f"{100 * summary['share_outside_simulation']:.1f} %"


@contextlib.contextmanager
def _cluster(ray):
    """A cluster of two workers."""
    options = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([ray, "start", "--head", "--num-cpus=2", "--include-dashboard=false"], **options)
    # It accepts connections some seconds later.
    time.sleep(10)
    try:
        yield
    finally:
        subprocess.run([ray, "stop"], **options)


def _share(binary, folder, name, *options, duration_s=_SHORT_S):
    """The summary of a campaign: 5 configurations of a scene, 100 seeds each."""
    plan = {
        "scenes": [str(_EXAMPLE / "rover.py")],
        "duration_s": duration_s,
        "seeds": _RUNS // 5,
        "parameters": {"pillar_y_m": [-2.0, -1.0, 0.0, 1.0, 2.0], "speed": 0.05},
        "start": [{"component": "robot.motion", "command": {"v": {"parameter": "speed"}, "w": 0.0}}],
        "metrics": {"x": "robot.@x", "nearest_m": "min(robot.laser.range_list)"},
    }
    path = folder / f"{name}.json"
    path.write_text(json.dumps(plan))
    command = [str(binary), "campaign", str(path), "--workers", "2", "--restart", "--json", *options]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
