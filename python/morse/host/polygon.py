"""Polygons that rays hit, with the names of the game engine. They are triangles: quads are split when a model is loaded."""

from typing import Any, Dict

#: What such a polygon has in the game engine alone.
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

    def __init__(self, hit_object: Any, found: Dict[str, Any]) -> None:
        self._object = hit_object
        self._vertices = [*found["vertices"], 0]
        #: The name of its material with the letters MA before it, as in the game engine; empty without one.
        self.material_name: str = "" if found["material"] is None else "MA" + found["material"]
        self.matname = self.material_name
        #: The slot of its material.
        self.material_id: int = found["slot"]
        self.matid = self.material_id
        #: The numbers of its vertices in the surface; the fourth is 0, as there are three.
        self.v1, self.v2, self.v3, self.v4 = self._vertices
        #: Rays meet what others collide with.
        self.collide = True

    @property
    def visible(self) -> bool:
        """Whether its object is visible."""
        return self._object.visible

    def getMaterialName(self) -> str:
        """The name of its material, with MA before it."""
        return self.material_name

    def getMaterialIndex(self) -> int:
        """The slot of its material."""
        return self.material_id

    def getNumVertex(self) -> int:
        """The number of its vertices: 3."""
        return _VERTICES

    def getVertexIndex(self, vertex: int) -> int:
        """The number of a vertex, 0 to 3, in the surface; that of 3 is 0."""
        if not 0 <= vertex <= _VERTICES:
            raise ValueError(f"getVertexIndex: the number of a vertex is 0 to 3, not {vertex!r}")
        return self._vertices[vertex]

    def isVisible(self) -> bool:
        """Whether its object is visible."""
        return self.visible

    def isCollider(self) -> bool:
        """Whether others collide with it."""
        return self.collide

    def __getattr__(self, name: str) -> Any:
        if name in _GONE:
            raise NotImplementedError(f"{name}: the simulator has no {_GONE[name]}")
        raise AttributeError(f"KX_PolyProxy has no attribute {name!r}")
