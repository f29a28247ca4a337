"""``bge.constraints``, also known as ``PhysicsConstraints``: constraints between bodies, and drives of cars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.core import blenderapi

if TYPE_CHECKING:
    from morse.host.types import Value


def __getattr__(name: str) -> Value:
    return getattr(blenderapi.constraints(), name)
