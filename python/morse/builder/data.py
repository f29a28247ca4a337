"""The wiring tables and the folders of resources under the names of the original."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Callable

from morse.builder.catalog import wiring
from morse.builder.script.environment_files import data_folder
from morse.builder.wiring.choice import stream_table

_TABLES: dict[str, Callable[[], Mapping[str, object]]] = {
    "MORSE_DATASTREAM_MODULE": lambda: wiring()["managers"],
    "MORSE_SERVICE_DICT": lambda: wiring()["request_managers"],
    "MORSE_MODIFIER_DICT": lambda: wiring()["modifiers"],
    "MORSE_DATASTREAM_DICT": stream_table,
    "INTERFACE_DEFAULT_OUT": lambda: wiring()["generic_out"],
    "INTERFACE_DEFAULT_IN": lambda: wiring()["generic_in"],
}

#: Folder of installed data, such as models of the original.
MORSE_COMPONENTS = data_folder()
#: Folders with resources, joined by colons.
MORSE_RESOURCE_PATH = os.pathsep.join([MORSE_COMPONENTS, os.environ.get("MORSE_RESOURCE_PATH", "")])

__all__ = list(_TABLES)
__all__ += ["MORSE_COMPONENTS", "MORSE_RESOURCE_PATH"]


def __getattr__(name: str) -> Mapping[str, object]:
    if name in _TABLES:
        return _TABLES[name]()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
