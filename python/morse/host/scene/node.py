"""Nodes of the scene: the type of ``bge_object``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn, TypeVar, overload

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.logic.bricks import Controller
from morse.host.logic.message import send
from morse.host.scene.armature import Armature, armature_of
from morse.host.scene.named_list import NamedList
from morse.host.scene.node_body import NodeBody
from morse.host.scene.node_pose import Live
from morse.host.scene.polygon import KX_PolyProxy
from morse.host.values import decoded, encoded, vector

if TYPE_CHECKING:
    from morse.host.logic.actuator import ActuatorBrick
    from morse.host.logic.sensor import SensorBrick
    from morse.host.scene.armature import ArmatureChannel, ArmatureConstraint
    from morse.host.types import Data, Message, Numbers, Value

    #: Object, point and normal of a hit, and optionally polygon and image coordinates; all None without a hit.
    Hit = tuple[Value, ...]

_D = TypeVar("_D")

_GONE = {
    "meshes": "meshes of the game engine: rayCast and the sensors of the simulator see shapes",
    "scene": "scenes of the game engine: use blenderapi.scene()",
}

#: Distance from a hit to the start of the next ray. [m]
_BEHIND_M = 1e-4
#: Largest number of surfaces that a ray penetrates.
_THROUGH_MAX = 1000


class NodeList(NamedList["SceneNode"]):
    """A list of objects."""

    @overload
    def get(self, key: str, default: None = None) -> SceneNode | None: ...
    @overload
    def get(self, key: str, default: _D) -> SceneNode | _D: ...
    def get(self, key: str, default: _D | None = None) -> SceneNode | _D | None:
        """The object of that name, or of that name with a number, as for objects whose name was taken."""
        start = len(key) + 1
        numbered = (item for item in self if item.name[:start] == key + "." and item.name[start:].isdigit())
        return super().get(key) or next(numbered, default)


class SceneNode(NodeBody):
    """A node of the scene. Reading an attribute queries the simulator, setting it sends a command."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SceneNode) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __getattr__(self, name: str) -> NoReturn:
        # Also called when a property raises AttributeError.
        if name in ("channels", "constraints"):
            raise AttributeError(f"{self.name} has no armature")
        reason = f": there are no {_GONE[name]} here" if name in _GONE else ""
        raise AttributeError(f"objects of the scene have no {name!r}{reason}")

    # Properties.

    def _facts(self) -> Message:
        facts: Message = simulator().ask("node", node=self.name)
        return facts

    def _properties(self) -> Data:
        properties: Data = decoded(self._facts()["properties"])
        return properties

    def __getitem__(self, key: str) -> Value:
        return self._properties()[key]

    def __setitem__(self, key: str, value: Value) -> None:
        if not (value is None or isinstance(value, (bool, int, float, str, list, tuple, dict))) or value != value:
            raise TypeError(f"a property holds bool, int, float, str, None, list, tuple or dict, not {value!r}")
        simulator().do("property", node=self.name, name=str(key), value=encoded(value))

    def __contains__(self, key: object) -> bool:
        return key in self._properties()

    def get(self, key: str, default: Value = None) -> Value:
        """The value of a property, or ``default``."""
        return self._properties().get(key, default)

    def getPropertyNames(self) -> list[str]:
        """Names of all properties."""
        return list(self._properties())

    # The tree.

    @property
    def parent(self) -> SceneNode | None:
        """The parent object."""
        name = self._facts()["parent"]
        return node(name) if name is not None else None

    @property
    def children(self) -> NodeList:
        """The child objects."""
        return NodeList(node(name) for name in self._facts()["children"])

    @property
    def childrenRecursive(self) -> NodeList:
        """All descendants, by increasing depth."""
        found = NodeList()
        level = self.children
        while level:
            found += level
            level = NodeList(child for item in level for child in item.children)
        return found

    def setParent(self, parent: SceneNode, compound: bool = True, ghost: bool = True) -> None:
        """Attach this object to a parent and keep its pose in the world."""
        simulator().do("parent", node=self.name, parent=parent.name)

    def removeParent(self) -> None:
        """Detach this object from its parent and keep its pose in the world."""
        simulator().do("parent", node=self.name, parent=None)

    # Visuals.

    @property
    def visible(self) -> bool:
        """Whether it is visible."""
        visible: bool = self._facts()["visible"]
        return visible

    @visible.setter
    def visible(self, value: bool) -> None:
        self.setVisible(value)

    def setVisible(self, visible: bool, recursive: bool = False) -> None:
        """Show or hide it."""
        simulator().do("visible", node=self.name, visible=bool(visible), recursive=bool(recursive))

    @property
    def color(self) -> Vector:
        """Red, green, blue and opacity, 0 to 1; white while it has the colors of its materials."""
        return Live(self._facts()["color"], self, "color")

    @color.setter
    def color(self, value: Numbers) -> None:
        rgba = [float(number) for number in value]
        if len(rgba) not in (3, 4) or not all(0.0 <= number <= 1.0 for number in rgba):
            raise ValueError(f"a color is red, green, blue and opacity, 0 to 1, not {value!r}")
        simulator().do("color", node=self.name, rgba=[*rgba, 1.0][:4])

    # Logic bricks.

    @property
    def sensors(self) -> NamedList[SensorBrick]:
        """Its sensor bricks."""
        return Controller(self).sensors

    @property
    def actuators(self) -> NamedList[ActuatorBrick]:
        """Its actuator bricks."""
        return Controller(self).actuators

    @property
    def controllers(self) -> NamedList[Controller]:
        """Its only controller, which has all its bricks."""
        return NamedList([Controller(self)])

    def sendMessage(self, subject: str, body: str = "", to: str = "") -> None:
        """Send a message to the object ``to``, or to all objects."""
        send(subject, body, to)

    # Armatures.

    def _armature(self) -> Armature:
        armature = armature_of(self)
        if armature is None:
            raise AttributeError("no armature")
        return armature

    @property
    def channels(self) -> NamedList[ArmatureChannel]:
        """The bones of its armature, or of the first armature among its descendants."""
        return self._armature().channels()

    @property
    def constraints(self) -> NamedList[ArmatureConstraint]:
        """The inverse kinematics constraints of its armature, from the model or the scene."""
        return self._armature().constraints

    def update(self) -> None:
        """Move its armature towards the targets of active constraints."""
        armature = armature_of(self)
        if armature is not None:
            armature.follow()

    # Distances and rays.

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
            if not prop or prop in node(hit[0]):
                found = node(hit[0])
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
    return place.worldPosition if isinstance(place, SceneNode) else Vector(place)


class SceneObjects:
    """All objects of the scene, by name."""

    def _names(self) -> list[str]:
        names: list[str] = simulator().ask("nodes")
        return names

    def __getitem__(self, key: int | str) -> SceneNode:
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

    @overload
    def get(self, key: str, default: None = None) -> SceneNode | None: ...
    @overload
    def get(self, key: str, default: _D) -> SceneNode | _D: ...
    def get(self, key: str, default: _D | None = None) -> SceneNode | _D | None:
        """The object of that name, or ``default``."""
        return node(key) if key in self else default


def node(name: str) -> SceneNode:
    """The object of a full name."""
    return SceneNode(name)
