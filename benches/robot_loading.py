"""Processor time from a robot file to the first tick, with all meshes and an empty cache, beside Pinocchio and MuJoCo.

    pip install pin example-robot-data mujoco
    python3 benches/robot_loading.py target/debug/morse              # Talos
    python3 benches/robot_loading.py target/debug/morse --file arm.urdf --rounds 5

Each loads the file in a process of its own, in turn: MORSE runs it in its empty environment for one tick, Pinocchio builds the model with
visual and collision geometry, MuJoCo compiles it and makes one step. The table has the least user and system time of the process [s], and
that of a Python that only imports the package, which does not count as loading.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TALOS = "share/example-robot-data/robots/talos_data/robots/talos_full_v2.urdf"
#: Python programs by their names: `{file}` is the file, `{packages}` the folder of its packages.
PROGRAMS = {
    "import of Pinocchio": "import pinocchio",
    "Pinocchio": (
        "import pinocchio as p; m = p.buildModelFromUrdf('{file}'); "
        "[p.buildGeomFromUrdf(m, '{file}', kind, ['{packages}']) for kind in (p.GeometryType.VISUAL, p.GeometryType.COLLISION)]"
    ),
    "import of MuJoCo": "import mujoco",
    "MuJoCo": "import mujoco; m = mujoco.MjModel.from_xml_path('{flat}'); mujoco.mj_step(m, mujoco.MjData(m))",
}


def packages_of(file: Path) -> Path:
    """The folder that holds the packages of a file."""
    named = re.search(r"package://([^/]+)/", file.read_text(encoding="utf-8"))
    if named is None:
        return file.parent
    return next(folder.parent for folder in file.parents if folder.name == named.group(1))


def flat(file: Path, folder: Path) -> Path:
    """A copy of a file with paths of meshes that MuJoCo finds, visuals kept."""
    text = file.read_text(encoding="utf-8").replace("package://", f"{packages_of(file)}/")
    option = '<mujoco><compiler strippath="false" discardvisual="false" fusestatic="false" balanceinertia="true" boundmass="1e-6" boundinertia="1e-9"/></mujoco>'
    text = re.sub(r"(<robot[^>]*>)", r"\1" + option, text, count=1)
    copy = folder / file.name
    copy.write_text(text, encoding="utf-8")
    return copy


def seconds(command: list[str]) -> float:
    """User and system time of a process and its children, without files that earlier ones kept. [s]"""
    with tempfile.TemporaryDirectory() as empty:
        before = os.times()
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "XDG_CACHE_HOME": empty})
        after = os.times()
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr[-600:]}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("morse", help="the command morse")
    parser.add_argument("--file", type=Path, help="a URDF file [default: Talos of example-robot-data]")
    parser.add_argument("--rounds", type=int, default=3, help="number of measurements of each")
    options = parser.parse_args()
    import pinocchio

    file = options.file or Path(pinocchio.__file__).parents[4] / TALOS
    least: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        places = {"file": file, "packages": packages_of(file), "flat": flat(file, Path(folder))}
        commands = {name: [sys.executable, "-c", text.format(**places)] for name, text in PROGRAMS.items()}
        commands["MORSE"] = [options.morse, "run", str(file), "--fast", "--duration", "0.016", "--port", "0"]
        for _ in range(options.rounds):
            for name, command in commands.items():
                least[name] = min(seconds(command), least.get(name, float("inf")))
    print(f"| {file.name} | processor time [s] |\n| --- | --- |")
    for name in ("MORSE", *PROGRAMS):
        print(f"| {name} | {least[name]:.2f} |")
    fastest = min(least[name] - least[f"import of {name}"] for name in ("Pinocchio", "MuJoCo"))
    print(f"| MORSE over the faster of both without its import | {least['MORSE'] / fastest:.2f} |")


if __name__ == "__main__":
    main()
