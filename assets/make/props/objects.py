"""The default file of passive objects, the crates, and a plain tree."""

from typing import Optional

from kit import facts, shapes, sweeps
from kit import materials as m
from kit.materials import Material
from kit.register import makes
from kit.scene import Mesh, Node

from props import _catalog as catalog


def _tape(color: Material) -> Mesh:
    """A video tape standing on its short side, 4 x 12 x 20 cm."""
    mesh = Mesh().add(color, shapes.rounded_box(0.038, 0.12, 0.2, 0.004, 1))
    mesh.add(m.PAPER, shapes.box(0.04, 0.07, 0.12).move(0.0, 0.0, 0.01))
    return mesh.add(m.GLASS, *[shapes.cylinder(0.016, 0.04, "x", 20).move(0.0, 0.0, z) for z in (-0.07, 0.085)])


def _bin(color: Material) -> Mesh:
    """A toy waste bin, open at the top, with thin walls."""
    mesh = Mesh().add(
        color,
        shapes.lathe(
            [
                (0.0, -0.139),
                (0.105, -0.139),
                (0.139, 0.128),
                (0.139, 0.139),
                (0.130, 0.139),
                (0.098, -0.130),
                (0.0, -0.130),
            ],
            32,
        ),
    )
    mesh.add(m.PLASTIC_WHITE, shapes.torus(0.1345, 0.0045, segments=36, sides=6).move(z=0.133))
    return mesh


def _stand() -> Mesh:
    """A small stack of cartons on a board."""
    mesh = Mesh().add(m.OAK, shapes.rounded_box(0.277, 0.369, 0.02, 0.006, 1).move(z=0.01))
    mesh.add(m.CRATE, shapes.rounded_box(0.26, 0.34, 0.36, 0.008, 1).move(z=0.20))
    mesh.add(m.PAPER, shapes.box(0.264, 0.05, 0.364).move(z=0.20))
    mesh.add(m.SKY, shapes.rounded_box(0.24, 0.30, 0.24, 0.008, 1).move(z=0.50))
    mesh.add(m.WHITE, shapes.box(0.244, 0.18, 0.10).move(z=0.50))
    return mesh.add(m.OAK, shapes.rounded_box(0.27, 0.34, 0.02, 0.006, 1).move(z=0.68))


@makes("props/objects")
def objects() -> list[Node]:
    """Video tapes, toy bins, tables, a rolling chair, a shelf: empties with meshes and bodies."""
    tapes = {
        "BlackVideotape_mesh": m.PLASTIC,
        "GreyVideotape_mesh": m.PLASTIC_GREY,
        "WhiteVideotape_mesh": m.PLASTIC_WHITE,
    }
    bins = {"BlueToyTrashbin_mesh": m.BLUE, "PinkToyTrashbin_mesh": m.PINK}

    def dress(row: facts.Row) -> Optional[Mesh]:
        name = row["name"]
        if name in tapes:
            return _tape(tapes[name]).fit(*row["box"])
        if name in bins:
            return _bin(bins[name]).fit(*row["box"])
        if name == "BoxStand_mesh":
            return _stand().fit(*row["box"])
        if name == "Cube":
            return Mesh().add(m.CONCRETE, facts.own_box(row))
        return catalog.look(row)

    roots = facts.tree("objects", dress)
    desk = facts.find(roots, "Desk")
    desk.add(Node("Desk_mesh"))
    desk.children[-1].dress(_desk())
    return roots


def _desk() -> Mesh:
    """Visible desk around its collision boxes, in world coordinates: a wooden top on a metal frame."""
    mesh = Mesh()
    for row in facts.rows("objects"):
        if row["name"].startswith("Desk_bb"):
            surface = facts.own_box(row).placed(facts.node(row, None).world())
            mesh.add(m.PINE if row["name"] == "Desk_bb_1" else m.ALUMINIUM, surface)
    return mesh


def crate(x: float, y: float, z: float, boards: int = 6) -> Mesh:
    """A wooden crate: boards, corner posts and a diagonal on its long sides."""
    mesh = Mesh().add(m.CRATE_DARK, shapes.box(x - 0.06, y - 0.06, z - 0.06))
    step = z / boards
    for k in range(boards):
        h = -z / 2 + step * (k + 0.5)
        mesh.add(
            m.CRATE, *[shapes.box(x - 0.02, 0.025, step * 0.94).move(0.0, s * (y / 2 - 0.035), h) for s in (-1.0, 1.0)]
        )
        mesh.add(
            m.CRATE, *[shapes.box(0.025, y - 0.02, step * 0.94).move(s * (x / 2 - 0.035), 0.0, h) for s in (-1.0, 1.0)]
        )
    edge = min(0.12, x * 0.1)
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            mesh.add(m.CRATE_DARK, shapes.box(edge, edge, z).move(sx * (x / 2 - edge / 2), sy * (y / 2 - edge / 2)))
        for sz in (-1.0, 1.0):
            mesh.add(
                m.CRATE_DARK, shapes.box(x, edge, edge).move(0.0, sx * (y / 2 - edge / 2), sz * (z / 2 - edge / 2))
            )
            mesh.add(
                m.CRATE_DARK, shapes.box(edge, y, edge).move(sx * (x / 2 - edge / 2), 0.0, sz * (z / 2 - edge / 2))
            )
        bar = [
            (-x / 2 + edge, -z / 2 + edge),
            (-x / 2 + edge * 2.2, -z / 2 + edge),
            (x / 2 - edge, z / 2 - edge),
            (x / 2 - edge * 2.2, z / 2 - edge),
        ]
        mesh.add(m.CRATE_DARK, sweeps.extrude(bar, 0.03, "y").move(y=sx * (y / 2 - 0.015)))
    return mesh.add(m.CRATE, shapes.box(x - 0.05, y - 0.05, 0.03).move(z=z / 2 - 0.02))


def open_box(x: float, y: float, z: float) -> Mesh:
    """A transport box without lid, with grips."""
    mesh = Mesh().add(m.PLASTIC_GREY, shapes.box(x - 0.02, y - 0.02, 0.03).move(z=-z / 2 + 0.015))
    for s in (-1.0, 1.0):
        mesh.add(
            m.PLASTIC_GREY,
            shapes.box(x, 0.03, z).move(y=s * (y / 2 - 0.015)),
            shapes.box(0.03, y, z).move(s * (x / 2 - 0.015)),
        )
        mesh.add(m.GREY, shapes.rounded_box(x + 0.01, 0.05, 0.06, 0.01, 1).move(0.0, s * (y / 2 - 0.02), z / 2 - 0.03))
        mesh.add(m.GREY, shapes.rounded_box(0.05, y, 0.06, 0.01, 1).move(s * (x / 2 - 0.02), 0.0, z / 2 - 0.03))
        mesh.add(m.DARK, shapes.rounded_box(0.035, y * 0.25, 0.06, 0.012, 1).move(s * (x / 2 - 0.012), 0.0, z * 0.25))
        mesh.add(
            m.GREY,
            *[
                shapes.box(0.05, 0.036, z - 0.08).move(x * (-0.36 + 0.24 * k), s * (y / 2 - 0.013), -0.02)
                for k in range(4)
            ],
        )
    return mesh


def dress_crate(row: facts.Row) -> Optional[Mesh]:
    """The mesh of a row of the crate file."""
    if "box" not in row:
        return None
    x, y, z = facts.size(row)
    name = row["name"]
    if name == "transport_box_mesh":
        return open_box(x, y, z).fit(*row["box"])
    if name == "cap_large_crate":
        lid = Mesh().add(m.CRATE, shapes.box(x, y, z * 0.4).move(z=-z * 0.3))
        return lid.add(
            m.CRATE_DARK, *[shapes.box(0.14, y, z * 0.6).move(x * k, 0.0, z * 0.2) for k in (-0.4, 0.0, 0.4)]
        ).fit(*row["box"])
    if name.endswith("_mesh"):
        return crate(x, y, z, 8 if z > 1.5 else 5).fit(*row["box"])
    if name == "Plane":
        return Mesh().add(m.CONCRETE, facts.own_box(row))
    return None


@makes("props/crates")
def crates() -> list[Node]:
    """A large crate with a loose lid, a small crate and an open transport box."""
    return facts.tree("crates", dress_crate)
