"""Recording the messages of a component to a table."""

from __future__ import annotations

import csv
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from .codec import Value

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .component import Component

__all__ = ["Recording"]

logger = logging.getLogger("pymorse")

#: Default limit of the number of rows.
ROWS_MAX = 1_000_000
#: Longest list of numbers whose elements have separate columns.
_SPREAD_MAX = 16


class Recording:
    """A table with a row for each message of a component. Stop it with `stop`, or use it in a `with` statement.

    Columns are fields: `pose.x` is x in a field `pose`, `force.0` the first element of a short list. Missing values are
    None.
    """

    def __init__(
        self,
        component: Component,
        path: str | os.PathLike[str] | None = None,
        fields: Sequence[str] | None = None,
        rows_max: int = ROWS_MAX,
    ) -> None:
        """Starts the recording. `path` is a CSV file that `stop` writes; `fields` selects and orders the columns.

        Raises AttributeError when the component has no stream.
        """
        self._component = component
        self._path = path
        self._fields = None if fields is None else list(fields)
        self._rows_max = rows_max
        self._rows: list[dict[str, Value]] = []
        self._lock = threading.Lock()
        self._columns: dict[str, None] = dict.fromkeys(self._fields or ())
        self._is_full = False
        self._is_on = True
        component.subscribe(self._take)

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        with self._lock:
            return list(self._columns)

    @property
    def rows(self) -> list[list[Value]]:
        """All rows so far, with values in the order of the columns."""
        with self._lock:
            return [[row.get(column) for column in self._columns] for row in self._rows]

    def column(self, name: str) -> list[Value]:
        """Values of one column. Raises KeyError for an unknown name."""
        with self._lock:
            if name not in self._columns:
                known = ", ".join(self._columns) or "none, as no message has arrived"
                raise KeyError(f"there is no column {name!r}, but: {known}")
            return [row.get(name) for row in self._rows]

    def array(self) -> NDArray[numpy.void]:
        """Columns with numbers as a structured array: `array()['x']`. Columns with other values are omitted.

        Raises ImportError without numpy.
        """
        import numpy

        names = [name for name in self.columns if all(isinstance(value, (int, float)) for value in self.column(name))]
        table = numpy.zeros(len(self), [(name, float) for name in names])
        for name in names:
            table[name] = self.column(name)[: len(table)]
        return table

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a CSV file with a header."""
        with open(path, "w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(self.columns)
            writer.writerows(self.rows)

    def stop(self) -> Recording:
        """Stops the recording, writes the file if `path` was given, and returns the recording."""
        if self._is_on:
            self._is_on = False
            self._component.unsubscribe(self._take)
            if self._path is not None:
                self.save(self._path)
        return self

    def __len__(self) -> int:
        return len(self._rows)

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<recording of {self._component.fqn}: {len(self)} rows of {', '.join(self.columns)}>"

    def _take(self, message: Value) -> None:
        row = dict(_cells("", message))
        if self._fields is not None:
            row = {name: row[name] for name in self._fields if name in row}
        with self._lock:
            if len(self._rows) >= self._rows_max:
                if not self._is_full:
                    self._is_full = True
                    text = "the recording of %s is full: %d rows; rows_max sets the limit"
                    logger.warning(text, self._component.fqn, self._rows_max)
                return
            if self._fields is None and not self._columns.keys() >= row.keys():
                self._columns.update(dict.fromkeys(row))
            self._rows.append(row)


def _cells(name: str, value: Value) -> Iterator[tuple[str, Value]]:
    """Column names and values. Elements of dictionaries and of short lists of numbers have separate columns."""
    prefix = name + "." if name else ""
    if isinstance(value, memoryview):
        value = value.tolist()
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _cells(f"{prefix}{key}", item)
    elif _is_short_list(value):
        for number, item in enumerate(value):
            yield f"{prefix}{number}", item
    else:
        yield name or "value", value


def _is_short_list(value: object) -> bool:
    if not isinstance(value, list) or not 0 < len(value) <= _SPREAD_MAX:
        return False
    return all(isinstance(item, (int, float)) for item in value)
