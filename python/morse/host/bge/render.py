"""``bge.render``, also known as ``Rasterizer``: drawing functions without effect, because there is no window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core import blenderapi

if TYPE_CHECKING:
    from morse.host.types import Value


def __getattr__(name: str) -> Value:
    return getattr(blenderapi.render(), name)
