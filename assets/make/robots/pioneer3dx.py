"""Pioneer 3-DX: the red research robot under a black deck, two driven wheels and a castor, a bow of sonars in front."""

import math

from kit import materials as m
from kit import shapes, sweeps, wheels
from kit.physics import rigid
from kit.register import makes
from kit.scene import Mesh, Node

_QUARTER = math.pi / 2


def _body() -> Mesh:
    """The chassis in the world, its box 0.456 x 0.368 x 0.181 m."""
    mesh = Mesh()
    shell = [(-0.190, -0.138), (-0.10, -0.142), (0.10, -0.142), (0.165, -0.125), (0.205, -0.070), (0.212, 0.0)]
    shell += [(x, -y) for x, y in reversed(shell[:-1])]
    mesh.add(m.RED, sweeps.extrude(shell, 0.125, "z", 0.012).move(z=0.150))
    mesh.add(m.BLACK, sweeps.extrude(sweeps.inset(shell, 0.018), 0.03, "z").move(z=0.083))
    bow = [(0.222 * math.cos(a), 0.165 * math.sin(a)) for a in [math.radians(-72 + 12 * i) for i in range(13)]]
    band = bow + [(0.06, 0.13), (0.06, -0.13)]
    mesh.add(m.BLACK, sweeps.extrude(band, 0.034, "z", 0.004).move(z=0.218))
    for i in range(8):
        angle = math.radians((-90 + 180 * (i + 0.5) / 8) * 0.74)
        frame = shapes.cylinder(0.0125, 0.006, "x", 18, 0.002).turn(
            z=math.degrees(math.atan2(math.sin(angle) * 0.222, math.cos(angle) * 0.165))
        )
        mesh.add(m.BRASS, frame.move(0.222 * math.cos(angle), 0.165 * math.sin(angle), 0.218))
    deck = sweeps.oval(0.456, 0.368, 2.9, 44)
    mesh.add(m.BLACK, sweeps.extrude(deck, 0.014, "z", 0.003).move(z=0.242))
    mesh.add(m.DARK, shapes.rounded_box(0.10, 0.20, 0.004, 0.002, 1).move(-0.08, 0.0, 0.2485))
    for side in (-1.0, 1.0):
        mesh.add(m.GUNMETAL, shapes.cylinder(0.02, 0.03, "y", 20).move(0.045, side * 0.142, 0.1004))
        mesh.add(m.PLASTIC, shapes.rounded_box(0.07, 0.004, 0.05, 0.002, 1).move(-0.13, side * 0.1425, 0.155))
    for i, light in enumerate((m.GLOW_GREEN, m.GLOW_ORANGE, m.GLOW_RED)):
        mesh.add(light, shapes.cylinder(0.005, 0.004, "y", 10).move(-0.15 + 0.02 * i, 0.1455, 0.165))
    return mesh.fit((-0.228, -0.184, 0.068), (0.228, 0.184, 0.249))


@makes("robots/pioneer3dx")
def pioneer() -> list[Node]:
    """Chassis, wheels and castor are separate bodies; the wheels turn about their Z."""
    root = Node("Pioneer", (0.0, 0.0, 0.1), physics=rigid("BOX", 9.0, 0.2, compound=True, no_sleep=True))
    root.dress(_body())
    wheel = wheels.wheel(0.098, 0.053, rim=0.66, tread=26, rim_material=m.PLASTIC_WHITE, hub_material=m.DARK)
    drive = rigid("CYLINDER", 1.0, 0.1, no_sleep=True)
    for name, y in (("Wheel_L", 0.1706), ("Wheel_R", -0.1706)):
        root.add_in_world(Node(name, (0.045, y, 0.1004), (_QUARTER, 0.0, 0.0), wheel, drive))
    castor = wheels.plain_wheel(0.0385, 0.03, hub=m.PLASTIC_WHITE)
    root.add_in_world(
        Node(
            "CasterWheel",
            (-0.17, 0.0, 0.043),
            (_QUARTER, 0.0, 0.0),
            castor,
            rigid("CYLINDER", 1.0, 0.04, no_sleep=True),
        )
    )
    fork = Mesh().add(m.STEEL, shapes.rounded_box(0.05, 0.042, 0.010, 0.003, 1).move(-0.156, 0.0, 0.092))
    fork.add(m.STEEL, shapes.cylinder(0.012, 0.024, segments=16).move(-0.15, 0.0, 0.103))
    for side in (-1.0, 1.0):
        fork.add(m.STEEL, shapes.rounded_box(0.024, 0.004, 0.058, 0.002, 1).move(-0.169, side * 0.019, 0.063))
    root.add_in_world(Node("Swivel", (-0.17, 0.0, 0.043)))
    root.children[-1].dress(fork)
    return [root]
