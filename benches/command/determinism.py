"""Determinism: digests after ten thousand ticks, for several numbers of threads and in several processes."""

import json

from common import scenes
from common.simulator import Simulator

_ROBOTS = 40
_TICKS = 10_000
_THREADS = (1, 1, 2, 4)


def measure(binary, folder):
    """The row of the table."""
    scene = folder / "heap.json"
    scene.write_text(scenes.heap(_ROBOTS), encoding="utf-8")
    digests = {}
    for threads in _THREADS:
        options = ["--fast", "--json", "--digest", "--threads", str(threads), "--duration", str(_TICKS / 60)]
        with Simulator(binary, scene, *options) as simulator:
            report = simulator.report()
        if report["ticks"] != _TICKS:
            raise RuntimeError(f"{report['ticks']} ticks instead of {_TICKS}")
        digests.setdefault(report["digest"], []).append(threads)
    what = f"digest of {_ROBOTS} robots that fell onto each other after {_TICKS} ticks, threads {_THREADS}, a process each"
    result = "equal" if len(digests) == 1 else f"different: {json.dumps(digests)}"
    yield what, result, "equal", ""
