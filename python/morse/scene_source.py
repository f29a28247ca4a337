"""Sources of a scene in Python: a file, a document, or an Environment."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Union

if TYPE_CHECKING:
    from morse.builder.environment import Environment

#: Path of a script or document, a scene document (dictionary or JSON text), or the Environment of a described scene.
SceneSource = Union[str, "os.PathLike[str]", "dict[str, object]", "Environment"]


def path_or_document(source: SceneSource) -> tuple[str, bool]:
    """The path of a file and True, or the JSON text of a document and False. Raises TypeError for any other source."""
    if isinstance(source, dict):
        return json.dumps(source, allow_nan=False), False
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source, False
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source), True
    from morse.builder.environment import Environment

    if isinstance(source, Environment):
        from morse.builder.document.in_process import document_of

        return document_of(source), False
    raise TypeError(f"a scene is a path, a scene document or an Environment, not {source!r}")
