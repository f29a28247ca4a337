"""People: the articulated human whose bones a scene can move, and the victim of the search-and-rescue scenes."""

import math

from kit import facts, shapes, vec
from kit import materials as m
from kit.bones import grow
from kit.physics import NO_COLLISION, body
from kit.register import makes
from kit.scene import Mesh, Node, proxy
from kit.vec import Vec

from robots import _anatomy as anatomy

_ARMATURE_Z = 0.059
_TRUNK = {
    "root": (
        m.JEANS,
        0.90,
        (
            (-0.06, 0.12, 0.20, 0.02),
            (-0.02, 0.20, 0.31, 0.02),
            (0.06, 0.22, 0.335, 0.016),
            (0.14, 0.205, 0.30, 0.012),
            (0.155, 0.19, 0.28, 0.012),
        ),
    ),
    "spine04": (
        m.SHIRT,
        1.03,
        ((-0.01, 0.20, 0.30, 0.012), (0.05, 0.205, 0.30, 0.014), (0.12, 0.21, 0.305, 0.018), (0.18, 0.215, 0.32, 0.02)),
    ),
    "spine02": (
        m.SHIRT,
        1.19,
        (
            (-0.01, 0.21, 0.31, 0.02),
            (0.08, 0.25, 0.345, 0.022),
            (0.17, 0.25, 0.365, 0.020),
            (0.25, 0.20, 0.35, 0.016),
            (0.30, 0.15, 0.27, 0.010),
            (0.335, 0.11, 0.15, 0.008),
        ),
    ),
}


def _joints() -> dict[str, list[Vec]]:
    """Rest head and tail of every bone in the world."""
    row = next(r for r in facts.rows("human_rig") if "bones" in r)
    lift = (0.0, 0.0, _ARMATURE_Z)
    return {b["name"]: [vec.add(tuple(b["head"]), lift), vec.add(tuple(b["tail"]), lift)] for b in row["bones"]}


def _limbs(at: dict[str, list[Vec]]) -> dict[str, Mesh]:
    """Mesh of each bone, in world coordinates of the rest pose."""
    worn: dict[str, Mesh] = {}
    for bone, (material, z, stations) in _TRUNK.items():
        worn[bone] = Mesh().add(material, anatomy.trunk(z, stations))
    worn["root"].add(m.LEATHER, anatomy.trunk(1.03, ((0.0, 0.212, 0.312, 0.013), (0.03, 0.208, 0.304, 0.013))))
    worn["root"].add(m.BRASS, shapes.rounded_box(0.008, 0.04, 0.03, 0.003, 1).move(0.119, 0.0, 1.045))
    worn["neck01"] = Mesh().add(m.SKIN, anatomy.limb((0.012, 0.0, 1.49), (0.035, 0.0, 1.60), 0.058, 0.054))
    worn["head"] = anatomy.head(0.055, 1.658)
    for s in ("_L", "_R"):
        shoulder, elbow = at["upperarm02" + s][0], at["lowerarm01" + s][0]
        middle, wrist = at["lowerarm02" + s][0], at["wrist" + s][0]
        collar = at["shoulder01" + s][0]
        worn["shoulder01" + s] = Mesh().add(
            m.SHIRT, anatomy.limb((0.016, collar[1] * 0.7, 1.455), vec.add(shoulder, (0, 0, 0.02)), 0.062, 0.058)
        )
        sleeve = vec.lerp(shoulder, elbow, 0.55)
        worn["upperarm02" + s] = Mesh().add(m.SHIRT, anatomy.limb(shoulder, sleeve, 0.057, 0.055))
        worn["upperarm02" + s].add(m.SKIN, anatomy.limb(sleeve, elbow, 0.044, 0.038))
        worn["lowerarm01" + s] = Mesh().add(m.SKIN, anatomy.limb(elbow, middle, 0.039, 0.036, 1.12))
        worn["lowerarm02" + s] = Mesh().add(m.SKIN, anatomy.limb(middle, wrist, 0.035, 0.025))
        palm = vec.lerp(at["finger2-1" + s][0], at["finger5-1" + s][0], 0.45)
        worn["wrist" + s] = Mesh().add(m.SKIN, anatomy.limb(wrist, vec.lerp(wrist, palm, 0.45), 0.025, 0.028))
        for k, first in (
            ("1", "wrist" + s),
            ("2", "metacarpal1" + s),
            ("3", "metacarpal2" + s),
            ("4", "metacarpal3" + s),
            ("5", "metacarpal4" + s),
        ):
            knuckle, joint, tip = at[f"finger{k}-1{s}"][0], at[f"finger{k}-2{s}"][0], at[f"finger{k}-3{s}"][0]
            start = at[first][0] if k != "1" else vec.lerp(wrist, knuckle, 0.4)
            worn.setdefault(first, Mesh()).add(m.SKIN, anatomy.limb(start, knuckle, 0.014, 0.0125, sides=8))
            worn[f"finger{k}-1{s}"] = Mesh().add(m.SKIN, anatomy.limb(knuckle, joint, 0.0115, 0.0095, sides=8))
            worn[f"finger{k}-2{s}"] = Mesh().add(m.SKIN, anatomy.limb(joint, tip, 0.0095, 0.0075, sides=8))
        hip, knee = at["upperleg01" + s][0], at["lowerleg01" + s][0]
        calf, ankle = at["lowerleg02" + s][0], at["foot" + s][0]
        thigh = at["upperleg02" + s][0]
        worn["upperleg01" + s] = Mesh().add(m.JEANS, anatomy.limb((0.018, hip[1] * 0.88, 0.94), thigh, 0.092, 0.088))
        worn["upperleg02" + s] = Mesh().add(m.JEANS, anatomy.limb(thigh, knee, 0.088, 0.060))
        worn["lowerleg01" + s] = Mesh().add(m.JEANS, anatomy.limb(knee, calf, 0.060, 0.054, 1.06))
        worn["lowerleg02" + s] = Mesh().add(m.JEANS, anatomy.limb(calf, (ankle[0], ankle[1], 0.165), 0.054, 0.050))
        worn["foot" + s] = anatomy.shoe(0.006, ankle[1], 0.053, 6.0 if s == "_L" else -6.0)
    return worn


def _proxy_on(bone: Node, row: facts.Row, ends: list[Vec]) -> None:
    """A collision body in the middle of a bone, its cylinder along the bone."""
    x, y, z = facts.size(row)
    shape = (
        shapes.sphere((x + y + z) / 6, 14, 8)
        if row.get("physics", NO_COLLISION).get("bounds") == "SPHERE"
        else shapes.cylinder((x + y) / 4, z, segments=16)
    )
    half = vec.length(vec.sub(ends[1], ends[0])) / 2
    bone.add(
        Node(row["name"], (0.0, half, 0.0), (math.pi / 2, 0.0, 0.0), proxy(shape), row.get("physics", NO_COLLISION))
    )


@makes("robots/human_rig")
def human() -> list[Node]:
    """An empty root, its 50 kg base box, and the skeleton at rest with meshes and collision bodies on its bones."""
    rows = {row["name"]: row for row in facts.rows("human_rig")}
    root = facts.node(rows["Human"], None)
    base = facts.node(rows["human_base_bb"], proxy(facts.own_box(rows["human_base_bb"])))
    root.add_in_world(base)
    skeleton = facts.node(rows["HumanSkeleton"], None)
    root.add_in_world(skeleton)
    bones = grow(skeleton, facts.bone_list(rows["HumanSkeleton"]))
    at = _joints()
    for name, mesh in _limbs(at).items():
        look = Node(f"human_{name}")
        bones[name].add(look)
        look.dress(mesh)
    for row in rows.values():
        if "bone" in row:
            _proxy_on(bones[row["bone"]], row, at[row["bone"]])
    return [root]


@makes("robots/victim")
def victim() -> list[Node]:
    """A standing person with arms stretched out, in one mesh; 1.816 m tall, 1.72 m from hand to hand."""
    mesh = Mesh()
    for material, z, stations in _TRUNK.values():
        mesh.add(m.ORANGE if material is m.SHIRT else m.DARK, anatomy.trunk(z, stations))
    mesh.add(m.SKIN, anatomy.limb((0.012, 0.0, 1.49), (0.02, 0.0, 1.60), 0.056, 0.052))
    mesh.include(anatomy.head(0.035, 1.68))
    mesh.add(m.FABRIC_WHITE, anatomy.trunk(1.70, ((0.0, 0.214, 0.176, 0.03), (0.028, 0.212, 0.174, 0.03)), 2.1))
    mesh.add(m.RED, shapes.sphere(0.016, 10, 6).scale(0.3, 1.0, 0.8).move(0.135, 0.035, 1.714))
    for s in (-1.0, 1.0):
        mesh.add(m.ORANGE, anatomy.limb((0.012, s * 0.12, 1.45), (0.01, s * 0.20, 1.44), 0.062, 0.058))
        mesh.add(m.ORANGE, anatomy.limb((0.01, s * 0.20, 1.44), (0.0, s * 0.42, 1.43), 0.057, 0.050))
        mesh.add(m.SKIN, anatomy.limb((0.0, s * 0.42, 1.43), (0.01, s * 0.50, 1.425), 0.041, 0.038))
        mesh.add(m.SKIN, anatomy.limb((0.01, s * 0.50, 1.425), (0.03, s * 0.70, 1.42), 0.038, 0.026, 1.1))
        mesh.add(m.SKIN, shapes.sphere(0.05, 14, 8).scale(0.75, 0.95, 0.45).move(0.035, s * 0.745, 1.42))
        for k in range(4):
            x = 0.005 + 0.02 * k
            mesh.add(
                m.SKIN,
                anatomy.limb(
                    (x, s * 0.78, 1.42), (x, s * (0.852 - 0.006 * abs(k - 1.5)), 1.415), 0.0105, 0.0085, sides=8
                ),
            )
        mesh.add(m.SKIN, anatomy.limb((0.06, s * 0.73, 1.42), (0.10, s * 0.77, 1.415), 0.012, 0.010, sides=8))
        mesh.add(m.DARK, anatomy.limb((0.018, s * 0.088, 0.93), (0.02, s * 0.10, 0.82), 0.092, 0.088))
        mesh.add(m.DARK, anatomy.limb((0.02, s * 0.10, 0.82), (0.02, s * 0.115, 0.48), 0.088, 0.060))
        mesh.add(m.DARK, anatomy.limb((0.02, s * 0.115, 0.48), (-0.005, s * 0.125, 0.11), 0.060, 0.046, 1.06))
        mesh.include(anatomy.shoe(-0.04, s * 0.125, 0.0, s * 8.0))
    mesh.add(m.FABRIC_WHITE, anatomy.limb((0.02, -0.113, 0.56), (0.02, -0.115, 0.46), 0.069, 0.066))
    mesh = mesh.fit((-0.177, -0.86, 0.0), (0.141, 0.86, 1.816))
    physics = body("DYNAMIC", "CONVEX_HULL", 1.0, 1.0, (0.025, 0.159), margin=0.06, actor=True)
    return [Node("Victim", mesh=mesh, physics=physics)]
