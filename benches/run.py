"""Measures performance figures, compares them with targets and prints tables: `python3 benches/run.py`.

    python3 benches/run.py                          builds the release, measures everything
    python3 benches/run.py --only startup latency   only these parts
    python3 benches/run.py --only rays              a separate section of the page
    python3 benches/run.py --output FILE            replaces the measured sections of a page

Every figure has a ratio to a baseline measured in the same run, so that tables of different machines can
be compared. Needs Python and cargo only. Comparisons of rays, pictures and drives need the programs named in `benches/world/rays.py`,
`benches/world/pictures.py` and `benches/world/actuators.py`; ROS 2, MAVLink and PPRZLink need the peers of the tests, which
`cargo xtask test` installs.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import middlewares
from command import building, determinism, latency, models, startup, throughput
from common import machine, page
from middlewares import ros, ros2, ros2_rclpy
from python_api import clients, engine, python_components, wheel
from recordings import campaign, recording, viewer
from world import actuators, crowds, pictures, rays, room, sensors

_ROOT = Path(__file__).resolve().parent.parent
_COMMAND = {
    "startup": startup,
    "models": models,
    "latency": latency,
    "throughput": throughput,
    "determinism": determinism,
}
# Parts that need the command, each with its own section.
_SEPARATE = {
    "crowds": ("Thousands of robots", crowds),
    "building": ("Building scenes", building),
    "campaign": ("Campaigns", campaign),
    "clients": ("Clients in Python", clients),
    "python": ("Components in Python", python_components),
    "room": ("Robots in a furnished room", room),
    "sensors": ("Sensors", sensors),
    "actuators": ("Actuators", actuators),
    "ros": ("ROS 1", ros),
    "ros2": ("ROS 2", ros2),
    "rclpy": ("ROS 2 with rclpy", ros2_rclpy),
    "middlewares": ("YARP, MOOS, pocolibs, MAVLink and PPRZLink", middlewares),
    "viewer": ("The viewer", viewer),
}
_WITHOUT_COMMAND = {"rays": ("Rays", rays), "pictures": ("Pictures", pictures), "recording": ("Recordings", recording)}
# Not measured by default: they need the built wheel, and the first one needs it installed.
_OF_THE_WHEEL = {"engine": ("The engine in Python", engine), "wheel": ("The wheel", wheel)}
_DEFAULT = [*_COMMAND, *_SEPARATE, *_WITHOUT_COMMAND]
_HEAD = ("measure", "result", "target", "against a baseline of the same run")


def main():
    """Measures the parts named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=Path, help="a built `morse`")
    parser.add_argument("--only", nargs="+", choices=[*_DEFAULT, *_OF_THE_WHEEL], default=_DEFAULT, help="parts to measure")
    parser.add_argument("--output", type=Path, help="page to update, instead of printing to standard output")
    options = parser.parse_args()
    sections = {}
    with tempfile.TemporaryDirectory() as folder:
        parts = [part for name, part in _COMMAND.items() if name in options.only]
        separate = [part for name, part in _SEPARATE.items() if name in options.only]
        binary = (options.binary or _built()) if parts or separate else None
        if parts:
            sections["The whole command"] = _section(
                row for part in parts for row in part.measure(binary, Path(folder))
            )
        for heading, part in separate:
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
