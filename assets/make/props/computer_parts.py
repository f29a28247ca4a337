"""Computer parts: a tower, a keyboard, a screen and a laptop."""

import math

from kit import facts, shapes, vec
from kit import materials as m
from kit.register import makes
from kit.scene import Mesh, Node

from props import _household as household


def _laptop() -> Mesh:
    """An open laptop, 0.32 m wide, its screen leaning back towards +Y."""
    mesh = Mesh().add(m.ALUMINIUM, shapes.rounded_box(0.32, 0.23, 0.018, 0.005, 1).move(0.0, -0.06, 0.009))
    mesh.add(m.PLASTIC, shapes.box(0.27, 0.10, 0.002).move(0.0, -0.03, 0.019))
    mesh.add(m.PLASTIC_GREY, shapes.box(0.09, 0.055, 0.002).move(0.0, -0.125, 0.019))
    lid = Mesh().add(m.ALUMINIUM, shapes.rounded_box(0.32, 0.01, 0.22, 0.004, 1).move(z=0.11))
    lid.add(m.SCREEN, shapes.box(0.29, 0.002, 0.18).move(0.0, -0.0055, 0.115))
    frame = vec.matrix_from_euler((math.radians(-16.0), 0.0, 0.0), (0.0, 0.055, 0.012))
    return mesh.include(lid.placed(frame))


@makes("props/computer_parts")
def computer_parts() -> list[Node]:
    """Static parts, modeled upright in world coordinates and attached to the original's rotated frames."""
    looks = {
        "cpu": (household.computer(0.212, 0.482, 0.482), (-0.345, 0.603, 0.013)),
        "keyboard": (household.keyboard(0.19, 0.558, 0.03), (-0.10, 0.175, 0.010)),
        "laptop": (_laptop(), (0.265, 0.318, 0.009)),
        "monitor": (household.monitor(0.511, 0.22, 0.447), (-0.397, 0.175, 0.010)),
    }
    quarter = math.pi / 2
    roots = facts.tree("computer_parts", lambda row: None)
    for name, (mesh, place) in looks.items():
        yaw = quarter if name in ("cpu", "monitor") else 0.0
        facts.find(roots, name).dress(mesh.placed(vec.matrix_from_euler((0.0, 0.0, yaw), place)))
    return roots
