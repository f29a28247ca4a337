"""Marks that scenes show beside robots: a coordinate cross, an IK target, a waypoint flag."""


from kit import materials as m
from kit import shapes, sweeps
from kit.register import makes
from kit.scene import Mesh, Node


def _cross(length: float, radius: float) -> Mesh:
    """Three arrows from the origin: x red, y green, z blue."""
    mesh = Mesh()
    for axis, material in (("x", m.RED), ("y", m.GREEN), ("z", m.BLUE)):
        shift = {axis: length * 0.4}
        mesh.add(material, shapes.cylinder(radius, length * 0.8, axis, 12).move(**shift))
        tip = {axis: length * 0.9}
        mesh.add(material, shapes.cone(radius * 2.6, 0.0, length * 0.2, axis, 16).move(**tip))
    return mesh.add(m.WHITE, shapes.sphere(radius * 1.8, 14, 8))


@makes("components/coordsys")
def coordsys() -> list[Node]:
    """A coordinate cross of one meter."""
    return [Node("Coordsys", mesh=_cross(1.0, 0.012))]


@makes("components/ik_target")
def ik_target() -> list[Node]:
    """A small cross in a ring, for the goal of an arm's tip."""
    mesh = _cross(0.1, 0.0025)
    mesh.add(m.GLOW_ORANGE, *[shapes.torus(0.05, 0.0015, axis, 32, 6) for axis in ("x", "y", "z")])
    return [Node("IKTarget", mesh=mesh)]


@makes("components/waypoint")
def waypoint() -> list[Node]:
    """A flag on a foot, 1 m tall."""
    mesh = Mesh().add(m.DARK, shapes.cylinder(0.12, 0.02, segments=28, bevel=0.005).move(z=0.01))
    mesh.add(m.STEEL, shapes.cylinder(0.01, 1.0, segments=12).move(z=0.5))
    mesh.add(m.ORANGE, sweeps.extrude([(0.0, 0.70), (0.32, 0.83), (0.0, 0.96)], 0.008, "y"))
    return [Node("WayPoint", mesh=mesh)]
