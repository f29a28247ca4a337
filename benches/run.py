"""Measures the command against its targets and prints a table: `python3 benches/run.py`.

    python3 benches/run.py                          builds the release, measures everything
    python3 benches/run.py --only startup latency   some of it
    python3 benches/run.py --output FILE            writes the table to a file

Every figure comes with a ratio to a baseline that was measured in the same run, so that tables of different machines can
be compared. Needs nothing but Python and, without --binary, cargo.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import determinism
import latency
import machine
import startup
import throughput

_ROOT = Path(__file__).resolve().parent.parent
_PARTS = {"startup": startup, "latency": latency, "throughput": throughput, "determinism": determinism}
_HEAD = ("measure", "result", "target", "against a baseline of the same run")


def main():
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="a morse that is built already")
    parser.add_argument("--only", nargs="+", choices=_PARTS, default=list(_PARTS), help="what to measure")
    parser.add_argument("--output", type=Path, help="where the table goes, instead of standard output")
    options = parser.parse_args()
    binary = options.binary or _built()
    load = machine.load()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only:
            for row in _PARTS[name].measure(binary, Path(folder)):
                print(": ".join(row[:2]), file=sys.stderr, flush=True)
                rows.append(row)
    text = _text(rows, load)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


def _built():
    subprocess.run(["cargo", "build", "--release", "--package", "morse"], cwd=_ROOT, check=True)
    return _ROOT / "target" / "release" / "morse"


def _text(rows, load):
    lines = [
        "# Performance",
        "",
        f"Measured by `python3 benches/run.py` at {machine.revision(_ROOT)}, on {machine.description()}.",
        f"Load average before: {load}.",
        "",
        "| " + " | ".join(_HEAD) + " |",
        "|---|---|---|---|",
        *("| " + " | ".join(row) + " |" for row in rows),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
