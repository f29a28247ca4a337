"""The test scenes: an empty plate, the hall with three boxes, and the sandbox arena."""

import math
from typing import Optional

from kit import facts, shapes, sweeps
from kit import materials as m
from kit.materials import Material
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node, point_light
from kit.surface import Surface
from props import _catalog as catalog

from environments import _feet as feet
from environments import _floors as floors


@makes("environments/empty")
def empty() -> list[Node]:
    """A static plate of 400 x 400 m with its top at z 0; within 20 m joints each meter, bold each five, for the eye only."""
    ground = Node(
        "Ground",
        (0.0, 0.0, -0.0655),
        mesh=Mesh().add(m.CONCRETE, shapes.box(400.0, 400.0, 0.131)),
        physics=static(margin=0.06),
    )
    lines = floors.decoration(
        "Ground_joints", floors.joints((-20.0, -20.0), (20.0, 20.0), 1.0, 0.012, m.CONCRETE_DARK, 5)
    )
    return [ground, lines, Node("Point", (3.302, -7.706, 10.495), light=point_light(40.0, reach_m=50.0))]


def _solid(row: facts.Row, thick: float) -> Optional[Mesh]:
    """The original's flat walls and floor, given some thickness behind the face that robots meet."""
    if row["name"] == "Ground":
        return Mesh().add(m.TILE, shapes.block((-19.599, -15.0, -0.1), (19.599, 15.0, 0.0)))
    if row["name"] == "Plane":
        return Mesh().add(m.WALL, shapes.block((-17.712 - thick, -14.526, -0.067), (-17.712, 15.294, 4.371)))
    if row["name"] == "Plane.001":
        return Mesh().add(m.WALL, shapes.block((-22.524, 14.047, -0.102), (22.428, 14.047 + thick, 4.336)))
    return None


def hall(name: str, dress: facts.Dresser) -> list[Node]:
    """The hall of indoors-1: floor 39.2 x 30 m, walls at x -17.7 and y 14; objects come from the table ``name``."""
    solid: dict[str, Mesh] = {}
    for row in facts.rows(name):
        mesh = _solid(row, 0.2)
        if mesh is not None:
            solid[row["name"]] = mesh
    roots = facts.tree(name, lambda row: None if row["name"] in solid else dress(row))
    for part, mesh in solid.items():
        item = facts.find(roots, part)
        item.dress(mesh)
    roots.append(
        floors.decoration("Ground_joints", floors.joints((-19.599, -15.0), (19.599, 15.0), 1.2, 0.014, m.TILE_LINE))
    )
    trim = Mesh().add(
        m.SKIRTING,
        shapes.block((-17.712, -14.5, 0.0), (-17.69, 14.047, 0.12)),
        shapes.block((-17.7, 14.025, 0.0), (19.6, 14.047, 0.12)),
    )
    for k in range(6):
        x = -14.0 + 6.0 * k
        trim.add(m.WHITE, shapes.block((x, 14.0, 1.3), (x + 2.8, 14.047, 3.4)))
        trim.add(
            m.WINDOW,
            shapes.block((x + 0.08, 13.99, 1.38), (x + 1.36, 14.01, 3.32)),
            shapes.block((x + 1.44, 13.99, 1.38), (x + 2.72, 14.01, 3.32)),
        )
    for k in range(4):
        y = -12.5 + 6.4 * k
        trim.add(m.SKY, shapes.block((-17.712, y, 1.0), (-17.70, y + 4.6, 1.25)))
    trim.add(m.OAK, shapes.block((-17.712, 10.6, 0.0), (-17.66, 11.6, 2.1)))
    trim.add(m.STEEL, shapes.cylinder(0.02, 0.14, "y", 12).move(-17.63, 10.75, 1.05))
    roots.append(floors.decoration("Walls_trim", trim))
    return roots


@makes("environments/indoors-1/boxes")
def boxes() -> list[Node]:
    """RedBox, BlueBox and GreenBox, each exactly 1 x 1 x 1.8 m, rigid, of 1 kg."""
    paint = {"RedBox": m.RED, "BlueBox": m.BLUE, "GreenBox": m.GREEN}

    def dress(row: facts.Row) -> Optional[Mesh]:
        if row["name"] not in paint:
            return None
        return Mesh().add(paint[row["name"]], shapes.rounded_box(1.0, 1.0, 1.8, 0.02, 1))

    roots = hall("boxes", dress)
    feet.stand(roots, feet.plinths_m(roots, list(paint)))
    return roots


def _ball() -> Mesh:
    """A beach ball of four colors, radius 0.248 m."""
    whole = shapes.sphere(0.248, 24, 12)
    mesh = Mesh()
    quarters: tuple[Material, ...] = (m.GREEN, m.BLUE, m.YELLOW, m.RED)
    for k, material in enumerate(quarters):
        faces = []
        for face in whole.faces:
            x = sum(whole.points[i][0] for i in face)
            y = sum(whole.points[i][1] for i in face)
            if int(math.degrees(math.atan2(y, x)) % 360.0 // 60.0) % 4 == k:
                faces.append(face)
        mesh.add(material, Surface(whole.points, faces, whole.crease))
    return mesh


def _fence() -> Mesh:
    """Posts every two meters with three rails; 16.28 m along its local Y."""
    mesh = Mesh()
    for k in range(9):
        mesh.add(m.DARK, shapes.box(0.05, 0.05, 0.683).move(0.0, 2.0285 * k, 0.0945))
    for z in (-0.05, 0.16, 0.38):
        mesh.add(m.STEEL, shapes.cylinder(0.014, 16.23, "y", 8).move(0.0, 8.115, z))
    return mesh


def _arena() -> Mesh:
    """The floor, its kerb and four lamp posts."""
    mesh = Mesh().add(m.SAND, shapes.block((-9.0, -9.0, -0.5), (9.0, 9.0, -0.002)))
    for k in range(4):
        kerb = sweeps.extrude(
            [(-10.4, -0.5), (-10.4, 0.47), (-10.37, 0.499), (-9.03, 0.499), (-9.0, 0.47), (-9.0, -0.5)], 20.8, "y"
        )
        mesh.add(m.CONCRETE, kerb.turn(z=90.0 * k))
    lamps = ((-8.186, 8.209, m.ORANGE), (8.241, 8.155, m.RED), (8.187, -8.164, m.YELLOW), (-8.131, -8.110, m.BLUE))
    for x, y, paint in lamps:
        px, py = math.copysign(9.72, x), math.copysign(9.72, y)
        mesh.add(m.GUNMETAL, shapes.cylinder(0.14, 0.30, segments=16, bevel=0.03).move(px, py, 0.64))
        pole = sweeps.rounded_path(
            [(px, py, 0.5), (px, py, 4.55), ((px + x) / 2, (py + y) / 2, 4.6), (x, y, 4.2)], 0.7, 5
        )
        mesh.add(m.GUNMETAL, sweeps.tube(pole, 0.06, 10))
        mesh.add(paint, shapes.cone(0.34, 0.10, 0.24, segments=20).move(x, y, 4.12))
        mesh.add(m.LAMP, shapes.dome(0.22, 0.05, 18, 3).turn(x=180.0).move(x, y, 4.01))
    for k in range(4):
        bar = shapes.block((-10.463, -3.0, -0.5), (-10.40, 3.0, 0.30))
        mesh.add(m.CONCRETE_DARK, bar.turn(z=90.0 * k))
    return mesh.add(m.STEEL, shapes.cylinder(0.02, 0.1, segments=8).move(9.72, 9.72, 4.598))


def _jump() -> Mesh:
    """The ramp, rising towards -Y, striped at its lip."""
    wedge = [
        (3.81, -0.474),
        (3.81, -0.44),
        (-1.25, 0.74),
        (-1.318, 0.748),
        (-1.318, -0.474),
        (-0.9, -0.474),
        (-0.9, 0.45),
        (2.4, -0.32),
        (2.4, -0.474),
    ]
    mesh = Mesh().add(m.CONCRETE, sweeps.extrude(wedge, 2.87, "x"))
    for k in range(5):
        y = -1.2 + 0.9 * k
        z = 0.729 - 0.2332 * (y + 1.2)
        stripe = [(y, z - 0.01), (y + 0.28, z - 0.0753), (y + 0.28, z - 0.0593), (y, z + 0.006)]
        mesh.add(m.YELLOW if k % 2 == 0 else m.RED, sweeps.extrude(stripe, 2.6, "x"))
    for s in (-1.0, 1.0):
        mesh.add(m.GUNMETAL, sweeps.tube([(s * 1.44, -1.3, 0.728), (s * 1.44, 3.79, -0.458)], 0.016, 8))
    return mesh


def _screen() -> Mesh:
    """A standing panel: frame, dark cloth, two feet."""
    mesh = Mesh().add(m.ALUMINIUM, shapes.rounded_box(0.05, 1.06, 1.66, 0.012, 1).move(z=0.0))
    mesh.add(m.FABRIC_BLUE, shapes.box(0.054, 0.94, 1.54))
    mesh.add(m.YELLOW, shapes.box(0.056, 0.94, 0.10).move(z=0.35))
    for y in (-0.48, 0.48):
        mesh.add(m.GUNMETAL, shapes.rounded_box(0.33, 0.06, 0.06, 0.015, 1).move(0.0, y, -0.85))
    return mesh


#: The colored lamps tint the corners; at full strength they would turn all colors brown.
_LAMP_SHARE = 0.12


@makes("environments/sandbox")
def sandbox() -> list[Node]:
    """Kerb and fences, eight balls, six stools, a ramp and four screens; hidden boxes carry the collisions."""
    ball, fence, screen = _ball(), _fence(), _screen()
    looks = {"ArenaMesh": _arena(), "JumpMesh": _jump()}
    stools: list[Mesh] = []

    def dress(row: facts.Row) -> Optional[Mesh]:
        name = row["name"]
        if name.startswith("Ball"):
            return ball
        if name.startswith("fence"):
            return fence
        if name.startswith("ScreenMesh"):
            return screen
        if name.startswith("Stool"):
            stools.append(stools[0] if stools else catalog.look(row) or Mesh())
            return stools[-1]
        return looks.get(name)

    roots = facts.tree("sandbox", dress, skip=("Camera",))
    for name in ("Point", "Point.001", "Point.002", "Point.003"):
        lamp = facts.find(roots, name)
        if lamp.light is not None:
            lamp.light["intensity"] *= _LAMP_SHARE
    marks = floors.joints((-9.0, -9.0), (9.0, 9.0), 3.0, 0.04, m.WHITE)
    ring = Mesh().add(m.WHITE, shapes.pipe(2.0, 1.93, 0.004, segments=48))
    facts.find(roots, "Arena").add(Node("Arena_lines", mesh=marks.include(ring)))
    return roots
