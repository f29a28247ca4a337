"""Shared by the tests: folders, files, and the import path of the generator."""

import sys
from collections.abc import Iterator
from pathlib import Path

MAKE = Path(__file__).resolve().parent.parent
ASSETS = MAKE.parent
sys.path.insert(0, str(MAKE))

from kit.reader import File


def files() -> Iterator[tuple[str, Path]]:
    """Every committed model: its name below assets, and its path."""
    for path in sorted(ASSETS.glob("**/*.glb")):
        yield path.relative_to(ASSETS).with_suffix("").as_posix(), path


def model(name: str) -> File:
    """A parsed model by its name."""
    return File(ASSETS / f"{name}.glb")
