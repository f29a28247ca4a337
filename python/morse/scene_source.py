"""What a scene may be made of in Python."""

import json
import os
from typing import Any, Optional


def document_text(source: Any) -> Optional[str]:
    """The JSON text of a source that is no file."""
    if isinstance(source, dict):
        return json.dumps(source, allow_nan=False)
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    if isinstance(source, (str, os.PathLike)):
        return None
    from morse.builder.environment import Environment

    if isinstance(source, Environment):
        from morse.builder.in_process import document_of

        return document_of(source)
    raise TypeError(f"a scene is a path, a scene document or an Environment, not {source!r}")
