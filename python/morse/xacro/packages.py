"""Folders of ROS packages, found without ROS: for ``$(find NAME)`` and ``package://NAME/…`` in robot files.

This file and ``runner.py`` run in a process of their own and import nothing of ``morse``.
"""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence

MANIFEST = "package.xml"

#: A folder with one of these files is skipped together with the folders below it.
_IGNORED = ("CATKIN_IGNORE", "COLCON_IGNORE", "AMENT_IGNORE")


class Packages:
    """The packages that a file in ``folder`` can name.

    Their order: those installed below AMENT_PREFIX_PATH, those in and below the folders of ROS_PACKAGE_PATH, the
    packages that contain the file or lie beside one of the folders above it, and the resource folders of the simulator.
    """

    def __init__(self, folder: str, resources: Sequence[str] = ()) -> None:
        self._folder = os.path.abspath(folder)
        self._resources = [os.path.abspath(resource) for resource in resources]
        self._found: dict[str, str | None] = {}
        self._crawled: dict[str, str] | None = None

    def find(self, name: str) -> str | None:
        """The folder of a package; None if there is none."""
        if not name or os.sep in name or name in (os.curdir, os.pardir):
            return None
        if name not in self._found:
            self._found[name] = next(self._candidates(name), None)
        return self._found[name]

    def around(self, file: str) -> str | None:
        """The folder of the package that contains a file."""
        return next((folder for folder in _above(os.path.dirname(file)) if _is_package(folder)), None)

    def names(self) -> list[str]:
        """The names of the packages that could be listed without a search of all folders above the file."""
        shares = [os.path.join(prefix, "share") for prefix in _folders(os.environ.get("AMENT_PREFIX_PATH", ""))]
        around = self.around(os.path.join(self._folder, MANIFEST))
        beside = [os.path.dirname(around)] if around else []
        listed = (os.path.join(place, name) for place in shares + beside for name in _entries(place))
        return sorted({os.path.basename(folder) for folder in listed if _is_package(folder)} | set(self._crawl()))

    def _candidates(self, name: str) -> Iterator[str]:
        for prefix in _folders(os.environ.get("AMENT_PREFIX_PATH", "")):
            share = os.path.join(prefix, "share", name)
            marker = os.path.join(prefix, "share", "ament_index", "resource_index", "packages", name)
            if os.path.isdir(share) and (_is_package(share) or os.path.exists(marker)):
                yield share
        if name in self._crawl():
            yield self._crawl()[name]
        for folder in _above(self._folder):
            if _is_package(folder) and _name_of(folder) == name:
                yield folder
            if _is_package(os.path.join(folder, name)):
                yield os.path.join(folder, name)
        # As for `package://` in a URDF file, a folder of that name is enough.
        for folder in [*self._resources, *_above(self._folder)]:
            if os.path.basename(folder) == name:
                yield folder
            if os.path.isdir(os.path.join(folder, name)):
                yield os.path.join(folder, name)

    def _crawl(self) -> dict[str, str]:
        """The packages in and below the folders of ROS_PACKAGE_PATH; of two with one name, the first."""
        if self._crawled is None:
            self._crawled = {}
            for root in _folders(os.environ.get("ROS_PACKAGE_PATH", "")):
                for folder, below, files in os.walk(root):
                    if any(name in files for name in _IGNORED):
                        below.clear()
                    elif MANIFEST in files:
                        below.clear()
                        self._crawled.setdefault(_name_of(folder), folder)
                    else:
                        below[:] = sorted(name for name in below if not name.startswith("."))
        return self._crawled


def _folders(text: str) -> list[str]:
    return [os.path.abspath(folder) for folder in text.split(os.pathsep) if folder]


def _entries(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _is_package(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, MANIFEST))


def _name_of(folder: str) -> str:
    """The name in the manifest of a package; that of its folder if the manifest has none."""
    try:
        name = ElementTree.parse(os.path.join(folder, MANIFEST)).findtext("name")
    except (OSError, ElementTree.ParseError):
        name = None
    return (name or "").strip() or os.path.basename(folder)


def _above(folder: str) -> Iterator[str]:
    """The folder and the folders above it."""
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent
