"""Nodes of the scene: the type of ``bge_object``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn, TypeVar, overload

from morse.core.mathutils import Vector
from morse.host.channel import simulator
from morse.host.logic.bricks import Controller
from morse.host.logic.message import send
from morse.host.scene.armature import Armature, armature_of
from morse.host.scene.live import Live
from morse.host.scene.mesh import KX_MeshProxy, meshes_of
from morse.host.scene.named_list import NamedList
from morse.host.scene.node_body import NodeBody
from morse.host.scene.node_rays import NodeRays
from morse.host.scene.without_effect import without_effect
from morse.host.values import decoded, encoded

if TYPE_CHECKING:
    from morse.host.logic.actuator import ActuatorBrick
    from morse.host.logic.sensor import SensorBrick
    from morse.host.scene.armature import ArmatureChannel, ArmatureConstraint
    from morse.host.types import Data, Message, Numbers, Value

_D = TypeVar("_D")

_GONE = {
    "scene": "scenes of the game engine: use blenderapi.scene()",
    "replaceMesh": "meshes that can be replaced: show one of several objects with setVisible",
    "reinstancePhysicsMesh": "shapes that can be replaced: a body keeps the shape of its file",
    "lodManager": "levels of detail",
}


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


class SceneNode(NodeBody, NodeRays):
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
        return Live(lambda: self._facts()["color"], self, "color")

    @color.setter
    def color(self, value: Numbers) -> None:
        rgba = [float(number) for number in value]
        if len(rgba) not in (3, 4) or not all(0.0 <= number <= 1.0 for number in rgba):
            raise ValueError(f"a color is red, green, blue and opacity, 0 to 1, not {value!r}")
        simulator().do("color", node=self.name, rgba=[*rgba, 1.0][:4])

    @property
    def meshes(self) -> list[KX_MeshProxy]:
        """The parts of its visuals, to be read."""
        return meshes_of(self)

    # Animations and life.

    def playAction(self, name: str, *_: Value, **__: Value) -> None:
        """Has no effect: animations of model files do not run."""
        without_effect(f"the animation {name!r} of playAction")

    def stopAction(self, layer: int = 0) -> None:
        """Has no effect: no animation runs."""

    def isPlayingAction(self, layer: int = 0) -> bool:
        """Always false: no animation runs."""
        return False

    def getActionFrame(self, layer: int = 0) -> float:
        """Always 0: no animation runs."""
        return 0.0

    def endObject(self) -> None:
        """Remove it from the scene at once, with everything that it carries: a robot, a passive object or a primitive.

        Raises LookupError for parts of objects, for the environment, and for objects whose components run in Python.
        """
        simulator().ask("end_object", node=self.name)

    @property
    def invalid(self) -> bool:
        """Whether it has been removed."""
        return self.name not in SceneObjects()

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
