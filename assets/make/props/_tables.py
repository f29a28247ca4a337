"""Desks, tables and other furniture on legs, modeled with their feet at z 0 and scaled by the caller."""

from kit import materials as m
from kit import shapes, sweeps
from kit.materials import Material
from kit.scene import Mesh


def table(
    x: float, y: float, z: float, top: Material = m.OAK, legs: Material = m.GUNMETAL, thick: float = 0.03
) -> Mesh:
    """A top on four legs with an apron."""
    mesh = Mesh().add(top, shapes.rounded_box(x, y, thick, thick * 0.25, 1).move(z=z - thick / 2))
    leg = min(0.05, x * 0.12, y * 0.12)
    for sx in (-1.0, 1.0):
        mesh.add(legs, shapes.box(leg * 0.5, y - leg * 3.4, 0.05).move(sx * (x / 2 - leg), 0.0, z - thick - 0.025))
        for sy in (-1.0, 1.0):
            mesh.add(
                legs,
                shapes.rounded_box(leg, leg, z - thick, leg * 0.2, 1).move(
                    sx * (x / 2 - leg), sy * (y / 2 - leg), (z - thick) / 2
                ),
            )
    for sy in (-1.0, 1.0):
        mesh.add(legs, shapes.box(x - leg * 3.4, leg * 0.5, 0.05).move(0.0, sy * (y / 2 - leg), z - thick - 0.025))
    return mesh


def office_desk(x: float, y: float, z: float, top: Material = m.PINE, frame: Material = m.WHITE) -> Mesh:
    """A desk on two T-shaped feet, with a modesty panel."""
    mesh = Mesh().add(top, shapes.rounded_box(x, y, 0.028, 0.007, 1).move(z=z - 0.014))
    for s in (-1.0, 1.0):
        mesh.add(frame, shapes.rounded_box(0.06, y * 0.86, 0.03, 0.008, 1).move(s * (x / 2 - 0.08), 0.0, 0.015))
        mesh.add(
            frame, shapes.rounded_box(0.05, 0.12, z - 0.05, 0.01, 1).move(s * (x / 2 - 0.08), y * 0.1, (z - 0.03) / 2)
        )
        mesh.add(frame, shapes.rounded_box(0.05, y * 0.7, 0.03, 0.008, 1).move(s * (x / 2 - 0.08), 0.0, z - 0.043))
    return mesh.add(frame, shapes.rounded_box(x - 0.2, 0.018, z * 0.45, 0.005, 1).move(0.0, y * 0.22, z * 0.66))


def drawer_desk(x: float, y: float, z: float) -> Mesh:
    """A desk with a block of drawers on one side and a screen on the other."""
    mesh = Mesh().add(m.OAK, shapes.rounded_box(x, y, 0.035, 0.008, 1).move(z=z - 0.0175))
    mesh.add(m.OAK, shapes.box(0.03, y * 0.9, z - 0.035).move(x / 2 - 0.03, 0.0, (z - 0.035) / 2))
    mesh.include(drawers(x * 0.28, y * 0.86, z - 0.04, 3, m.PLASTIC_GREY).moved(-x * 0.34))
    return mesh.add(m.DARK, shapes.box(x * 0.6, 0.02, z * 0.5).move(x * 0.16, y * 0.4, z * 0.65))


def drawers(
    x: float, y: float, z: float, rows: int, material: Material = m.WALNUT, columns: int = 1, handle: Material = m.STEEL
) -> Mesh:
    """A chest of drawers, fronts to -Y."""
    mesh = Mesh().add(material, shapes.rounded_box(x, y, z, 0.008, 1).move(z=z / 2))
    for i in range(rows):
        for j in range(columns):
            width, height = x / columns, (z - 0.06) / rows
            cx, cz = -x / 2 + width * (j + 0.5), 0.03 + height * (i + 0.5)
            mesh.add(
                material, shapes.rounded_box(width - 0.02, 0.02, height - 0.016, 0.006, 1).move(cx, -y / 2 - 0.004, cz)
            )
            mesh.add(
                handle, shapes.rounded_box(min(0.12, width * 0.3), 0.018, 0.012, 0.005, 1).move(cx, -y / 2 - 0.02, cz)
            )
    return mesh


def low_table(x: float, y: float, z: float, material: Material = m.WALNUT) -> Mesh:
    """A square table with thick legs and a lower shelf."""
    mesh = Mesh().add(material, shapes.rounded_box(x, y, 0.05, 0.006, 1).move(z=z - 0.025))
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            mesh.add(
                material,
                shapes.box(0.05, 0.05, z - 0.05).move(sx * (x / 2 - 0.025), sy * (y / 2 - 0.025), (z - 0.05) / 2),
            )
    if y > 0.6:
        mesh.add(material, shapes.box(x - 0.1, y - 0.1, 0.012).move(z=z * 0.35))
    return mesh


def round_table(x: float, y: float, z: float, top: Material = m.PINE) -> Mesh:
    """A round top on one foot."""
    mesh = Mesh().add(top, shapes.cylinder(0.5, 0.03, segments=36, bevel=0.006).scale(x, y, 1.0).move(z=z - 0.015))
    mesh.add(m.STEEL, shapes.cylinder(0.035, z - 0.05, segments=18).move(z=z / 2))
    return mesh.add(m.STEEL, shapes.lathe([(0.0, 0.0), (0.24, 0.0), (0.24, 0.012), (0.05, 0.04), (0.0, 0.04)], 32))


def stool(x: float, y: float, z: float) -> Mesh:
    """A bar stool: padded round seat on four splayed legs with a foot ring."""
    mesh = Mesh().add(m.PLASTIC, shapes.cylinder(0.42 * min(x, y), 0.05, segments=28, bevel=0.015).move(z=z - 0.025))
    mesh.add(m.PLASTIC_GREY, shapes.cylinder(0.36 * min(x, y), 0.02, segments=28).move(z=z - 0.058))
    for k in range(4):
        top = (0.22 * x * (1 if k in (0, 3) else -1), 0.22 * y * (1 if k < 2 else -1), z - 0.06)
        foot = (top[0] * 2.2, top[1] * 2.2, 0.008)
        mesh.add(m.ALUMINIUM, sweeps.tube([top, foot], 0.013, 8))
        mesh.add(m.RUBBER, shapes.cylinder(0.016, 0.016, segments=10).move(foot[0], foot[1], 0.008))
    return mesh.add(m.ALUMINIUM, shapes.torus(0.50 * min(x, y), 0.009, segments=32, sides=8).move(z=z * 0.32))
