"""Start-up: from the start of the process to `SCENE INITIALIZED`."""

import statistics
import subprocess
import time

from common import scenes
from common.simulator import Simulator

_RUNS = 15


def measure(binary, folder):
    """Rows of the table."""
    script = folder / "first_scene.py"
    script.write_text(scenes.first_scene(), encoding="utf-8")
    document = folder / "first_scene.json"
    subprocess.run([str(binary), "build", "-o", str(document), str(script)], check=True)
    started_s(binary, script)  # unpacks the Builder
    python_s = statistics.median(_python_s() for _ in range(_RUNS))
    for name, scene, limit_s in (("document", document, 0.050), ("script", script, 0.300)):
        median_s = statistics.median(started_s(binary, scene) for _ in range(_RUNS))
        yield (
            f"start-up, first scene as {name}",
            f"{median_s * 1e3:.1f} ms",
            f"≤ {limit_s * 1e3:.0f} ms",
            f"{median_s / python_s:.2f} × `python3 -c pass`, {python_s * 1e3:.1f} ms",
        )


def started_s(binary, scene):
    """Time of one start. [s]"""
    with Simulator(binary, scene) as simulator:
        return simulator.started_s


def _python_s():
    begin = time.perf_counter()
    subprocess.run(["python3", "-c", "pass"], check=True)
    return time.perf_counter() - begin
