"""Measures against the targets and prints tables: `python3 benches/run.py`.

    python3 benches/run.py                          builds the release, measures everything
    python3 benches/run.py --only startup latency   some of it
    python3 benches/run.py --only rays              another section of the page
    python3 benches/run.py --output FILE            puts the sections that were measured into a page

Every figure comes with a ratio to a baseline that was measured in the same run, so that tables of different machines can
be compared. Needs nothing but Python and cargo; what comparing rays, pictures and drives needs, `benches/rays.py`,
`benches/pictures.py` and `benches/actuators.py` say; ROS 2, MAVLink and PPRZLink need the peers of the tests, which
`cargo xtask test` installs.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import actuators
import building
import campaign
import clients
import crowds
import determinism
import engine
import latency
import machine
import middlewares
import models
import page
import pictures
import python_components
import rays
import recording
import room
import ros
import ros2
import sensors
import startup
import throughput
import viewer
import wheel

_ROOT = Path(__file__).resolve().parent.parent
_COMMAND = {
    "startup": startup,
    "models": models,
    "latency": latency,
    "throughput": throughput,
    "determinism": determinism,
}
# Sections of their own, of the command and of what it is made of.
_APART = {
    "crowds": ("Thousands of robots", crowds),
    "building": ("Building scenes", building),
    "campaign": ("Campaigns", campaign),
    "clients": ("Clients in Python", clients),
    "python": ("Components in Python", python_components),
    "room": ("Robots in a furnished room", room),
    "sensors": ("Sensors", sensors),
    "actuators": ("Robots that act", actuators),
    "ros": ("ROS 1", ros),
    "ros2": ("ROS 2", ros2),
    "middlewares": ("YARP, MOOS, pocolibs, MAVLink and PPRZLink", middlewares),
    "viewer": ("The viewer", viewer),
}
_WITHOUT_COMMAND = {"rays": ("Rays", rays), "pictures": ("Pictures", pictures), "recording": ("Recordings", recording)}
# Only where they are asked for: they need the wheel, built and, for the first, installed.
_OF_THE_WHEEL = {"engine": ("The engine in Python", engine), "wheel": ("The wheel", wheel)}
_DEFAULT = [*_COMMAND, *_APART, *_WITHOUT_COMMAND]
_HEAD = ("measure", "result", "target", "against a baseline of the same run")


def main():
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="a morse that is built already")
    parser.add_argument("--only", nargs="+", choices=[*_DEFAULT, *_OF_THE_WHEEL], default=_DEFAULT, help="what to measure")
    parser.add_argument("--output", type=Path, help="the page they go to, instead of standard output")
    options = parser.parse_args()
    sections = {}
    with tempfile.TemporaryDirectory() as folder:
        parts = [part for name, part in _COMMAND.items() if name in options.only]
        apart = [part for name, part in _APART.items() if name in options.only]
        binary = (options.binary or _built()) if parts or apart else None
        if parts:
            sections["The whole command"] = _section(
                row for part in parts for row in part.measure(binary, Path(folder))
            )
        for heading, part in apart:
            sections[heading] = _section(part.measure(binary, Path(folder)))
        for name, (heading, part) in {**_WITHOUT_COMMAND, **_OF_THE_WHEEL}.items():
            if name in options.only:
                sections[heading] = _section(part.measure(Path(folder)))
    if options.output:
        old = options.output.read_text(encoding="utf-8") if options.output.exists() else ""
        options.output.write_text(page.with_sections(old, sections), encoding="utf-8")
    else:
        print(page.with_sections("", sections), end="")


def _built():
    subprocess.run(["cargo", "build", "--release", "--package", "morse-cli"], cwd=_ROOT, check=True)
    return _ROOT / "target" / "release" / "morse"


def _section(measured):
    load = machine.load()
    rows = []
    for row in measured:
        print(": ".join(row[:2]), file=sys.stderr, flush=True)
        rows.append(row)
    return "\n".join(
        [
            f"Measured by `python3 benches/run.py` at {machine.revision(_ROOT)}, on {machine.description()}.",
            f"Load average before: {load}.",
            "",
            page.table(_HEAD, rows),
        ]
    )


if __name__ == "__main__":
    main()
