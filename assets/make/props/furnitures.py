"""The furniture file: everything a flat or an office needs, side by side."""


from kit import facts
from kit.register import makes
from kit.scene import Node

from props import _catalog as catalog


@makes("props/furnitures")
def furnitures() -> list[Node]:
    """About fifty pieces under the names of the original."""
    return facts.tree("furnitures", catalog.look, skip=("Camera",))
