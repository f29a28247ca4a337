"""Text of messages, in the format of genpy."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from morse.host.types import Value


def text_of(value: Value, indent: str = "") -> str:
    """A value as YAML. Messages and lists of messages start on a new line."""
    if type(value) is bool or isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return re.sub(r"\\u(00)?(\w{2,4})", _escape, json.dumps(value)) if value else "''"
    if isinstance(value, (bytes, bytearray, memoryview)):
        return str(list(bytes(value)))
    if hasattr(value, "nsecs"):
        return f"\n{indent}secs: {value.secs}\n{indent}nsecs: {value.nsecs:9d}"
    if hasattr(value, "__slots__"):
        body = "\n".join(_line(name, getattr(value, name), indent) for name in value.__slots__)
        return "\n" + body if indent else body
    items = list(value)
    if not items:
        return "[]"
    if isinstance(items[0], (str, bytes)):
        # Strings in a list are not quoted.
        return "".join(f"\n{indent}- {item}" for item in items)
    if hasattr(items[0], "__slots__"):
        return "".join(f"\n{indent}- {text_of(item, indent + '  ')}" for item in items)
    return "[" + ", ".join(map(str, items)) + "]"


def _escape(code: re.Match[str]) -> str:
    """A non-ASCII character in the notation of YAML."""
    digits: str = code[2]
    return ("\\x" if code[1] else "\\u") + digits.upper()


def _line(name: str, value: Value, indent: str) -> str:
    text = text_of(value, indent + "  ")
    return f"{indent}{name}: {text}"
