"""PR2: the two-armed research robot, each link a separate node, the joints as four armatures chained to the torso."""

from typing import Callable, Optional

from kit import facts, shapes, sweeps, wheels
from kit import materials as m
from kit.register import makes
from kit.scene import Mesh, Node

_SHELL, _JOINT, _TRIM = m.make("pr2 shell", "dedcd4", 0.0, 0.45), m.make("pr2 joint", "3c3f44", 0.1, 0.5), m.GUNMETAL


def _base() -> Mesh:
    """The square base with its skirt, and the electronics tower behind; in the world."""
    mesh = Mesh()
    plan = sweeps.oval(0.67, 0.666, 5.0, 40)
    mesh.add(_SHELL, sweeps.extrude(plan, 0.16, "z", 0.02).move(z=0.225))
    mesh.add(_JOINT, sweeps.extrude(sweeps.inset(plan, 0.012), 0.10, "z", 0.006).move(z=0.101))
    mesh.add(_JOINT, sweeps.extrude(sweeps.inset(plan, 0.05), 0.022, "z", 0.006).move(z=0.312))
    mesh.add(m.PLASTIC, shapes.rounded_box(0.05, 0.34, 0.05, 0.015).move(0.31, 0.0, 0.245))
    mesh.add(m.LENS, shapes.cylinder(0.03, 0.045, segments=20).move(0.275, 0.0, 0.303))
    mesh.add(m.RED, shapes.cylinder(0.024, 0.03, segments=18, bevel=0.006).move(-0.27, 0.22, 0.325))
    for side in (-1.0, 1.0):
        mesh.add(
            m.PLASTIC,
            *[
                shapes.rounded_box(0.22, 0.008, 0.012, 0.004, 1).move(0.0, side * 0.331, 0.20 + 0.022 * i)
                for i in range(4)
            ],
        )
    tower = [
        (z, x, y, -0.225 + 0.01 * (z - 0.3), 0.0)
        for z, x, y in ((0.31, 0.22, 0.40), (0.40, 0.22, 0.38), (0.62, 0.20, 0.32), (0.707, 0.17, 0.26))
    ]
    mesh.add(_JOINT, sweeps.hull_along_z(tower, 5.0, 24))
    return mesh


def _torso() -> Mesh:
    """The lifting trunk with its shoulders; in the world."""
    mesh = Mesh()
    column = (
        (0.285, 0.16, 0.20, -0.13),
        (0.50, 0.20, 0.24, -0.12),
        (0.70, 0.28, 0.30, -0.13),
        (0.80, 0.36, 0.46, -0.15),
        (0.95, 0.38, 0.52, -0.15),
        (1.01, 0.36, 0.50, -0.15),
        (1.05, 0.30, 0.38, -0.14),
    )
    mesh.add(_SHELL, sweeps.hull_along_z([(z, x, y, c, 0.0) for z, x, y, c in column], 3.6, 32).sharp(60.0))
    mesh.add(_JOINT, shapes.cylinder(0.085, 0.07, segments=28).move(-0.068, 0.0, 1.07))
    mesh.add(_JOINT, shapes.rounded_box(0.02, 0.26, 0.16, 0.009).move(0.030, 0.0, 0.90))
    mesh.add(m.GLOW_GREEN, shapes.cylinder(0.008, 0.006, "x", 12).move(0.042, 0.09, 0.94))
    return mesh


def _head_pan() -> Mesh:
    """The neck yoke."""
    mesh = Mesh().add(_JOINT, shapes.cylinder(0.10, 0.05, segments=30, bevel=0.008).move(-0.068, 0.0, 1.13))
    for side in (-1.0, 1.0):
        mesh.add(_SHELL, shapes.rounded_box(0.20, 0.03, 0.13, 0.014).move(-0.03, side * 0.146, 1.18))
        mesh.add(_TRIM, shapes.cylinder(0.035, 0.02, "y", 20).move(0.0, side * 0.153, 1.18))
    mesh.add(_SHELL, shapes.rounded_box(0.24, 0.30, 0.03, 0.014).move(-0.05, 0.0, 1.125))
    return mesh


def _head_tilt() -> Mesh:
    """The head: a wide box with two pairs of stereo cameras, and the sensor bar on top."""
    mesh = Mesh()
    mesh.add(_SHELL, shapes.rounded_box(0.24, 0.25, 0.14, 0.03).move(-0.06, 0.0, 1.195))
    mesh.add(m.BLACK, shapes.rounded_box(0.03, 0.21, 0.07, 0.012).move(0.062, 0.0, 1.20))
    mesh.add(_JOINT, shapes.rounded_box(0.16, 0.29, 0.055, 0.02).move(-0.03, 0.0, 1.268))
    mesh.add(_TRIM, shapes.rounded_box(0.10, 0.20, 0.04, 0.012).move(-0.02, 0.0, 1.306))
    for y, r in ((0.105, 0.012), (0.06, 0.017), (-0.03, 0.017), (0.03, 0.012), (-0.06, 0.012), (-0.109, 0.02)):
        mesh.add(m.PLASTIC, shapes.cylinder(r, 0.02, "x", 18).move(0.05, y, 1.269))
        mesh.add(m.LENS, shapes.dome(r * 0.75, 0.006, 16, 3, "x").move(0.06, y, 1.269))
    mesh.add(m.GLOW_RED, shapes.cylinder(0.009, 0.01, "x", 12).move(0.074, 0.0, 1.20))
    return mesh


def _caster(x: float, y: float) -> Mesh:
    """A caster's housing around its two wheels; in the world."""
    mesh = Mesh().add(_JOINT, shapes.cylinder(0.075, 0.05, segments=24, bevel=0.01).move(x, y, 0.215))
    mesh.add(_JOINT, shapes.rounded_box(0.18, 0.062, 0.13, 0.025).move(x, y, 0.13))
    mesh.add(_TRIM, shapes.cylinder(0.024, 0.17, "y", 16).move(x, y, 0.079))
    return mesh


def _disc(radius: float, width: float) -> Mesh:
    """A joint housing turning about Y, with bolted lids."""
    mesh = Mesh().add(_JOINT, shapes.cylinder(radius, width * 0.8, "y", 32, radius * 0.08))
    mesh.add(_SHELL, shapes.cylinder(radius * 0.86, width, "y", 32, radius * 0.08))
    mesh.add(_TRIM, shapes.cylinder(radius * 0.35, width * 1.02, "y", 20))
    return mesh


def _shoulder_pan() -> Mesh:
    """The tall shell of the shoulder, its counterbalance hanging below; local frame at the pan axis."""
    mesh = Mesh()
    stations = (
        (-0.49, 0.13, 0.16, -0.01),
        (-0.45, 0.17, 0.19, -0.01),
        (-0.25, 0.20, 0.22, 0.0),
        (-0.10, 0.23, 0.25, 0.0),
        (0.06, 0.25, 0.254, 0.0),
        (0.12, 0.22, 0.23, 0.0),
        (0.142, 0.15, 0.16, 0.0),
    )
    mesh.add(_SHELL, sweeps.hull_along_z([(z, x, y, c, 0.0) for z, x, y, c in stations], 2.6, 30).sharp(60.0))
    for side in (-1.0, 1.0):
        mesh.add(
            _SHELL,
            sweeps.extrude(
                [(0.0, -0.12), (0.10, -0.125), (0.205, -0.06), (0.227, 0.0), (0.205, 0.06), (0.10, 0.11), (0.0, 0.12)],
                0.03,
                "y",
                0.01,
            ).move(y=side * 0.10),
        )
        mesh.add(_TRIM, shapes.cylinder(0.045, 0.034, "y", 24).move(0.10, side * 0.102, 0.0))
    return mesh


def _upper_arm() -> Mesh:
    """The upper arm's shell, from the roll joint to the elbow's fork; local frame at the shoulder."""
    mesh = Mesh()
    stations = (
        (0.14, 0.15, 0.16, 0.0, 0.0),
        (0.20, 0.152, 0.168, 0.0, 0.0),
        (0.30, 0.14, 0.15, 0.0, -0.002),
        (0.36, 0.13, 0.13, 0.0, -0.004),
    )
    mesh.add(_SHELL, sweeps.hull_along_x(stations, 3.0, 26).sharp(60.0))
    mesh.add(_JOINT, shapes.cylinder(0.06, 0.20, "x", 24).move(0.05))
    for side in (-1.0, 1.0):
        fork = [(0.33, -0.055), (0.40, -0.06), (0.47, -0.04), (0.483, 0.0), (0.47, 0.04), (0.40, 0.06), (0.33, 0.055)]
        mesh.add(_SHELL, sweeps.extrude(fork, 0.022, "y", 0.007).move(y=side * 0.056))
    return mesh


def _forearm() -> Mesh:
    """The forearm's shell with its camera bump; local frame at the elbow."""
    mesh = Mesh()
    stations = (
        (0.094, 0.09, 0.09, 0.0, 0.0),
        (0.12, 0.12, 0.108, 0.0, 0.0),
        (0.22, 0.118, 0.10, 0.0, 0.002),
        (0.30, 0.10, 0.085, 0.0, 0.0),
    )
    mesh.add(_SHELL, sweeps.hull_along_x(stations, 2.8, 26).sharp(60.0))
    for side in (-1.0, 1.0):
        mesh.add(
            _SHELL,
            sweeps.extrude(
                [(0.29, -0.035), (0.34, -0.03), (0.358, 0.0), (0.34, 0.03), (0.29, 0.035)], 0.014, "y", 0.005
            ).move(y=side * 0.032),
        )
    mesh.add(_JOINT, shapes.rounded_box(0.05, 0.036, 0.03, 0.01).move(0.145, 0.0, 0.056))
    mesh.add(m.LENS, shapes.dome(0.010, 0.006, 14, 3, "x").move(0.168, 0.0, 0.057))
    return mesh


def _palm() -> Mesh:
    """The gripper's body."""
    mesh = Mesh().add(_JOINT, shapes.rounded_box(0.075, 0.10, 0.048, 0.014).move(0.072))
    mesh.add(_SHELL, shapes.rounded_box(0.05, 0.085, 0.05, 0.012).move(0.055))
    mesh.add(m.GLOW_GREEN, shapes.cylinder(0.006, 0.004, segments=12).move(0.051, 0.0, 0.025))
    return mesh


def _finger() -> Mesh:
    """An outer finger bar, curved inwards."""
    outline = [
        (0.0, 0.0),
        (0.02, 0.035),
        (0.07, 0.055),
        (0.104, 0.040),
        (0.100, 0.028),
        (0.066, 0.036),
        (0.03, 0.018),
        (0.012, -0.006),
    ]
    return Mesh().add(m.ALUMINIUM, sweeps.extrude(outline, 0.056, "z", 0.004))


def _tip() -> Mesh:
    """A finger tip with its rubber pad on the inner side."""
    mesh = Mesh().add(_TRIM, shapes.rounded_box(0.057, 0.034, 0.023, 0.008).move(y=0.005))
    return mesh.add(m.RUBBER, shapes.rounded_box(0.05, 0.012, 0.0228, 0.004, 1).move(0.003, -0.015, 0.0))


def _looks(row: facts.Row) -> dict[str, Callable[[], Mesh]]:
    """Functions by the suffix of a link's name, for shapes in the link's local frame."""
    side = 1.0 if "_l_fing" in row["name"] or "_l_fi" in row["name"] else -1.0

    def mirrored(mesh: Mesh) -> Mesh:
        return mesh if side > 0 else mesh.mirrored()

    return {
        "shoulder_pan_link": _shoulder_pan,
        "shoulder_lift_link": lambda: _disc(0.127, 0.15),
        "upper_arm_roll": lambda: Mesh().add(_TRIM, shapes.cylinder(0.07, 0.023, "x", 28)),
        "upper_arm_link": _upper_arm,
        "elbow_flex_link": lambda: _disc(0.08, 0.092),
        "forearm_roll_link": lambda: Mesh().add(_JOINT, shapes.cylinder(0.042, 0.13, "x", 24, 0.008)),
        "forearm_link": _forearm,
        "wrist_flex_link": lambda: _disc(0.037, 0.043),
        "wrist_roll_link": lambda: Mesh().add(_TRIM, shapes.cylinder(0.019, 0.018, "x", 18)),
        "gripper_palm_link": _palm,
        "finger_link": lambda: mirrored(_finger()),
        "fing_tip": lambda: mirrored(_tip()),
        "_wheel": lambda: (
            Mesh()
            .add(m.RUBBER, wheels.tyre(0.078, 0.033, 0.02, 26).turn(x=90.0))
            .add(m.ALUMINIUM, shapes.cylinder(0.06, 0.026, "y", 24))
        ),
    }


def _dress(row: facts.Row, done: dict[tuple[str, str], Mesh]) -> Optional[Mesh]:
    """Mesh of a link, scaled to its true size; ``done`` shares meshes of left and right links that are equal within 5 mm."""
    if row["type"] != "mesh":
        return None
    low, high = row["box"]
    name, (x, y, z) = row["name"], row["at"]
    world = {"base_link": _base, "torso_lift_link": _torso, "head_pan_link": _head_pan, "head_tilt_link": _head_tilt}
    if name in world:
        return world[name]().moved(-x, -y, -z).fit(low, high)
    if name.endswith("caster_rotation"):
        return done.setdefault(("caster", str(low)), _caster(0.0, 0.0).fit(low, high))
    if name == "laser_tilt_mount":
        mesh = Mesh().add(_JOINT, shapes.rounded_box(0.06, 0.06, 0.04, 0.01).move(0.0, 0.0, 0.0))
        mesh.add(_TRIM, shapes.rounded_box(0.05, 0.094, 0.02, 0.006).move(0.02, 0.0, 0.02))
        mesh.add(m.PLASTIC, shapes.cylinder(0.03, 0.05, segments=22).move(0.05, 0.0, 0.045))
        return mesh.fit(low, high)
    for end, maker in _looks(row).items():
        if name.endswith(end):
            key = (end, str([round(c * 200.0) + 0 for c in low + high]))
            if key not in done:
                done[key] = maker().fit(low, high)
            return done[key]
    raise KeyError(f"robots/pr2: link {name} has no look")


@makes("robots/pr2")
def pr2() -> list[Node]:
    """All 151 objects of the original, and the hand that the grasping services name."""
    done: dict[tuple[str, str], Mesh] = {}
    roots = facts.tree("pr2", lambda row: _dress(row, done))
    facts.find(roots, "r_gripper_tool_frame").add(Node("Hand.Grasp.PR2"))
    return roots
