"""Observations of an agent: one array of numbers, a picture, or a dictionary of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Union

import gymnasium
import numpy
from numpy.typing import NDArray

from morse.gym.fields import Field
from morse.gym.limits import Limits, box, length_of, pair
from morse.gym.state import Floats, Pixels

# Any: numbers of float32, or bytes of pixels.
Array = NDArray[Any]
#: Observations of all worlds, with a row for each world; or the observation of one world.
Observation = Union[Array, dict[str, Array]]
#: Fields with their limits, or groups of fields by name.
Observed = Mapping[str, Union[Limits, Mapping[str, Limits]]]


class _Entry(NamedTuple):
    """An array that agents observe."""

    space: gymnasium.spaces.Box
    #: Whether its values are in the array of pixels, and not in that of numbers.
    is_color: bool
    columns: slice
    shape: tuple[int, ...]


def names_of(observed: Observed) -> list[str]:
    """Names of all fields."""
    return [name for _, fields in _groups(observed) for name in fields]


def _groups(observed: Observed) -> Iterator[tuple[str | None, Mapping[str, Limits]]]:
    """Groups with their names; a field that is in no group has no name of a group."""
    for name, value in observed.items():
        if isinstance(value, Mapping):
            if not value:
                raise ValueError(f"the group {name!r} has no fields")
            yield name, value
        else:
            yield None, {name: value}


class Columns:
    """Columns of each field in the arrays of numbers and of pixels, which have a row for each world."""

    def __init__(self) -> None:
        #: Fields of numbers and depths, and colored pictures, each in the order of their columns.
        self.numbers: list[Field] = []
        self.colors: list[Field] = []
        #: Limits of the columns of numbers that agents observe, which come first.
        self.low: list[Floats] = []
        self.high: list[Floats] = []
        self.places: dict[str, tuple[Field, slice]] = {}

    def add(self, name: str, field: Field) -> slice:
        """Columns of a field, which are added where it has none."""
        if name not in self.places:
            fields = self.colors if field.is_color else self.numbers
            begin = sum(other.size for other in fields)
            fields.append(field)
            self.places[name] = (field, slice(begin, begin + field.size))
        return self.places[name][1]

    def add_limits(self, space: gymnasium.spaces.Box) -> None:
        """Limits of columns of numbers that were added last."""
        self.low.append(space.low.ravel().astype(numpy.float32))
        self.high.append(space.high.ravel().astype(numpy.float32))

    def limits(self) -> tuple[Floats, Floats]:
        """Lowest and highest values of the columns that agents observe."""
        low, high = (numpy.concatenate([numpy.zeros(0, numpy.float32), *rows]) for rows in (self.low, self.high))
        return low, high

    def rows(self, count: int) -> tuple[Floats, Pixels]:
        """Rows of numbers and pixels for a number of worlds."""
        widths = [sum(field.size for field in fields) for fields in (self.numbers, self.colors)]
        return numpy.zeros((count, widths[0]), numpy.float32), numpy.zeros((count, widths[1]), numpy.uint8)

    def views(self, numbers: Floats, pixels: Pixels) -> dict[str, Array]:
        """Values of each field, as views of the rows: later changes are visible."""
        views: dict[str, Array] = {}
        for name, (field, columns) in self.places.items():
            rows: Array = pixels if field.is_color else numbers
            views[name] = rows[:, columns].reshape(len(rows), *field.shape)
        return views


class Layout:
    """Observations of one agent."""

    def __init__(
        self,
        observed: Observed,
        fields: Mapping[str, Field],
        columns: Columns,
        prefix: str = "",
        extra: Limits | None = None,
    ) -> None:
        groups = list(_groups(observed))
        twice = {name for name in names_of(observed) if names_of(observed).count(name) > 1}
        if twice:
            raise ValueError(f"observed twice: {', '.join(sorted(twice))}")
        is_dict = any(key is not None for key, _ in groups)
        pictures = [name for name in names_of(observed) if fields[prefix + name].is_picture]
        is_dict = is_dict or bool(pictures and (len(groups) > 1 or extra is not None))
        if not is_dict and not pictures and groups:
            groups = [(None, {name: limits for _, group in groups for name, limits in group.items()})]
        entries: dict[str, _Entry] = {}
        for key, group in groups:
            entry = _entry(key, group, fields, columns, prefix)
            key = key or next(iter(group))
            if key in entries:
                raise ValueError(f"two groups are named {key!r}")
            entries[key] = entry
        #: The entry of the task's ``extra``, behind all columns.
        self.extra = None if extra is None else box({"extra": extra}, {"extra": length_of(extra)})
        if self.extra is not None:
            if "extra" in entries:
                raise ValueError("'extra' is the name of the result of the task's extra: name the group otherwise")
            entries["extra"] = _Entry(self.extra, False, slice(0), self.extra.shape)
        self._is_dict, self._entries = is_dict, entries
        #: Whether all numbers are observed as one array.
        self._is_all = not (is_dict or prefix or pictures)
        spaces: dict[str, gymnasium.spaces.Box] = {key: entry.space for key, entry in entries.items()}
        # Any: an array or a dictionary of arrays.
        self.space: gymnasium.Space[Any]
        if is_dict:
            self.space = gymnasium.spaces.Dict({**spaces})
        elif len(spaces) == 1:
            (self.space,) = spaces.values()
        else:
            self.space = gymnasium.spaces.Box(
                numpy.concatenate([space.low for space in spaces.values()]),
                numpy.concatenate([space.high for space in spaces.values()]),
            )

    def of(self, rows: Floats, pixels: Pixels) -> Observation:
        """Observations of all worlds, from their numbers within limits and a copy of their pixels."""
        if self._is_all:
            return rows
        arrays: dict[str, Array] = {}
        for key, entry in self._entries.items():
            columns = entry.columns
            if key == "extra" and self.extra is not None:
                columns = slice(rows.shape[1] - self.extra.shape[0], rows.shape[1])
            source: Array = pixels if entry.is_color else rows
            arrays[key] = source[:, columns].reshape(len(source), *entry.shape)
        if self._is_dict:
            return arrays
        (value,) = arrays.values()
        return value


def _entry(
    key: str | None, group: Mapping[str, Limits], fields: Mapping[str, Field], columns: Columns, prefix: str
) -> _Entry:
    pictures = [name for name in group if fields[prefix + name].is_picture]
    if not pictures:
        lengths = {name: fields[prefix + name].size for name in group}
        space = box(group, lengths)
        places = [columns.add(prefix + name, fields[prefix + name]) for name in group]
        columns.add_limits(space)
        return _Entry(space, False, slice(places[0].start, places[-1].stop), space.shape)
    (name, *others) = group
    if others:
        raise ValueError(f"the group {key!r} has a picture and other fields: a picture is a group of its own")
    field, limits = fields[prefix + name], pair(group[name])
    if field.is_color:
        if limits != (0, 255):
            raise ValueError(f"the pixels of {name} are bytes: their limits are (0, 255), not {limits!r}")
        space = gymnasium.spaces.Box(0, 255, field.shape, numpy.uint8)
        return _Entry(space, True, columns.add(prefix + name, field), field.shape)
    low, high = (float(numpy.max(limit)) for limit in limits)
    if not low < high:
        raise ValueError(f"{name}: the lowest value must be below the highest")
    space = gymnasium.spaces.Box(low, high, field.shape, numpy.float32)
    place = columns.add(prefix + name, field)
    columns.add_limits(space)
    return _Entry(space, False, place, field.shape)


def row_of(observations: Observation, world: int) -> Observation:
    """The observation of one world."""
    if isinstance(observations, dict):
        return {key: array[world] for key, array in observations.items()}
    row: Array = observations[world]
    return row
