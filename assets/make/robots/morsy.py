"""Morsy: the mascot, a square fellow on tracks with green eyes and a red antenna."""

import math

from kit import materials as m
from kit import shapes, sweeps
from kit.physics import NO_COLLISION, rigid
from kit.register import makes
from kit.scene import Mesh, Node, proxy


def _figure() -> Mesh:
    """The figure in the world, facing +X."""
    mesh = Mesh()
    for side in (-1.0, 1.0):
        track = [
            (-0.30, 0.011),
            (0.30, 0.011),
            (0.385, 0.09),
            (0.385, 0.17),
            (0.27, 0.26),
            (-0.27, 0.26),
            (-0.37, 0.17),
            (-0.37, 0.09),
        ]
        mesh.add(m.RUBBER, sweeps.extrude(track, 0.22, "y", 0.03).move(y=side * 0.30))
        for i in range(4):
            mesh.add(m.STEEL, shapes.cylinder(0.058, 0.23, "y", 20, 0.01).move(-0.24 + 0.16 * i, side * 0.30, 0.10))
        arm = [
            (0.0, side * 0.43, 1.02),
            (0.02, side * 0.51, 0.95),
            (0.10, side * 0.51, 0.66),
            (0.24, side * 0.48, 0.56),
        ]
        mesh.add(m.GUNMETAL, sweeps.tube(sweeps.rounded_path(arm, 0.12, 5), 0.042, 12))
        mesh.add(m.GREY, shapes.sphere(0.085, 20, 10).move(0.0, side * 0.43, 1.02))
        mesh.add(m.RED, shapes.cylinder(0.055, 0.06, "x", 18, 0.01).move(0.25, side * 0.478, 0.56))
        for up in (-1.0, 1.0):
            finger = [(0.28, 0.0), (0.36, up * 0.07), (0.409, up * 0.045), (0.37, up * 0.03), (0.30, up * -0.01)]
            mesh.add(m.STEEL, sweeps.extrude(finger, 0.04, "y", 0.006).move(y=side * 0.478, z=0.56))
        mesh.add(m.BLACK, shapes.cylinder(0.062, 0.05, "x", 24, 0.012).move(0.275, side * 0.135, 1.455))
        mesh.add(m.GLOW_GREEN, shapes.dome(0.046, 0.02, 24, 4, "x").move(0.298, side * 0.135, 1.455))
        mesh.add(m.GREY, shapes.cylinder(0.07, 0.05, "y", 20, 0.012).move(0.0, side * 0.345, 1.44))
    mesh.add(m.DARK, shapes.rounded_box(0.46, 0.44, 0.12, 0.03).move(z=0.29))
    mesh.add(m.GREY, shapes.rounded_box(0.54, 0.74, 0.76, 0.07, 3).move(z=0.73))
    mesh.add(m.DARK, shapes.rounded_box(0.03, 0.52, 0.34, 0.012).move(0.262, 0.0, 0.86))
    mesh.add(m.SCREEN, shapes.rounded_box(0.012, 0.44, 0.20, 0.005, 1).move(0.278, 0.0, 0.90))
    for i, light in enumerate((m.RED, m.YELLOW, m.GLOW_GREEN)):
        mesh.add(light, shapes.cylinder(0.024, 0.02, "x", 18, 0.005).move(0.280, -0.12 + 0.12 * i, 0.745))
    mesh.add(
        m.BLACK, *[shapes.rounded_box(0.012, 0.40, 0.018, 0.005, 1).move(0.269, 0.0, 0.52 + 0.04 * i) for i in range(3)]
    )
    mesh.add(m.GUNMETAL, shapes.cylinder(0.10, 0.12, segments=24).move(z=1.16))
    mesh.add(m.GREY, shapes.rounded_box(0.50, 0.66, 0.46, 0.08, 3).move(z=1.435))
    mesh.add(m.BLACK, shapes.rounded_box(0.02, 0.26, 0.05, 0.009, 1).move(0.247, 0.0, 1.30))
    mesh.add(
        m.PLASTIC_WHITE,
        *[shapes.rounded_box(0.01, 0.035, 0.034, 0.004, 1).move(0.257, -0.09 + 0.045 * i, 1.30) for i in range(5)],
    )
    mesh.add(m.STEEL, shapes.cylinder(0.012, 0.12, segments=10).move(0.0, 0.0, 1.71))
    mesh.add(m.RED, shapes.sphere(0.045, 18, 10).move(z=1.776))
    return mesh.fit((-0.386, -0.558, 0.011), (0.409, 0.558, 1.821))


@makes("robots/morsy")
def morsy() -> list[Node]:
    """An empty root of 15 kg; its shape is the hidden box below it."""
    root = Node("morsy", physics=rigid("CONVEX_HULL", 15.0, 1.0, (0.493, 0.658), compound=True))
    box = Node("morsy_bb", (0.0, 0.0, 0.855), mesh=proxy(shapes.box(0.787, 1.115, 1.682)))
    box.physics = rigid("BOX", 1.0, 0.35, margin=0.04, compound=True)
    look = Node("morsy_mesh", (0.0, 0.0, 0.745), (0.0, 0.0, -math.pi), physics=NO_COLLISION)
    root.add(box, look)
    look.dress(_figure())
    return [root]
