"""Generates the models: `python3 assets/make/main.py [name …]` writes assets/**.glb and assets/robots/*.urdf. Standard library only."""

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
from urdf.kit import Urdf

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


def robot_files(wanted: list[str]) -> Iterator[tuple[str, str]]:
    """Path and text of every URDF file, or of those whose path contains one of the wanted names."""
    for file in sorted((HERE / "urdf").glob("*.py")):
        path = f"robots/{file.stem}"
        is_model = file.stem[0] != "_" and file.stem != "kit"
        if is_model and (not wanted or any(word in path for word in wanted)):
            robot: Urdf = importlib.import_module(f"urdf.{file.stem}").make()
            yield path, robot.encode()


def main(arguments: list[str]) -> None:
    """Writes the files and prints a summary."""
    total = 0
    for path, text in robot_files(arguments):
        (ASSETS / f"{path}.urdf").write_text(text, encoding="utf-8")
        total += len(text)
        print(f"{len(text) / 1000:8.1f} kB  {path}")
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
