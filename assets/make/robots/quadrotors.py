"""The two small quadrotors: one flown by a kinematic controller, one by the thrust of its propellers."""

import math

from kit import materials as m
from kit import shapes, sweeps
from kit.materials import Material
from kit.physics import rigid, static
from kit.register import makes
from kit.scene import Mesh, Node
from kit.surface import Surface


def blade(length: float, chord: float, thick: float) -> Surface:
    """A two-bladed propeller along X, tips twisted against each other, hub at the origin."""
    rings = []
    for share in (-1.0, -0.9, -0.6, -0.25, -0.06, 0.06, 0.25, 0.6, 0.9, 1.0):
        width = chord * (0.35 + 0.65 * math.sin(math.pi * min(1.0, abs(share) * 0.75 + 0.2)))
        twist = math.copysign(math.radians(16.0) * (1.0 - 0.5 * abs(share)), share)
        ring = []
        for y, z in sweeps.oval(width, thick, 2.0, 8):
            ring.append(
                (
                    share * length / 2,
                    y * math.cos(twist) - z * math.sin(twist),
                    y * math.sin(twist) + z * math.cos(twist),
                )
            )
        rings.append(ring)
    return sweeps.loft(rings, crease=70.0)


def _motor(mesh: Mesh, x: float, y: float, z: float, radius: float) -> None:
    """A brushless motor with its base at (x, y, z)."""
    mesh.add(m.GUNMETAL, shapes.cylinder(radius, radius * 0.7, segments=18).move(x, y, z + radius * 0.35))
    mesh.add(
        m.ALUMINIUM,
        shapes.cylinder(radius * 0.95, radius * 0.8, segments=18, bevel=radius * 0.15).move(x, y, z + radius * 1.15),
    )
    mesh.add(m.STEEL, shapes.cylinder(radius * 0.2, radius * 0.7, segments=8).move(x, y, z + radius * 1.8))


@makes("robots/quadrotor")
def quad2012() -> list[Node]:
    """Four propellers in a carbon hoop; nothing of it collides but the propellers, which are static in the file."""
    frame = Mesh()
    hoop = [
        (
            0.298 * math.copysign(abs(math.cos(a)) ** 0.55, math.cos(a)),
            0.298 * math.copysign(abs(math.sin(a)) ** 0.55, math.sin(a)),
            0.085,
        )
        for a in [2 * math.pi * (i + 0.5) / 48 for i in range(48)]
    ]
    frame.add(m.CARBON, sweeps.tube(hoop, 0.004, 6, closed=True))
    for sx in (-1.0, 1.0):
        for sy in (-1.0, 1.0):
            frame.add(m.CARBON, sweeps.tube([(0.0, 0.0, 0.085), (sx * 0.235, sy * 0.235, 0.085)], 0.007, 8))
            _motor(frame, sx * 0.131, sy * 0.130, 0.084, 0.014)
            frame.add(
                m.RED if sx > 0 else m.PLASTIC_WHITE,
                sweeps.tube([(sx * 0.17, sy * 0.17, 0.085), (sx * 0.20, sy * 0.20, 0.085)], 0.0085, 8),
            )
            leg = [(sx * 0.06, sy * 0.06, 0.08), (sx * 0.10, sy * 0.10, 0.04), (sx * 0.115, sy * 0.115, 0.004)]
            frame.add(m.PLASTIC, sweeps.tube(sweeps.rounded_path(leg, 0.02), 0.004, 6))
            frame.add(m.RUBBER, shapes.sphere(0.006, 10, 6).move(sx * 0.115, sy * 0.115, 0.006))
    frame.add(m.CARBON, sweeps.extrude(sweeps.oval(0.17, 0.13, 3.0, 28), 0.006, "z").move(z=0.075))
    frame.add(m.CARBON, sweeps.extrude(sweeps.oval(0.15, 0.11, 3.0, 28), 0.004, "z").move(z=0.115))
    frame.add(m.CIRCUIT, shapes.box(0.09, 0.075, 0.003).move(z=0.135))
    frame.add(
        m.PLASTIC,
        shapes.box(0.02, 0.02, 0.004).move(0.012, 0.01, 0.138),
        shapes.box(0.014, 0.014, 0.004).move(-0.02, -0.015, 0.138),
    )
    frame.add(m.SKY, shapes.rounded_box(0.11, 0.045, 0.032, 0.006).move(-0.005, 0.0, 0.054))
    for x in (-0.05, 0.05):
        for y in (-0.035, 0.035):
            frame.add(m.BRASS, shapes.cylinder(0.003, 0.06, segments=6).move(x, y, 0.107))
    frame.add(
        m.PLASTIC_WHITE,
        sweeps.hull_along_z(
            [
                (0.150, 0.10, 0.085, 0, 0),
                (0.165, 0.095, 0.08, 0, 0),
                (0.178, 0.06, 0.05, 0, 0),
                (0.181, 0.02, 0.02, 0, 0),
            ],
            2.6,
            24,
        ),
    )
    frame.add(m.ORANGE, shapes.cylinder(0.024, 0.010, segments=24, bevel=0.003).move(-0.01, 0.0, 0.190))
    frame.add(m.CARBON, shapes.cylinder(0.0025, 0.03, segments=6).move(-0.01, 0.0, 0.19))
    frame.add(m.PLASTIC, shapes.rounded_box(0.035, 0.05, 0.035, 0.008).move(0.095, 0.0, 0.075))
    frame.add(m.BLACK, shapes.cylinder(0.013, 0.012, "x", 18).move(0.117, 0.0, 0.075))
    frame.add(m.LENS, shapes.dome(0.010, 0.004, 16, 3, "x").move(0.123, 0.0, 0.075))
    root = Node("QUAD2012")
    root.add(Node("Cube.016", (0.041, 0.03, 0.113)))
    root.children[-1].dress(frame.fit((-0.299, -0.302, 0.0), (0.301, 0.298, 0.206)))
    propeller = Mesh().add(m.CARBON, blade(0.2, 0.024, 0.004), shapes.cylinder(0.008, 0.008, segments=12))
    places = (
        ("Cube.007", -0.13, -0.132, 0.0),
        ("Cube.008", 0.132, 0.128, 0.0),
        ("Cube.009", 0.132, -0.131, 45.0),
        ("Cube.010", -0.13, 0.128, 45.0),
    )
    for name, x, y, angle in places:
        mesh = Mesh()
        mesh.parts = [(s.turn(z=angle), material) for s, material in propeller.parts]
        root.add(Node(name, (x, y, 0.115), mesh=mesh, physics=static()))
    boom = (
        Mesh()
        .add(m.CARBON, shapes.cylinder(0.005, 0.60, segments=10))
        .add(m.RED, shapes.sphere(0.005, 10, 6).move(z=0.2955))
    )
    root.add(Node("Cylinder", (0.316, 0.002, 0.049), (0.0, math.pi / 2, 0.0), boom, static()))
    return [root]


def _arm(mesh: Mesh, angle: float, material: Material) -> None:
    """An arm with its motor and propeller."""
    bar = shapes.rounded_box(0.20, 0.022, 0.016, 0.005, 1).move(0.135, 0.0, -0.022)
    mesh.add(material, bar.turn(z=angle))
    x, y = 0.23 * math.cos(math.radians(angle)), 0.23 * math.sin(math.radians(angle))
    mesh.add(m.PLASTIC, shapes.cylinder(0.022, 0.022, segments=18, bevel=0.004).move(x, y, -0.022))
    _motor(mesh, x, y, -0.012, 0.015)
    mesh.add(m.STEEL, shapes.cylinder(0.004, 0.02, segments=8).move(x, y, 0.025))
    mesh.add(m.PLASTIC_GREY, blade(0.24, 0.030, 0.004).turn(z=angle + 65.0).move(x, y, 0.022))
    mesh.add(m.CARBON, shapes.torus(0.120, 0.003, segments=32, sides=6).move(x, y, 0.010))
    for k in range(3):
        spoke = sweeps.tube([(0.014, 0.0, -0.004), (0.118, 0.0, 0.009)], 0.002, 5).turn(z=angle + 60.0 + 120.0 * k)
        mesh.add(m.CARBON, spoke.move(x, y, 0.0))


@makes("robots/quadrotor_dynamic")
def quadrotor() -> list[Node]:
    """One rigid body of 2 kg; the red arm is the front."""
    mesh = Mesh()
    for angle, material in ((0.0, m.RED), (90.0, m.DARK), (180.0, m.DARK), (270.0, m.DARK)):
        _arm(mesh, angle, material)
    mesh.add(m.DARK, sweeps.extrude(sweeps.oval(0.16, 0.16, 2.6, 32), 0.020, "z", 0.004).move(z=-0.022))
    mesh.add(m.BLACK, shapes.dome(0.062, 0.045, 28, 6).move(z=-0.012))
    mesh.add(m.RED, shapes.rounded_box(0.03, 0.012, 0.012, 0.004, 1).move(0.055, 0.0, -0.002))
    mesh.add(m.SKY, shapes.rounded_box(0.12, 0.05, 0.032, 0.008).move(-0.005, 0.0, -0.048))
    mesh.add(m.PLASTIC, shapes.rounded_box(0.04, 0.05, 0.036, 0.01).move(0.075, 0.0, -0.055))
    mesh.add(m.LENS, shapes.dome(0.012, 0.008, 16, 4, "x").move(0.094, 0.0, -0.055))
    for side in (-1.0, 1.0):
        for x in (-0.07, 0.07):
            leg = [(x * 0.6, side * 0.05, -0.03), (x, side * 0.11, -0.10), (x, side * 0.125, -0.155)]
            mesh.add(m.GUNMETAL, sweeps.tube(sweeps.rounded_path(leg, 0.04), 0.005, 8))
        mesh.add(m.PLASTIC, sweeps.tube([(-0.15, side * 0.125, -0.155), (0.15, side * 0.125, -0.155)], 0.007, 8))
    physics = rigid("CONVEX_HULL", 2.0, 0.35, margin=0.005, no_sleep=True)
    return [Node("Quadrotor", mesh=mesh.fit((-0.35, -0.35, -0.161), (0.35, 0.35, 0.035)), physics=physics)]
