"""Lowest and highest values of fields, and the spaces that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Union

import gymnasium
import numpy
from numpy.typing import NDArray

#: Lowest and highest value. For a field with several numbers each is one number for all, or a sequence.
Limits = tuple[
    Union[float, Sequence[float], NDArray[numpy.float64]], Union[float, Sequence[float], NDArray[numpy.float64]]
]


def length_of(limits: Limits) -> int | None:
    """Length of a field according to its limits; None for a single number."""
    low, high = pair(limits)
    lengths = {len(limit) for limit in (low, high) if not isinstance(limit, (int, float)) and not numpy.isscalar(limit)}
    if len(lengths) > 1:
        raise ValueError(f"the limits {limits!r} have different lengths")
    return lengths.pop() if lengths else None


def pair(limits: Limits) -> Limits:
    """The limits, checked to be two values."""
    try:
        low, high = limits
    except (TypeError, ValueError):
        raise ValueError(f"limits are two values, the lowest and the highest, not {limits!r}") from None
    return low, high


def box(limits: Mapping[str, Limits], lengths: Mapping[str, int | None]) -> gymnasium.spaces.Box:
    """A box with the numbers of all fields."""
    lows, highs = [], []
    for name, (low, high) in limits.items():
        length = lengths[name] or 1
        lows.append(numpy.broadcast_to(numpy.asarray(low, numpy.float32), length))
        highs.append(numpy.broadcast_to(numpy.asarray(high, numpy.float32), length))
        if not (lows[-1] < highs[-1]).all():
            raise ValueError(f"{name}: the lowest value must be below the highest")
    return gymnasium.spaces.Box(numpy.concatenate(lows), numpy.concatenate(highs))
