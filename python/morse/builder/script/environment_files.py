"""Finds environment files as the simulator does, so that the Builder reports a missing file at the script's line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

#: Environment variable with the folders that the ``morse`` command searches.
SEARCH_PATH = "MORSE_SEARCH_PATH"

#: Environments embedded in the command.
CARRIED = (
    "apartment",
    "empty",
    "indoors-1/boxes",
    "indoors-1/indoor-1",
    "laas/grande_salle",
    "land-1/buildings_1",
    "land-1/rosace_1",
    "land-1/trees",
    "outdoors",
    "sandbox",
    "tum_kitchen/tum_kitchen",
    "water-1/deep_water",
    "water-1/water_scene",
)

#: Extensions that a name may omit, in the order tried.
ENDINGS = (".blend", ".glb", ".gltf", ".urdf", ".obj", ".stl", ".dae", ".xml", ".sdf", ".world")

_CATEGORY = "environments"
_DATA = os.path.join("share", "morse", "data")
_PREFIXES = ("/usr/local", "/usr")


def folders() -> list[str]:
    """The folders that are searched, in order."""
    given = os.environ.get(SEARCH_PATH)
    if given:
        return [folder for folder in given.split(os.pathsep) if folder]
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    beside = [os.path.dirname(os.path.abspath(script))] if script else []
    named = [folder for folder in os.environ.get("MORSE_RESOURCE_PATH", "").split(os.pathsep) if folder]
    root = os.environ.get("MORSE_ROOT")
    installed = [os.path.join(prefix, _DATA) for prefix in ([root] if root else _PREFIXES)]
    return [os.path.abspath(folder) for folder in beside + named + installed]


def data_folder() -> str:
    """The folder of installed data: that of MORSE_ROOT, or the first one that exists."""
    root = os.environ.get("MORSE_ROOT")
    found = [os.path.join(prefix, _DATA) for prefix in ([root] if root else _PREFIXES)]
    return next(filter(os.path.isdir, found), found[0])


def environment_exists(name: str) -> bool:
    """True for an environment that the simulator will find: a file in one of the folders, or an embedded one."""
    return _carried_name(name) in CARRIED or any(os.path.isfile(path) for path in environment_paths(name))


def environment_paths(name: str) -> list[str]:
    """Every possible file of an environment of this name, in search order."""
    return list(_environment_paths(name))


def similar_environment(name: str) -> str | None:
    """The embedded environment with the most similar name, if one is similar enough."""
    import difflib  # here because most scenes have no mistakes

    return next(iter(difflib.get_close_matches(_carried_name(name), CARRIED, 1)), None)


def _environment_paths(name: str) -> Iterator[str]:
    if not name:
        return
    endings = ("",) if os.path.splitext(name)[1].lower() in ENDINGS else ("", *ENDINGS)
    # A file without extension may have the name of an environment, but it is not a model.
    for path in (os.path.abspath(name) + ending for ending in endings):
        if os.path.splitext(path)[1]:
            yield path
    if name.split("/")[0] == os.pardir:
        yield from (os.path.normpath(os.path.join(folder, name)) + ending for folder in folders() for ending in endings)
        return
    relative = _relative(name)
    if not relative:
        return
    for folder in folders():
        for base in (folder, os.path.join(folder, _CATEGORY)):
            for ending in endings:
                yield os.path.join(base, relative + ending)


def _relative(name: str) -> str | None:
    """The name relative to one of the searched folders; None for a path outside of them."""
    if os.path.isabs(name):
        path = os.path.normpath(name)
        inside = (folder for folder in folders() if path.startswith(os.path.join(folder, "")))
        folder = next(inside, None)
        return None if folder is None else os.path.relpath(path, folder)
    path = os.path.normpath(name) if name else ""
    return None if path.split(os.sep)[0] == os.pardir else path


def _carried_name(name: str) -> str:
    """The name in the list of embedded environments: without extension and category."""
    for ending in (".blend", ".glb"):
        name = name[: -len(ending)] if name.endswith(ending) else name
    prefix = _CATEGORY + "/"
    return name[len(prefix) :] if name.startswith(prefix) else name
