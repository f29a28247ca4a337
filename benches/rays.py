"""Rays per second, against Embree and Bullet on the same rays in the same run.

Runs `cargo bench -p morse-world --bench rays`. Embree 3 needs a C++ compiler and its headers (Debian's libembree-dev),
Bullet needs pybullet and numpy in the Python that runs this. What is not there is not compared with.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_PEERS = _ROOT / "crates" / "world" / "benches" / "rays_peers"
_EMBREE = {"Embree 3": "threads=1", "Embree 3 without AVX-512": "threads=1,isa=avx2"}
_BULLET = "Bullet (pybullet)"
_SCENES = {"room": ("a room of 1,000 triangles", 1.2), "terrain": ("a terrain of 100,352 triangles", 0.85)}


def measure(folder):
    """Rows of the table."""
    speeds, said = _measured(_peers(folder))
    for scene, (what, at_least) in _SCENES.items():
        here = speeds[scene]
        for peer in _EMBREE:
            best = _fastest(here, f"{peer}, packets of eight")
            if best:
                yield (
                    f"rays in {what}, one thread",
                    f"{here['world'] / here[best]:.2f} × {peer}",
                    f"≥ {at_least}",
                    f"{_millions(here['world'])}; {best}: {_millions(here[best])}",
                )
        best = _fastest(here, "Embree 3, packets of eight")
        if best:
            yield (
                "the same, without instructions that not every processor has",
                f"{here['world, portable'] / here[best]:.2f} × Embree 3",
                "≥ 0.3",
                f"{_millions(here['world, portable'])}; {best}: {_millions(here[best])}",
            )
            yield ("the same, distances", *_distances(said[scene][best].split()))
        best = _fastest(here, _BULLET)
        if best:
            yield (
                "the same rays",
                f"{here['world'] / here[best]:.0f} × Bullet",
                "≥ 30",
                f"{_millions(here['world'])}; {best}: {_millions(here[best])}",
            )
        one, two = here["one thread"], here["two threads"]
        yield ("the same rays as one batch, two threads", f"{two / one:.2f} × one thread", "≥ 1.8", _millions(one))
    rest, moving = speeds["room"]["robots at rest"], speeds["room"]["robots moving before each scan"]
    yield (
        "a scan after each tick in which 200 robots in the room moved",
        f"{moving / rest:.2f} × at rest",
        "≥ 0.7",
        f"{_millions(moving)}; at rest {_millions(rest)}",
    )


def _measured(peers):
    command = ["cargo", "bench", "--package", "morse-world", "--bench", "rays", "--", "no criterion report"]
    environment = {**os.environ, "MORSE_RAYS_PEERS": "\n".join("\t".join(map(str, peer)) for peer in peers)}
    output = subprocess.run(command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    speeds, said = {}, {}
    for line in output.splitlines():
        if line.startswith("measure\t"):
            _, scene, caster, rays_per_s, more = line.split("\t")
            speeds.setdefault(scene, {})[caster] = float(rays_per_s)
            said.setdefault(scene, {})[caster] = more
    return speeds, said


def _peers(folder):
    """Name, program and arguments of each."""
    program = folder / "embree"
    build = ["c++", "-O3", "-march=native", str(_PEERS / "embree.cpp"), "-lembree3", "-o", str(program)]
    try:
        subprocess.run(build, check=True)
        yield from ((name, program, configuration) for name, configuration in _EMBREE.items())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no comparison with Embree: {error}", file=sys.stderr)
    missing = [module for module in ("pybullet", "numpy") if importlib.util.find_spec(module) is None]
    if missing:
        print(f"no comparison with Bullet: this Python lacks {', '.join(missing)}", file=sys.stderr)
    else:
        yield (_BULLET, sys.executable, _PEERS / "bullet.py")


def _fastest(speeds, beginning):
    return max((name for name in speeds if name.startswith(beginning)), key=speeds.get, default=None)


def _distances(numbers):
    disagree, apart, worst, embree_off, own_off = numbers
    return (
        f"{apart} of 115,200 rays over 1e-4 m apart, the worst {worst} m",
        "0",
        f"off by at most {own_off} m, Embree by {embree_off} m, against double precision; {disagree} rays disagree",
    )


def _millions(rays_per_s):
    return f"{rays_per_s / 1e6:.2f} M rays/s"
