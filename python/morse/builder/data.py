"""The wiring tables under the names that scripts use."""

from typing import Any, Callable, Dict

from morse.builder.catalogue import wiring
from morse.builder.wiring import stream_table

_TABLES: Dict[str, Callable[[], Any]] = {
    "MORSE_DATASTREAM_MODULE": lambda: wiring()["managers"],
    "MORSE_SERVICE_DICT": lambda: wiring()["request_managers"],
    "MORSE_MODIFIER_DICT": lambda: wiring()["modifiers"],
    "MORSE_DATASTREAM_DICT": stream_table,
    "INTERFACE_DEFAULT_OUT": lambda: wiring()["generic_out"],
    "INTERFACE_DEFAULT_IN": lambda: wiring()["generic_in"],
}

__all__ = list(_TABLES)


def __getattr__(name: str) -> Any:
    if name in _TABLES:
        return _TABLES[name]()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
