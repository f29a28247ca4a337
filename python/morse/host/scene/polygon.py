"""Polygons that rays hit, with the interface of the game engine.

Quads are split into triangles when a model is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Message

#: Attributes that only the game engine has, with the alternative.
_GONE = {
    "texture": "textures: there is the name of the material",
    "material": "materials of the game engine: there is its name, material_name",
    "getTextureName": "textures: there is the name of the material",
    "getMaterial": "materials of the game engine: there is its name, getMaterialName()",
    "getMesh": "meshes of the game engine: there is the object that the ray hit",
}
_VERTICES = 3


class KX_PolyProxy:
    """A triangle of a surface."""

    def __init__(self, hit_object: SceneNode, found: Message) -> None:
        self._object = hit_object
        self._vertices: list[int] = [*found["vertices"], 0]
        #: Name of its material with the prefix MA, as in the game engine; empty without a material.
        self.material_name: str = "" if found["material"] is None else "MA" + found["material"]
        self.matname = self.material_name
        #: Slot of its material.
        self.material_id: int = found["slot"]
        self.matid = self.material_id
        #: Numbers of its vertices in the surface. The fourth, which triangles do not have, is 0.
        self.v1, self.v2, self.v3, self.v4 = self._vertices
        #: Rays hit colliders only.
        self.collide = True

    @property
    def visible(self) -> bool:
        """Whether its object is visible."""
        return self._object.visible

    def getMaterialName(self) -> str:
        """Name of its material, with the prefix MA."""
        return self.material_name

    def getMaterialIndex(self) -> int:
        """Slot of its material."""
        return self.material_id

    def getNumVertex(self) -> int:
        """Number of its vertices: 3."""
        return _VERTICES

    def getVertexIndex(self, vertex: int) -> int:
        """Number of a vertex (0 to 3) in the surface; 0 for the vertex 3. Raises ValueError."""
        if not 0 <= vertex <= _VERTICES:
            raise ValueError(f"getVertexIndex: the number of a vertex is 0 to 3, not {vertex!r}")
        return self._vertices[vertex]

    def isVisible(self) -> bool:
        """Whether its object is visible."""
        return self.visible

    def isCollider(self) -> bool:
        """Whether other objects collide with it."""
        return self.collide

    def __getattr__(self, name: str) -> NoReturn:
        if name in _GONE:
            raise NotImplementedError(f"{name}: the simulator has no {_GONE[name]}")
        raise AttributeError(f"KX_PolyProxy has no attribute {name!r}")
