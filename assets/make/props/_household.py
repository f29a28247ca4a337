"""Lamps, plants, radiators, boards, computers, textiles, feet at z 0."""

import math

from kit import materials as m
from kit import shapes, sweeps
from kit.materials import Material
from kit.scene import Mesh


def floor_lamp(x: float, y: float, z: float) -> Mesh:
    """A paper shade on a thin stand."""
    r = min(x, y) / 2
    mesh = Mesh().add(
        m.STEEL,
        shapes.cylinder(r, 0.02, segments=24, bevel=0.004).move(z=0.01),
        shapes.cylinder(0.012, z * 0.55, segments=10).move(z=z * 0.28),
    )
    shade = [(r * 0.55, z * 0.42), (r, z * 0.55), (r * 0.95, z * 0.85), (r * 0.5, z), (0.0, z)]
    return mesh.add(m.LAMP, shapes.lathe([(0.0, z * 0.42)] + shade, 20, crease=60.0))


def plant(x: float, y: float, z: float) -> Mesh:
    """A pot with a stem and two crowns of long leaves."""
    mesh = Mesh().add(
        m.PLASTIC_GREY,
        shapes.lathe([(0.0, 0.0), (0.11, 0.0), (0.15, 0.24), (0.135, 0.24), (0.13, 0.21), (0.0, 0.21)], 24),
    )
    mesh.add(m.EARTH, shapes.cylinder(0.132, 0.01, segments=24).move(z=0.212))
    mesh.add(m.BARK, sweeps.tube([(0.0, 0.0, 0.2), (0.02, 0.01, z * 0.5), (0.0, 0.0, z * 0.75)], 0.016, 8))
    leaf = [(0.0, -0.01), (0.12, -0.045), (0.30, -0.03), (0.46, 0.0), (0.30, 0.03), (0.12, 0.045), (0.0, 0.01)]
    reach = max(x, y) / 0.92
    for level, (h, count, rise) in enumerate(((0.55, 8, 25.0), (0.74, 9, 48.0))):
        for k in range(count):
            blade = sweeps.extrude(leaf, 0.004, "z").mapped(
                lambda p: (p[0] * reach, p[1], p[2] - 1.1 * p[0] * p[0] * reach)
            )
            turned = blade.turn(y=-rise).turn(z=360.0 * k / count + 20.0 * level)
            mesh.add(m.LEAVES_LIGHT if (k + level) % 3 == 0 else m.LEAVES, turned.move(z=z * h))
    return mesh


def radiator(x: float, y: float, z: float) -> Mesh:
    """Ribs between two pipes, standing along X."""
    mesh = Mesh()
    count = max(5, int(x / 0.13))
    for k in range(count):
        cx = -x / 2 + x * (k + 0.5) / count
        mesh.add(
            m.WHITE, shapes.rounded_box(x / count * 0.62, y, z * 0.94, min(0.02, y * 0.4), 1).move(cx, 0.0, z * 0.53)
        )
    for h in (0.14, 0.90):
        mesh.add(m.WHITE, shapes.cylinder(min(0.018, y * 0.3), x, "x", 10).move(z=z * h))
    return mesh


def carpet(x: float, y: float, z: float, inner: Material = m.CREAM, outer: Material = m.CARPET) -> Mesh:
    """A rug with a border."""
    mesh = Mesh().add(outer, shapes.rounded_box(x, y, z * 0.8, 0.004, 1).move(z=z * 0.4))
    mesh.add(inner, shapes.box(x * 0.84, y * 0.88, z * 0.2).move(z=z * 0.9))
    return mesh.add(outer, shapes.box(x * 0.5, y * 0.6, z * 0.21).move(z=z * 0.9))


def pillow(x: float, y: float, z: float) -> Mesh:
    """A cushion."""
    return Mesh().add(m.FABRIC_BLUE, shapes.rounded_box(x, y, z, z * 0.48, 3).move(z=z / 2))


def whiteboard(x: float, y: float, z: float) -> Mesh:
    """A board on a rolling stand, facing -Y."""
    mesh = Mesh().add(m.ALUMINIUM, shapes.rounded_box(x, 0.03, z * 0.58, 0.008, 1).move(0.0, 0.0, z * 0.70))
    mesh.add(m.PLASTIC_WHITE, shapes.box(x - 0.06, 0.034, z * 0.58 - 0.06).move(0.0, 0.0, z * 0.70))
    mesh.add(m.ALUMINIUM, shapes.box(x * 0.5, 0.07, 0.015).move(0.0, -0.04, z * 0.42))
    for s in (-1.0, 1.0):
        mesh.add(m.GUNMETAL, shapes.box(0.035, 0.03, z * 0.9).move(s * x * 0.46, 0.02, z * 0.48))
        mesh.add(m.GUNMETAL, shapes.rounded_box(0.04, y, 0.04, 0.01, 1).move(s * x * 0.46, 0.0, 0.07))
        mesh.add(
            m.RUBBER,
            *[shapes.cylinder(0.03, 0.02, "x", 12).move(s * x * 0.46, t * (y / 2 - 0.04), 0.03) for t in (-1.0, 1.0)],
        )
    for k, (material, height) in enumerate(((m.BLUE, 0.84), (m.RED, 0.78), (m.DARK, 0.72))):
        mesh.add(material, shapes.box(x * (0.3 + 0.1 * k), 0.036, 0.012).move(-x * 0.15 + 0.05 * k, 0.0, z * height))
    return mesh


def coat_stand(x: float, y: float, z: float) -> Mesh:
    """A pole with hooks."""
    mesh = Mesh().add(
        m.GUNMETAL,
        shapes.cylinder(0.02, z, segments=12).move(z=z / 2),
        shapes.cylinder(min(x, y) / 2, 0.02, segments=28).move(z=0.01),
    )
    for k in range(6):
        hook = sweeps.rounded_path([(0.0, 0.0, 0.0), (x * 0.3, 0.0, 0.02), (x * 0.5, 0.0, 0.1)], 0.08)
        mesh.add(m.GUNMETAL, sweeps.tube(hook, 0.009, 6).turn(z=60.0 * k).move(z=z * 0.9))
    return mesh


def hanging_lamp(x: float, y: float, z: float) -> Mesh:
    """A long office lamp on two wires."""
    mesh = Mesh().add(
        m.ALUMINIUM,
        sweeps.extrude([(-y * 0.5, 0.0), (y * 0.5, 0.0), (y * 0.36, z * 0.10), (-y * 0.36, z * 0.10)], x, "x"),
    )
    mesh.add(m.LAMP, shapes.box(x * 0.94, y * 0.6, 0.012).move(z=0.002))
    return mesh.add(
        m.STEEL, *[shapes.cylinder(0.006, z * 0.9, segments=6).move(s * x * 0.35, 0.0, z * 0.55) for s in (-1.0, 1.0)]
    )


def board_stack(x: float, y: float, z: float) -> Mesh:
    """A printer on a low stand."""
    mesh = Mesh().add(m.PLASTIC_WHITE, shapes.rounded_box(x, y, z * 0.5, 0.03).move(z=z * 0.75))
    mesh.add(m.PLASTIC_GREY, shapes.box(x * 0.92, y * 0.9, z * 0.5).move(z=z * 0.25))
    mesh.add(m.DARK, shapes.box(x * 0.6, 0.02, z * 0.08).move(0.0, -y * 0.495, z * 0.7))
    return mesh.add(m.SCREEN, shapes.box(x * 0.16, 0.02, z * 0.08).move(x * 0.3, -y * 0.495, z * 0.88))


def roof_window(x: float, y: float, z: float) -> Mesh:
    """A window leaning in its frame."""
    mesh = Mesh()
    for s in (-1.0, 1.0):
        mesh.add(
            m.PINE,
            shapes.box(0.08, y, 0.10).move(s * (x / 2 - 0.04), 0.0, 0.0),
            shapes.box(x, 0.08, 0.10).move(0.0, s * (y / 2 - 0.04), 0.0),
        )
    mesh.add(m.GLASS, shapes.box(x - 0.14, y - 0.14, 0.02))
    tilted = Mesh()
    tilted.parts = [(surface.turn(x=math.degrees(math.atan2(z, y))), material) for surface, material in mesh.parts]
    return tilted


def poster_tube(x: float, y: float, z: float) -> Mesh:
    """Rolled posters leaning in a bin."""
    mesh = Mesh().add(m.DARK, shapes.pipe(min(x, y) * 0.4, min(x, y) * 0.37, z * 0.4, segments=22).move(z=z * 0.2))
    for k in range(4):
        foot = (0.04 * math.cos(1.6 * k), 0.04 * math.sin(1.6 * k), 0.02)
        top = (foot[0] * 2.4, foot[1] * 2.4, z * (0.8 + 0.06 * k))
        mesh.add((m.PAPER, m.FABRIC_BLUE, m.CREAM, m.PAPER)[k], sweeps.tube([foot, top], 0.022, 10))
    return mesh


def monitor(x: float, y: float, z: float, screen: Material = m.SCREEN) -> Mesh:
    """A flat screen on its foot, facing -Y."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(x, y * 0.24, z * 0.80, 0.012, 1).move(0.0, -y * 0.1, z * 0.6))
    mesh.add(screen, shapes.box(x * 0.93, 0.004, z * 0.70).move(0.0, -y * 0.22 - 0.001, z * 0.61))
    mesh.add(m.PLASTIC, shapes.box(x * 0.12, y * 0.16, z * 0.4).move(0.0, y * 0.1, z * 0.26))
    return mesh.add(m.PLASTIC, shapes.rounded_box(x * 0.45, y * 0.9, z * 0.04, 0.004, 1).move(0.0, 0.0, z * 0.02))


def keyboard(x: float, y: float, z: float) -> Mesh:
    """Rows of keys on a plate; long along the longer side."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(x, y, z * 0.6, z * 0.2, 1).move(z=z * 0.3))
    rows = 4
    for i in range(rows):
        if x >= y:
            mesh.add(
                m.PLASTIC_GREY,
                shapes.box(x * 0.94, y / rows * 0.7, z * 0.4).move(0.0, y * (-0.38 + 0.76 * i / (rows - 1)), z * 0.75),
            )
        else:
            mesh.add(
                m.PLASTIC_GREY,
                shapes.box(x / rows * 0.7, y * 0.94, z * 0.4).move(x * (-0.38 + 0.76 * i / (rows - 1)), 0.0, z * 0.75),
            )
    return mesh


def computer(x: float, y: float, z: float) -> Mesh:
    """A tower, front to -Y."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(x, y, z, 0.012, 1).move(z=z / 2))
    mesh.add(
        m.PLASTIC_GREY,
        shapes.box(x * 0.8, 0.008, z * 0.10).move(0.0, -y / 2, z * 0.84),
        shapes.box(x * 0.8, 0.008, z * 0.06).move(0.0, -y / 2, z * 0.70),
    )
    return mesh.add(m.GLOW_GREEN, shapes.box(0.012, 0.01, 0.012).move(x * 0.3, -y / 2, z * 0.58))
