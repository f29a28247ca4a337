"""Feet, plinths and brackets for the eye only, below things that the original leaves in the air."""

from collections.abc import Sequence

from kit import facts, shapes, sweeps, vec
from kit import materials as m
from kit.materials import Material
from kit.scene import Mesh, Node
from kit.surface import Surface

Point2 = tuple[float, float]

#: Collision margin of static meshes in the original, above the visible surface; loose objects rest at this height. [m]
MARGIN_M = 0.06
#: Points up to this height above the lowest point belong to the outline of the feet. [m]
_SOLE_M = 0.012
#: Overlap of feet with the ground, and with the body that they support. [m]
_INTO_FLOOR_M, _INTO_BODY_M = 0.002, 0.004
#: Depth of roots below the ground. [m]
_ROOT_DEPTH_M = 0.15
#: Width of a foot as a share of that of its body.
_SLIM = 0.9


def _hull(points: Sequence[Point2]) -> list[Point2]:
    """The convex outline of points, counter-clockwise (Andrew's monotone chain)."""

    def chain(ordered: Sequence[Point2]) -> list[Point2]:
        kept: list[Point2] = []
        for p in ordered:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2], kept[-1]
                if (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 1e-9:
                    break
                kept.pop()
            kept.append(p)
        return kept[:-1]

    ordered = sorted({(round(x, 5), round(y, 5)) for x, y in points})
    return chain(ordered) + chain(ordered[::-1])


def _soles(mesh: Mesh) -> list[list[Point2]]:
    """The outlines of all parts of a mesh that end at its lowest height."""
    low = mesh.box()[0][2]
    outlines = []
    for surface, _ in mesh.parts:
        outline = _hull([(x, y) for x, y, z in surface.points if z < low + _SOLE_M])
        if len(outline) > 2 and surface.box()[0][2] < low + _INTO_BODY_M:
            outlines.append(outline)
    return outlines


def stand(roots: Sequence[Node], depths_m: dict[str, float], material: Material = m.DARK) -> None:
    """Puts feet of the given lengths under the named nodes, one below each leg, slimmer than it."""
    for number, (name, depth) in enumerate(depths_m.items()):
        item = facts.find(roots, name)
        if item.mesh is None:
            raise ValueError(f"{name} has no mesh that feet could carry")
        whole = item.mesh.placed(item.world())
        low = whole.box()[0][2]
        feet = Mesh()
        for outline in _soles(whole):
            cx, cy = (sum(p[i] for p in outline) / len(outline) for i in (0, 1))
            slim = [(cx + (x - cx) * _SLIM, cy + (y - cy) * _SLIM) for x, y in outline]
            long = depth + _INTO_FLOOR_M + _INTO_BODY_M
            feet.add(material, sweeps.extrude(slim, long).move(z=low + _INTO_BODY_M - long / 2))
        _hang(item, "Foot", number, feet)


def heights_m(roots: Sequence[Node], names: Sequence[str]) -> dict[str, float]:
    """How high the lowest points of the named nodes are above z 0."""
    nodes = {name: facts.find(roots, name) for name in names}
    return {name: n.mesh.placed(n.world()).box()[0][2] for name, n in nodes.items() if n.mesh is not None}


def plinths_m(roots: Sequence[Node], names: Sequence[str]) -> dict[str, float]:
    """Lengths of plinths of the named loose boxes that reach the floor at the start and at rest. [m]"""
    return {name: max(height, MARGIN_M) for name, height in heights_m(roots, names).items()}


def casters(item: Node, x_m: float, y_m: float, radius_m: float) -> None:
    """Adds four small wheels to a piece, ``x_m`` and ``y_m`` from its middle, with larger ones that reach z 0."""
    if item.mesh is None:
        raise ValueError(f"{item.name} has no mesh that wheels could carry")
    low, high = item.mesh.box()
    frame = item.world()
    wheels = Mesh()
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            wheel = shapes.cylinder(radius_m, 0.026, "x", 20, 0.005).move(
                frame[0][3] + (low[0] + high[0]) / 2 + sx * x_m,
                frame[1][3] + (low[1] + high[1]) / 2 + sy * y_m,
                radius_m - _INTO_FLOOR_M,
            )
            wheels.add(m.RUBBER, wheel)
    _hang(item, "Foot", 90, wheels)


def roots_of_tree(item: Node, number: int, ground_z_m: float) -> None:
    """Continues a trunk below its lower end into the ground, wider the deeper."""
    if item.mesh is None:
        raise ValueError(f"{item.name} has no mesh that roots could carry")
    parts = [surface for surface, _ in item.mesh.placed(item.world()).parts]
    lowest = min(part.box()[0][2] for part in parts)
    # The flare at the foot is the widest of the parts that end there.
    ends = [part for part in parts if part.box()[0][2] < lowest + _ROOT_DEPTH_M]
    part = max(ends, key=lambda part: part.box()[1][0] - part.box()[0][0])
    low = part.box()[0][2]
    deep = ground_z_m - _ROOT_DEPTH_M
    outline = _hull([(x, y) for x, y, z in part.points if z < low + _SOLE_M])
    cx, cy = (sum(p[i] for p in outline) / len(outline) for i in (0, 1))
    count = len(outline)
    points: list[vec.Vec] = []
    for wide, z in ((1.35, deep), (1.12, (deep + low) / 2), (1.0, low + _INTO_BODY_M)):
        points += [(cx + (x - cx) * wide, cy + (y - cy) * wide, z) for x, y in outline]
    sides = [
        (ring + i, ring + (i + 1) % count, ring + (i + 1) % count + count, ring + i + count)
        for ring in (0, count)
        for i in range(count)
    ]
    flare = Mesh().add(m.BARK, Surface(points, [*sides, tuple(range(2 * count, 3 * count))]))
    _hang(item, "Foot", number, flare)


def brackets(item: Node, number: int, back_y_m: float, wall_y_m: float) -> None:
    """Two plates at a third and two thirds of a piece's width, from its back to the wall behind it."""
    if item.mesh is None:
        raise ValueError(f"{item.name} has no mesh that brackets could carry")
    low, high = item.mesh.placed(item.world()).box()
    mesh = Mesh()
    for share in (0.25, 0.75):
        x, z = low[0] + (high[0] - low[0]) * share, low[2] + (high[2] - low[2]) * 0.85
        mesh.add(m.WHITE, shapes.block((x - 0.02, wall_y_m - 0.002, z - 0.03), (x + 0.02, back_y_m, z + 0.03)))
    _hang(item, "Bracket", number, mesh)


def _hang(item: Node, kind: str, number: int, mesh: Mesh) -> None:
    """A part in world coordinates, as a child of its piece."""
    part = Node(kind if number == 0 else f"{kind}.{number:03d}")
    item.add(part)
    part.dress(mesh)
