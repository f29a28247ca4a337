"""Recording: its time per tick, and its size against lines of JSON. Runs `cargo bench -p morse-recording`."""

import subprocess
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


def measure(_folder):
    """Rows of the table."""
    command = ["cargo", "bench", "--package", "morse-recording", "--bench", "recording"]
    output = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = [line.split("\t") for line in output.splitlines() if line.startswith("measure\t")]
    found = {name: float(number) for _, name, number in lines}
    whole, whole_recorded = found["process"], found["process recorded"]
    # Steps run on one thread, so that the CPU time of the process without recording is that of a tick.
    yield (
        "recording 100 driving ATRVs, each with pose, odometry and scan (1081 rays) at 10 Hz, on the thread of the simulation",
        f"{100 * found['recorder'] / whole:.1f} % of a tick",
        "≤ 10 %",
        f"{found['recorder']:.0f} µs in the recorder, and {found['waited']:.0f} µs waiting for its thread; "
        f"a tick without it {whole:.0f} µs",
    )
    yield (
        "the same, of all threads",
        f"{100 * (whole_recorded / whole - 1):.1f} % of a tick",
        "",
        f"{whole_recorded:.0f} µs a tick; without it {whole:.0f} µs",
    )
    yield (
        "the size of that recording",
        f"{found['file'] / found['json lines']:.3f} × lines of JSON",
        "≤ 0.15 ×",
        f"{found['file'] / 1e6:.1f} MB; the same messages as lines of JSON: {found['json lines'] / 1e6:.1f} MB",
    )
