"""Expands xacro files to URDF files in the user's cache, for the Builder and for the command."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any

from morse.core.exceptions import MorseBuilderError

#: Extension of the files.
ENDING = ".xacro"

#: Time for the expansion of a file. The largest robots take a few seconds. [s]
LIMIT_S = 60.0

_RUNNER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "runner.py")


class XacroError(MorseBuilderError):
    """A xacro file cannot be expanded; the text names the file."""


def is_xacro(file: str) -> bool:
    """True for the name of a xacro file."""
    return file.lower().endswith(ENDING)


def has_macros(file: str) -> bool:
    """True for a URDF file with elements of xacro outside of comments, as packages of ROS 2 have."""
    if not file.lower().endswith(".urdf"):
        return False
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:
            return "<xacro:" in re.sub("<!--.*?-->", "", stream.read(), flags=re.DOTALL)
    except OSError:
        return False


def expanded(file: str, arguments: Mapping[str, str], resources: Iterable[str] = ()) -> str:
    """The URDF file that a xacro file makes with these arguments, below the user's cache.

    Packages are also found in the folders of ``resources``. The path depends on the content, so that the file of other
    arguments does not replace it. Raises XacroError.
    """
    result = _run(file, arguments, resources)
    if "problem" in result:
        raise XacroError(f"{file}: {result['problem']}")
    try:
        return _written(file, result["urdf"], result["links"])
    except OSError as problem:
        raise XacroError(f"{file}: its URDF cannot be written: {problem}") from None


def _run(file: str, arguments: Mapping[str, str], resources: Iterable[str]) -> dict[str, Any]:
    """The result of the runner, which is a process of its own."""
    request = {"arguments": dict(arguments), "resources": list(resources)}
    command = [sys.executable or "python3", _RUNNER, file, json.dumps(request)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        raise XacroError(
            f"{file}: the expansion did not end within {LIMIT_S:g} s; look for a macro or an expression without end"
        ) from None
    except OSError as problem:
        raise XacroError(f"{file}: Python cannot be started to expand it: {problem}") from None
    try:
        result = json.loads(done.stdout)
    except ValueError:
        raise XacroError(f"{file}: the expansion ended with status {done.returncode} and without a result") from None
    assert isinstance(result, dict)
    return result


def _written(file: str, urdf: str, links: Mapping[str, str]) -> str:
    """Write the URDF, and beside it a link to each folder that has its meshes. Raises OSError."""
    content = json.dumps([urdf, links], sort_keys=True).encode("utf-8")
    cache = os.path.join(cache_folder(), "xacro")
    folder = os.path.join(cache, hashlib.sha256(content).hexdigest()[:16])
    path = os.path.join(folder, _urdf_name(file))
    if os.path.isfile(path):
        return path
    os.makedirs(cache, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="expanding-") as place:
        fresh = os.path.join(place, "content")
        os.mkdir(fresh)
        for name, target in links.items():
            os.symlink(target, os.path.join(fresh, name), target_is_directory=True)
        with open(os.path.join(fresh, os.path.basename(path)), "w", encoding="utf-8") as stream:
            stream.write(urdf)
        # If another process was first, it wrote the same.
        with contextlib.suppress(OSError):
            os.rename(fresh, folder)
    if not os.path.isfile(path):
        raise OSError(f"{folder} is not complete: remove it")
    return path


def _urdf_name(file: str) -> str:
    """``arm.urdf`` for ``arm.urdf.xacro``, ``arm.xacro`` and ``arm.urdf``."""
    name = os.path.basename(file)
    name = name[: -len(ENDING)] if is_xacro(name) else name
    return name if name.lower().endswith(".urdf") else name + ".urdf"


def cache_folder() -> str:
    """Cache folder of this user; a temporary folder if that is not writable."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    cache = named if os.path.isabs(named) else os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.path.join(cache, "morse")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        folder = ""
    if folder and os.access(folder, os.W_OK):
        return folder
    # Named after the user, so that no other user owns it.
    own = os.path.join(tempfile.gettempdir(), f"morse-{getattr(os, 'getuid', lambda: 0)()}")
    os.makedirs(own, mode=0o700, exist_ok=True)
    return own
