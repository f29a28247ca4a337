"""Jido: the service robot with an aluminium tower, two laser scanners at its foot and a screen at eye height."""


from kit import materials as m
from kit import shapes, sweeps, wheels
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node


def _base() -> Mesh:
    """The trolley and the mast in the world, up to 1.668 m."""
    mesh = Mesh()
    plan = [
        (-0.363, -0.22),
        (-0.30, -0.33),
        (0.26, -0.33),
        (0.344, -0.24),
        (0.344, 0.24),
        (0.26, 0.33),
        (-0.30, 0.33),
        (-0.363, 0.22),
    ]
    mesh.add(m.PLASTIC, sweeps.extrude(plan, 0.04, "z", 0.008).move(z=0.071))
    mesh.add(m.ALUMINIUM, sweeps.extrude(sweeps.inset(plan, 0.02), 0.10, "z", 0.01).move(z=0.14))
    mesh.add(m.DARK, shapes.rounded_box(0.46, 0.46, 0.36, 0.02).move(-0.07, 0.0, 0.38))
    mesh.add(m.ALUMINIUM, shapes.rounded_box(0.50, 0.52, 0.022, 0.008).move(-0.07, 0.0, 0.575))
    for x in (-0.29, 0.15):
        for y in (-0.235, 0.235):
            mesh.add(m.ALUMINIUM, shapes.rounded_box(0.035, 0.035, 0.40, 0.006, 1).move(x, y, 0.38))
    for i in range(5):
        mesh.add(m.BLACK, shapes.rounded_box(0.30, 0.006, 0.018, 0.003, 1).move(-0.07, 0.232, 0.28 + 0.05 * i))
        mesh.add(m.BLACK, shapes.rounded_box(0.30, 0.006, 0.018, 0.003, 1).move(-0.07, -0.232, 0.28 + 0.05 * i))
    mesh.add(m.RED, shapes.rounded_box(0.006, 0.30, 0.14, 0.003, 1).move(0.162, 0.0, 0.44))
    for y in (-0.10, 0.10):
        mesh.add(m.ALUMINIUM, shapes.rounded_box(0.04, 0.04, 0.98, 0.008, 1).move(-0.20, y, 1.07))
    for z in (0.92, 1.22, 1.54):
        mesh.add(m.ALUMINIUM, shapes.rounded_box(0.03, 0.20, 0.03, 0.006, 1).move(-0.20, 0.0, z))
    mesh.add(m.DARK, shapes.rounded_box(0.09, 0.30, 0.035, 0.012).move(-0.18, 0.0, 1.575))
    mesh.add(m.GUNMETAL, shapes.cylinder(0.035, 0.03, segments=20).move(-0.18, 0.0, 1.605))
    mesh.add(m.PLASTIC, shapes.rounded_box(0.07, 0.20, 0.048, 0.014).move(-0.17, 0.0, 1.644))
    for y in (-0.07, 0.07):
        mesh.add(m.BLACK, shapes.cylinder(0.018, 0.03, "x", 18).move(-0.125, y, 1.644))
        mesh.add(m.LENS, shapes.dome(0.014, 0.006, 14, 3, "x").move(-0.11, y, 1.644))
    mesh.add(m.RED, shapes.cylinder(0.022, 0.03, segments=16, bevel=0.006).move(-0.27, 0.21, 0.60))
    return mesh.fit((-0.363, -0.33, 0.051), (0.344, 0.33, 1.668))


def _sicks() -> Mesh:
    """The two scanners, one to the front and one to the rear."""
    mesh = Mesh()
    for x, way in ((0.34, 1.0), (-0.307, -1.0)):
        mesh.add(m.SKY, shapes.rounded_box(0.182, 0.2, 0.085, 0.014).move(x, 0.0, 0.243))
        mesh.add(m.SKY, shapes.rounded_box(0.182, 0.2, 0.045, 0.014).move(x, 0.0, 0.368))
        mesh.add(m.PLASTIC, shapes.cylinder(0.078, 0.07, segments=30).move(x + way * 0.008, 0.0, 0.315))
        mesh.add(m.SKY, shapes.rounded_box(0.07, 0.2, 0.15, 0.014).move(x - way * 0.05, 0.0, 0.29))
    return mesh.fit((-0.398, -0.101, 0.2), (0.431, 0.101, 0.391))


@makes("robots/jido")
def jido() -> list[Node]:
    """Static in the file; the builder makes it dynamic with the hull of its parts."""
    root = Node("Jido", physics=static())
    base = Node("JidoBase", physics=static("CONVEX_HULL"))
    root.add(base.dress(_base()))
    computer = Mesh().add(m.PLASTIC, shapes.rounded_box(0.32, 0.42, 0.12, 0.012).move(-0.11, 0.0, 0.665))
    computer.add(m.DARK, shapes.rounded_box(0.26, 0.34, 0.055, 0.01).move(-0.10, 0.0, 0.755))
    for i in range(3):
        computer.add(m.GLOW_GREEN, shapes.cylinder(0.006, 0.006, "x", 10).move(0.052, -0.12 + 0.03 * i, 0.69))
    screen = Mesh().add(m.PLASTIC, shapes.rounded_box(0.04, 0.265, 0.215, 0.012))
    screen.add(m.SCREEN, shapes.rounded_box(0.006, 0.23, 0.17, 0.002, 1).move(x=0.02))
    screen.add(m.GUNMETAL, shapes.cylinder(0.018, 0.04, "x", 16).move(x=-0.035))
    motor = Mesh()
    for y in (-0.296, 0.296):
        wheel = wheels.wheel(0.0905, 0.064, rim=0.6, rim_material=m.ALUMINIUM, segments=24)
        motor.parts += [(s.turn(x=90.0).move(0.0, y, 0.0915), material) for s, material in wheel.parts]
    castors = Mesh()
    for x, y in ((-0.33, 0.2), (-0.33, -0.2), (0.253, 0.2), (0.253, -0.2)):
        castor = wheels.plain_wheel(0.0805, 0.05, m.RED, m.PLASTIC)
        castors.parts += [(s.turn(x=90.0).move(x, y, 0.0805), material) for s, material in castor.parts]
    for name, mesh in (("Computer", computer), ("MotorWheels", motor), ("Sicks", _sicks()), ("Wheels", castors)):
        base.add(Node(name, mesh=mesh))
    base.add(Node("FrontScreen", (-0.139, 0.003, 1.4), mesh=screen, physics=static("BOX")))
    return [root]
