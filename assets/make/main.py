"""Generates the models: `python3 assets/make/main.py [name …]` writes assets/**.glb. Standard library only."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ASSETS = HERE.parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from kit import glb
from kit.scene import Model

GROUPS = ("robots", "actuators", "sensors", "components", "props", "environments")


def modules() -> list[str]:
    """The modules with models, in a fixed order; functions marked with ``register.makes`` generate them."""
    names = []
    for group in GROUPS:
        names += [f"{group}.{file.stem}" for file in sorted((HERE / group).glob("*.py")) if file.stem[0] != "_"]
    return names


def all_models(wanted: list[str]) -> Iterator[Model]:
    """Every model, or those whose path contains one of the wanted names."""
    for name in modules():
        for make in vars(importlib.import_module(name)).values():
            path = getattr(make, "path", None)
            if getattr(make, "__module__", None) != name or not isinstance(path, str):
                continue
            if not wanted or any(word in path for word in wanted):
                yield Model(path, *make())


def main(arguments: list[str]) -> None:
    """Writes the files and prints a summary."""
    total = 0
    for model in all_models(arguments):
        data = glb.encode(model)
        target = ASSETS / f"{model.path}.glb"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        total += len(data)
        print(f"{len(data) / 1000:8.1f} kB  {model.path}")
    print(f"{total / 1e6:8.2f} MB in all")


if __name__ == "__main__":
    main(sys.argv[1:])
