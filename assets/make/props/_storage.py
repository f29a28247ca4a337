"""Shelves and cupboards, feet at z 0, fronts to -Y."""

from kit import materials as m
from kit import shapes
from kit.materials import Material
from kit.scene import Mesh

_SPINES = (m.FABRIC_BLUE, m.FABRIC_RED, m.GREEN, m.CREAM, m.WALNUT, m.ORANGE, m.GREY)


def shelf(
    x: float, y: float, z: float, levels: int = 4, wood: Material = m.OAK, filled: bool = True, back: bool = True
) -> Mesh:
    """Boards between two sides; books and boxes stand on them when ``filled``."""
    thick = 0.025
    mesh = Mesh()
    for s in (-1.0, 1.0):
        mesh.add(wood, shapes.box(thick, y, z).move(s * (x / 2 - thick / 2), 0.0, z / 2))
    if back:
        mesh.add(wood, shapes.box(x, 0.01, z).move(0.0, y / 2 - 0.005, z / 2))
    gap = (z - 0.06) / levels
    for i in range(levels + 1):
        mesh.add(
            wood,
            shapes.box(x - thick, y - 0.01, thick).move(0.0, -0.005, 0.05 + gap * i if i < levels else z - thick / 2),
        )
    if filled:
        for i in range(levels):
            _books(mesh, x - 0.06, y, 0.05 + gap * i + thick / 2, gap - 0.05, i)
    return mesh


def _books(mesh: Mesh, width: float, depth: float, base: float, height: float, seed: int) -> None:
    """A row of book blocks and one box, arranged by number, not by chance."""
    at = -width / 2
    k = seed * 3
    while at < width / 2 - 0.14:
        wide = 0.06 + 0.03 * ((k * 7) % 4)
        tall = height * (0.62 + 0.08 * ((k * 5) % 4))
        if (k + seed) % 4 != 3:
            mesh.add(
                _SPINES[k % len(_SPINES)],
                shapes.box(wide - 0.004, depth * 0.6, tall).move(at + wide / 2, -depth * 0.05, base + tall / 2),
            )
        at += wide
        k += 1


def cupboard(x: float, y: float, z: float, doors: int = 2, wood: Material = m.PINE, opened: bool = False) -> Mesh:
    """A cupboard with doors and handles; ``opened`` shows the boards inside with one door swung out."""
    if opened:
        mesh = shelf(x, y * 0.55, z, 5, wood, filled=False).moved(y=y * 0.22)
        mesh.add(wood, shapes.rounded_box(0.02, y * 0.5, z - 0.06, 0.005, 1).move(-x / 2 + 0.012, -y * 0.24, z / 2))
        return mesh.add(
            wood, shapes.rounded_box(0.02, y * 0.5, z - 0.06, 0.005, 1).move(x / 2 - 0.012, -y * 0.24, z / 2)
        )
    mesh = Mesh().add(wood, shapes.rounded_box(x, y - 0.02, z - 0.05, 0.006, 1).move(0.0, 0.01, z / 2 + 0.025))
    mesh.add(m.DARK, shapes.box(x - 0.06, y - 0.10, 0.05).move(0.0, 0.02, 0.025))
    wide = x / doors
    for k in range(doors):
        cx = -x / 2 + wide * (k + 0.5)
        mesh.add(
            wood, shapes.rounded_box(wide - 0.012, 0.022, z - 0.08, 0.006, 1).move(cx, -y / 2 + 0.01, z / 2 + 0.02)
        )
        side = 0.38 if k % 2 == 0 else -0.38
        mesh.add(
            m.STEEL,
            shapes.rounded_box(0.014, 0.024, min(0.16, z * 0.2), 0.006, 1).move(
                cx + side * wide, -y / 2 - 0.008, z * 0.54
            ),
        )
    return mesh


def metal_shelf(x: float, y: float, z: float, levels: int = 4) -> Mesh:
    """A workshop rack: steel posts and trays with boxes."""
    mesh = Mesh()
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            mesh.add(m.GUNMETAL, shapes.box(0.03, 0.03, z).move(sx * (x / 2 - 0.015), sy * (y / 2 - 0.015), z / 2))
    for i in range(levels):
        h = 0.06 + (z - 0.09) * i / (levels - 1)
        mesh.add(m.ALUMINIUM, shapes.box(x - 0.01, y - 0.01, 0.025).move(z=h))
        if i < levels - 1:
            gap = (z - 0.09) / (levels - 1) * 0.5
            for k in range(2):
                material = (m.CRATE, m.SKY, m.PLASTIC_GREY)[(i + k) % 3]
                mesh.add(
                    material,
                    shapes.rounded_box(x * 0.36, y * 0.7, gap, 0.01, 1).move(
                        (-0.22 + 0.45 * k) * x, 0.0, h + 0.0125 + gap / 2
                    ),
                )
    return mesh


def cube_shelf(x: float, y: float, z: float, wood: Material = m.WALNUT) -> Mesh:
    """A low shelf of two by two open cubes; open along X."""
    thick = 0.04
    mesh = Mesh()
    for k in (-1.0, 0.0, 1.0):
        slim = thick if k else thick * 0.5
        mesh.add(wood, shapes.box(x, slim, z).move(0.0, k * (y / 2 - slim / 2), z / 2))
        mesh.add(wood, shapes.box(x, y, slim).move(0.0, 0.0, z / 2 + k * (z / 2 - slim / 2)))
    return mesh
