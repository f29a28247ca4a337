"""Meshes of objects, with the interface of the game engine: to be read only."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.scene.polygon import KX_PolyProxy

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Message


class KX_VertexProxy:
    """A vertex of a mesh, in the frame of its object. [m]"""

    def __init__(self, position: list[float]) -> None:
        self.XYZ = Vector(position)
        self.x, self.y, self.z = position

    def getXYZ(self) -> Vector:
        """Its position."""
        return self.XYZ.copy()

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a vertex has no {name!r} here: meshes are read only, and give positions")


class MeshMaterial:
    """A material of a mesh."""

    def __init__(self, name: str, index: int) -> None:
        #: Name with the prefix MA, as in the game engine.
        self.name = name
        self._index = index

    def getMaterialIndex(self) -> int:
        """Its slot in the mesh."""
        return self._index

    def __repr__(self) -> str:
        return self.name


class KX_MeshProxy:
    """A part of the visuals of an object. Faces of the file are triangles here."""

    def __init__(self, node: SceneNode, part: int, facts: Message) -> None:
        self._node = node
        self._part = part
        #: Name of its object, with a number for all parts but the first.
        self.name = node.name if part == 0 else f"{node.name}.{part:03d}"
        self.materials = [MeshMaterial("MA" + name, index) for index, name in enumerate(facts["materials"])]
        #: Number of triangles; 0 for shapes without triangles, such as balls.
        self.numPolygons: int = facts["triangles"]
        self._count: int = facts["vertices"]

    def __repr__(self) -> str:
        return self.name

    @property
    def numMaterials(self) -> int:
        """Number of materials."""
        return len(self.materials)

    def getNumMaterials(self) -> int:
        """Number of materials."""
        return self.numMaterials

    def getNumPolygons(self) -> int:
        """Number of triangles."""
        return self.numPolygons

    def getMaterialName(self, index: int) -> str:
        """Name of a material, with the prefix MA. Raises IndexError."""
        return self.materials[index].name

    def getTextureName(self, index: int) -> str:
        """Always empty: textures are known to the simulator only."""
        return ""

    def getVertexArrayLength(self, material: int = 0) -> int:
        """Number of vertices. All materials share them."""
        return self._count

    @cached_property
    def _surface(self) -> Message:
        surface: Message = simulator().ask("mesh", node=self._node.name, part=self._part)
        return surface

    def getVertex(self, material: int, index: int) -> KX_VertexProxy:
        """A vertex. Raises IndexError."""
        return KX_VertexProxy(self._surface["vertices"][index])

    def getPolygon(self, index: int) -> KX_PolyProxy:
        """A triangle. Raises IndexError."""
        slot = self._surface["slots"][index]
        name = self.materials[slot].name[2:] if slot < len(self.materials) else None
        facts = {"vertices": self._surface["triangles"][index], "slot": slot, "material": name}
        return KX_PolyProxy(self._node, facts)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a mesh has no {name!r} here: meshes are read only")


def meshes_of(node: SceneNode) -> list[KX_MeshProxy]:
    """The parts of the visuals of an object."""
    parts = simulator().ask("meshes", node=node.name)
    return [KX_MeshProxy(node, number, facts) for number, facts in enumerate(parts)]
