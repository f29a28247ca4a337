"""Furnished rooms: the hall of indoors-1 with its desks, a flat, and an open-plan office."""

from typing import Optional

from kit import facts, shapes
from kit import materials as m
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node
from props import _catalog as catalog
from props import _kitchenware as kitchenware

from environments import _feet as feet
from environments import _floors as floors
from environments.arenas import hall

#: Furniture of the hall whose lowest points are one to four centimeters above its floor.
_RAISED = (
    "Desk_1.001",
    "Desk_2.001",
    "Desk_3.000",
    "Desk_3.002",
    "Shelf_1.001",
    "Shelf_2.001",
    "Shelf_3.001",
    "Stool",
    "red_heat.000",
    "red_heat.001",
)


@makes("environments/indoors-1/indoor-1")
def indoor() -> list[Node]:
    """The hall of the boxes scene with office furniture, four boxes of different sizes and a bottle."""
    paint = {"GreenBox": m.GREEN, "PinkBox": m.PINK, "RedBox": m.RED, "YellowBox": m.YELLOW}

    def dress(row: facts.Row) -> Optional[Mesh]:
        if row["name"] in paint:
            x, y, z = facts.size(row)
            low, high = row["box"]
            return Mesh().add(paint[row["name"]], shapes.rounded_box(x, y, z, 0.012, 1)).fit(low, high)
        if row["name"] == "Bottle1":
            return kitchenware.bottle(m.GREEN).fit(*row["box"])
        return catalog.look(row)

    roots = hall("indoor-1", dress)
    feet.stand(roots, {**feet.heights_m(roots, _RAISED), **feet.plinths_m(roots, ("GreenBox", "RedBox"))})
    feet.casters(facts.find(roots, "whiteboard"), 0.89, 0.385, 0.043)
    return roots


def _flat_walls() -> Mesh:
    """Living room, bedroom, dining corner and study; doors and windows are openings."""
    mesh = Mesh()
    west, east, south, north = -5.80, 2.75, -3.65, 6.12
    outer = (
        ((west, south), (east, south), [(1.2, 3.0, 0.9, 2.1), (5.4, 7.8, 0.9, 2.1)]),
        ((east, south), (east, north), [(1.2, 3.4, 0.9, 2.1), (5.4, 6.4, 0.0, 2.1)]),
        ((east, north), (west, north), [(1.0, 3.0, 0.9, 2.1), (5.6, 7.4, 0.9, 2.1)]),
        ((west, north), (west, south), [(1.0, 2.6, 0.9, 2.1), (5.4, 7.6, 0.9, 2.1)]),
    )
    for start, end, openings in outer:
        mesh.include(floors.wall(start, end, 2.5, 0.2, openings))
    mesh.include(floors.wall((west, 2.42), (-1.60, 2.42), 2.5, 0.10, [(2.6, 3.5, 0.0, 2.1)]))
    mesh.include(floors.wall((-1.60, 2.42), (-1.60, north), 2.5, 0.09))
    mesh.include(floors.wall((-1.05, south), (-1.05, -0.4), 2.5, 0.10, [(0.9, 1.8, 0.0, 2.1)]))
    return mesh


@makes("environments/apartment")
def apartment() -> list[Node]:
    """A flat with furniture."""

    def dress(row: facts.Row) -> Optional[Mesh]:
        if row["name"] == "Plane":
            return Mesh().add(m.CONCRETE, shapes.block((-10.9, -10.9, -0.15), (10.9, 10.9, 0.0)))
        return catalog.look(row)

    roots = facts.tree("apartment", dress)
    facts.find(roots, "C6_plein_ext_P").dress(_flat_walls())
    facts.find(roots, "Plane").frame = Node("", (0.0, 0.0, 0.0)).frame
    desks = ("office_desk", "office_desk.001", "office_desk.002", "office_desk.003")
    feet.stand(roots, feet.heights_m(roots, desks))
    boards = floors.planks((-5.8, -3.65), (2.75, 6.12), 0.18, m.PARQUET, m.PARQUET_DARK)
    roots.append(floors.decoration("Floor_boards", boards))
    glass = Mesh().add(
        m.GLASS, shapes.box(1.8, 0.02, 1.2).move(-3.7, -3.75, 1.5), shapes.box(2.4, 0.02, 1.2).move(0.8, -3.75, 1.5)
    )
    glass.add(
        m.GLASS, shapes.box(2.0, 0.02, 1.2).move(0.75, 6.22, 1.5), shapes.box(1.8, 0.02, 1.2).move(-3.75, 6.22, 1.5)
    )
    glass.add(
        m.GLASS,
        shapes.box(0.02, 1.6, 1.2).move(-5.9, 4.32, 1.5),
        shapes.box(0.02, 2.2, 1.2).move(-5.9, -0.38, 1.5),
        shapes.box(0.02, 2.2, 1.2).move(2.85, -1.35, 1.5),
    )
    roots.append(floors.decoration("Windows", glass))
    return roots


_OFFICE_WALL_M = 0.2


def _office_walls() -> Mesh:
    """The shell of the office hall: windows along two sides, a wide door, a column of cupboards' height inside."""
    mesh = Mesh()
    west, east, south, north = -6.39, 11.31, -10.99, 4.01
    windows = [(1.0 + 2.7 * k, 3.2 + 2.7 * k, 0.9, 2.5) for k in range(6)]
    thick = _OFFICE_WALL_M
    mesh.include(floors.wall((west, south), (east, south), 3.0, thick, windows))
    mesh.include(floors.wall((east, south), (east, north), 3.0, thick, [(11.5, 13.3, 0.0, 2.2)]))
    mesh.include(floors.wall((east, north), (west, north), 3.0, thick, windows))
    mesh.include(floors.wall((west, north), (west, south), 3.0, thick, [(2.0, 3.2, 0.0, 2.2)]))
    return mesh


@makes("environments/laas/grande_salle")
def grande_salle() -> list[Node]:
    """Sixteen desks, twelve rolling chairs, shelves, pillars and a television in a hall of 17.7 x 15 m."""
    shared: dict[tuple[str, str], Mesh] = {}

    def dress(row: facts.Row) -> Optional[Mesh]:
        name = row["name"]
        if name.startswith("Pillar"):
            x, y, z = facts.size(row)
            return Mesh().add(m.CONCRETE, shapes.rounded_box(x, y, z, 0.02, 1)).fit(*row["box"])
        if name == "Floor":
            # The original's floor ends at the inner faces of the walls; these stand on its rim.
            low, high = row["box"]
            rim = _OFFICE_WALL_M
            return Mesh().add(
                m.TILE, shapes.block((low[0] - rim, low[1] - rim, -0.1), (high[0] + rim, high[1] + rim, 0.0))
            )
        if name == "SolidGround":
            return Mesh().add(m.EARTH, facts.own_box(row))
        if name == "TV_screen":
            mesh = (
                Mesh()
                .add(m.PLASTIC, shapes.rounded_box(1.4, 0.7, 0.09, 0.015, 1))
                .add(m.SCREEN, shapes.box(1.34, 0.64, 0.004).move(z=0.046))
            )
            return mesh.fit(*row["box"])
        key = (name.split(".")[0], str([round(c, 1) for c in facts.size(row)]) if "box" in row else "")
        if key not in shared:
            mesh_or_none = catalog.look(row)
            if mesh_or_none is None:
                return None
            shared[key] = mesh_or_none
        return shared[key]

    roots = facts.tree("grande_salle", dress)
    facts.find(roots, "Walls1").dress(_office_walls())
    stand = Mesh().add(
        m.GUNMETAL,
        shapes.cylinder(0.03, 1.2, segments=14).move(4.96, 0.60, 0.6),
        shapes.cylinder(0.35, 0.03, segments=28).move(4.96, 0.60, 0.015),
        shapes.box(0.30, 0.012, 0.30).move(4.96, 0.548, 1.226),
        shapes.box(0.10, 0.07, 0.10).move(4.96, 0.582, 1.16),
    )
    facts.find(roots, "TV_screen").physics = static("BOX")
    roots.append(Node("TV_stand", mesh=stand, physics=static()))
    lines = floors.joints((-6.39, -10.99), (11.31, 4.01), 0.6, 0.008, m.TILE_LINE)
    roots.append(floors.decoration("Floor_joints", lines))
    return roots
