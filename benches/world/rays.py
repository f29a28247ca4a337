"""Rays per second, against Embree and Bullet on the same rays in the same run.

Runs `cargo bench -p morse-world --bench rays`. Embree 3 needs a C++ compiler and its headers (Debian's libembree-dev),
Bullet needs pybullet and numpy in the Python that runs this. Peers that are not installed are omitted.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PEERS = _ROOT / "crates" / "world" / "benches" / "rays_peers"
_EMBREE = {"Embree 3": "threads=1", "Embree 3 without AVX-512": "threads=1,isa=avx2"}
# Our caster with the same instructions as each peer.
_EMBREE_AND_OWN = {"Embree 3": "world", "Embree 3 without AVX-512": "world without AVX-512"}
_BULLET = "Bullet (pybullet)"
_SCENES = {"room": ("a room of 1,000 triangles", 1.2), "terrain": ("a terrain of 100,352 triangles", 0.85)}


_ONCE, _AGAIN = 0, 1


def measure(folder):
    """Rows of the table."""
    speeds, details = _measured(_peers(folder))
    for scene, (what, at_least) in _SCENES.items():
        here = speeds[scene]
        for peer, own in _EMBREE_AND_OWN.items():
            if own in here and _fastest(here, peer, _ONCE):
                yield _row(f"rays in {what}, one thread", here, own, peer, f"≥ {at_least}", _ONCE)
                yield _row("the same, each scan repeated immediately", here, own, peer, f"≥ {at_least}", _AGAIN)
        embree = _fastest(here, "Embree 3", _ONCE)
        if embree:
            portable = "the same, with baseline instructions only"
            yield _row(portable, here, "world, portable", "Embree 3", "≥ 0.3", _ONCE)
            yield ("the same, distances", *_distances(details[scene]))
            singly, peer = "world, one ray at a time", "Embree 3, one ray at a time"
            yield _row("the same rays, one by one", here, singly, peer, "≥ 0.8", _ONCE)
        if _fastest(here, _BULLET, _ONCE):
            yield _row("the same rays", here, "world", _BULLET, "≥ 30", _ONCE)
        yield _row("the same rays as one batch, two threads", here, "two threads", "one thread", "≥ 1.8", _ONCE)
        alone = "upper limit of the gain by the second core: two independent worlds, a thread each"
        yield _row(alone, here, "two worlds, a thread each", "one thread", "", _ONCE)
    if all(_fastest(speeds[scene], _BULLET, _ONCE) for scene in _SCENES):
        yield _both(speeds)
    what = "a scan after each tick in which 200 robots in the room moved"
    yield _row(what, speeds["room"], "robots moving before each scan", "robots at rest", "≥ 0.7", _ONCE)


def _row(what, speeds, own, peer, target, which):
    best = _fastest(speeds, peer, which)
    ours, theirs = speeds[own][which], speeds[best][which]
    ratio = f"{ours / theirs:.3g} × {peer}"
    by = f" by the {own}" if own.startswith("world ") else ""
    return (what, ratio, target, f"{_millions(ours)}{by}; {best}: {_millions(theirs)}")


def _both(speeds):
    """Rate of room and terrain one after the other, with the same number of rays."""
    peer = _fastest(speeds["room"], _BULLET, _ONCE)
    ours, theirs = (
        len(_SCENES) / sum(1 / speeds[scene][name][_ONCE] for scene in _SCENES) for name in ("world", peer)
    )
    rates = f"{_millions(ours)}; {peer}: {_millions(theirs)}"
    return ("the rays of room and terrain together", f"{ours / theirs:.3g} × {_BULLET}", "≥ 30", rates)


def _measured(peers):
    command = ["cargo", "bench", "--package", "morse-world", "--bench", "rays", "--", "no criterion report"]
    environment = {**os.environ, "MORSE_RAYS_PEERS": "\n".join("\t".join(map(str, peer)) for peer in peers)}
    output = subprocess.run(command, cwd=_ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    speeds, details = {}, {}
    for line in output.splitlines():
        if line.startswith("measure\t"):
            _, scene, caster, once, again, more = line.split("\t")
            speeds.setdefault(scene, {})[caster] = (float(once), float(again))
            details.setdefault(scene, {})[caster] = more
    return speeds, details


def _peers(folder):
    """Name, program and arguments of each peer."""
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


def _fastest(speeds, peer, which):
    """The fastest variant of a peer."""
    variants = [name for name in speeds if name == peer or name.startswith(f"{peer}, ")]
    return max(variants, key=lambda name: speeds[name][which], default=None)


def _distances(details):
    """Differences from the variant of Embree that is nearest to double precision."""
    variants = [numbers.split() for name, numbers in details.items() if name.startswith("Embree 3, ")]
    disagree, apart, worst, embree_off, own_off = min(variants, key=lambda numbers: float(numbers[3]))
    return (
        f"{apart} of 115,200 rays over 1e-4 m apart, the worst {worst} m",
        "0",
        f"off by at most {own_off} m, Embree by {embree_off} m, against double precision; {disagree} rays disagree",
    )


def _millions(rays_per_s):
    return f"{rays_per_s / 1e6:.2f} M rays/s"
