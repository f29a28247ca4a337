"""Nodes of the scene for components: the type of ``bge_object``."""

import math
from typing import Any, Dict, Iterator, List, Optional, Tuple

from morse.core.mathutils import Vector
from morse.host.armature import Armature, armature_of
from morse.host.channel import simulator
from morse.host.logic.bricks import Controller
from morse.host.logic.message import send
from morse.host.named_list import NamedList
from morse.host.node_body import NodeBody
from morse.host.node_pose import Live
from morse.host.polygon import KX_PolyProxy
from morse.host.values import decoded, encoded, vector

_GONE = {
    "meshes": "meshes of the game engine: rayCast and the sensors of the simulator see shapes",
    "scene": "scenes of the game engine: use blenderapi.scene()",
}

#: How far behind a hit a ray goes on. [m]
_BEHIND_M = 1e-4
#: Surfaces that a ray goes through at most.
_THROUGH_MAX = 1000


class NodeList(NamedList):
    """A list of objects."""

    def get(self, key: str, default: Any = None) -> Any:
        """The object of that name, or of that name and a number, as objects are called when the name was taken."""
        numbered = (item for item in self if item.name[: len(key) + 1] == key + "." and item.name[len(key) + 1 :].isdigit())
        return super().get(key) or next(numbered, default)


class SceneNode(NodeBody):
    """A node of the scene. Reading an attribute queries the simulator; setting one sends a command."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SceneNode) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __getattr__(self, name: str) -> Any:
        # Python also comes here when a property raises AttributeError.
        if name in ("channels", "constraints"):
            raise AttributeError(f"{self.name} has no armature")
        why = f": there are no {_GONE[name]} here" if name in _GONE else ""
        raise AttributeError(f"objects of the scene have no {name!r}{why}")

    # Properties.

    def _about(self) -> Dict[str, Any]:
        return simulator().ask("node", node=self.name)

    def _properties(self) -> Dict[str, Any]:
        return decoded(self._about()["properties"])

    def __getitem__(self, key: str) -> Any:
        return self._properties()[key]

    def __setitem__(self, key: str, value: Any) -> None:
        if not (value is None or isinstance(value, (bool, int, float, str, list, tuple, dict))) or value != value:
            raise TypeError(f"a property holds bool, int, float, str, None, list, tuple or dict, not {value!r}")
        simulator().do("property", node=self.name, name=str(key), value=encoded(value))

    def __contains__(self, key: object) -> bool:
        return key in self._properties()

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a property, or ``default``."""
        return self._properties().get(key, default)

    def getPropertyNames(self) -> List[str]:
        """The names of all properties."""
        return list(self._properties())

    # The tree.

    @property
    def parent(self) -> Optional["SceneNode"]:
        """The parent object."""
        name = self._about()["parent"]
        return node(name) if name is not None else None

    @property
    def children(self) -> NodeList:
        """The child objects."""
        return NodeList(node(name) for name in self._about()["children"])

    @property
    def childrenRecursive(self) -> NodeList:
        """All descendants, nearer ones first."""
        found = NodeList()
        level = self.children
        while level:
            found += level
            level = NodeList(child for item in level for child in item.children)
        return found

    def setParent(self, parent: "SceneNode", compound: bool = True, ghost: bool = True) -> None:
        """Attach this object to a parent and keep its pose in the world."""
        simulator().do("parent", node=self.name, parent=parent.name)

    def removeParent(self) -> None:
        """Detach this object from its parent and keep its pose in the world."""
        simulator().do("parent", node=self.name, parent=None)

    # Visuals.

    @property
    def visible(self) -> bool:
        """Whether it is visible."""
        return self._about()["visible"]

    @visible.setter
    def visible(self, value: bool) -> None:
        self.setVisible(value)

    def setVisible(self, visible: bool, recursive: bool = False) -> None:
        """Show or hide it."""
        simulator().do("visible", node=self.name, visible=bool(visible), recursive=bool(recursive))

    @property
    def color(self) -> Vector:
        """Red, green, blue and opacity, 0 to 1; white while it has the colours of its materials."""
        return Live(self._about()["color"], self, "color")

    @color.setter
    def color(self, value: Any) -> None:
        rgba = [float(number) for number in value]
        if len(rgba) not in (3, 4) or not all(0.0 <= number <= 1.0 for number in rgba):
            raise ValueError(f"a colour is red, green, blue and opacity, 0 to 1, not {value!r}")
        simulator().do("color", node=self.name, rgba=[*rgba, 1.0][:4])

    # Logic bricks.

    @property
    def sensors(self) -> NamedList:
        """Its sensor bricks."""
        return Controller(self).sensors

    @property
    def actuators(self) -> NamedList:
        """Its actuator bricks."""
        return Controller(self).actuators

    @property
    def controllers(self) -> NamedList:
        """A controller with all its bricks."""
        return NamedList([Controller(self)])

    def sendMessage(self, subject: str, body: str = "", to: str = "") -> None:
        """Send a message to the object of that name, or to all."""
        send(subject, body, to)

    # Armatures.

    def _armature(self) -> Armature:
        armature = armature_of(self)
        if armature is None:
            raise AttributeError("no armature")
        return armature

    @property
    def channels(self) -> NamedList:
        """The bones of its armature, or of the first one of its parts."""
        return self._armature().channels()

    @property
    def constraints(self) -> NamedList:
        """The inverse kinematics that the model or the scene gives bones of its armature."""
        return self._armature().constraints

    def update(self) -> None:
        """Move its armature towards the targets of active constraints."""
        armature = armature_of(self)
        if armature is not None:
            armature.follow()

    # Distances and rays.

    def getVectTo(self, other: Any) -> Tuple[float, Vector, Vector]:
        """Distance to an object or a point, and the unit vector to it, along the axes of the world and its own."""
        pose = self._pose(False)
        way = _point(other) - pose.translation
        unit = way.normalized() if way.length > 0.0 else Vector((1.0, 0.0, 0.0))
        return way.length, unit, pose.to_3x3().transposed() @ unit

    def getDistanceTo(self, other: Any) -> float:
        """Distance to an object or a point. [m]"""
        return (_point(other) - self.worldPosition).length

    def rayCast(
        self,
        objto: Any,
        objfrom: Any = None,
        dist: float = 0.0,
        prop: str = "",
        face: int = 0,
        xray: int = 0,
        poly: int = 0,
    ) -> Tuple[Any, ...]:
        """The first hit of a ray to an object or a point: object, point, normal; None for each without a hit.

        ``dist`` is the length of the ray; 0 ends it at the target. With ``prop``, only a hit on an object with this property
        counts; with ``xray`` too, the ray goes through all others. With ``poly`` 1 there is the polygon in addition, None if
        the shape has none, and with 2 also the image coordinates of the hit.
        """
        if poly not in (0, 1, 2):
            raise ValueError(f"rayCast: poly is 0, 1 for the polygon, or 2 for its image coordinates too, not {poly!r}")
        nothing = (None,) * (3 + poly)
        start = self.worldPosition if objfrom is None else _point(objfrom)
        way = _point(objto) - start
        reach = dist or way.length
        if not math.isfinite(reach) or way.length == 0.0:
            return nothing
        along, reach = way.normalized(), abs(reach)
        for _ in range(_THROUGH_MAX):
            asked = {"from": vector(start), "along": vector(along), "range_m": reach, "skip": self.name, "polygon": poly > 0}
            hit = simulator().ask("ray", **asked)
            if hit is None:
                break
            if not prop or prop in node(hit[0]):
                found = node(hit[0])
                polygon = KX_PolyProxy(found, hit[3]) if poly and hit[3] else None
                uv = Vector(hit[3]["uv"]) if poly == 2 and hit[3] and hit[3]["uv"] else None
                return (found, Vector(hit[1]), Vector(hit[2]), polygon, uv)[: 3 + poly]
            if not xray:
                break
            # A ray does not meet the solid in which it starts, and meets a mesh again on its way out.
            behind = Vector(hit[1]) + _BEHIND_M * along
            reach -= (behind - start).length
            start = behind
            if reach <= 0.0:
                break
        return nothing

    def rayCastTo(self, other: Any, dist: float = 0.0, prop: str = "") -> Optional["SceneNode"]:
        """The object at the first hit of a ray to another object or a point; None without a hit."""
        return self.rayCast(other, None, dist, prop)[0]


def _point(place: Any) -> Vector:
    return place.worldPosition if isinstance(place, SceneNode) else Vector(place)


class SceneObjects:
    """All objects of the scene, by name."""

    def _names(self) -> List[str]:
        return simulator().ask("nodes")

    def __getitem__(self, key: Any) -> SceneNode:
        if isinstance(key, int):
            return node(self._names()[key])
        if key not in self:
            raise KeyError(f"there is no object {key!r} in the scene")
        return node(key)

    def __contains__(self, key: object) -> bool:
        return (key.name if isinstance(key, SceneNode) else key) in self._names()

    def __iter__(self) -> Iterator[SceneNode]:
        return map(node, self._names())

    def __len__(self) -> int:
        return len(self._names())

    def get(self, key: str, default: Any = None) -> Any:
        """The object of that name, or ``default``."""
        return node(key) if key in self else default


def node(name: str) -> SceneNode:
    """The object of that full name."""
    return SceneNode(name)
