"""ATRV: the red four-wheeled field robot, with its lidar on the nose and a camera bar on the roll cage."""


from kit import materials as m
from kit import shapes, sweeps, wheels
from kit.physics import NO_COLLISION, rigid
from kit.register import makes
from kit.scene import Mesh, Node, proxy

_LOW, _HIGH = (-0.57, -0.335, 0.006), (0.57, 0.335, 0.737)
# Depth of the box below the frame: with a ground margin of 60 mm the frame is at 0.104 m, as in the original. [m]
_SKIRT = 0.044


def _body() -> Mesh:
    """Hull, deck, lidar and camera bar; the convex hull has a flat and wide underside."""
    mesh = Mesh()
    hull = [
        (-0.57, 0.22),
        (-0.57, 0.40),
        (-0.51, 0.47),
        (0.36, 0.47),
        (0.57, 0.36),
        (0.57, 0.22),
        (0.47, 0.10),
        (-0.47, 0.10),
    ]
    mesh.add(m.RED, sweeps.extrude(hull, 0.58, "y", 0.018))
    mesh.add(m.BLACK, shapes.rounded_box(0.92, 0.62, 0.10, 0.02).move(z=0.056))
    flank = [(-0.50, 0.335), (-0.46, 0.44), (0.34, 0.44), (0.47, 0.335)]
    for side in (-1.0, 1.0):
        mesh.add(m.RED, sweeps.extrude(flank, 0.05, "y", 0.012).move(y=side * 0.31))
        mesh.add(m.GUNMETAL, shapes.cylinder(0.045, 0.06, "y").move(0.312, side * 0.31, 0.104))
        mesh.add(m.GUNMETAL, shapes.cylinder(0.045, 0.06, "y").move(-0.314, side * 0.31, 0.104))
        mesh.add(m.GLOW_ORANGE, shapes.rounded_box(0.05, 0.012, 0.025, 0.005, 1).move(-0.53, side * 0.292, 0.36))
    mesh.add(m.DARK, shapes.rounded_box(0.80, 0.50, 0.024, 0.008).move(-0.06, 0.0, 0.478))
    for i in range(6):
        mesh.add(m.PLASTIC, shapes.rounded_box(0.012, 0.26, 0.012, 0.004, 1).move(-0.40 + 0.035 * i, 0.0, 0.494))
    mesh.add(m.PLASTIC, shapes.rounded_box(0.04, 0.62, 0.10, 0.015).move(0.555, 0.0, 0.25))
    mesh.add(m.PLASTIC, shapes.rounded_box(0.04, 0.62, 0.10, 0.015).move(-0.555, 0.0, 0.27))
    for side in (-0.2, 0.2):
        mesh.add(m.LAMP, shapes.cylinder(0.035, 0.02, "x", 16).move(0.565, side, 0.33))
    _lidar(mesh)
    _cage(mesh)
    return mesh.fit(_LOW, _HIGH)


def _lidar(mesh: Mesh) -> None:
    """The laser scanner on the nose."""
    mesh.add(m.SKY, shapes.rounded_box(0.15, 0.155, 0.07, 0.012).move(0.27, 0.0, 0.525))
    mesh.add(m.PLASTIC, shapes.cylinder(0.07, 0.055, segments=28).move(0.285, 0.0, 0.585))
    mesh.add(m.SKY, shapes.rounded_box(0.15, 0.155, 0.05, 0.012).move(0.27, 0.0, 0.637))


def _cage(mesh: Mesh) -> None:
    """The roll cage with the stereo bar, the radio mast and the emergency button."""
    path = sweeps.rounded_path(
        [(-0.30, -0.25, 0.47), (-0.24, -0.25, 0.69), (-0.24, 0.25, 0.69), (-0.30, 0.25, 0.47)], 0.06
    )
    mesh.add(m.GUNMETAL, sweeps.tube(path, 0.016, 10))
    for side in (-0.25, 0.25):
        mesh.add(m.GUNMETAL, sweeps.tube([(-0.245, side, 0.655), (-0.48, side, 0.47)], 0.013, 8))
    mesh.add(m.DARK, shapes.rounded_box(0.06, 0.34, 0.05, 0.012).move(-0.205, 0.0, 0.705))
    for side in (-0.12, 0.12):
        mesh.add(m.PLASTIC, shapes.cylinder(0.021, 0.03, "x", 20).move(-0.165, side, 0.705))
        mesh.add(m.LENS, shapes.dome(0.016, 0.006, 16, 3, "x").move(-0.150, side, 0.705))
    mesh.add(m.YELLOW, shapes.cylinder(0.035, 0.02, segments=20).move(-0.46, 0.17, 0.50))
    mesh.add(m.RED, shapes.cylinder(0.022, 0.03, segments=20, bevel=0.006).move(-0.46, 0.17, 0.522))
    mesh.add(m.PLASTIC, shapes.cylinder(0.006, 0.22, segments=8).move(-0.45, -0.19, 0.60))


@makes("robots/atrv")
def atrv() -> list[Node]:
    """The chassis slides on a hidden box; the visible mesh and the wheels have no collision."""
    physics = rigid("CONVEX_HULL", 20.0, 0.5, (0.0254, 0.18), compound=True, no_sleep=True)
    root = Node("ATRV", (0.0, 0.0, 0.1), physics=physics)
    length, width, height = (high - low for low, high in zip(_LOW, _HIGH))
    box = Node("ATRV_bb", (0.0, 0.0, (_HIGH[2] - _SKIRT) / 2), mesh=proxy(shapes.box(length, width, _HIGH[2] + _SKIRT)))
    # The original's hull has a margin of 5 cm, which Bullet counts three times on each side in its inertia; friction thus
    # turns it less. Relative to the box, the inertia about the vertical has this factor instead of the usual 0.4.
    physics["form_factor"] = 0.69
    box.physics = rigid("BOX", 1.0, 0.5, compound=True)
    root.add(box, Node("ATRV_mesh", mesh=_body(), physics=NO_COLLISION))
    wheel = wheels.wheel(0.2015, 0.16, rim=0.5, tread=18, rim_material=m.CHROME, hub_material=m.GUNMETAL)
    quarter = 1.5708
    for name, x, y in (
        ("Wheel.1", 0.3375, 0.42),
        ("Wheel.2", 0.337, -0.415),
        ("Wheel.3", -0.2885, -0.415),
        ("Wheel.4", -0.2885, 0.42),
    ):
        root.add(Node(name, (x, y, 0.103), (quarter, 0.0, 0.0), wheel))
    return [root]
