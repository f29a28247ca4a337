"""Reply with component reports in columns."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from morse.host.types import Json, Message


class PackedReply:
    """Component reports: numbers follow the message, all other values are in one list."""

    def __init__(self) -> None:
        self._ids: list[int] = []
        self._kinds: list[str] = []
        self._numbers: list[float] = []
        self._values: list[Json] = []
        self._reports: list[Message] = []

    def add(self, number: int, kinds: str, numbers: Sequence[float], values: Sequence[Json]) -> None:
        """Add the data of a component: a letter for each field (n for a number, v for a value), and the values."""
        self._ids.append(number)
        self._kinds.append(kinds)
        self._numbers += numbers
        self._values += values

    def add_report(self, report: Message) -> None:
        """Add a report that has more than numbers and values."""
        self._ids.append(report["external_id"])
        self._kinds.append("r")
        self._reports.append(report)

    def reply(self) -> Message:
        """The message of the reply."""
        if len(self._reports) == len(self._ids):
            return {"reports": self._reports}
        kinds = ";".join(self._kinds) + ";"
        return {"reports": self._reports, "packed": {"ids": self._ids, "kinds": kinds, "values": self._values}}

    def columns(self) -> bytes:
        """The numbers that follow the message, as little-endian 64-bit floats."""
        return struct.pack(f"<{len(self._numbers)}d", *self._numbers)
