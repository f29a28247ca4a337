"""Parts of a person: limbs between two joints, trunk, head, hands and shoes, all in world coordinates, facing +X."""

from collections.abc import Sequence

from kit import materials as m
from kit import shapes, sweeps, vec
from kit.scene import Mesh
from kit.surface import Surface
from kit.vec import Vec


def limb(start: Vec, end: Vec, first: float, last: float, bulge: float = 1.0, sides: int = 14) -> Surface:
    """A tapered, round-ended limb from joint to joint; ``bulge`` swells its upper third like a muscle."""
    way = vec.sub(end, start)
    long = vec.length(way)
    profile = [(0.0, -first * 0.8), (first * 0.7, -first * 0.55), (first, 0.0)]
    profile += [
        ((first + (last - first) * 0.33) * bulge, long * 0.33),
        ((first + (last - first) * 0.7) * (bulge * 0.5 + 0.5), long * 0.7),
    ]
    profile += [(last, long), (last * 0.7, long + last * 0.55), (0.0, long + last * 0.8)]
    axis = vec.unit(way)
    side = vec.cross(axis, (0.0, 1.0, 0.0))
    side = vec.unit(side) if vec.length(side) > 0.05 else vec.unit(vec.cross(axis, (1.0, 0.0, 0.0)))
    frame = vec.matrix_from_axes(side, vec.cross(axis, side), axis, start)
    return shapes.lathe(profile, sides, crease=80.0).placed(frame)


def trunk(z: float, stations: Sequence[Sequence[float]], power: float = 2.4) -> Surface:
    """A part of the trunk from stations (height above ``z``, depth, width, center x)."""
    return sweeps.hull_along_z([(z + s[0], s[1], s[2], s[3], 0.0) for s in stations], power, 24).sharp(75.0)


def head(x: float, z: float) -> Mesh:
    """A head with its center at (x, 0, z); 0.24 m from chin to crown."""
    mesh = Mesh()
    skull = [
        (-0.122, 0.05, 0.05, 0.045),
        (-0.115, 0.10, 0.085, 0.035),
        (-0.08, 0.155, 0.12, 0.018),
        (-0.03, 0.19, 0.145, 0.004),
        (0.03, 0.20, 0.155, 0.0),
        (0.075, 0.185, 0.145, -0.004),
        (0.105, 0.13, 0.105, -0.004),
        (0.118, 0.05, 0.04, -0.004),
    ]
    mesh.add(m.SKIN, sweeps.hull_along_z([(z + h, d, w, x + c, 0.0) for h, d, w, c in skull], 2.1, 22).sharp(80.0))
    mesh.add(m.SKIN, limb((x + 0.092, 0.0, z + 0.012), (x + 0.108, 0.0, z - 0.022), 0.008, 0.013, sides=8))
    for side in (-1.0, 1.0):
        mesh.add(m.PAPER, shapes.sphere(0.0125, 12, 8).move(x + 0.083, side * 0.034, z + 0.014))
        mesh.add(m.BLACK, shapes.sphere(0.0065, 10, 6).move(x + 0.0915, side * 0.034, z + 0.014))
        mesh.add(m.HAIR, shapes.rounded_box(0.012, 0.034, 0.007, 0.003, 1).move(x + 0.09, side * 0.034, z + 0.036))
        mesh.add(m.SKIN, shapes.sphere(0.022, 12, 8).scale(0.8, 0.4, 1.3).move(x - 0.005, side * 0.077, z))
    mesh.add(m.FABRIC_RED, shapes.rounded_box(0.01, 0.044, 0.009, 0.004, 1).move(x + 0.089, 0.0, z - 0.062))
    hair = [
        (0.0, 0.12, 0.165, -0.045),
        (0.05, 0.205, 0.17, -0.008),
        (0.09, 0.20, 0.16, -0.006),
        (0.118, 0.14, 0.11, -0.006),
        (0.132, 0.05, 0.04, -0.006),
    ]
    mesh.add(m.HAIR, sweeps.hull_along_z([(z + h, d, w, x + c, 0.0) for h, d, w, c in hair], 2.1, 22).sharp(80.0))
    mesh.add(
        m.HAIR,
        sweeps.hull_along_z(
            [(z - 0.06, 0.05, 0.10, x - 0.068, 0), (z + 0.06, 0.08, 0.15, x - 0.062, 0)], 2.2, 16
        ).sharp(80.0),
    )
    return mesh


def shoe(x: float, y: float, z: float, yaw_deg: float) -> Mesh:
    """A shoe with its heel below (x, y), sole at ``z``, 0.265 m long."""
    mesh = Mesh()
    upper = [
        (-0.05, 0.062, 0.07, 0.0, 0.05),
        (-0.02, 0.078, 0.088, 0.0, 0.056),
        (0.05, 0.082, 0.088, 0.0, 0.055),
        (0.12, 0.09, 0.06, 0.0, 0.043),
        (0.18, 0.084, 0.05, 0.0, 0.037),
        (0.208, 0.05, 0.036, 0.0, 0.032),
    ]
    sole = [(-0.056, -0.03), (-0.04, -0.042), (0.06, -0.040), (0.15, -0.048), (0.20, -0.035), (0.213, 0.0)]
    sole += [(a, -b) for a, b in reversed(sole[:-1])]
    for surface, material in (
        (sweeps.hull_along_x(upper, 2.4, 18).sharp(80.0), m.LEATHER),
        (sweeps.extrude(sole, 0.018, "z", 0.003).move(z=0.009), m.RUBBER),
    ):
        mesh.add(material, surface.turn(z=yaw_deg).move(x, y, z))
    return mesh
