"""Distances from nodes of the scene to points and nodes, and rays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from morse.core.mathutils import Matrix, Vector
from morse.host.channel import simulator
from morse.host.scene.polygon import KX_PolyProxy
from morse.host.values import vector

if TYPE_CHECKING:
    from morse.host.scene.node import SceneNode
    from morse.host.types import Numbers, Value

    #: Object, point and normal of a hit, and optionally polygon and image coordinates; all None without a hit.
    Hit = tuple[Value, ...]

#: Distance from a hit to the start of the next ray. [m]
_BEHIND_M = 1e-4
#: Largest number of surfaces that a ray penetrates.
_THROUGH_MAX = 1000


class NodeRays:
    """Measures distances, and casts rays from a node."""

    __slots__ = ()
    name: str

    @property
    def worldPosition(self) -> Vector:
        """Position in the world. [m]"""
        raise NotImplementedError

    def _pose(self, local: bool) -> Matrix:
        raise NotImplementedError

    def getVectTo(self, other: SceneNode | Numbers) -> tuple[float, Vector, Vector]:
        """Distance to an object or a point [m], and the unit vector to it in the frame of the world and in its own."""
        pose = self._pose(False)
        offset = _point(other) - pose.translation
        unit = offset.normalized() if offset.length > 0.0 else Vector((1.0, 0.0, 0.0))
        return offset.length, unit, pose.to_3x3().transposed() @ unit

    def getDistanceTo(self, other: SceneNode | Numbers) -> float:
        """Distance to an object or a point. [m]"""
        return (_point(other) - self.worldPosition).length

    def rayCast(
        self,
        objto: SceneNode | Numbers,
        objfrom: SceneNode | Numbers | None = None,
        dist: float = 0.0,
        prop: str = "",
        face: int = 0,
        xray: int = 0,
        poly: int = 0,
    ) -> Hit:
        """The first hit of a ray to an object or a point: object, point [m], normal; all None without a hit.

        ``dist`` is the length of the ray; 0 ends it at the target. [m] With ``prop``, only a hit on an object with this
        property counts; with ``xray`` too, the ray passes through all other objects. ``poly`` 1 adds the polygon, which
        is None for shapes without polygons; ``poly`` 2 also adds the image coordinates of the hit.
        """
        if poly not in (0, 1, 2):
            raise ValueError(f"rayCast: poly is 0, 1 for the polygon, or 2 for its image coordinates too, not {poly!r}")
        nothing = (None,) * (3 + poly)
        start = self.worldPosition if objfrom is None else _point(objfrom)
        offset = _point(objto) - start
        range_m = dist or offset.length
        if not math.isfinite(range_m) or offset.length == 0.0:
            return nothing
        along, range_m = offset.normalized(), abs(range_m)
        for _ in range(_THROUGH_MAX):
            ray = {"from": vector(start), "along": vector(along), "range_m": range_m}
            hit = simulator().ask("ray", **ray, skip=self.name, polygon=poly > 0)
            if hit is None:
                break
            found: SceneNode = type(self)(hit[0])  # type: ignore[assignment, call-arg]  # the class of objects
            if not prop or prop in found:
                polygon = KX_PolyProxy(found, hit[3]) if poly and hit[3] else None
                uv = Vector(hit[3]["uv"]) if poly == 2 and hit[3] and hit[3]["uv"] else None
                return (found, Vector(hit[1]), Vector(hit[2]), polygon, uv)[: 3 + poly]
            if not xray:
                break
            # Continues behind the hit: a ray ignores the solid in which it starts, but hits the back side of a mesh.
            behind = Vector(hit[1]) + _BEHIND_M * along
            range_m -= (behind - start).length
            start = behind
            if range_m <= 0.0:
                break
        return nothing

    def rayCastTo(self, other: SceneNode | Numbers, dist: float = 0.0, prop: str = "") -> SceneNode | None:
        """The object at the first hit of a ray to an object or a point; None without a hit."""
        found: SceneNode | None = self.rayCast(other, None, dist, prop)[0]
        return found


def _point(place: SceneNode | Numbers) -> Vector:
    return place.worldPosition if isinstance(place, NodeRays) else Vector(place)
