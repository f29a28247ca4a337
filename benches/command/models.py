"""Load times of model files.

Measures the files of Debian's package morse-simulator-data, if it is installed.
"""

import subprocess
import time
from pathlib import Path

_DATA = Path("/usr/share/morse/data")
_INDOOR = "environments/indoors-1/indoor-1.blend"
_RUNS = 7


def measure(binary, _folder):
    """Rows of the table."""
    files = sorted(_DATA.rglob("*.blend"))
    if not files:
        return
    python_s = _fastest_s(["python3", "-c", "pass"])
    times_s = {file: _fastest_s([str(binary), "inspect", "--json", str(file)]) for file in files}
    slowest = max(times_s, key=times_s.get)
    for what, file, limit_s in (
        (f"`morse inspect {_INDOOR}`, from start to end", _DATA / _INDOOR, 0.1),
        (f"the same for the slowest of {len(files)} files, {slowest.relative_to(_DATA)}", slowest, 1.0),
    ):
        yield (
            what,
            f"{times_s[file] * 1e3:.1f} ms",
            f"≤ {limit_s * 1e3:.0f} ms",
            f"{times_s[file] / python_s:.2f} × `python3 -c pass`, {python_s * 1e3:.1f} ms",
        )


def _fastest_s(command):
    return min(_once_s(command) for _ in range(_RUNS))


def _once_s(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin
