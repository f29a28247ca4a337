"""The reports of a reply in columns."""

import struct
from typing import Any, Dict, List, Sequence


class PackedReply:
    """Reports of many components: numbers beside the message, everything else in one list."""

    def __init__(self) -> None:
        self._ids: List[int] = []
        self._kinds: List[str] = []
        self._numbers: List[float] = []
        self._values: List[Any] = []
        self._reports: List[Dict[str, Any]] = []

    def add(self, number: int, kinds: str, numbers: Sequence[float], values: Sequence[Any]) -> None:
        """Add the data of a component: a letter for each field, and the values."""
        self._ids.append(number)
        self._kinds.append(kinds)
        self._numbers += numbers
        self._values += values

    def add_report(self, report: Dict[str, Any]) -> None:
        """Add a report that has more than data."""
        self._ids.append(report["external_id"])
        self._kinds.append("r")
        self._reports.append(report)

    def reply(self) -> Dict[str, Any]:
        """The reports in the form of a reply."""
        if len(self._reports) == len(self._ids):
            return {"reports": self._reports}
        kinds = ";".join(self._kinds) + ";"
        return {"reports": self._reports, "packed": {"ids": self._ids, "kinds": kinds, "values": self._values}}

    def columns(self) -> bytes:
        """The numbers that follow the message."""
        return struct.pack(f"<{len(self._numbers)}d", *self._numbers)
