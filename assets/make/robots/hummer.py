"""Hummer: the off-road car, modeled with its nose to +X and then turned, since its local frame faces +Y."""

import math

from kit import materials as m
from kit import shapes, sweeps, wheels
from kit.physics import rigid
from kit.register import makes
from kit.scene import Mesh, Node
from kit.surface import Surface

_WHEELS = (("wheel1", 1.6, 1.09), ("wheel2", 1.6, -1.09), ("wheel3", -2.3, 1.09), ("wheel4", -2.3, -1.09))


def _both(surface: Surface) -> list[Surface]:
    """A shape and its mirror image on the other flank."""
    return [surface, surface.mirror()]


def _shell() -> Mesh:
    """Tub, bonnet and cabin with their glass."""
    mesh = Mesh()
    tub = [
        (-3.05, -0.40),
        (-3.20, -0.22),
        (-3.20, 0.28),
        (0.95, 0.34),
        (2.16, 0.22),
        (2.24, 0.06),
        (2.24, -0.26),
        (2.05, -0.40),
    ]
    mesh.add(m.OLIVE, sweeps.extrude(tub, 2.30, "y", 0.05))
    cabin = [(-3.14, 0.26), (-2.62, 1.22), (-2.40, 1.33), (0.18, 1.33), (0.38, 1.24), (0.86, 0.30)]
    mesh.add(m.OLIVE, sweeps.extrude(cabin, 2.02, "y", 0.06))
    mesh.add(m.DARK, shapes.block((-2.9, -0.85, -0.529), (2.0, 0.85, -0.38)))
    glass = [(-0.88, 0.46), (-0.88, 1.14), (0.14, 1.14), (0.30, 1.08), (0.62, 0.46)]
    rear = [(-2.10, 0.46), (-2.10, 1.14), (-1.02, 1.14), (-1.02, 0.46)]
    back = [(-2.84, 0.46), (-2.52, 1.08), (-2.42, 1.14), (-2.24, 1.14), (-2.24, 0.46)]
    for outline in (glass, rear, back):
        mesh.add(m.WINDOW, *_both(sweeps.extrude(outline, 0.03, "y", 0.006).move(y=1.003)))
    front = shapes.rounded_box(0.03, 0.86, 0.70, 0.012).turn(y=-27.0).move(0.655, 0.0, 0.80)
    mesh.add(m.WINDOW, *_both(front.move(y=0.47)))
    mesh.add(m.WINDOW, *_both(shapes.rounded_box(0.03, 0.72, 0.62, 0.012).turn(y=29.0).move(-2.895, 0.42, 0.79)))
    return mesh


def _details(mesh: Mesh) -> None:
    """Doors, bonnet, grille, lights, bumpers, mirrors, roof rack and spare wheel."""
    for x in (-2.16, -0.95, 0.62):
        mesh.add(m.DARK, *_both(shapes.box(0.02, 0.02, 0.66).move(x, 1.148, -0.02)))
    for x in (-1.15, 0.42):
        mesh.add(m.BLACK, *_both(shapes.rounded_box(0.16, 0.03, 0.04, 0.012, 1).move(x, 1.16, 0.20)))
    mesh.add(m.DARK, *_both(shapes.rounded_box(2.0, 0.16, 0.09, 0.03).move(-0.35, 1.13, -0.46)))
    bonnet = [(0.96, 0.33), (0.96, 0.38), (2.05, 0.275), (2.14, 0.22)]
    mesh.add(m.OLIVE, sweeps.extrude(bonnet, 1.30, "y", 0.01))
    mesh.add(m.BLACK, shapes.rounded_box(0.5, 0.5, 0.02, 0.008, 1).turn(y=5.4).move(1.40, 0.0, 0.352))
    mesh.add(m.DARK, shapes.rounded_box(0.04, 1.36, 0.30, 0.015).move(2.235, 0.0, -0.07))
    mesh.add(
        m.OLIVE,
        *[shapes.rounded_box(0.05, 0.075, 0.30, 0.02, 1).move(2.243, -0.51 + 0.17 * i, -0.07) for i in range(7)],
    )
    mesh.add(m.LAMP, *_both(shapes.cylinder(0.12, 0.05, "x", 24, 0.015).move(2.24, 0.86, -0.06)))
    mesh.add(m.GLOW_ORANGE, *_both(shapes.rounded_box(0.03, 0.14, 0.07, 0.012, 1).move(2.24, 1.05, -0.08)))
    mesh.add(m.GLOW_RED, *_both(shapes.rounded_box(0.03, 0.14, 0.24, 0.012, 1).move(-3.20, 0.98, 0.02)))
    mesh.add(m.BLACK, shapes.rounded_box(0.12, 2.30, 0.17, 0.04).move(2.21, 0.0, -0.36))
    mesh.add(m.BLACK, shapes.rounded_box(0.12, 2.30, 0.17, 0.04).move(-3.17, 0.0, -0.36))
    for x, sign in ((1.6, 1.0), (-2.3, 1.0)):
        flare = [
            (x + 0.62 * math.cos(a), -0.56 + 0.40 * math.sin(a)) for a in [math.radians(15 * i) for i in range(1, 12)]
        ]
        flare += [
            (x + 0.54 * math.cos(a), -0.56 + 0.33 * math.sin(a))
            for a in [math.radians(15 * i) for i in range(11, 0, -1)]
        ]
        mesh.add(m.BLACK, *_both(sweeps.extrude(flare, 0.20, "y").move(y=sign * 1.20)))
        arch = [(x - 0.56, -0.45), (x - 0.44, -0.26), (x + 0.44, -0.26), (x + 0.56, -0.45)]
        mesh.add(m.BLACK, *_both(sweeps.extrude(arch, 0.24, "y").move(y=sign * 1.06)))
        axle = shapes.cylinder(0.075, 2.0, "y", 16)
        mesh.add(m.GUNMETAL, axle.move(x, 0.0, -0.52 + 0.07))
    mesh.add(m.BLACK, *_both(shapes.rounded_box(0.10, 0.20, 0.24, 0.03).move(0.78, 1.20, 0.52)))
    for y in (-0.72, 0.72):
        mesh.add(m.BLACK, sweeps.tube([(-2.3, y, 1.365), (0.05, y, 1.365)], 0.014, 8))
    for x in (-2.2, -1.5, -0.8, -0.1):
        mesh.add(m.BLACK, sweeps.tube([(x, -0.72, 1.358), (x, 0.72, 1.358)], 0.012, 8))
    mesh.add(m.BLACK, sweeps.tube([(0.80, -1.12, 0.30), (0.80, -1.12, 1.20), (0.76, -1.12, 1.30)], 0.045, 12))


@makes("robots/hummer")
def hummer() -> list[Node]:
    """One rigid body; the wheels are moved by the vehicle's suspension and collide with nothing."""
    body = _shell()
    _details(body)
    body = body.fit((-3.235, -1.35, -0.529), (2.268, 1.309, 1.374))
    root = Node(
        "Hummer",
        (0.0, 0.0, 0.0),
        (0.0, 0.0, -math.pi / 2),
        physics=rigid("CONVEX_HULL", 10.0, 0.4808, (0.4, 0.0), no_sleep=True),
    )
    root.dress(body)
    wheel = wheels.wheel(0.479, 0.46, rim=0.52, tread=20, spokes=8, rim_material=m.OLIVE, hub_material=m.GUNMETAL)
    upright = Mesh()
    upright.parts = [(s.turn(y=90.0), material) for s, material in wheel.parts]
    for name, x, y in _WHEELS:
        root.add(Node(name, (-y, x, -0.923), mesh=upright))
    return [root]
