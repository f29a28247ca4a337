"""Outdoor scenes: the village park among trees, the rocky meadow, open water; and the plain tree as a prop."""

import math
from typing import Optional

from kit import facts, shapes, sweeps, vec
from kit import materials as m
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node, sun_light
from kit.vec import Vec
from props import objects as crates

from environments import _feet as feet
from environments import _nature as nature

_SKIP = ("SkyBox",)


def _village(terrain: nature.Height, x: float, y: float) -> Mesh:
    """A row of houses and a block of flats around (x, y), standing on the ground."""
    mesh = Mesh()
    plots = (
        (-22.0, -5.0, 10.0, 8.0, 7.5, 12.0),
        (-8.0, -3.5, 12.0, 9.0, 8.5, -8.0),
        (7.0, -2.0, 10.0, 8.0, 7.0, 5.0),
        (24.0, 1.0, 14.0, 10.0, 9.0, -14.0),
    )
    for number, (dx, dy, sx, sy, sz, yaw) in enumerate(plots):
        house = nature.house(sx, sy, sz, m.PLASTER if number % 2 else m.WALL_WARM)
        base = min(terrain(x + dx, y + dy), terrain(x + dx + 4, y + dy), terrain(x + dx - 4, y + dy))
        mesh.parts += [(s.turn(z=yaw).move(x + dx, y + dy, base), material) for s, material in house.parts]
    flats = nature.block_of_flats(22.0, 10.0, 10.2)
    mesh.parts += [
        (s.turn(z=-4.0).move(x + 2.0, y + 9.0, terrain(x + 2.0, y + 9.0) - 0.3), material)
        for s, material in flats.parts
    ]
    return mesh


def _path(terrain: nature.Height, points: list, width: float) -> Mesh:
    """A gravel path lying on the ground."""
    mesh = Mesh()
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        steps = max(2, int(math.hypot(bx - ax, by - ay) / 1.5))
        nx, ny = -(by - ay), bx - ax
        norm = math.hypot(nx, ny)
        nx, ny = nx / norm * width / 2, ny / norm * width / 2
        for k in range(steps):
            x0, y0 = ax + (bx - ax) * k / steps, ay + (by - ay) * k / steps
            x1, y1 = ax + (bx - ax) * (k + 1) / steps, ay + (by - ay) * (k + 1) / steps
            quad = [(x0 - nx, y0 - ny), (x1 - nx, y1 - ny), (x1 + nx, y1 + ny), (x0 + nx, y0 + ny)]
            top = [(x, y, terrain(x, y) + 0.03) for x, y in quad]
            mesh.add(m.EARTH, nature.Surface(top, [(0, 1, 2, 3)], 1.5))
    return mesh


@makes("environments/land-1/trees")
def trees() -> list[Node]:
    """A park of 121 x 148 m with twenty-five trees at the original's places and a village to the north."""
    rows = facts.rows("trees")
    marks = [tuple(r["at"]) for r in rows if r["name"].split(".")[0] == "Tree"]
    terrain = nature.terrain_through(marks, 5.0, 2.2, 62.0)
    looks: list[Mesh] = []

    def dress(row: facts.Row) -> Optional[Mesh]:
        if row["name"].startswith("Plane-Tree"):
            if len(looks) < 2:
                looks.append(
                    nature.tree(
                        tuple(row["box"][0]), tuple(row["box"][1]), light=(m.LEAVES_LIGHT, m.LEAVES)[len(looks)]
                    )
                )
            return looks[int(abs(row["at"][0])) % len(looks)]
        return None

    roots = facts.tree("trees", dress, skip=_SKIP)
    land = nature.ground((-60.6, -74.6), (60.6, 73.5), 50, 60, terrain)
    facts.find(roots, "Ground").dress(land)
    facts.find(roots, "City.3").dress(_village(terrain, 22.0, 41.0))
    roots.append(
        Node(
            "Path", mesh=_path(terrain, [(-50.0, -30.0), (-20.0, -12.0), (0.0, -3.0), (12.0, 12.0), (20.0, 30.0)], 2.4)
        )
    )
    return roots


def _fence() -> Mesh:
    """A wooden fence of three posts and two bars."""
    mesh = Mesh()
    for x in (-1.0, 0.12, 1.24):
        mesh.add(m.CRATE_DARK, shapes.box(0.10, 0.10, 0.865).move(x, 0.0, 0.42))
    for z in (0.40, 0.72):
        mesh.add(m.CRATE, shapes.box(2.453, 0.05, 0.12).move(0.12, -0.07, z))
    return mesh


def _fern(row: facts.Row) -> Mesh:
    """A fern in the row's box."""
    low, high = row["box"]
    mesh = Mesh()
    for k in range(5):
        angle = 1.26 * k
        mesh.add(
            m.LEAVES_LIGHT if k % 2 else m.LEAVES,
            nature.blob((0.5, 0.5, 0.42), 2.0 * k, 0.3, 10, 7).move(
                0.45 * math.cos(angle), 0.45 * math.sin(angle), 0.4
            ),
        )
    return mesh.add(m.LEAVES, nature.blob((0.5, 0.5, 0.5), 9.0, 0.3, 10, 7).move(z=0.7)).fit(tuple(low), tuple(high))


def _looks(rows: list[facts.Row]) -> dict[str, Mesh]:
    """One mesh for each kind of object in the meadow, shared by all its instances."""
    named = {row["name"]: row for row in rows}
    packed = {row["name"]: row for row in facts.rows("crates")}

    def box(name: str) -> tuple[Vec, Vec]:
        low, high = named[name]["box"]
        return tuple(low), tuple(high)

    looks = {
        "fence_long": _fence().fit(*box("fence_long")),
        "furn_001": _fern(named["furn_001"]),
        "grass_002": nature.tuft(*box("grass_002")),
        "volcano_rock1": nature.rock(*box("volcano_rock1"), 1.7),
        "volcano_rock2": nature.rock(*box("volcano_rock2"), 4.1),
        "tree_brown_1": nature.tree((-3.2, -3.2, -0.3), (3.2, 3.2, 8.6), m.LEAVES_AUTUMN, m.ORANGE, 0.24),
        "tree_brown_2": nature.tree((-4.0, -4.0, -0.4), (4.0, 4.0, 9.4), m.LEAVES, m.LEAVES_LIGHT, 0.28),
    }
    for kind in ("large_crate", "small_crate", "transport_box"):
        row = packed[kind + "_mesh"]
        mesh = crates.dress_crate(row)
        if mesh is not None:
            looks[kind] = mesh.moved(*row["at"])
    return looks


#: Plants are placed on the ground; all other objects are at the original positions, and the ground is raised to them.
_PLANTS = ("grass_002", "furn_001")
#: Crates on top of crates; in the original there is a gap between them.
_UPPER_CRATES = ("small_crate.002", "small_crate.006")
_CRATE_GAP_M = 0.018
#: Crates that are above the ground in the original, and how long the skids below them are. [m]
_RAISED_CRATES = ("small_crate.003", "small_crate.004", "small_crate.005")
_SKIDS_M = 0.09
#: Smallest depth of objects in the ground [m], and largest number of steps that raise the ground to reach it.
_DEPTH_M, _RAISES = 0.08, 24
#: The boulder lies on a slope, and its lowest point is not below its middle. [m]
_DEPTH_OF_M = {"volcano_rock2": 0.28}
#: Depth of plants in the ground, whose leaves are thin on slopes. [m]
_ROOTS_M = 0.03
#: Plants with a smaller height above the ground are raised. [m]
_SHOWN_M = 0.2


def _meadow(rows: list[facts.Row], looks: dict[str, Mesh]) -> nature.Height:
    """Ground below all objects, high enough that no object floats."""
    marks, feet = [], []
    for row in rows:
        x, y, z = row["at"]
        kind = row.get("group") or row["name"].split(".")[0]
        if kind not in looks or max(abs(x), abs(y)) >= 72.0:
            continue
        if row["name"].startswith(("tree_brown", "volcano_rock", "furn_001", "fence_long")):
            if z >= 3.8 and kind in _PLANTS:
                continue
            marks.append((x, y, min(max(0.0, z), 3.8)))
            # Plants are lowered to the ground.
            feet.append(-math.inf if kind in _PLANTS else z + looks[kind].box()[0][2] + _DEPTH_OF_M.get(kind, _DEPTH_M))
    for _ in range(_RAISES):
        terrain = nature.terrain_through(marks, 4.5, 4.0, 82.0)
        marks = [(x, y, z + max(0.0, foot - terrain(x, y))) for (x, y, z), foot in zip(marks, feet)]
    return nature.terrain_through(marks, 4.5, 4.0, 82.0)


@makes("environments/outdoors")
def outdoors() -> list[Node]:
    """A meadow with rocks, fences, trees, crates and a village, at the original's places; things in it are static."""
    rows = facts.rows("outdoors")
    looks = _looks(rows)
    terrain = _meadow(rows, looks)
    bodies = {
        "fence_long": "BOX",
        "volcano_rock1": "CONVEX_HULL",
        "volcano_rock2": "CONVEX_HULL",
        "large_crate": "BOX",
        "small_crate": "BOX",
        "transport_box": "TRIANGLE_MESH",
        "tree_brown_1": "TRIANGLE_MESH",
        "tree_brown_2": "TRIANGLE_MESH",
    }
    left_out = _SKIP + (
        "Plane.1060",
        "tree_brown_001.003",
        "treebrown2_leaves.001",
        "treebrown_002",
        "volcano_rock2.002",
    )
    roots = facts.tree("outdoors", lambda row: None, skip=left_out)
    for row in rows:
        if row["name"] in left_out:
            continue
        item = facts.find(roots, row["name"])
        kind = row.get("group") or row["name"].split(".")[0]
        if kind in looks:
            item.mesh = looks[kind]
            x, y, z = row["at"]
            if kind in _PLANTS:
                ground = terrain(x, y) - _ROOTS_M
                buried = z + looks[kind].box()[1][2] < ground + _SHOWN_M
                z = ground if buried else min(z, ground)
            elif row["name"] in _UPPER_CRATES:
                z -= _CRATE_GAP_M
            item.frame = vec.matrix_from_euler(row.get("euler", (0.0, 0.0, 0.0)), (x, y, z))
            if kind in bodies:
                item.physics = static(bodies[kind])
    feet.stand(roots, dict.fromkeys(_RAISED_CRATES, _SKIDS_M), m.CRATE_DARK)
    facts.find(roots, "Ground").dress(nature.ground((-80.0, -86.0), (80.0, 80.0), 58, 60, terrain, m.GRASS_DRY))
    facts.find(roots, "City.3").dress(_village(terrain, 22.0, 41.0))
    roots.append(
        Node("Path", mesh=_path(terrain, [(-8.0, -40.0), (2.0, -14.0), (4.0, 4.0), (14.0, 20.0), (20.0, 31.0)], 3.0))
    )
    return roots


@makes("environments/water-1/deep_water")
def deep_water() -> list[Node]:
    """A water plane of 200 x 200 m without collision, swell a few centimeters high, and a sun."""

    def swell(x: float, y: float) -> float:
        return 0.0 if max(abs(x), abs(y)) > 99.0 else 0.05 * nature.ripple(x * 0.09, y * 0.12)

    sea = sweeps.height_field((-100.0, -100.0), (100.0, 100.0), 50, 50, swell)
    sun = Node("Sun", (-45.989, 46.034, 166.506), (-0.255, 0.577, 1.99), light=sun_light(0.8))
    return [sun, Node("Water", mesh=Mesh().add(m.WATER, sea))]


@makes("props/simplest_tree")
def simplest_tree() -> list[Node]:
    """A trunk and a round crown, both static."""
    crown = (
        Mesh()
        .add(m.LEAVES, nature.blob((1.617, 1.7, 1.7), 0.7, 0.10, 18, 12))
        .fit((-1.617, -1.7, -1.7), (1.617, 1.7, 1.7))
    )
    trunk = Mesh().add(
        m.BARK,
        sweeps.hull_along_z(
            [(-1.5, 1.0, 1.0, 0, 0), (-1.2, 0.72, 0.72, 0, 0), (0.4, 0.6, 0.6, 0, 0), (1.5, 0.7, 0.7, 0, 0)], 2.0, 14
        ),
    )
    return [
        Node("Icosphere", (0.0, 0.0, 4.0), mesh=crown, physics=static()),
        Node("Trunk", (0.0, 0.0, 1.5), mesh=trunk, physics=static("CYLINDER")),
    ]
