"""Models of an SDF world that declare components, each as a file of its own."""

from __future__ import annotations

import copy
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from morse.robot_file.declaration import RobotFileError
from morse.robot_file.declarations import parsed

#: Variables with folders of models, separated by colons.
_VARIABLES = (
    "ROS_PACKAGE_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "SDF_PATH",
    "GAZEBO_MODEL_PATH",
)
#: Elements whose text names a file.
_WITH_FILES = ("uri", "filename", "albedo_map", "normal_map", "emissive_map")
#: Models that Gazebo has without a file.
_BUILT_IN = ("sun", "ground_plane")
#: Newest version of SDF that is read.
_NEWEST_MINOR = 12


@dataclass
class WorldModel:
    """A model of a world."""

    #: Name in the world.
    name: str
    #: An SDF file with the model alone, at its pose in the world.
    text: str
    #: The folder that relative paths of the model start from.
    folder: str
    #: First parts of relative paths in the file.
    links: list[str]


def models_of_world(path: str, resources: Iterable[str] = ()) -> list[WorldModel]:
    """The models of a world that are not static and have sensors or plugins, in order; none for other files.

    Included models are looked for in ``resources``, in the folders of Gazebo's and ROS's variables, and above the file.
    Raises RobotFileError for a file that cannot be read. An included model that is missing is left out: the world
    reports it.
    """
    root = parsed(path)
    world = root.find("world") if root.tag in ("sdf", "gazebo") else None
    if world is None:
        return []
    places = [*resources, *_folders(), *_above(path)]
    found = []
    for element in world:
        if element.tag == "include":
            one = _included(element, path, places)
        elif element.tag == "model":
            one = (copy.deepcopy(element), path, root.get("version") or "1.6")
        else:
            continue
        if one is None:
            continue
        model, source, version = one
        if _is_static(model) or not _declares(model):
            continue
        name = model.get("name") or ""
        folder = os.path.dirname(os.path.abspath(source))
        links = sorted(set(_relative_links(model, folder)))
        alone = ElementTree.Element("sdf", {"version": version})
        alone.append(model)
        text = ElementTree.tostring(alone, encoding="unicode")
        found.append(WorldModel(name, f"<?xml version='1.0'?>\n{text}\n", folder, links))
    return found


def _included(
    include: ElementTree.Element, path: str, places: list[str]
) -> tuple[ElementTree.Element, str, str] | None:
    """The model of an <include> with its name and pose, its file and version; None if there is no such file."""
    uri = include.findtext("uri", default="").strip()
    file = _file_of(uri, path, places)
    if file is None:
        return None
    root = parsed(file)
    model = root.find("model")
    if root.tag not in ("sdf", "gazebo") or model is None:
        return None
    model = copy.deepcopy(model)
    name = include.findtext("name", default="").strip()
    if name:
        model.set("name", name)
    for tag in ("pose", "static"):
        given = include.find(tag)
        if given is not None:
            for known in model.findall(tag):
                model.remove(known)
            model.insert(0, copy.deepcopy(given))
    model.extend(copy.deepcopy(plugin) for plugin in include.findall("plugin"))
    return model, file, root.get("version") or "1.6"


def _file_of(uri: str, path: str, places: list[str]) -> str | None:
    """The SDF file at the URI of an <include>."""
    inside = uri
    for scheme in ("model://", "package://", "file://"):
        inside = inside.removeprefix(scheme)
    if inside in _BUILT_IN or "://" in inside:
        return None
    for place in (os.path.dirname(os.path.abspath(path)), *places):
        candidate = os.path.join(place, inside.lstrip("/") if "://" in uri and not uri.startswith("file") else inside)
        if os.path.isfile(candidate):
            return candidate
        if os.path.isdir(candidate):
            return _in_folder(candidate)
    return None


def _in_folder(folder: str) -> str | None:
    """The SDF file of a model folder: the one of the newest version in its ``model.config``, or ``model.sdf``."""
    config = os.path.join(folder, "model.config")
    usual = os.path.join(folder, "model.sdf")
    if not os.path.isfile(config):
        return usual if os.path.isfile(usual) else None
    versions: list[tuple[int, str]] = []
    for element in parsed(config).findall("sdf"):
        minor = (element.get("version") or "1.0").partition(".")[2].partition(".")[0]
        if minor.isdigit() and int(minor) <= _NEWEST_MINOR and element.text:
            versions.append((int(minor), element.text.strip()))
    named = os.path.join(folder, max(versions, key=lambda one: one[0])[1]) if versions else usual
    return named if os.path.isfile(named) else None


def _folders() -> Iterator[str]:
    """The folders of Gazebo's and ROS's variables."""
    for variable in _VARIABLES:
        yield from filter(None, os.environ.get(variable, "").split(":"))
    for prefix in filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(":")):
        yield os.path.join(prefix, "share")


def _above(path: str) -> Iterator[str]:
    """The folders above a file."""
    folder = os.path.dirname(os.path.abspath(path))
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent


def _is_static(model: ElementTree.Element) -> bool:
    return model.findtext("static", default="").strip() in ("1", "true")


def _declares(model: ElementTree.Element) -> bool:
    return any(True for tag in ("sensor", "plugin") for _ in model.iter(tag))


def _relative_links(model: ElementTree.Element, folder: str) -> Iterator[str]:
    """First parts of the relative paths in a model that exist in its folder."""
    for element in model.iter():
        text = (element.text or "").strip()
        if element.tag not in _WITH_FILES or not text or "://" in text or os.path.isabs(text):
            continue
        first = text.replace("\\", "/").split("/", 1)[0]
        if first not in ("", ".", "..") and os.path.exists(os.path.join(folder, first)):
            yield first
        elif os.path.exists(os.path.join(folder, text)):
            element.text = os.path.abspath(os.path.join(folder, text))


__all__ = ["RobotFileError", "WorldModel", "models_of_world"]
