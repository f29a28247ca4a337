"""Segway RMP 400: a low black chassis between four tall tyres with deep tread."""

import math

from kit import materials as m
from kit import shapes, sweeps, wheels
from kit.physics import rigid
from kit.register import makes
from kit.scene import Mesh, Node, proxy


def _chassis() -> Mesh:
    """The frame in the world, its box 0.968 x 0.52 x 0.356 m."""
    mesh = Mesh()
    mesh.add(m.BLACK, shapes.rounded_box(0.90, 0.40, 0.16, 0.03).move(z=0.24))
    for x in (-0.27, 0.27):
        mesh.add(m.DARK, shapes.rounded_box(0.30, 0.42, 0.12, 0.03).move(x, 0.0, 0.175))
        mesh.add(m.GUNMETAL, shapes.cylinder(0.055, 0.52, "y", 28, 0.008).move(x, 0.0, 0.25))
        mesh.add(m.DARK, shapes.rounded_box(0.20, 0.30, 0.05, 0.02).move(x, 0.0, 0.097))
    side = [(-0.45, 0.30), (-0.40, 0.36), (0.40, 0.36), (0.45, 0.30)]
    for y in (-0.19, 0.19):
        mesh.add(m.GUNMETAL, sweeps.extrude(side, 0.02, "y", 0.004).move(y=y))
    mesh.add(m.DARK, shapes.rounded_box(0.86, 0.44, 0.02, 0.008).move(z=0.37))
    mesh.add(m.PLASTIC_GREY, shapes.rounded_box(0.34, 0.32, 0.05, 0.015).move(-0.16, 0.0, 0.403))
    mesh.add(m.SCREEN, shapes.rounded_box(0.07, 0.10, 0.006, 0.002, 1).move(-0.06, 0.0, 0.428))
    for i in range(7):
        mesh.add(m.BLACK, shapes.rounded_box(0.24, 0.010, 0.008, 0.003, 1).move(0.22, -0.12 + 0.04 * i, 0.382))
    for x, light in ((0.455, m.LAMP), (-0.455, m.GLOW_RED)):
        for y in (-0.13, 0.13):
            mesh.add(light, shapes.rounded_box(0.012, 0.07, 0.025, 0.005, 1).move(x * 0.99, y, 0.275))
    for x in (-1.0, 1.0):
        bar = [(0.44 * x, -0.18, 0.33), (0.475 * x, -0.18, 0.33), (0.475 * x, 0.18, 0.33), (0.44 * x, 0.18, 0.33)]
        mesh.add(m.STEEL, sweeps.tube(sweeps.rounded_path(bar, 0.03), 0.012, 8))
    mesh.add(m.RED, shapes.cylinder(0.02, 0.028, segments=16, bevel=0.005).move(-0.38, 0.16, 0.395))
    return mesh.fit((-0.484, -0.26, 0.072), (0.484, 0.26, 0.428))


@makes("robots/segwayrmp400")
def segway() -> list[Node]:
    """The body is a hidden hull of 90 kg at z 0.15 with visual meshes on it; each wheel is a body of 5.5 kg."""
    root = Node("segwayrmp400", (0.0, 0.0, 0.15), physics=rigid("CONVEX_HULL", 90.0, compound=True))
    root.mesh = proxy(shapes.block((-0.45, -0.2, -0.078), (0.45, 0.2, 0.277)))
    root.add(Node("rmp400_chassis"))
    root.children[-1].dress(_chassis())
    wheel = wheels.wheel(0.25, 0.168, rim=0.5, tread=20, spokes=5, rim_material=m.GUNMETAL, hub_material=m.ALUMINIUM)
    physics = rigid("CYLINDER", 5.5, 0.25, (0.04, 0.5), friction=1.0, no_sleep=True)
    for number, (x, y) in enumerate(((0.27, 0.312), (0.27, -0.312), (-0.27, 0.312), (-0.27, -0.312)), 1):
        root.add_in_world(Node(f"wheel{number}", (x, y, 0.25), (math.pi / 2, 0.0, 0.0), wheel, physics))
    return [root]
