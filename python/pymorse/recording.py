"""Recording what a component sends to a table."""

from __future__ import annotations

import csv
import logging
import os
import threading
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Union

if TYPE_CHECKING:
    from .component import Component

__all__ = ["Recording"]

logger = logging.getLogger("pymorse")

#: Most rows that are kept, unless one says otherwise.
ROWS_MAX = 1_000_000
#: Longer lists are kept as they are, in one column.
_SPREAD_MAX = 16


class Recording:
    """The messages of a component, a row each. It ends with `stop`, or with a `with` statement.

    Columns are fields; `pose.x` is the x of a field `pose`, `force.0` the first of a short list. A row that has no value for
    a column has None.
    """

    def __init__(
        self,
        component: Component,
        path: Union[str, os.PathLike[str], None] = None,
        fields: Optional[Sequence[str]] = None,
        rows_max: int = ROWS_MAX,
    ) -> None:
        """Begins. `path` is a CSV file that `stop` writes; `fields` are the columns that are wanted, in this order.

        Raises AttributeError when the component has no stream.
        """
        self._component = component
        self._path = path
        self._fields = None if fields is None else list(fields)
        self._rows_max = rows_max
        self._rows: List[Dict[str, Any]] = []
        self._lock = threading.Lock()
        self._columns: Dict[str, None] = dict.fromkeys(self._fields or ())
        self._is_full = False
        self._is_on = True
        component.subscribe(self._take)

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        with self._lock:
            return list(self._columns)

    @property
    def rows(self) -> List[List[Any]]:
        """All rows so far, in the order of the columns."""
        with self._lock:
            return [[row.get(column) for column in self._columns] for row in self._rows]

    def column(self, name: str) -> List[Any]:
        """The values of one column. Raises KeyError for one that there is not."""
        with self._lock:
            if name not in self._columns:
                raise KeyError(f"there is no column {name!r}, but: {', '.join(self._columns) or 'none, as nothing has come'}")
            return [row.get(name) for row in self._rows]

    def array(self) -> Any:
        """The table as an array of numpy with named columns of numbers: `array()['x']`. Other columns are left out.

        Raises ImportError without numpy.
        """
        import numpy

        names = [name for name in self.columns if all(isinstance(value, (int, float)) for value in self.column(name))]
        table = numpy.zeros(len(self), [(name, float) for name in names])
        for name in names:
            table[name] = self.column(name)[: len(table)]
        return table

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a CSV file with a line of names."""
        with open(path, "w", newline="", encoding="utf-8") as stream:
            writer = csv.writer(stream)
            writer.writerow(self.columns)
            writer.writerows(self.rows)

    def stop(self) -> Recording:
        """Ends the recording, writes the file if one was named, and gives the recording."""
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

    def __exit__(self, *_: Any) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<recording of {self._component.fqn}: {len(self)} rows of {', '.join(self.columns)}>"

    def _take(self, message: Any) -> None:
        row = dict(_cells("", message))
        if self._fields is not None:
            row = {name: row[name] for name in self._fields if name in row}
        with self._lock:
            if len(self._rows) >= self._rows_max:
                if not self._is_full:
                    self._is_full = True
                    logger.warning(
                        "the recording of %s is full: %d rows; rows_max allows more", self._component.fqn, self._rows_max
                    )
                return
            if self._fields is None and not self._columns.keys() >= row.keys():
                self._columns.update(dict.fromkeys(row))
            self._rows.append(row)


def _cells(name: str, value: Any) -> Iterator["tuple[str, Any]"]:
    """The cells of a value: what is in maps and short lists of numbers has columns of its own."""
    prefix = name + "." if name else ""
    if isinstance(value, memoryview):
        value = value.tolist()
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _cells(f"{prefix}{key}", item)
    elif isinstance(value, list) and 0 < len(value) <= _SPREAD_MAX and all(isinstance(item, (int, float)) for item in value):
        for number, item in enumerate(value):
            yield f"{prefix}{number}", item
    else:
        yield name or "value", value
