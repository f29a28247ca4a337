"""Names in use, with the next free number for a taken name: ``box``, ``box.001``, ``box.002``."""

from __future__ import annotations

import re


class NumberedNames:
    """Names in use, each with the number of its holders.

    Finding a free number takes constant time: the search for a stem continues where the previous one ended, unless a
    smaller number became free.
    """

    def __init__(self, separator: str) -> None:
        self._separator = separator
        self._numbered = re.compile(rf"(.*){re.escape(separator)}(\d{{3,}})", re.DOTALL)
        self._holders: dict[str, int] = {}
        self._first_number: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._holders

    def add(self, name: str) -> None:
        """Add a holder of the name."""
        self._holders[name] = self._holders.get(name, 0) + 1

    def remove(self, name: str) -> None:
        """Remove a holder of the name."""
        left = self._holders[name] - 1
        if left:
            self._holders[name] = left
            return
        del self._holders[name]
        numbered = self._numbered.fullmatch(name) if name[-1:].isdigit() else None
        if numbered is not None:
            stem, number = numbered.group(1), int(numbered.group(2))
            self._first_number[stem] = min(number, self._first_number.get(stem, 1))

    def free(self, stem: str) -> str:
        """The stem itself if it is free, else the stem with a number."""
        return self.numbered(stem) if stem in self._holders else stem

    def numbered(self, stem: str) -> str:
        """The stem with the smallest free number, counted from 1."""
        begin = stem + self._separator
        number = self._first_number.get(stem, 1)
        while (name := f"{begin}{number:03d}") in self._holders:
            number += 1
        self._first_number[stem] = number
        return name
