"""Boat: an open motor boat with two outboard motors, a console and a mast. Its frame is at the water line."""


from kit import materials as m
from kit import shapes, sweeps
from kit.physics import rigid
from kit.register import makes
from kit.scene import Mesh, Node


def _boat() -> Mesh:
    """Everything, bow to +X, 2.2 m long."""
    mesh = Mesh()
    stations = [(-1.0, 0.80, 0.36), (-0.4, 0.90, 0.39), (0.2, 0.86, 0.40), (0.6, 0.66, 0.38), (0.9, 0.36, 0.32), (1.04, 0.08, 0.24)]
    hull = [(x, width, height, 0.0, 0.25 - height / 2) for x, width, height in stations]
    mesh.add(m.YELLOW, sweeps.hull_along_x(hull, 3.2, 36))
    deck = [(-0.94, -0.34), (-0.4, -0.39), (0.2, -0.37), (0.6, -0.27), (0.86, -0.14)]
    outline = deck + [(x, -y) for x, y in reversed(deck)]
    mesh.add(m.DARK, sweeps.extrude(outline, 0.012, "z").move(z=0.254))
    mesh.add(m.PLASTIC_GREY, shapes.rounded_box(0.36, 0.34, 0.22, 0.05).move(-0.05, 0.0, 0.36))
    mesh.add(m.LENS, shapes.rounded_box(0.02, 0.26, 0.10, 0.008, 1).turn(y=-20.0).move(0.14, 0.0, 0.42))
    mesh.add(m.STEEL, shapes.cylinder(0.014, 0.42, segments=12).move(-0.16, 0.0, 0.67))
    mesh.add(m.DARK, shapes.cylinder(0.07, 0.05, segments=24, bevel=0.012).move(-0.16, 0.0, 0.89))
    mesh.add(m.ORANGE, shapes.sphere(0.022, 14, 8).move(-0.16, 0.0, 0.935))
    for side in (-1.0, 1.0):
        rail = [(-0.85, 0.36 * side, 0.26), (-0.4, 0.40 * side, 0.36), (0.3, 0.35 * side, 0.36), (0.75, 0.16 * side, 0.26)]
        mesh.add(m.STEEL, sweeps.tube(sweeps.rounded_path(rail, 0.1), 0.01, 8))
        mesh.add(m.GUNMETAL, shapes.rounded_box(0.16, 0.14, 0.22, 0.04).move(-1.06, 0.22 * side, 0.28))
        mesh.add(m.GUNMETAL, shapes.rounded_box(0.08, 0.05, 0.32, 0.02).move(-1.07, 0.22 * side, 0.03))
        for k in range(3):
            blade = shapes.rounded_box(0.012, 0.035, 0.06, 0.005, 1).turn(z=30.0).move(0.0, 0.0, 0.04)
            mesh.add(m.BRASS, blade.turn(x=120.0 * k).move(-1.12, 0.22 * side, -0.09))
    return mesh


@makes("robots/boat")
def boat() -> list[Node]:
    """One rigid body of 100 kg. Its damping is that of the water, which an actuator gives it."""
    mesh = _boat().fit((-1.14, -0.46, -0.15), (1.06, 0.46, 0.96))
    physics = rigid("CONVEX_HULL", 100.0, 1.0, damping=(0.0, 0.0), no_sleep=True)
    return [Node("Boat", mesh=mesh, physics=physics)]
