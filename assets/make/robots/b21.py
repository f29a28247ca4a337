"""B21: the cylindrical indoor robot with rings of sonars and a round enclosure in red and blue."""


from kit import materials as m
from kit import shapes, sweeps
from kit.materials import Material
from kit.physics import body, rigid
from kit.register import makes
from kit.scene import Mesh, Node, proxy


def _ring(mesh: Mesh, material: Material, count: int, radius: float, height: float, size: float) -> None:
    """Sonar discs around a cylinder."""
    for i in range(count):
        disc = shapes.cylinder(size, 0.008, "x", 12).move(radius, 0.0, height)
        mesh.add(material, disc.turn(z=360.0 * (i + 0.5) / count))


def _base() -> Mesh:
    """The drive: a skirt close to the floor, door panels, a bumper ring."""
    mesh = Mesh()
    mesh.add(m.BLACK, shapes.lathe([(0.0, 0.003), (0.235, 0.003), (0.250, 0.02), (0.250, 0.06), (0.0, 0.06)], 48))
    mesh.add(m.RED, shapes.lathe([(0.0, 0.055), (0.249, 0.055), (0.249, 0.235), (0.238, 0.262), (0.0, 0.262)], 48))
    mesh.add(m.RUBBER, shapes.torus(0.247, 0.014, segments=48, sides=8).move(z=0.075))
    mesh.add(m.BLACK, shapes.lathe([(0.0, 0.26), (0.228, 0.26), (0.222, 0.283), (0.0, 0.283)], 48))
    for i in range(4):
        panel = sweeps.arc_plate(0.24, 0.2535, 34.0, 0.10, 10, 0.003).move(z=0.152)
        mesh.add(m.DARK, panel.turn(z=90.0 * i + 45.0))
    _ring(mesh, m.BRASS, 24, 0.252, 0.222, 0.011)
    return mesh


def _top() -> Mesh:
    """The enclosure: four red doors on a blue drum, sonars above, the turret with lidar and cameras on the lid."""
    mesh = Mesh()
    mesh.add(
        m.BLUE,
        shapes.lathe([(0.0, 0.37), (0.232, 0.37), (0.236, 0.38), (0.236, 0.70), (0.230, 0.715), (0.0, 0.715)], 48),
    )
    for i in range(4):
        mesh.add(m.RED, sweeps.arc_plate(0.225, 0.241, 38.0, 0.235, 12, 0.003).move(z=0.52).turn(z=90.0 * i + 45.0))
        handle = shapes.rounded_box(0.008, 0.012, 0.06, 0.003, 1).move(0.2425, 0.0, 0.54)
        mesh.add(m.STEEL, handle.turn(z=90.0 * i + 72.0))
    _ring(mesh, m.BRASS, 24, 0.237, 0.68, 0.012)
    mesh.add(m.BLACK, shapes.lathe([(0.0, 0.71), (0.246, 0.715), (0.246, 0.74), (0.238, 0.75), (0.0, 0.75)], 48))
    mesh.add(m.SKY, shapes.rounded_box(0.13, 0.15, 0.05, 0.012).move(0.12, 0.0, 0.778))
    mesh.add(m.PLASTIC, shapes.cylinder(0.055, 0.04, segments=24).move(0.135, 0.0, 0.82))
    mesh.add(m.SKY, shapes.rounded_box(0.13, 0.15, 0.03, 0.012).move(0.12, 0.0, 0.854))
    mesh.add(m.GUNMETAL, shapes.cylinder(0.026, 0.09, segments=20).move(-0.07, 0.0, 0.79))
    mesh.add(m.DARK, shapes.rounded_box(0.06, 0.10, 0.05, 0.012).move(-0.07, 0.0, 0.855))
    mesh.add(m.PLASTIC, shapes.rounded_box(0.07, 0.20, 0.05, 0.014).move(-0.06, 0.0, 0.905))
    for side in (-0.065, 0.065):
        mesh.add(m.BLACK, shapes.cylinder(0.02, 0.03, "x", 18).move(-0.015, side, 0.905))
        mesh.add(m.LENS, shapes.dome(0.015, 0.006, 14, 3, "x").move(0.0, side, 0.905))
    mesh.add(m.YELLOW, shapes.cylinder(0.03, 0.02, segments=18).move(-0.16, 0.12, 0.76))
    mesh.add(m.RED, shapes.cylinder(0.02, 0.03, segments=18, bevel=0.005).move(-0.16, 0.12, 0.78))
    mesh.add(m.PLASTIC, shapes.cylinder(0.005, 0.19, segments=8).move(-0.17, -0.12, 0.845))
    return mesh


@makes("robots/b21")
def b21() -> list[Node]:
    """An empty root of 6 kg whose shape is the cylinder below it."""
    flags = {"actor": True, "compound": True}
    root = Node("b21", physics=body("DYNAMIC", "CONVEX_HULL", 6.0, 0.01, (0.04, 0.1), no_sleep=True, **flags))
    hull = Node("b21_collision", (0.0, 0.0, 0.47), mesh=proxy(shapes.cylinder(0.267, 0.94)))
    hull.physics = rigid("CYLINDER", 1.0, 0.5, compound=True)
    root.add(hull)
    mid = Mesh().add(m.BLACK, shapes.lathe([(0.0, 0.273), (0.205, 0.273), (0.205, 0.373), (0.0, 0.373)], 48))
    for i in range(12):
        mid.add(m.GUNMETAL, shapes.rounded_box(0.02, 0.05, 0.07, 0.005, 1).move(0.212, 0.0, 0.323).turn(z=30.0 * i))
    for name, z, mesh in (("b21_base", 0.0031, _base()), ("b21_mid", 0.3232, mid), ("b21_top", 0.655, _top())):
        hull.add_in_world(Node(name, (0.0, 0.0, z)))
        hull.children[-1].dress(mesh)
    return [root]
