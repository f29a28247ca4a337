"""Types of JSON values, for annotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union

#: A value of a scene document. Sequences and mappings are read-only here, so that a list of floats is a JSON value too.
JsonValue = Union[None, bool, int, float, str, Sequence["JsonValue"], Mapping[str, "JsonValue"]]

#: An object of a scene document, while it is written.
JsonObject = dict[str, JsonValue]
