"""``bge.render``, also known as ``Rasterizer``: drawing functions, which have no effect without a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core import blenderapi

if TYPE_CHECKING:
    from morse.host.types import Value


def __getattr__(name: str) -> Value:
    return getattr(blenderapi.render(), name)
