"""Crockery, cutlery, food and other tableware, modeled around the origin and scaled by the caller."""

from kit import materials as m
from kit import shapes, sweeps
from kit.materials import Material
from kit.scene import Mesh


def bottle(glass: Material) -> Mesh:
    """A bottle with a label and a cap."""
    body = [
        (0.0, 0.0),
        (0.036, 0.0),
        (0.04, 0.006),
        (0.04, 0.17),
        (0.030, 0.21),
        (0.015, 0.235),
        (0.014, 0.28),
        (0.0, 0.28),
    ]
    mesh = Mesh().add(glass, shapes.lathe(body, 26, crease=50.0))
    mesh.add(m.PAPER, shapes.lathe([(0.0395, 0.06), (0.0408, 0.06), (0.0408, 0.14), (0.0395, 0.14)], 26, closed=True))
    return mesh.add(m.DARK, shapes.cylinder(0.016, 0.022, segments=18).move(z=0.285))


def plate(deep: float) -> Mesh:
    """A plate; ``deep`` is its height over its width, small for a flat one."""
    h = deep
    profile = [
        (0.0, 0.0),
        (0.26, 0.0),
        (0.30, h * 0.25),
        (0.36, h * 0.62),
        (0.5, h),
        (0.49, h * 1.06),
        (0.35, h * 0.78),
        (0.28, h * 0.42),
        (0.0, h * 0.34),
    ]
    return Mesh().add(m.CERAMIC, shapes.lathe(profile, 40, crease=50.0))


def bowl() -> Mesh:
    """A round bowl on a foot."""
    profile = [
        (0.0, 0.0),
        (0.22, 0.0),
        (0.22, 0.03),
        (0.36, 0.14),
        (0.5, 0.33),
        (0.485, 0.33),
        (0.34, 0.17),
        (0.18, 0.07),
        (0.0, 0.06),
    ]
    return Mesh().add(m.CERAMIC, shapes.lathe(profile, 36, crease=50.0))


def cup(color: Material) -> Mesh:
    """A mug whose handle points along +Y."""
    mesh = Mesh().add(
        color,
        shapes.lathe(
            [(0.0, -0.09), (0.07, -0.09), (0.08, -0.08), (0.081, 0.09), (0.074, 0.09), (0.072, -0.07), (0.0, -0.075)],
            30,
        ),
    )
    mesh.add(m.WALNUT, shapes.cylinder(0.072, 0.004, segments=28).move(z=0.055))
    ear = sweeps.rounded_path(
        [(0.0, 0.075, 0.055), (0.0, 0.125, 0.05), (0.0, 0.125, -0.045), (0.0, 0.075, -0.05)], 0.04, 5
    )
    return mesh.add(color, sweeps.tube(ear, 0.010, 8))


def fork() -> Mesh:
    """Four tines towards +Y."""
    mesh = Mesh().add(m.CHROME, sweeps.extrude([(-0.3, -1.0), (0.3, -1.0), (0.24, 0.15), (-0.24, 0.15)], 0.5, "z"))
    mesh.add(
        m.CHROME,
        sweeps.extrude([(-0.24, 0.14), (0.24, 0.14), (0.9, 0.35), (0.9, 0.5), (-0.9, 0.5), (-0.9, 0.35)], 0.5, "z"),
    )
    return mesh.add(m.CHROME, *[shapes.box(0.24, 0.52, 0.4).move(-0.78 + 0.52 * k, 0.74) for k in range(4)])


def knife() -> Mesh:
    """Blade towards +Y."""
    mesh = Mesh().add(m.DARK, shapes.rounded_box(0.9, 0.9, 1.0, 0.4, 2).move(0.0, -0.53))
    return mesh.add(
        m.CHROME,
        sweeps.extrude([(-0.5, -0.1), (0.4, -0.1), (0.5, 0.5), (0.3, 0.85), (-0.4, 1.0), (-0.5, 0.9)], 0.35, "z", 0.05),
    )


def spoon() -> Mesh:
    """Bowl towards -Y."""
    mesh = Mesh().add(m.CHROME, sweeps.extrude([(-0.22, -0.4), (0.22, -0.4), (0.34, 1.0), (-0.34, 1.0)], 0.4, "z"))
    return mesh.add(m.CHROME, shapes.sphere(0.5, 20, 8).scale(1.6, 0.75, 0.8).move(0.0, -0.62, -0.1))


def loaf() -> Mesh:
    """A loaf of bread with cuts along its top."""
    stations = [
        (-0.5, 0.20, 0.16, 0, 0.1),
        (-0.46, 0.42, 0.34, 0, 0.17),
        (-0.30, 0.52, 0.46, 0, 0.22),
        (0.30, 0.52, 0.46, 0, 0.22),
        (0.46, 0.42, 0.34, 0, 0.17),
        (0.5, 0.20, 0.16, 0, 0.1),
    ]
    mesh = Mesh().add(m.BREAD, sweeps.hull_along_x(stations, 2.5, 20).sharp(70.0))
    for k in range(4):
        mesh.add(
            m.CREAM, shapes.rounded_box(0.02, 0.26, 0.02, 0.009, 1).turn(z=25.0).move(-0.27 + 0.18 * k, 0.0, 0.445)
        )
    return mesh


def carton(face: Material, stripe: Material, gable: bool = False) -> Mesh:
    """A box of food with a printed band and a round picture; ``gable`` folds its top like a milk carton."""
    mesh = Mesh()
    top = 0.82 if gable else 1.0
    mesh.add(face, shapes.box(1.0, 1.0, top).move(z=top / 2))
    mesh.add(stripe, shapes.box(1.006, 1.006, 0.16).move(z=0.62 * top))
    mesh.add(m.ORANGE, shapes.cylinder(0.28, 1.012, "x", 28).scale(1.0, 1.0, 0.55).move(z=0.32 * top))
    if gable:
        mesh.add(
            face,
            sweeps.extrude(
                [(-0.5, top), (0.5, top), (0.06, 0.97), (0.06, 1.0), (-0.06, 1.0), (-0.06, 0.97)], 0.98, "y"
            ),
        )
        mesh.add(m.RED, shapes.cylinder(0.13, 0.05, segments=16).turn(y=-60.0).move(-0.28, 0.0, 0.91))
    return mesh


def jar(content: Material, lid: Material) -> Mesh:
    """A glass with a screw lid and a label."""
    mesh = Mesh().add(
        content,
        shapes.lathe([(0.0, 0.0), (0.46, 0.0), (0.5, 0.05), (0.5, 0.68), (0.42, 0.78), (0.0, 0.78)], 28, crease=50.0),
    )
    mesh.add(lid, shapes.cylinder(0.44, 0.2, segments=28, bevel=0.03).move(z=0.88))
    return mesh.add(m.PAPER, shapes.lathe([(0.497, 0.2), (0.506, 0.2), (0.506, 0.52), (0.497, 0.52)], 28, closed=True))


def butter_dish() -> Mesh:
    """A tray, the butter, a clear lid."""
    mesh = Mesh().add(m.STEEL, shapes.rounded_box(0.13, 0.18, 0.008, 0.003, 1))
    mesh.add(m.CREAM, shapes.rounded_box(0.06, 0.11, 0.02, 0.004, 1).move(z=0.014))
    return mesh.add(m.GLASS, shapes.rounded_box(0.11, 0.16, 0.03, 0.008, 1).move(z=0.018))


def hot_plate() -> Mesh:
    """A cooking plate with its switch and lamps."""
    mesh = Mesh().add(m.PLASTIC, shapes.rounded_box(0.28, 0.28, 0.06, 0.012).move(z=-0.015))
    mesh.add(m.GUNMETAL, shapes.cylinder(0.10, 0.016, segments=36, bevel=0.004).move(-0.01, 0.0, 0.024))
    mesh.add(m.PLASTIC_GREY, shapes.cylinder(0.02, 0.02, "x", 18).move(0.145, -0.06, -0.01))
    return mesh.add(m.GLOW_RED, shapes.cylinder(0.006, 0.006, "x", 12).move(0.141, 0.04, -0.005)).add(
        m.GLOW_GREEN, shapes.cylinder(0.006, 0.006, "x", 12).move(0.141, 0.07, -0.005)
    )


def spatula() -> Mesh:
    """Handle towards +Y, blade towards -Y."""
    mesh = Mesh().add(
        m.PLASTIC,
        sweeps.extrude(
            [(-0.036, -0.14), (0.036, -0.14), (0.03, -0.05), (0.008, -0.03), (-0.008, -0.03), (-0.03, -0.05)],
            0.003,
            "z",
        ),
    )
    return mesh.add(m.PLASTIC, shapes.box(0.012, 0.06, 0.006).move(0.0, -0.005)).add(
        m.ORANGE, shapes.rounded_box(0.022, 0.12, 0.016, 0.007).move(0.0, 0.075)
    )


def book(cover: Material) -> Mesh:
    """A closed book, spine towards -Y."""
    mesh = Mesh().add(cover, *[shapes.box(0.12, 1.0, 1.0).move(x=s * 0.44) for s in (-1.0, 1.0)])
    mesh.add(cover, shapes.box(1.0, 0.04, 1.0).move(y=-0.48))
    return mesh.add(m.PAPER, shapes.box(0.78, 0.94, 0.94).move(y=0.0))
