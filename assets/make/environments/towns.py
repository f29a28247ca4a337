"""Towns: the fire scenario of rosace_1 with its four blocks, the town of buildings_1, and the lake of water_scene."""

import math
from collections.abc import Sequence
from typing import Optional

from kit import facts, shapes
from kit import materials as m
from kit.materials import Material
from kit.register import makes
from kit.scene import Mesh, Node

from environments import _feet as feet
from environments import _nature as nature

# A plot: center x, y, size x, y, height [m], yaw [deg]; flat roofs above 11 m and for large plots.
Plot = tuple[float, float, float, float, float, float]
_SOUTH: Sequence[Plot] = (
    (25.0, -32.0, 14.0, 12.0, 16.2, 0.0),
    (44.0, -30.0, 12.0, 12.0, 22.2, 0.0),
    (24.5, -55.0, 14.0, 16.0, 31.0, 0.0),
    (45.0, -54.0, 14.0, 18.0, 25.2, 0.0),
)
_WEST: Sequence[Plot] = (
    (-54.0, 3.0, 9.0, 12.0, 12.3, 0.0),
    (-38.0, 2.0, 12.0, 8.0, 8.0, 5.0),
    (-20.0, 3.0, 12.0, 9.0, 9.0, -4.0),
)
_EAST: Sequence[Plot] = (
    (26.0, 38.0, 10.0, 8.0, 8.0, -20.0),
    (38.0, 43.0, 14.0, 9.0, 10.5, -24.0),
    (51.0, 50.0, 10.0, 8.0, 8.5, -18.0),
)
_NORTH: Sequence[Plot] = ((-8.0, 33.0, 9.0, 7.0, 8.0, 66.0), (-8.5, 46.5, 11.0, 7.5, 9.0, 68.0))


def _town(plots: Sequence[Plot], terrain: nature.Height) -> Mesh:
    """Buildings on their plots: houses where they are low, blocks of flats where they are tall."""
    mesh = Mesh()
    coats: Sequence[Material] = (m.PLASTER, m.WALL_WARM, m.CREAM, m.CONCRETE)
    for number, (x, y, sx, sy, sz, yaw) in enumerate(plots):
        coat = coats[number % len(coats)]
        building = nature.block_of_flats(sx, sy, sz - 2.2, coat) if sz > 11.0 else nature.house(sx, sy, sz, coat)
        base = terrain(x, y) - 0.05
        mesh.parts += [(s.turn(z=yaw).move(x, y, base), material) for s, material in building.parts]
    return mesh


def _flame() -> Mesh:
    """The burning zone: a glowing shell over 25 m, see-through, with tongues of fire in it."""
    glow = m.make("fire", "ff6a1c", 0.0, 0.8, 0.35, 0.5)
    mesh = Mesh().add(glow, shapes.dome(25.0, 3.75, 36, 5))
    for k in range(16):
        angle, reach = 2.4 * k, 5.2 * math.sqrt(k)
        tongue = shapes.lathe([(0.0, 0.0), (0.9, 0.1), (1.1, 0.8), (0.5, 2.0), (0.0, 3.0 - 0.1 * k)], 8, crease=80.0)
        material = m.GLOW_ORANGE if k % 2 else m.GLOW_RED
        mesh.add(material, tongue.move(reach * math.cos(angle), reach * math.sin(angle), 0.0))
    return mesh


@makes("environments/land-1/rosace_1")
def rosace() -> list[Node]:
    """Level ground of 121 x 148 m, four blocks of buildings, three trees, the fire at (60, 0) and a waypoint."""
    rows = facts.rows("rosace_1")
    level = nature.terrain_through([], 5.0, 1.1, 68.0)
    plots = {"City.1": _SOUTH, "City.2": _WEST, "City.3": _EAST, "City.4": _NORTH}
    roots = facts.tree("rosace_1", lambda row: None)
    for name, where in plots.items():
        facts.find(roots, name).dress(_town(where, level))
    facts.find(roots, "Ground").dress(nature.ground((-60.6, -74.6), (60.6, 73.5), 40, 48, level))
    fire = facts.find(roots, "Fire_Sphere")
    fire.dress(_flame().moved(x=60.0))
    pole = (
        Mesh()
        .add(m.ORANGE, shapes.cylinder(0.21, 4.0, segments=20).move(z=2.0))
        .add(m.WHITE, shapes.cylinder(0.212, 0.6, segments=20).move(z=2.6))
    )
    facts.find(roots, "WayPoint").mesh = pole
    trees = 0
    for row in rows:
        if row["name"].startswith("trunk"):
            low, high = row["box"]
            whole = nature.tree(tuple(low), tuple(high), trunk=0.05 * (high[2] - low[2]))
            trunk, crown = Mesh(), Mesh()
            for surface, material in whole.parts:
                (trunk if material is m.BARK else crown).add(material, surface)
            item = facts.find(roots, row["name"])
            item.mesh = trunk
            x, y, _ = row["at"]
            feet.roots_of_tree(item, trees, level(x, y))
            trees += 1
            facts.find(roots, row["name"].replace("trunk", "leaves")).mesh = crown
    return roots


@makes("environments/land-1/buildings_1")
def buildings() -> list[Node]:
    """A town between low hills on a plate of 600 x 600 m."""
    terrain = nature.terrain_through([], 5.0, 8.0, 74.0)
    plots = {"City.1": _SOUTH, "City.2": _WEST, "City.3": tuple(_EAST) + tuple(_NORTH)}
    roots = facts.tree("buildings_1", lambda row: None, skip=("SkyBox",))
    for name, where in plots.items():
        facts.find(roots, name).dress(_town(where, terrain))
    facts.find(roots, "Ground").dress(nature.ground((-60.6, -74.6), (60.6, 73.5), 40, 48, terrain, skirt=12.0))
    plate = Mesh().add(m.GRASS_DRY, shapes.block((-300.0, -300.0, -1.0), (300.0, 300.0, -0.5)))
    facts.find(roots, "Plane").dress(plate)
    return roots


@makes("environments/water-1/water_scene")
def water_scene() -> list[Node]:
    """A valley filled with water up to z 4.2, its banks rising to 11 m."""

    def valley(x: float, y: float) -> float:
        bank = min(1.0, max(0.0, (math.hypot(x / 58.0, y / 70.0) - 0.45) / 0.5))
        return 10.2 * bank * bank * (3.0 - 2.0 * bank) + 0.8 * nature.ripple(x * 0.08, y * 0.07) * bank

    def look(row: facts.Row) -> Optional[Mesh]:
        if row["name"] == "Water":
            return Mesh().add(m.WATER, shapes.block((-60.0, -63.0, -0.001), (60.0, 63.0, 0.0)))
        return None

    roots = facts.tree("water_scene", look, skip=("SkyBox",))
    facts.find(roots, "Ground").dress(nature.ground((-60.6, -74.6), (60.6, 73.5), 44, 52, valley))
    return roots
