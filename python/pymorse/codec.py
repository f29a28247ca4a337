"""JSON, as simulator and client speak it: NaN and the infinities are numbers too."""

from __future__ import annotations

import json
from typing import Any, List

__all__ = ["decode", "decode_lines", "encode"]

_scan = json.JSONDecoder().scan_once

#: The text of a value. Raises TypeError for what cannot be JSON.
encode = json.JSONEncoder().encode


def decode(text: str) -> Any:
    """The value of a text. Raises ValueError when it is no JSON."""
    try:
        # `json.loads` without its two searches for white space, which the simulator does not write.
        value, end = _scan(text, 0)
    except StopIteration:
        end = -1
    return value if end == len(text) else json.loads(text)


def decode_lines(lines: List[bytes]) -> List[Any]:
    """The values of several lines, in one go: keys that they share are read once.

    Raises ValueError when one of them is no JSON.
    """
    values: List[Any] = decode((b"[" + b",".join(lines) + b"]").decode())
    if len(values) != len(lines):
        raise ValueError("a line is not one value")
    return values
