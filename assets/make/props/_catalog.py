"""Meshes of furniture by name; shared by the prop files and the furnished environments."""

import math
from typing import Callable, Optional

from kit import facts, vec
from kit import materials as m
from kit.scene import Mesh

from props import _household as household
from props import _seats as seats
from props import _storage as storage
from props import _tables as tables

Maker = Callable[[float, float, float], Mesh]

# The first matching prefix is used, so longer names come before shorter ones.
_BY_PREFIX: list[tuple[str, Maker]] = [
    ("basic_desk", lambda x, y, z: tables.table(x, y, z, m.PINE)),
    ("basic_pillow", household.pillow),
    ("cupboard_large_open", lambda x, y, z: storage.cupboard(x, y, z, 2, m.PINE, True)),
    ("cupboard_", storage.cupboard),
    ("Board2_Door", lambda x, y, z: storage.cupboard(x, y, z, 1, m.WHITE)),
    ("Cabinet_Door", lambda x, y, z: storage.cupboard(x, y, z, 1, m.WHITE)),
    ("Cabinet", lambda x, y, z: storage.cupboard(x, y, z, 1, m.WHITE)),
    ("Desk_1", tables.drawer_desk),
    ("Desk_2", lambda x, y, z: tables.table(x, y, z, m.WALNUT)),
    ("Desk_3", tables.table),
    ("Desk", lambda x, y, z: tables.table(x, y, z, m.PINE, m.ALUMINIUM)),
    ("hanger", household.coat_stand),
    ("Heater", household.radiator),
    ("red_heat", seats.shell_chair),
    ("Radiator", household.radiator),
    ("IKEA_armchair", lambda x, y, z: seats.sofa(x, y, z, m.FABRIC_RED, 1)),
    ("IKEA_sofa", seats.sofa),
    ("IKEA_bed", seats.bed),
    ("IKEA_carpet", household.carpet),
    ("IKEA_chair_PELLO", seats.lounge_chair),
    ("IKEA_chair", seats.chair),
    ("IKEA_chest", lambda x, y, z: tables.drawers(x, y, z, 4, m.WALNUT, 2)),
    ("IKEA_console", lambda x, y, z: tables.table(x, y, z, m.WALNUT, m.WALNUT)),
    ("IKEA_cupboard_BILLY_4", lambda x, y, z: storage.cupboard(x, y, z, 2, m.OAK)),
    ("IKEA_cupboard_BILLY_1", lambda x, y, z: storage.shelf(x, y, z, 6)),
    ("IKEA_cupboard", lambda x, y, z: storage.shelf(x, y, z, 3)),
    ("IKEA_lamp", household.floor_lamp),
    ("IKEA_RUTBO", household.floor_lamp),
    ("IKEA_low_table", tables.low_table),
    ("IKEA_Plant", household.plant),
    ("IKEA_table", lambda x, y, z: tables.table(x, y, z, m.WALNUT, m.CHROME)),
    ("IKEAShelf", storage.cube_shelf),
    ("office_desk", tables.office_desk),
    ("office_drawer_block", lambda x, y, z: tables.drawers(x, y, z, 3, m.PINE)),
    ("Overhead_Lamp", household.hanging_lamp),
    ("Print_board", household.board_stack),
    ("Red_Chair", seats.shell_chair),
    ("rolled_staff", household.poster_tube),
    ("Rolling_Chair", seats.rolling_chair),
    ("RollingChair", seats.rolling_chair),
    ("Shelf_1", lambda x, y, z: storage.shelf(x, y, z, 4, m.PINE)),
    ("Shelf_2", lambda x, y, z: storage.cupboard(x, y, z, 2, m.GREY)),
    ("Shelf_3", lambda x, y, z: storage.metal_shelf(x, y, z, 3)),
    ("Shelf_4", storage.metal_shelf),
    ("Shelf_5", lambda x, y, z: storage.shelf(x, y, z, 5, m.WALNUT)),
    ("Stool", tables.stool),
    ("tak_fenstrar", household.roof_window),
    ("whiteboard", household.whiteboard),
    ("Chair", lambda x, y, z: seats.chair(x, y, z, m.DARK, m.FABRIC_BLUE).mirrored("y")),
    ("Keyboard", household.keyboard),
    ("Monitor", household.monitor),
    ("PC", household.computer),
    ("Table_Small", tables.round_table),
    ("SmallTable", lambda x, y, z: tables.table(x, y, z, m.PINE, m.WALNUT)),
    ("Board_Door", lambda x, y, z: storage.cupboard(x, y, z, 1, m.WHITE)),
    ("Board", lambda x, y, z: storage.cupboard(x, y, z, 3, m.PLASTIC_GREY)),
]


_AXES: tuple[vec.Vec, vec.Vec, vec.Vec] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_made: dict[tuple[str, str], Mesh] = {}


def look(row: facts.Row) -> Optional[Mesh]:
    """The mesh of a row whose name is known here, scaled to the row's box; else None.

    Pieces of the same kind and size are one mesh, so that a file holds it once.
    """
    if "box" not in row:
        return None
    for prefix, maker in _BY_PREFIX:
        if row["name"].startswith(prefix):
            turn = row.get("euler", (0.0, 0.0, 0.0))
            key = (prefix, str((row["box"], turn[:2])))
            if key not in _made:
                _made[key] = _fitted(maker, row)
            return _made[key]
    return None


def _fitted(maker: Maker, row: facts.Row) -> Mesh:
    """A piece in its row's box, on the side that faces down in the row's pose."""
    low, high = row["box"]
    world = vec.matrix_from_euler(row.get("euler", (0.0, 0.0, 0.0)))
    k = max(range(3), key=lambda axis: round(abs(world[2][axis]), 3))
    if k == 2 and world[2][2] > 0.0:
        return maker(*facts.size(row)).fit(low, high)
    up = vec.mul(_AXES[k], math.copysign(1.0, world[2][k]))
    across = _AXES[(k + 1) % 3]
    frame = vec.matrix_from_axes(across, vec.cross(up, across), up)
    edges = facts.size(row)
    return maker(edges[(k + 1) % 3], edges[(k + 2) % 3], edges[k]).placed(frame).fit(low, high)
