"""Small actuators: the pan-tilt unit, the gripper and the marker plate."""

import math

from kit import facts, shapes, sweeps
from kit import materials as m
from kit.register import makes
from kit.scene import Mesh, Node

# An original 4x4 pattern inside the black border of the marker: 1 is white. Row by row from the top.
_PATTERN = ("000000", "001010", "010110", "011000", "000100", "000000")


@makes("actuators/ptu")
def ptu() -> list[Node]:
    """PTU carries PanBase (turns about Z), which carries TiltBase (turns about Y); 4 cm tall."""
    pan = Mesh().add(m.PLASTIC_GREY, shapes.rounded_box(0.06, 0.04, 0.012, 0.003).move(z=-0.009))
    pan.add(m.DARK, shapes.cylinder(0.017, 0.006, segments=22).move(z=0.0))
    pan.add(m.PLASTIC_GREY, shapes.rounded_box(0.044, 0.034, 0.018, 0.004).move(-0.002, 0.0, 0.006))
    pan.add(
        m.STEEL,
        *[
            shapes.cylinder(0.0022, 0.002, segments=8).move(x, y, -0.0035)
            for x in (-0.026, 0.026)
            for y in (-0.015, 0.015)
        ],
    )
    tilt = Mesh().add(m.DARK, shapes.cylinder(0.011, 0.06, "y", 22, 0.002).move(0.0, 0.0, -0.012))
    tilt.add(
        m.PLASTIC_GREY,
        *[shapes.rounded_box(0.026, 0.005, 0.024, 0.002, 1).move(-0.004, s * 0.026, -0.010) for s in (-1.0, 1.0)],
    )
    tilt.add(m.ALUMINIUM, shapes.rounded_box(0.038, 0.056, 0.005, 0.002, 1).move(0.0, 0.0, 0.0025))
    base = Node("PanBase", (0.0, 0.0, 0.015), mesh=pan.fit((-0.03, -0.02, -0.015), (0.03, 0.02, 0.015)))
    base.add(Node("TiltBase", (0.01, 0.0, 0.02), mesh=tilt.fit((-0.02, -0.03, -0.025), (0.02, 0.03, 0.005))))
    return [Node("PTU").add(base)]


@makes("actuators/gripper")
def gripper() -> list[Node]:
    """Palm, one finger against two, and rubber pads; grasps along +Z."""
    rows = {row["name"]: row for row in facts.rows("gripper")}
    palm = Mesh().add(m.ALUMINIUM, shapes.cylinder(0.03, 0.05, segments=26, bevel=0.004).move(z=-0.012))
    palm.add(m.GUNMETAL, shapes.rounded_box(0.06, 0.074, 0.03, 0.006).move(z=0.02))
    palm.add(m.ALUMINIUM, shapes.cylinder(0.01, 0.06, segments=18).move(z=0.045))
    palm.add(m.BLUE, shapes.cylinder(0.0305, 0.006, segments=26).move(z=-0.005))
    bar = [(0.0, 0.0), (0.012, 0.0), (0.030, 0.035), (0.026, 0.075), (0.016, 0.075), (0.018, 0.038)]
    one = Mesh().add(m.ALUMINIUM, sweeps.extrude(bar, 0.022, "x", 0.003))
    two = Mesh().add(m.ALUMINIUM, *[sweeps.extrude(bar, 0.016, "x", 0.003).move(x=s * 0.02) for s in (-1.0, 1.0)])
    two.add(m.GUNMETAL, shapes.rounded_box(0.05, 0.01, 0.012, 0.003, 1).move(0.0, 0.008, 0.006))
    pad = Mesh().add(m.RUBBER, shapes.rounded_box(0.01, 0.005, 0.01, 0.001, 1))
    looks = {
        "Gripper": palm,
        "finger1": one.mirrored(),
        "finger2": two.mirrored(),
        "pad1": pad,
        "pad2": pad,
        "pad3": pad,
    }
    return facts.tree("gripper", lambda row: looks[row["name"]].fit(*rows[row["name"]]["box"]))


@makes("actuators/arucomarker")
def arucomarker() -> list[Node]:
    """A white plate of 9 cm facing +X with the black-and-white pattern, printed on both sides."""
    root = Node("arucomarker", (0.0, 0.0, 0.0), (math.pi, 0.0, 0.0))
    plate = Mesh().add(m.PLASTIC_WHITE, shapes.block((-0.0009, -0.045, -0.045), (-0.0001, 0.045, 0.045)))
    face = Mesh()
    cell = 0.08 / 6
    for i, row in enumerate(_PATTERN):
        for j, bit in enumerate(row):
            if bit == "0":
                y, z = -0.04 + cell * j, 0.04 - cell * (i + 1)
                face.add(m.BLACK, shapes.block((-0.0001, y, z), (0.0, y + cell, z + cell)))
    back = face.mirrored("x").moved(x=-0.001)
    root.add_in_world(Node("white_plane"), Node("arplane"), Node("arplane.back"))
    for child, mesh in zip(root.children, (plate, face, back)):
        child.dress(mesh)
    return [root]
