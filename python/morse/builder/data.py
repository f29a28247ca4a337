"""The wiring tables under the names of the original, read on first access."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Callable

from morse.builder.catalog import wiring
from morse.builder.wiring.choice import stream_table

_TABLES: dict[str, Callable[[], Mapping[str, object]]] = {
    "MORSE_DATASTREAM_MODULE": lambda: wiring()["managers"],
    "MORSE_SERVICE_DICT": lambda: wiring()["request_managers"],
    "MORSE_MODIFIER_DICT": lambda: wiring()["modifiers"],
    "MORSE_DATASTREAM_DICT": stream_table,
    "INTERFACE_DEFAULT_OUT": lambda: wiring()["generic_out"],
    "INTERFACE_DEFAULT_IN": lambda: wiring()["generic_in"],
}

__all__ = list(_TABLES)


def __getattr__(name: str) -> Mapping[str, object]:
    if name in _TABLES:
        return _TABLES[name]()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
