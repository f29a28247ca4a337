"""Object trees from tables of facts: names, parents, poses, bodies, properties and sizes that users' scenes rely on.

``facts/<name>.json`` is a list of rows, parents first. Poses are in the world (m, XYZ rad); ``box`` is the object's own
bounding box. A model gives each row its looks; rows marked ``hidden`` become invisible collision proxies.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable, Optional

from kit import bones, shapes
from kit.physics import NO_COLLISION
from kit.scene import Mesh, Node, point_light, proxy, sun_light
from kit.surface import Surface

Row = dict[str, Any]
Dresser = Callable[[Row], Optional[Mesh]]

_FOLDER = Path(__file__).resolve().parent.parent / "facts"


def rows(name: str) -> list[Row]:
    """The rows of a table."""
    return list(json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def own_box(row: Row) -> Surface:
    """The row's bounding box as a solid, flat ones with a small thickness."""
    low, high = row["box"]
    thick = [0.0 if b - a > 1e-6 else 0.0005 for a, b in zip(low, high)]
    return shapes.block(
        (low[0] - thick[0], low[1] - thick[1], low[2] - thick[2]),
        (high[0] + thick[0], high[1] + thick[1], high[2] + thick[2]),
    )


def size(row: Row) -> Sequence[float]:
    """Edge lengths of the row's own box. [m]"""
    low, high = row["box"]
    return [b - a for a, b in zip(low, high)]


def collision_shape(row: Row) -> Surface:
    """The solid of a hidden proxy, by its bounds."""
    low, high = row["box"]
    x, y, z = size(row)
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    bounds = row.get("physics", {}).get("bounds", "BOX")
    if bounds == "CYLINDER":
        return shapes.cylinder((x + y) / 4, z, segments=20).move(*middle)
    if bounds == "SPHERE":
        return shapes.sphere((x + y + z) / 6, 16, 8).move(*middle)
    return own_box(row)


def _light(row: Row) -> Optional[dict[str, Any]]:
    """A lamp's light: the original's energies of about 1 converted to ordinary room light and daylight."""
    if "lamp" not in row:
        return None
    kind, energy, reach, rgb = row["lamp"]
    return sun_light(2.0 * energy, rgb) if kind == "SUN" else point_light(40.0 * energy, rgb, 2.0 * reach)


def node(row: Row, mesh: Optional[Mesh]) -> Node:
    """The node of a row, in the world's frame."""
    result = Node(row["name"], row["at"], row.get("euler", (0.0, 0.0, 0.0)), mesh)
    result.physics = row.get("physics", NO_COLLISION)
    result.properties = dict(row.get("properties", {}))
    result.light = _light(row)
    result.armature = "bones" in row
    return result


def bone_list(row: Row) -> list[bones.Bone]:
    """The bones of an armature row."""
    return [
        bones.Bone(
            b["name"],
            b["parent"],
            tuple(b["head"]),
            tuple(b["tail"]),
            b["roll"],
            b["dof"],
            b.get("limits"),
            b.get("limited", ""),
            b.get("stretch", 0.0),
            b.get("ik", False),
        )
        for b in row["bones"]
    ]


def tree(name: str, dresser: Dresser, skip: Sequence[str] = ()) -> list[Node]:
    """The whole table as nodes; returns the roots. Children of bones are nodes below them."""
    made: dict[str, Node] = {}
    bones_of: dict[str, dict[str, Node]] = {}
    roots: list[Node] = []
    for row in rows(name):
        if row["name"] in skip:
            continue
        mesh = proxy(collision_shape(row)) if row.get("hidden") else dresser(row)
        item = node(row, mesh)
        parent = made.get(row.get("parent", ""))
        if parent is not None and "bone" in row:
            parent = bones_of.get(row["parent"], {}).get(row["bone"], parent)
        if parent is None:
            roots.append(item)
        else:
            parent.add_in_world(item)
        made[row["name"]] = item
        if "bones" in row:
            bones_of[row["name"]] = bones.grow(item, bone_list(row))
    return roots


def find(roots: Sequence[Node], name: str) -> Node:
    """The first object (not bone) of that name. Raises KeyError."""
    stack = list(reversed(roots))
    while stack:
        item = stack.pop()
        if item.name == name and item.joint is None:
            return item
        stack.extend(reversed(item.children))
    raise KeyError(name)
