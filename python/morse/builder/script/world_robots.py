"""Robots of a world: the models of an SDF world that declare components, in its Environment."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import tempfile

from morse.builder.morsebuilder import Robot
from morse.builder.scene.current import scene
from morse.builder.script import arguments
from morse.builder.script.declared import append_declared
from morse.builder.script.environment_files import folders
from morse.core.exceptions import MorseBuilderError
from morse.robot_file.declarations import declarations
from morse.robot_file.mapping import mapped
from morse.robot_file.world import RobotFileError, WorldModel, models_of_world
from morse.xacro.expansion import cache_folder

_CATEGORY = "environments"


def world_robots(filename: str, interface: str | None = None) -> dict[str, Robot]:
    """A robot for each model of an SDF world that declares sensors, plugins or controllers, with these components.

    Returns them by name. Call it before ``Environment(filename)``, which leaves out these models. ``interface`` gives
    each component a stream and services over a middleware, as in ``Robot.append_declared``.
    Raises MorseBuilderError for a file that is missing or cannot be read.
    """
    arguments.text("world_robots", "filename", filename)
    path = _found(filename)
    robots: dict[str, Robot] = {}
    try:
        for model in models_of_world(path, folders()):
            file = _written(model)
            if not any(one.components for one in mapped(declarations(file))):
                continue
            name = re.sub(r"\W", "_", model.name) or "robot"
            robot = Robot(file, name)
            append_declared(robot, interface, is_of_world=True)
            robots[name] = robot
            scene().models_of_robots.append(model.name)
    except (RobotFileError, OSError) as problem:
        raise MorseBuilderError(f"world_robots: {problem}") from None
    return robots


def _found(filename: str) -> str:
    places = [folder for base in folders() for folder in (base, os.path.join(base, _CATEGORY))]
    stems = [os.path.abspath(os.path.expanduser(filename)), *(os.path.join(folder, filename) for folder in places)]
    paths = (stem + ending for stem in stems for ending in ("", ".sdf", ".world"))
    found = next(filter(os.path.isfile, paths), None)
    if found is None:
        raise MorseBuilderError(
            f"world_robots: there is no world {filename!r} in the working directory, beside the script "
            "or in MORSE_RESOURCE_PATH"
        )
    return found


def _written(model: WorldModel) -> str:
    """Write the model alone below the user's cache, beside links to its files. Raises OSError."""
    content = json.dumps([model.name, model.text, model.folder, model.links]).encode()
    cache = os.path.join(cache_folder(), "worlds")
    folder = os.path.join(cache, hashlib.sha256(content).hexdigest()[:16])
    path = os.path.join(folder, (re.sub(r"\W", "_", model.name) or "robot") + ".sdf")
    if os.path.isfile(path):
        return path
    os.makedirs(cache, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="writing-") as place:
        fresh = os.path.join(place, "content")
        os.mkdir(fresh)
        for name in model.links:
            os.symlink(os.path.join(model.folder, name), os.path.join(fresh, name))
        with open(os.path.join(fresh, os.path.basename(path)), "w", encoding="utf-8") as stream:
            stream.write(model.text)
        # If another process was first, it wrote the same.
        with contextlib.suppress(OSError):
            os.rename(fresh, folder)
    if not os.path.isfile(path):
        raise OSError(f"{folder} is not complete: remove it")
    return path


__all__ = ["world_robots"]
