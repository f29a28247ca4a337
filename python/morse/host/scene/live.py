"""Vectors and matrices of objects that stay connected with them, as in Blender's game engine.

A component may keep ``obj.worldLinearVelocity`` and read it in each tick: it then has the velocity of that tick.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Callable

from morse.core.mathutils import Matrix, Vector
from morse.core.mathutils.bound import Bound
from morse.host.channel import simulator


class Live(Bound):
    """A vector attribute of an object. It reads the object after each change; setting a number sets it there."""

    __slots__ = ("_owner", "_attribute", "_fetch", "_known", "_changes")

    def __init__(self, fetch: Callable[[], Iterable[float]], owner: object, attribute: str) -> None:
        self._owner = owner
        self._attribute = attribute
        self._fetch = fetch
        # Reads at once: an unknown object is reported where the attribute is read.
        self._known = list(map(float, fetch()))
        self._changes = simulator().changes
        super().__init__(self._fresh, self._set)

    def _fresh(self) -> list[float]:
        if self._changes != simulator().changes:
            self._known = list(map(float, self._fetch()))
            self._changes = simulator().changes
        return self._known

    def _set(self, values: list[float]) -> None:
        setattr(self._owner, self._attribute, values)
        # Numbers may be set one after the other.
        self._known, self._changes = values, simulator().changes


class _Row(Vector):
    """A row of a live matrix."""

    __slots__ = ("_matrix",)

    def __init__(self, values: Iterable[float], matrix: LiveMatrix) -> None:
        super().__init__(values)
        self._matrix = matrix

    def __setitem__(self, index: int | slice, value: float | Iterable[float]) -> None:
        super().__setitem__(index, value)  # type: ignore[index, assignment]  # as the overloads say
        self._matrix.write()


class LiveMatrix(Matrix):
    """A rotation matrix of an object. It reads the object after each change; setting a number sets it there."""

    __slots__ = ("_owner", "_attribute", "_fetch", "_known", "_changes")

    def __init__(self, fetch: Callable[[], Matrix], owner: object, attribute: str) -> None:
        self._owner = owner
        self._attribute = attribute
        self._fetch = fetch
        self._read()

    def _read(self) -> None:
        self._known: list[Vector] = [_Row(row, self) for row in self._fetch()]
        self._changes = simulator().changes

    @property
    def _rows(self) -> list[Vector]:  # in place of the attribute
        if self._changes != simulator().changes:
            self._read()
        return self._known

    @_rows.setter
    def _rows(self, rows: list[Vector]) -> None:
        self._known = [_Row(row, self) for row in rows]
        self.write()

    def write(self) -> None:
        """Set the matrix at the object."""
        setattr(self._owner, self._attribute, Matrix(self._known))
        # Numbers may be set one after the other.
        self._changes = simulator().changes
