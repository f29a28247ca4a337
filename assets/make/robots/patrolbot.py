"""PatrolBot: the pale service base with a dark bumper band, two driven wheels amidships and castors at its ends."""

import math

from kit import materials as m
from kit import shapes, sweeps, wheels
from kit.physics import rigid
from kit.register import makes
from kit.scene import Mesh, Node

_QUARTER = math.pi / 2


def _end(length: float, width: float, way: float) -> list[tuple[float, float]]:
    """The outline of the front (``way`` 1) or rear (-1) end of the plan, as far as the wheels."""
    return [(max(x * way, 0.125) * way, y) for x, y in sweeps.oval(length, width, 4.0, 44) if x * way > 0.05]


def _body() -> Mesh:
    """The chassis in the world, its box 0.58 x 0.48 x 0.348 m."""
    mesh = Mesh()
    plan = sweeps.oval(0.56, 0.48, 4.0, 44)
    mesh.add(m.WHITE, sweeps.extrude(plan, 0.17, "z", 0.02).move(z=0.285))
    mesh.add(m.PLASTIC_GREY, sweeps.extrude(sweeps.oval(0.52, 0.34, 5.0, 44), 0.17, "z").move(z=0.13))
    mesh.add(m.DARK, sweeps.extrude(sweeps.inset(plan, 0.03), 0.012, "z", 0.003).move(z=0.371))
    for way in (-1.0, 1.0):
        mesh.add(m.WHITE, sweeps.extrude(_end(0.56, 0.46, way), 0.10, "z", 0.012).move(z=0.135))
        mesh.add(m.RUBBER, sweeps.extrude(_end(0.58, 0.48, way), 0.05, "z", 0.014).move(z=0.058))
        mesh.add(m.BLACK, sweeps.extrude(_end(0.572, 0.488, way), 0.04, "z", 0.004).move(z=0.240))
    for side in (-1.0, 1.0):
        mesh.add(m.GUNMETAL, shapes.cylinder(0.03, 0.03, "y", 20).move(0.0, side * 0.175, 0.09))
    for i in range(8):
        y = -0.15 + 0.3 * i / 7
        for x in (-1.0, 1.0):
            mesh.add(
                m.BRASS,
                shapes.cylinder(0.011, 0.006, "x", 16, 0.002).move(x * (0.287 - 0.012 * (y / 0.15) ** 4), y, 0.240),
            )
    mesh.add(m.SCREEN, shapes.rounded_box(0.004, 0.06, 0.03, 0.001, 1).move(-0.279, 0.10, 0.31))
    return mesh.fit((-0.293, -0.241, 0.029), (0.287, 0.239, 0.377))


def _bridge(side: float) -> Mesh:
    """A handle on the flank."""
    y = side * 0.242
    bar = [(0.12, y - side * 0.02, 0.238), (0.12, y, 0.245), (0.12, y, 0.33), (0.12, y - side * 0.02, 0.337)]
    return Mesh().add(m.RUBBER, sweeps.tube(sweeps.rounded_path(bar, 0.015), 0.006, 8))


def _swivel(x: float, y: float) -> Mesh:
    """The fork of a castor."""
    mesh = Mesh().add(m.GUNMETAL, shapes.cylinder(0.02, 0.02, segments=18).move(x + 0.006, y, 0.095))
    mesh.add(m.GUNMETAL, shapes.rounded_box(0.045, 0.042, 0.01, 0.003, 1).move(x + 0.004, y, 0.083))
    for side in (-1.0, 1.0):
        mesh.add(m.GUNMETAL, shapes.rounded_box(0.02, 0.004, 0.06, 0.002, 1).move(x - 0.006, y + side * 0.019, 0.055))
    return mesh


@makes("robots/patrolbot")
def patrolbot() -> list[Node]:
    """Every part of the original is a body of 1 kg; handles and castor forks are ghosts."""
    root = Node("PatrolBot", (0.0, 0.0, 0.17), physics=rigid("BOX", 1.0, compound=True, no_sleep=True))
    root.dress(_body())

    def hang(parent: Node, name: str, place: list[float], mesh: Mesh, **physics: object) -> Node:
        child = Node(name, place, physics=rigid(physics.pop("bounds", "SPHERE"), 1.0, **physics))  # type: ignore[arg-type]
        parent.add_in_world(child)
        return child.dress(mesh)

    hang(root, "Bridge_Left", [0.114, 0.209, 0.287], _bridge(1.0), bounds="CONVEX_HULL", ghost=True, no_sleep=True)
    hang(root, "Bridge_Right", [0.128, -0.216, 0.287], _bridge(-1.0), bounds="CONVEX_HULL", ghost=True, no_sleep=True)
    hang(root, "Swivel_F", [0.178, 0.005, 0.063], _swivel(0.178, 0.005), ghost=True)
    left = hang(root, "Swivel_L", [-0.18, -0.164, 0.066], _swivel(-0.18, -0.164), ghost=True)
    right = hang(root, "Swivel_R", [-0.179, 0.163, 0.066], _swivel(-0.179, 0.163), ghost=True)
    drive = wheels.wheel(
        0.0905, 0.049, rim=0.62, tread=0, rim_material=m.PLASTIC_GREY, hub_material=m.ALUMINIUM, segments=26
    )
    castor = wheels.plain_wheel(0.0365, 0.029)
    turning = rigid("CYLINDER", 1.0, no_sleep=True)
    loose = rigid("SPHERE", 1.0, ghost=True, no_sleep=True)
    turn = (_QUARTER, 0.0, 0.0)
    root.add_in_world(
        Node("Wheel_L", (0.0, 0.204, 0.09), turn, drive, turning),
        Node("Wheel_R", (0.0, -0.204, 0.09), turn, drive, turning),
        Node("CasterWheel", (0.17, 0.005, 0.032), turn, castor, turning),
    )
    right.add_in_world(Node("CasterWheel_L", (-0.193, 0.163, 0.036), turn, castor, loose))
    left.add_in_world(Node("CasterWheel_R", (-0.194, -0.164, 0.036), turn, castor, loose))
    lamp = Mesh().add(m.GLOW_ORANGE, shapes.dome(0.0098, 0.014, 16, 4).move(z=0.007), shapes.cylinder(0.0098, 0.014))
    root.add_in_world(Node("Fancy_Lamp", (-0.2245, -0.015, 0.368), mesh=lamp))
    for name, side in (("Logo_Plate_L", 1.0), ("Logo_Plate_R", -1.0)):
        plate = Mesh().add(m.SKY, shapes.rounded_box(0.14, 0.004, 0.035, 0.0019, 1).move(-0.07, side * 0.2405, 0.30))
        root.add_in_world(Node(name, (-0.005, side * 0.236, 0.148)))
        root.children[-1].dress(plate)
    return [root]
