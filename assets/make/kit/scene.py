"""Content of a model file: meshes of several materials, and nodes in a tree, in MORSE's frames (Z up, X forward)."""

from collections.abc import Sequence
from typing import Any, Optional

from kit import vec
from kit.materials import INVISIBLE, Material
from kit.physics import NO_COLLISION, Physics
from kit.surface import Surface
from kit.vec import Matrix, Vec


class Mesh:
    """Surfaces with their materials. A mesh shared by several nodes is stored once."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.parts: list[tuple[Surface, Material]] = []

    def add(self, material: Material, *surfaces: Surface) -> "Mesh":
        """Adds surfaces of one material; returns the mesh, so that calls can be chained."""
        self.parts.extend((s, material) for s in surfaces)
        return self

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> "Mesh":
        """A copy, shifted."""
        return self.placed(vec.matrix_from_euler((0, 0, 0), (x, y, z)))

    def placed(self, frame: Matrix) -> "Mesh":
        """A copy, transformed by ``frame``."""
        result = Mesh(self.name)
        result.parts = [(s.placed(frame), m) for s, m in self.parts]
        return result

    def mirrored(self, axis: str = "y") -> "Mesh":
        """A copy, mirrored across the plane normal to ``axis``."""
        result = Mesh(self.name)
        result.parts = [(s.mirror(axis), m) for s, m in self.parts]
        return result

    def include(self, other: "Mesh") -> "Mesh":
        """Adds all parts of another mesh; returns this mesh."""
        self.parts.extend(other.parts)
        return self

    def box(self) -> tuple[Vec, Vec]:
        """Lowest and highest coordinates of all parts."""
        boxes = [s.box() for s, _ in self.parts]
        low = tuple(min(b[0][i] for b in boxes) for i in range(3))
        high = tuple(max(b[1][i] for b in boxes) for i in range(3))
        return low, high  # type: ignore[return-value]

    def fit(self, low: Vec, high: Vec) -> "Mesh":
        """A copy stretched and shifted into exactly the given bounding box; for the last few millimeters."""
        own_low, own_high = self.box()
        factors = [(high[i] - low[i]) / (own_high[i] - own_low[i]) for i in range(3)]
        shifts = [low[i] - own_low[i] * factors[i] for i in range(3)]
        rows = tuple(tuple(factors[i] if j == i else 0.0 for j in range(3)) + (shifts[i],) for i in range(3))
        return self.placed(rows)  # type: ignore[arg-type]


class Node:
    """An object of the file: a frame in its parent, maybe a mesh, a body, game properties, a light or a joint.

    ``location`` and ``euler`` (XYZ, rad) are in the parent. ``joint`` marks a bone of an armature (see ``bones.py``);
    ``armature`` marks the object whose bones its descendants are.
    """

    def __init__(
        self,
        name: str,
        location: Sequence[float] = (0.0, 0.0, 0.0),
        euler: Sequence[float] = (0.0, 0.0, 0.0),
        mesh: Optional[Mesh] = None,
        physics: Physics = NO_COLLISION,
        properties: Optional[dict[str, Any]] = None,
        light: Optional[dict[str, Any]] = None,
        camera: Optional[dict[str, Any]] = None,
        joint: Optional[dict[str, Any]] = None,
        armature: bool = False,
    ) -> None:
        self.name = name
        self.frame: Matrix = vec.matrix_from_euler(euler, location)
        self.mesh = mesh
        self.physics = physics
        self.properties = dict(properties or {})
        self.light = light
        self.camera = camera
        self.joint = joint
        self.armature = armature
        self.parent: Optional[Node] = None
        self.children: list[Node] = []

    def add(self, *children: "Node") -> "Node":
        """Adds child nodes whose frames are relative to this node; returns this node."""
        for child in children:
            child.parent = self
            self.children.append(child)
        return self

    def add_in_world(self, *children: "Node") -> "Node":
        """Adds child nodes whose frames are in world coordinates; returns this node."""
        back = vec.inverse_rigid(self.world())
        for child in children:
            child.frame = vec.compose(back, child.frame)
        return self.add(*children)

    def dress(self, mesh: Mesh) -> "Node":
        """Sets a mesh in world coordinates; the node must already have its parent. Returns the node."""
        self.mesh = mesh.placed(vec.inverse_rigid(self.world()))
        return self

    def world(self) -> Matrix:
        """The frame of this node in the file."""
        return self.frame if self.parent is None else vec.compose(self.parent.world(), self.frame)

    @property
    def hidden(self) -> bool:
        """True for a collision proxy, which is not drawn."""
        return self.mesh is not None and all(m is INVISIBLE for _, m in self.mesh.parts)

    @property
    def draws_nothing(self) -> bool:
        """True when neither this node nor any of its descendants is visible."""
        return (self.mesh is None or self.hidden) and all(child.draws_nothing for child in self.children)


class Model:
    """A file to generate: its path below ``assets`` without suffix, and its root nodes in the original's order."""

    def __init__(self, path: str, *roots: Node) -> None:
        self.path = path
        self.roots = list(roots)


def proxy(surface: Surface) -> Mesh:
    """The mesh of an invisible collision body."""
    return Mesh().add(INVISIBLE, surface)


def point_light(power_cd: float, rgb: Sequence[float] = (1.0, 1.0, 1.0), reach_m: float = 0.0) -> dict[str, Any]:
    """A lamp shining in all directions; ``reach_m`` 0 means unlimited."""
    light: dict[str, Any] = {"type": "point", "intensity": power_cd, "color": list(rgb)}
    if reach_m > 0.0:
        light["range"] = reach_m
    return light


def sun_light(strength_lux: float, rgb: Sequence[float] = (1.0, 1.0, 1.0)) -> dict[str, Any]:
    """Parallel light along the node's local -Z."""
    return {"type": "directional", "intensity": strength_lux, "color": list(rgb)}
