"""The kitchen: a wall unit with oven and sink, an island with drawers, a fridge, and desks under the windows."""

from typing import Optional

from kit import facts, shapes, sweeps
from kit import materials as m
from kit.materials import Material
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node
from props import _catalog as catalog

from environments import _feet as feet
from environments import _floors as floors

_FRONT = m.make("kitchen front", "d8d2c4", 0.0, 0.45)
_WORKTOP = m.make("worktop", "6b5a48", 0.0, 0.35)
_PLAIN = {
    "v1.node47.visual": m.OAK,
    "v1.node48.visual": m.OAK,
    "v1.node49.visual": m.OAK,
    "v1.node53.visual": m.WHITE,
    "v1.node69.visual": m.DARK,
    "v1.node71.visual": m.WHITE,
    "v1.node72.visual": m.WHITE,
    "v1.node93.visual": m.DARK,
    "v1.node73.visual": _WORKTOP,
    "v1.node17.visual": _WORKTOP,
    "v1.node12.visual": m.STEEL,
    "v1.node3.visual": m.STEEL,
    "v1.node61.visual": m.WHITE,
    "v1.node16.visual": m.WHITE,
    "v1.node51.visual": m.WALL_WARM,
    "Cube": m.PINE,
    "Pillar": m.CONCRETE,
    "Door.L": m.OAK,
    "Door.R": m.OAK,
    "Door_Frame_Glass": m.GLASS,
    "Poster": m.SKY,
    "drawer_collision": m.INVISIBLE,
    "Cube.001": m.INVISIBLE,
}
_SKIP = ("Compass", "Camera", "Keyboard_HighPoly", "Radiator_HighPoly")


def _front(row: facts.Row, material: Material) -> Mesh:
    """A drawer or door: a box whose front, with its handle, faces its local +X."""
    x, y, z = facts.size(row)
    mesh = Mesh()
    if x > 0.1:
        mesh.add(m.PLASTIC_GREY, shapes.box(x - 0.06, y - 0.05, z * 0.8).move(-0.03, 0.0, -z * 0.05))
    mesh.add(material, shapes.rounded_box(0.022, y - 0.006, z - 0.006, 0.006, 1).move(x / 2 - 0.045))
    bar = y * 0.6 if z < 0.5 else 0.2
    upright = z >= 0.5
    handle = [(0.0, -bar / 2, 0.0), (0.03, -bar / 2, 0.0), (0.03, bar / 2, 0.0), (0.0, bar / 2, 0.0)]
    rod = sweeps.tube(sweeps.rounded_path(handle, 0.015), 0.006, 8)
    rod = rod.turn(x=90.0).move(0.0, y * 0.38, 0.0) if upright else rod.move(z=z * 0.32)
    return mesh.add(m.STEEL, rod.move(x / 2 - 0.036)).fit(*row["box"])


def _room() -> Mesh:
    """Walls around 8.2 x 12 m with a double door to the east and windows north and south."""
    mesh = Mesh()
    windows = [(0.6 + 1.8 * k, 1.9 + 1.8 * k, 0.95, 2.2) for k in range(4)]
    mesh.include(floors.wall((0.0, -3.04), (7.2, -3.04), 2.72, 0.24, windows))
    mesh.include(floors.wall((7.2, -3.04), (7.2, 8.71), 2.72, 0.24, [(4.43, 6.58, 0.0, 2.64)]))
    mesh.include(floors.wall((7.2, 8.71), (0.0, 8.71), 2.72, 0.24, windows))
    return mesh.include(floors.wall((0.0, 8.71), (0.0, -3.04), 2.72, 0.2))


def _special(row: facts.Row) -> Optional[Mesh]:
    """Pieces that are not plain boxes, fronts or catalog furniture."""
    name = row["name"]
    if name == "v1.node92.visual":
        sink = Mesh().add(m.STEEL, shapes.rounded_box(0.50, 0.86, 0.012, 0.005, 1).move(z=0.045))
        sink.add(m.GUNMETAL, shapes.rounded_box(0.36, 0.40, 0.02, 0.01, 1).move(0.02, 0.18, 0.045))
        sink.add(m.STEEL, *[shapes.box(0.3, 0.008, 0.006).move(0.0, -0.36 + 0.05 * k, 0.052) for k in range(7)])
        return sink.add(m.GUNMETAL, shapes.box(0.34, 0.38, 0.05).move(0.02, 0.18, 0.01)).fit(*row["box"])
    if name == "tap":
        path = sweeps.rounded_path([(0.0, 0.0, 0.0), (0.0, 0.0, 0.17), (0.21, 0.0, 0.17), (0.22, 0.0, 0.12)], 0.06)
        return (
            Mesh()
            .add(m.CHROME, sweeps.tube(path, 0.014, 10), shapes.cylinder(0.03, 0.02, segments=16))
            .fit(*row["box"])
        )
    if name == "v1.node46.visual":
        mesh = Mesh().add(m.BLACK, shapes.box(0.50, 0.57, 0.006))
        mesh.add(
            m.GLOW_RED,
            *[
                shapes.pipe(r, r - 0.006, 0.008, segments=28).move(x, y)
                for x, y, r in ((-0.12, 0.14, 0.09), (0.12, 0.14, 0.07), (-0.12, -0.14, 0.07), (0.12, -0.14, 0.09))
            ],
        )
        return mesh
    if name == "Door_Frame":
        mesh = Mesh().add(m.WALNUT, shapes.box(0.3, 2.17, 0.1).move(z=1.27), shapes.box(0.3, 2.17, 0.06).move(z=0.84))
        return mesh.add(m.WALNUT, *[shapes.box(0.3, 0.08, 2.64).move(y=s * 1.04) for s in (-1.0, 1.0)]).fit(*row["box"])
    return None


def _dress(row: facts.Row) -> Optional[Mesh]:
    """The mesh of a row of the table."""
    name = row["name"]
    special = _special(row)
    if special is not None or "box" not in row:
        return special
    if name == "ground":
        low, high = row["box"]
        return Mesh().add(m.PARQUET, shapes.block((low[0], low[1], -0.1), (high[0], high[1], 0.0)))
    if name in _PLAIN:
        return Mesh().add(_PLAIN[name], facts.own_box(row))
    if name in ("v1.node10.visual", "v1.node7.visual"):
        return _front(row, m.STEEL)
    if name == "v1.node58.visual":
        return _front(row, m.DARK)
    if name in ("v1.node55.visual", "v1.node64.visual"):
        return _front(row, m.WINDOW)
    if name.startswith("v1.node"):
        return _front(row, _FRONT)
    return catalog.look(row)


@makes("environments/tum_kitchen/tum_kitchen")
def kitchen() -> list[Node]:
    """The original's objects with doors and drawers under their names; the room's shell is v1.node50.visual."""
    roots = facts.tree("tum_kitchen", _dress, skip=_SKIP)
    facts.find(roots, "v1.node50.visual").dress(_room())
    for name in ("tap", "v1.node3.visual"):
        facts.find(roots, name).physics = static()
    feet.stand(roots, feet.heights_m(roots, ("PC", "PC.001", "PC.002", "PC.003")))
    for number, name in enumerate(("Radiator", "Radiator.001", "Radiator.002", "Radiator.003")):
        feet.brackets(facts.find(roots, name), number, -2.95, -3.04)
    joints = floors.planks((0.0, -3.04), (8.2, 8.71), 0.2, m.PARQUET, m.PARQUET_DARK)
    roots.append(floors.decoration("Floor_boards", joints))
    return roots
