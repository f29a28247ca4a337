"""Pictures: processor time of a camera, against its rays alone, against PyBullet's TinyRenderer and against MuJoCo on llvmpipe in the same run.

Runs `cargo bench -p morse-render --bench frame`. The peers need pybullet or mujoco, and numpy, in the Python that runs this; without
them the comparison is omitted. MuJoCo needs Mesa's library for OSMesa (Debian: libosmesa6).
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PEERS = _ROOT / "crates" / "render" / "benches" / "frame_peers"
_RAYS = "rays alone"
# Module, name, script and target of each peer; the target is for pictures without shadows.
_COMPARED = (
    ("pybullet", "PyBullet's TinyRenderer", "bullet.py", "≥ 15"),
    ("mujoco", "MuJoCo on llvmpipe", "mujoco_frame.py", "≥ 8"),
)
# Largest relative difference of the covered share of pixels and of the mean depth between two renderers.
_TOLERANCE = 0.02
_PICTURES = (
    ("depth", "depth and nodes, 320 × 240 pixels of 100,352 triangles, one thread", ""),
    ("color", "color, depth and nodes", "≤ 8 ms"),
    ("shadows", "the same with shadows", "≤ 14 ms"),
)


def measure(folder):
    """Rows of the table."""
    file = folder / "frame.json"
    command = ["cargo", "bench", "--package", "morse-render", "--bench", "frame"]
    ours, seen = _measured(command, {**os.environ, "MORSE_FRAME_FILE": str(file)})
    for name, what, target in _PICTURES:
        ratio = f"{ours[name] / ours[_RAYS]:.2f} × casting the same rays alone, {ours[_RAYS]:.1f} ms"
        yield what, f"{ours[name]:.1f} ms", target, ratio
    for module, peer, script, target in _COMPARED:
        missing = [name for name in (module, "numpy") if importlib.util.find_spec(name) is None]
        if missing:
            print(f"no comparison with {peer}: this Python lacks {', '.join(missing)}", file=sys.stderr)
            continue
        theirs, seen_there = _measured([sys.executable, str(_PEERS / script), str(file)], os.environ)
        if any(abs(here / there - 1) > _TOLERANCE for here, there in zip(seen, seen_there)):
            raise RuntimeError(f"the picture of {peer} differs: share and depth {seen_there}, not {seen}")
        for name, what, _ in _PICTURES[1:]:
            yield (
                f"{what}, against {peer}",
                f"{theirs[name] / ours[name]:.1f} × as fast",
                target if name == "color" else "",
                f"{ours[name]:.1f} ms; {peer}: {theirs[name]:.1f} ms",
            )


def _measured(command, environment):
    """Times [ms] by name; share of the pixels with a hit, and their mean depth [m]."""
    output = subprocess.run(command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = [line.split("\t") for line in output.splitlines()]
    times = {line[1]: float(line[2]) for line in lines if line[0] == "measure"}
    seen = next([float(number) for number in line[1:]] for line in lines if line[0] == "seen")
    return times, seen
