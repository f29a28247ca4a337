"""What the tests share: the folders, the files, and the workshop on the import path."""

import sys
from pathlib import Path
from typing import Iterator, Tuple

MAKE = Path(__file__).resolve().parent.parent
ASSETS = MAKE.parent
sys.path.insert(0, str(MAKE))

from kit.reader import File  # noqa: E402


def files() -> Iterator[Tuple[str, Path]]:
    """Every committed model: its name below assets, and its path."""
    for path in sorted(ASSETS.glob("**/*.glb")):
        yield path.relative_to(ASSETS).with_suffix("").as_posix(), path


def model(name: str) -> File:
    """A parsed model by its name."""
    return File(ASSETS / f"{name}.glb")
