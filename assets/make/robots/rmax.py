"""RMax: the unmanned helicopter of agriculture, white and red, on skids, with a two-bladed rotor."""

import math

from kit import materials as m
from kit import shapes, sweeps
from kit.physics import static
from kit.register import makes
from kit.scene import Mesh, Node
from kit.surface import Surface

from robots.quadrotors import blade


def _both(surface: Surface) -> list[Surface]:
    """A shape and its mirror image."""
    return [surface, surface.mirror()]


def _fuselage() -> Mesh:
    """Cowling, boom, fins, side boxes and skids; length 2.734 m, width 0.75 m."""
    mesh = Mesh()
    cowling = [
        (-0.62, 0.10, 0.10, 0, 0.66),
        (-0.50, 0.22, 0.24, 0, 0.62),
        (-0.25, 0.34, 0.40, 0, 0.56),
        (0.05, 0.36, 0.46, 0, 0.54),
    ]
    cowling += [
        (0.35, 0.34, 0.40, 0, 0.52),
        (0.58, 0.27, 0.30, 0, 0.49),
        (0.74, 0.17, 0.18, 0, 0.47),
        (0.831, 0.05, 0.05, 0, 0.465),
    ]
    mesh.add(m.WHITE, sweeps.hull_along_x(cowling, 2.5, 28))
    stripe = [(x, w * 1.012, h * 0.16, y, z - h * 0.10) for x, w, h, y, z in cowling[2:7]]
    mesh.add(m.RED, sweeps.hull_along_x(stripe, 4.0, 16))
    mesh.add(
        m.WINDOW,
        sweeps.hull_along_x(
            [(0.46, 0.20, 0.10, 0, 0.60), (0.60, 0.17, 0.10, 0, 0.565), (0.72, 0.10, 0.06, 0, 0.52)], 2.5, 16
        ),
    )
    boom = [(-0.55, 0.13, 0.13, 0, 0.66), (-1.2, 0.09, 0.09, 0, 0.68), (-1.80, 0.06, 0.06, 0, 0.70)]
    mesh.add(m.WHITE, sweeps.hull_along_x(boom, 2.0, 16))
    fin = [(-1.50, 0.70), (-1.74, 0.86), (-1.87, 0.86), (-1.80, 0.70), (-1.84, 0.44), (-1.72, 0.44)]
    mesh.add(m.RED, sweeps.extrude(fin, 0.016, "y", 0.004))
    tailplane = [(-1.36, 0.0), (-1.44, 0.22), (-1.58, 0.22), (-1.56, 0.0)]
    mesh.add(m.WHITE, *_both(sweeps.extrude(tailplane, 0.014, "z", 0.003).move(z=0.685)))
    mesh.add(m.GUNMETAL, shapes.cylinder(0.03, 0.08, "y", 16).move(-1.80, -0.045, 0.70))
    mesh.add(
        m.PLASTIC,
        blade(0.36, 0.05, 0.008)
        .turn(y=65.0)
        .move(-1.80, -0.085, 0.70)
        .fit((-1.903, -0.092, 0.535), (-1.70, -0.078, 0.865)),
    )
    mesh.add(m.GUNMETAL, shapes.cylinder(0.045, 0.16, segments=18).move(z=0.80))
    mesh.add(m.WHITE, *_both(shapes.rounded_box(0.36, 0.10, 0.24, 0.035).move(-0.05, 0.215, 0.40)))
    mesh.add(m.BLACK, *_both(sweeps.tube([(-0.20, 0.16, 0.34), (-0.48, 0.15, 0.30), (-0.56, 0.15, 0.30)], 0.035, 12)))
    mesh.add(m.PLASTIC_GREY, shapes.rounded_box(0.40, 0.24, 0.10, 0.03).move(0.05, 0.0, 0.30))
    mesh.add(m.PLASTIC, shapes.sphere(0.065, 20, 10).move(0.48, 0.0, 0.30))
    mesh.add(m.LENS, shapes.dome(0.03, 0.02, 16, 4, "x").move(0.53, 0.0, 0.30))
    for x in (-0.32, 0.30):
        strut = [(x, 0.12, 0.32), (x, 0.26, 0.20), (x, 0.36, 0.03)]
        mesh.add(m.GUNMETAL, *_both(sweeps.tube(sweeps.rounded_path(strut, 0.10), 0.014, 8)))
    skid = [(-0.62, 0.36, 0.015), (0.50, 0.36, 0.015), (0.62, 0.36, 0.06)]
    mesh.add(m.GUNMETAL, *_both(sweeps.tube(sweeps.rounded_path(skid, 0.08), 0.015, 8)))
    mesh.add(m.STEEL, sweeps.tube([(-1.0, 0.0, 0.70), (-1.0, 0.0, 0.84)], 0.006, 6))
    mesh.add(m.PLASTIC_WHITE, shapes.dome(0.06, 0.03, 20, 4).move(-1.0, 0.0, 0.84))
    return mesh.fit((-1.903, -0.375, 0.0), (0.831, 0.375, 0.88))


@makes("robots/rmax")
def rmax() -> list[Node]:
    """Static in the file; its builder class makes it a rigid body. The rotor is a separate part."""
    root = Node("Rmax", mesh=_fuselage(), physics=static("BOX"))
    rotor = Mesh().add(m.GUNMETAL, shapes.cylinder(0.028, 0.25, segments=16).move(z=0.979))
    rotor.add(m.GUNMETAL, shapes.rounded_box(0.30, 0.08, 0.04, 0.012).move(z=1.05))
    rotor.add(m.STEEL, shapes.cylinder(0.045, 0.03, segments=18, bevel=0.008).move(z=1.088))
    rotor.add(
        m.STEEL, *[sweeps.tube([(s * 0.03, 0.03 * s, 0.90), (s * 0.10, 0.03 * s, 1.04)], 0.006, 6) for s in (-1.0, 1.0)]
    )
    rotor.add(m.STEEL, shapes.cylinder(0.045, 0.02, segments=18).move(z=0.90))
    for way in (-1.0, 1.0):
        rings = []
        for share, chord in ((0.09, 0.05), (0.14, 0.094), (0.9, 0.094), (1.0, 0.06)):
            tilt = way * math.radians(6.0)
            rings.append(
                [
                    (
                        share * 1.543,
                        y * math.cos(tilt) - z * math.sin(tilt),
                        1.05 + y * math.sin(tilt) + z * math.cos(tilt),
                    )
                    for y, z in sweeps.oval(chord, 0.014, 2.0, 12)
                ]
            )
        wing = sweeps.loft(rings, crease=70.0)
        tip = sweeps.loft([[(1.543 * s, y, z) for _, y, z in rings[3]] for s in (0.93, 0.965)], crease=70.0)
        rotor.add(m.DARK, wing if way > 0 else wing.turn(z=180.0))
        rotor.add(m.YELLOW, (tip if way > 0 else tip.turn(z=180.0)).scale(1.0, 1.45, 1.0))
    rotor = rotor.fit((-1.537, -0.05, 0.854), (1.549, 0.05, 1.104))
    root.add(Node("Rotor", (0.0, 0.0, 0.023), physics=static("BOX"), properties={"animateRotor": True}))
    root.children[-1].dress(rotor)
    return [root]
