"""Registers functions that generate model files."""

from typing import Callable

from kit.scene import Node

Maker = Callable[[], list[Node]]


def makes(path: str) -> Callable[[Maker], Maker]:
    """The function returns the root nodes of the file ``path`` (below ``assets``, without suffix)."""

    def mark(function: Maker) -> Maker:
        function.path = path  # type: ignore[attr-defined]
        return function

    return mark
