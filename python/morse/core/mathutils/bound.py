"""Vectors that are part of something else: reading them reads its present numbers, and setting one sets it there."""

from __future__ import annotations

from typing import Callable

from morse.core.mathutils.vector import Vector


class Bound(Vector):
    """A vector whose numbers two functions read and write. Copies and results are vectors of their own."""

    __slots__ = ("_read", "_write")

    def __init__(self, read: Callable[[], list[float]], write: Callable[[list[float]], None]) -> None:
        self._read = read
        self._write = write

    @property
    def _values(self) -> list[float]:  # in place of the attribute
        return self._read()

    @_values.setter
    def _values(self, values: list[float]) -> None:
        self._write(values)
