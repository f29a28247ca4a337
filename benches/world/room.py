"""A hundred robots driving about in a furnished room, with full physics: simulated seconds per CPU second."""

import math
import os
from pathlib import Path

from common import scenes
from common.simulator import Simulator

_ROBOTS = 100
_DURATION_S = 60
_TARGET = 20
_ENVIRONMENT = "indoors-1/indoor-1"
_INSTALLED = Path("/usr/share/morse/data")
OWN = "our own models"
# A missing folder: the command then uses its embedded models.
_NONE = "/nonexistent"


def measure(binary, folder):
    """Rows of the table."""
    room = folder / "room.json"
    room.write_text(scenes.crowd(_ROBOTS, _ENVIRONMENT), encoding="utf-8")
    plate = folder / "plate.json"
    plate.write_text(scenes.crowd(_ROBOTS, "empty"), encoding="utf-8")
    for name, environment in models():
        rate = drive(binary, room, environment)["simulated_s_per_cpu_s"]
        baseline = drive(binary, plate, environment)["simulated_s_per_cpu_s"]
        yield (
            f"{_ROBOTS} ATRVs with MotionVW driving about in indoor-1, {name}",
            f"{rate:.1f} simulated s / CPU s",
            f"≥ {_TARGET} simulated s / CPU s",
            f"{rate / baseline:.2f} × the same robots on an empty plate, {baseline:.1f}",
        )


def models():
    """The available sets of models: name, and environment variables that select it."""
    yield OWN, {**os.environ, "MORSE_ROOT": _NONE}
    if _INSTALLED.is_dir():
        yield "the models of the original", {**os.environ, "MORSE_ROOT": str(_INSTALLED.parent.parent.parent)}


def drive(binary, scene, environment, *options):
    """Report for a run as fast as possible, with every robot on its own circle until it hits an obstacle."""
    with Simulator(binary, scene, "--fast", "--json", *options, environment=environment) as simulator:
        with simulator.connect() as client:
            for number, name in enumerate(scenes.crowd_places(_ROBOTS)):
                speed = 0.6 + 0.4 * math.sin(number)
                turn = (1.0 if number % 2 else -1.0) * (0.8 + 0.2 * math.cos(2.0 * number))
                answer = client.ask(f"i {name}.motion set_speed [{speed:.3f}, {turn:.3f}]".encode())
                if not answer.startswith(b"i SUCCESS"):
                    raise RuntimeError(f"{name} does not drive: {answer}")
        return simulator.run_for(_DURATION_S)
