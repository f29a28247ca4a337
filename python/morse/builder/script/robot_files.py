"""Robot files: a xacro file is expanded to a URDF file when the script names it; keyframes of MJCF files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from morse.builder.script import arguments
from morse.builder.script.environment_files import folders
from morse.xacro.expansion import expanded, has_macros, is_xacro

if TYPE_CHECKING:
    from morse.builder.components.settings import ModelFile

_CATEGORY = "robots"
#: Extensions of MJCF files.
_WITH_KEYFRAMES = (".xml", ".mjcf")


def model_of(call: str, filename: str | None, given: object) -> str | None:
    """The model file of a robot: ``filename`` itself or, for a xacro file, the URDF file that it makes.

    Raises WrongType, WrongValue or XacroError.
    """
    if isinstance(filename, str) and (is_xacro(filename) or has_macros(_path(filename) or "")):
        return expanded(_found(call, filename), _texts(call, given), folders())
    if given is not None:
        raise arguments.WrongValue(f"{call}: arguments are for xacro files, and the file is {filename!r}")
    return filename


def keyframe_of(call: str, model: ModelFile | None, keyframe: object) -> None:
    """Let a robot start in a keyframe of its file. The simulator checks the name.

    Raises WrongType or WrongValue.
    """
    name = arguments.text(call, "keyframe", keyframe)
    file = (model or {}).get("file")
    if model is None or not str(file).endswith(_WITH_KEYFRAMES):
        raise arguments.WrongValue(f"{call}: keyframes are in MJCF files (.xml), and the file is {file!r}")
    model["keyframe"] = name


def fix_base(call: str, model: ModelFile | None, fixed: object) -> None:
    """Hold the root of a robot where it is, if asked to. Raises WrongType, or WrongValue for a robot without a file."""
    if not arguments.flag(call, "fixed", fixed):
        return
    if model is None:
        raise arguments.WrongValue(f"{call}: fixed=True holds the root of a robot's file, and there is no file")
    model["fixed"] = True


def _found(call: str, filename: str) -> str:
    """The path of a file, which is searched like a model."""
    found = _path(filename)
    if found is None:
        raise arguments.WrongValue(
            f"{call}: there is no file {filename!r} in the working directory, beside the script "
            "or in MORSE_RESOURCE_PATH"
        )
    return os.path.normpath(found)


def _path(filename: str) -> str | None:
    places = [folder for base in folders() for folder in (base, os.path.join(base, _CATEGORY))]
    paths = [os.path.abspath(os.path.expanduser(filename)), *(os.path.join(folder, filename) for folder in places)]
    return next(filter(os.path.isfile, paths), None)


def _texts(call: str, given: object) -> dict[str, str]:
    """The arguments as xacro reads them."""
    if given is None:
        return {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise arguments.WrongType(f"{call}: arguments takes a dictionary such as {{'arm': 'right'}}, not {given!r}")
    return {name: _text(call, name, value) for name, value in given.items()}


def _text(call: str, name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    raise arguments.WrongType(f"{call}: arguments[{name!r}] takes a text, a number or a boolean, not {value!r}")
