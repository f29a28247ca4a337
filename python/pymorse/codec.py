"""JSON of the simulator's sockets, in which NaN and infinities are numbers."""

from __future__ import annotations

import json
from typing import Any, Callable

__all__ = ["Value", "decode", "decode_lines", "encode"]

#: A value of JSON or CBOR. Any: its type depends on the service or stream, as with `json.loads`.
Value = Any

# typeshed does not know this attribute.
_scan: Callable[[str, int], tuple[Value, int]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]

#: JSON of a value. Raises TypeError for a value that JSON cannot represent.
encode = json.JSONEncoder().encode


def decode(text: str) -> Value:
    """The value of a JSON text. Raises ValueError for other text."""
    try:
        # Faster than `json.loads`, which searches for white space twice; the simulator does not write any.
        value, end = _scan(text, 0)
    except StopIteration:
        end = -1
    return value if end == len(text) else json.loads(text)


def decode_lines(lines: list[bytes]) -> list[Value]:
    """The values of several lines, decoded in one pass, which reads shared keys once.

    Raises ValueError when a line is not JSON.
    """
    values: list[Value] = decode((b"[" + b",".join(lines) + b"]").decode())
    if len(values) != len(lines):
        raise ValueError("a line is not one value")
    return values
