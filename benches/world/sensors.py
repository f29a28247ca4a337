"""Sensors: a scan against its rays alone, a hundred robots that scan a furnished room, and the time of each simple sensor.

Runs `cargo bench -p morse-components` besides the command.
"""

import subprocess
from pathlib import Path

from common import scenes

from world import room

_ROOT = Path(__file__).resolve().parents[2]
_ROBOTS = 100
_THREADS = 2
_COST_NS_MAX = 1000


def measure(binary, folder):
    """Rows of the table."""
    yield from _scans()
    yield from _robots(binary, folder)
    yield from _costs()


def _scans():
    for models, level, *taken_us in _bench("scan"):
        sensor_us, rays_us, distances_us = map(float, taken_us)
        yield (
            f"a scan of 32 × 360 rays in indoor-1, {models}, level {level}, one thread",
            f"{100 * rays_us / sensor_us:.0f} % of the rays alone",
            "≥ 80 %" if level == "raw" else "",
            f"{sensor_us:.0f} µs; the same rays on the world: {rays_us:.0f} µs, for the distance only {distances_us:.0f} µs",
        )


def _robots(binary, folder):
    """Driving robots with scanners, against driving robots without."""
    scanning, blind = folder / "scanning.json", folder / "blind.json"
    scanning.write_text(scenes.crowd(_ROBOTS, "indoors-1/indoor-1", with_sensors=True), encoding="utf-8")
    blind.write_text(scenes.crowd(_ROBOTS, "indoors-1/indoor-1"), encoding="utf-8")
    for models, environment in room.models():
        rates = [
            room.drive(binary, scene, environment, "--threads", str(_THREADS))["real_time_factor"]
            for scene in (scanning, blind)
        ]
        yield (
            f"{_ROBOTS} ATRVs driving about in indoor-1, {models}, each with a Sick at 10 Hz and a Pose at 60 Hz, "
            f"{_THREADS} threads",
            f"{rates[0]:.1f} × real time",
            "≥ 10 × real time",
            f"{rates[0] / rates[1]:.2f} × the same robots without sensors, {rates[1]:.1f}",
        )


def _costs():
    costs = {name: float(cost_ns) for name, cost_ns in _bench("components")}
    for name, cost_ns in costs.items():
        yield (
            f"{name}, one on each of many robots",
            f"{cost_ns:.0f} ns a tick",
            f"≤ {_COST_NS_MAX} ns a tick",
            f"{cost_ns / costs['Clock']:.1f} × Clock",
        )


def _bench(name):
    """Fields of the lines of a benchmark that begin with `measure`."""
    command = ["cargo", "bench", "--package", "morse-components", "--bench", name]
    output = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in output.splitlines():
        if line.startswith("measure\t"):
            yield line.split("\t")[1:]
