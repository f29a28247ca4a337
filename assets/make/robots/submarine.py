"""Submarine: a yellow survey vessel with a sail, four tail fins and a ducted propeller."""


from kit import materials as m
from kit import shapes, sweeps
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node


def _hull() -> Mesh:
    """Everything, nose to +X, length 6.054 m."""
    mesh = Mesh()
    stations = [
        (-2.75, 0.16),
        (-2.5, 0.30),
        (-2.1, 0.55),
        (-1.6, 0.76),
        (-1.0, 0.90),
        (0.0, 0.94),
        (1.2, 0.94),
        (1.9, 0.90),
    ]
    stations += [(2.4, 0.78), (2.75, 0.58), (2.93, 0.38), (3.00, 0.20), (3.027, 0.04)]
    mesh.add(m.YELLOW, sweeps.hull_along_x([(x, d, d, 0.0, 0.0) for x, d in stations], 2.0, 36))
    for x in (-0.95, 0.75, 1.85):
        d = 0.90 if x < 0 or x > 1.5 else 0.94
        mesh.add(m.DARK, shapes.torus(d / 2, 0.012, "x", 40, 6).move(x=x))
    sail = [
        [(x * k + 0.35, y * k, z) for x, y in sweeps.oval(1.15, 0.26, 2.0, 28)]
        for z, k in ((0.30, 1.06), (0.55, 1.0), (0.72, 0.94), (0.76, 0.84))
    ]
    mesh.add(m.YELLOW, sweeps.loft(sail))
    mesh.add(
        m.DARK,
        sweeps.extrude([(x * 0.8 + 0.35, y * 0.8) for x, y in sweeps.oval(1.15, 0.26, 2.0, 28)], 0.02, "z").move(
            z=0.765
        ),
    )
    mesh.add(
        m.STEEL,
        shapes.cylinder(0.022, 0.30, segments=12).move(0.45, 0.0, 0.88),
        shapes.cylinder(0.014, 0.22, segments=10).move(0.15, 0.0, 0.86),
    )
    mesh.add(m.GUNMETAL, shapes.rounded_box(0.11, 0.05, 0.05, 0.015, 1).move(0.475, 0.0, 1.01))
    mesh.add(m.ORANGE, shapes.sphere(0.03, 14, 8).move(0.15, 0.0, 0.98))
    for x in (0.80, 1.35, 1.9):
        for side in (-1.0, 1.0):
            port = shapes.cylinder(0.085, 0.05, "y", 24, 0.012).move(0.0, 0.462, 0.0).turn(x=14.0)
            glass = shapes.cylinder(0.062, 0.056, "y", 24).move(0.0, 0.462, 0.0).turn(x=14.0)
            depth = 1.0 if x < 1.5 else 0.955
            for surface, material in ((port, m.BRASS), (glass, m.LENS)):
                placed = surface.scale(y=depth).move(x=x)
                mesh.add(material, placed if side > 0 else placed.mirror())
    mesh.add(m.LENS, shapes.sphere(0.24, 28, 14).move(2.76, 0.0, 0.0))
    mesh.add(m.GUNMETAL, shapes.torus(0.265, 0.035, "x", 32, 8).move(2.80))
    for y in (-0.24, 0.24):
        mesh.add(m.GUNMETAL, shapes.cylinder(0.06, 0.12, "x", 18, 0.012).move(2.52, y, -0.30))
        mesh.add(m.LAMP, shapes.dome(0.05, 0.02, 18, 3, "x").move(2.58, y, -0.30))
    fin = [(-2.62, 0.12), (-2.72, 0.60), (-2.38, 0.60), (-2.02, 0.24)]
    for k in range(4):
        mesh.add(m.RED if k % 2 else m.YELLOW, sweeps.extrude(fin, 0.05, "y", 0.012).turn(x=90.0 * k))
    plane = [(1.05, 0.40), (1.12, 0.60), (1.42, 0.60), (1.58, 0.40)]
    mesh.add(m.RED, *[sweeps.extrude(plane, 0.04, "y", 0.01).turn(x=90.0 * k) for k in (1, 3)])
    mesh.add(
        m.GUNMETAL,
        shapes.lathe(
            [(0.33, -2.98), (0.37, -2.99), (0.40, -2.88), (0.37, -2.70), (0.345, -2.70)], 36, "x", closed=True
        ),
    )
    mesh.add(
        m.GUNMETAL, *[shapes.box(0.05, 0.02, 0.30).move(-2.76, 0.0, 0.21).turn(x=45.0 + 90.0 * k) for k in range(4)]
    )
    mesh.add(m.BRASS, shapes.lathe([(0.0, -3.027), (0.04, -3.0), (0.075, -2.88), (0.08, -2.74), (0.0, -2.74)], 20, "x"))
    for k in range(5):
        screw = shapes.rounded_box(0.03, 0.12, 0.25, 0.012, 1).turn(z=38.0).move(-2.86, 0.0, 0.19)
        mesh.add(m.BRASS, screw.turn(x=72.0 * k))
    keel = [(-1.2, -0.40), (-1.0, -0.59), (1.0, -0.59), (1.3, -0.40)]
    mesh.add(m.DARK, sweeps.extrude(keel, 0.16, "y", 0.03))
    return mesh


@makes("robots/submarine")
def submarine() -> list[Node]:
    """Static in the file, a rigid body by its builder; the box is the original's, 6.054 x 1.2 x 1.306 m."""
    mesh = _hull().fit((-3.027, -0.528, -0.724), (3.027, 0.672, 0.582))
    return [Node("SubmarineMesh", mesh=mesh, physics=static("BOX", actor=True))]
