"""The furniture file: everything a flat or an office needs, side by side."""

from typing import List

from kit import facts
from kit.register import makes
from kit.scene import Node
from props import _catalogue as catalogue


@makes("props/furnitures")
def furnitures() -> List[Node]:
    """About fifty pieces under the names of the original."""
    return facts.tree("furnitures", catalogue.look, skip=("Camera",))
