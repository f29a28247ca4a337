"""``bge.events``, also known as ``GameKeys``: the numbers of keys."""

from __future__ import annotations

from morse.host.logic.devices import KEYS

globals().update(KEYS)

_NAMES = {number: name for name, number in KEYS.items()}


def EventToString(event: int) -> str:
    """Name of a key. Raises KeyError."""
    return _NAMES[event]


def EventToCharacter(event: int, shift: bool) -> str:
    """The letter of a key; empty for other keys."""
    name = _NAMES.get(event, "").replace("KEY", "")
    return (name if shift else name.lower()) if len(name) == 1 else ""


def __getattr__(name: str) -> int:
    raise AttributeError(f"bge.events has no key {name!r} here")
