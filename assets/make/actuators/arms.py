"""Robot arms: the KUKA LWR on its bones, and the PA-10 as nested segments."""


from kit import facts, shapes, sweeps
from kit import materials as m
from kit.bones import grow
from kit.register import makes
from kit.scene import Mesh, Node
from kit.surface import Surface

_SILVER = m.make("kuka silver", "b9bcc0", 0.55, 0.4)


def _shoulder(radius: float, low: float, high: float, side: float) -> list[Surface]:
    """A link shell: a stem rising from the joint below into a knuckle that holds the next joint, turned towards Y."""
    stem = shapes.lathe(
        [
            (0.0, low),
            (radius * 0.92, low),
            (radius, low + 0.012),
            (radius * 0.98, high - 0.10),
            (radius * 0.9, high - 0.05),
            (0.0, high - 0.02),
        ],
        30,
    )
    knuckle = shapes.lathe(
        [(0.0, -0.03), (radius, -0.03), (radius, 0.066), (radius * 0.94, 0.080), (radius * 0.82, 0.088), (0.0, 0.088)],
        30,
        "y",
    )
    bulb = shapes.sphere(radius, 30, 16)
    return [stem.sharp(60), (knuckle if side > 0 else knuckle.turn(z=180.0)).sharp(60).move(z=high), bulb.move(z=high)]


def _kuka_looks() -> dict[str, Mesh]:
    """Each part in world coordinates, with the arm upright."""
    looks: dict[str, Mesh] = {}
    base = Mesh().add(
        _SILVER,
        shapes.lathe(
            [(0.0, 0.0), (0.072, 0.0), (0.073, 0.012), (0.062, 0.03), (0.060, 0.112), (0.056, 0.119), (0.0, 0.119)], 36
        ).sharp(60),
    )
    base.add(m.PLASTIC, shapes.rounded_box(0.05, 0.07, 0.06, 0.01).move(0.065, 0.0, 0.045))
    base.add(
        m.STEEL,
        *[shapes.cylinder(0.006, 0.008, segments=6).move(0.064, 0.0, 0.014).turn(z=45.0 + 90.0 * k) for k in range(4)],
    )
    looks["kuka_base"] = base
    for name, low, high, side in (
        ("kuka_1", 0.118, 0.3105, 1.0),
        ("kuka_3", 0.512, 0.7105, -1.0),
        ("kuka_5", 0.912, 1.1005, 1.0),
    ):
        mesh = Mesh().add(m.ORANGE, *_shoulder(0.0595, low, high, side))
        mesh.add(m.DARK, shapes.cylinder(0.0618, 0.010, segments=30, bevel=0.002).move(z=low + 0.006))
        mesh.add(_SILVER, shapes.cylinder(0.042, 0.010, "y", 28, 0.003).move(0.0, side * 0.089, high))
        looks[name] = mesh
    for name, low, high, side in (("kuka_2", 0.3105, 0.503, -1.0), ("kuka_4", 0.7105, 0.903, 1.0)):
        upright = Mesh().add(m.ORANGE, *_shoulder(0.059, -high, -low, -side))
        flipped = Mesh()
        flipped.parts = [(s.turn(x=180.0), material) for s, material in upright.parts]
        flipped.add(_SILVER, shapes.cylinder(0.042, 0.010, "y", 28, 0.003).move(0.0, side * 0.0895, low))
        looks[name] = flipped
    wrist = Mesh().add(_SILVER, shapes.sphere(0.058, 30, 16).move(z=1.1005))
    wrist.add(m.DARK, shapes.cylinder(0.050, 0.142, "x", 30, 0.008).move(0.0, 0.0, 1.1005).turn(z=0.0))
    wrist.add(m.DARK, shapes.cylinder(0.042, 0.05, segments=28).move(z=1.133))
    looks["kuka_6"] = wrist
    flange = Mesh().add(
        m.DARK, shapes.lathe([(0.0, 1.147), (0.040, 1.147), (0.040, 1.166), (0.036, 1.170), (0.0, 1.170)], 28)
    )
    flange.add(
        m.ALUMINIUM,
        shapes.lathe(
            [(0.0, 1.168), (0.033, 1.168), (0.033, 1.1785), (0.016, 1.1785), (0.015, 1.174), (0.0, 1.174)], 28
        ),
    )
    flange.add(
        m.STEEL,
        *[
            shapes.cylinder(0.003, 0.004, segments=6).move(0.025, 0.0, 1.1785 - 0.0015).turn(z=60.0 * k)
            for k in range(6)
        ],
    )
    looks["kuka_7"] = flange
    return looks


@makes("actuators/kuka_lwr")
def kuka() -> list[Node]:
    """The armature kuka_armature with seven bones; the part that moves with a bone is its child with the same name."""
    rows = {row["name"]: row for row in facts.rows("kuka_lwr")}
    arm = facts.node(rows["kuka_armature"], None)
    bones = grow(arm, facts.bone_list(rows["kuka_armature"]))
    for name, look in _kuka_looks().items():
        part = facts.node(rows[name], None)
        bones.get(name, arm).add_in_world(part)
        part.dress(look)
        part.mesh = part.mesh.fit(*rows[name]["box"]) if part.mesh else None
    return [arm]


def _pa10_looks() -> dict[str, Mesh]:
    """Each segment in world coordinates, with the arm upright."""
    looks = {name: Mesh() for name in ("PA10", "PA10-1", "PA10-2", "PA10-3", "PA10-4", "PA10-5", "PA10-6")}
    white, grey = m.PLASTIC_WHITE, m.ALUMINIUM
    looks["PA10"].add(
        grey,
        shapes.lathe(
            [(0.0, 0.0), (0.117, 0.0), (0.117, 0.02), (0.095, 0.035), (0.095, 0.17), (0.10, 0.199), (0.0, 0.199)], 36
        ),
    )
    looks["PA10"].add(m.DARK, shapes.rounded_box(0.06, 0.05, 0.07, 0.01).move(0.0, 0.104, 0.06))
    looks["PA10"].add(
        m.STEEL,
        *[shapes.cylinder(0.009, 0.01, segments=6).move(0.104, 0.0, 0.024).turn(z=30.0 + 60.0 * k) for k in range(6)],
    )
    looks["PA10-1"].add(grey, shapes.cylinder(0.109, 0.05, segments=36, bevel=0.008).move(z=0.227))
    looks["PA10-1"].add(white, shapes.cylinder(0.072, 0.26, "y", 32, 0.012).move(z=0.317))
    looks["PA10-1"].add(grey, shapes.rounded_box(0.15, 0.17, 0.12, 0.03).move(z=0.28))
    looks["PA10-1"].add(m.DARK, shapes.cylinder(0.05, 0.261, "y", 28).move(z=0.317))
    looks["PA10-2"].add(
        white, *[shapes.cylinder(0.071, 0.045, "y", 32, 0.008).move(0.0, s * 0.045, 0.317) for s in (-1.0, 1.0)]
    )
    looks["PA10-2"].add(
        white,
        sweeps.hull_along_z(
            [
                (0.30, 0.12, 0.13, 0, 0),
                (0.42, 0.125, 0.13, -0.01, 0),
                (0.60, 0.11, 0.12, 0, 0),
                (0.72, 0.10, 0.12, 0, 0),
            ],
            3.4,
            24,
        ).sharp(60),
    )
    looks["PA10-2"].add(grey, shapes.rounded_box(0.09, 0.14, 0.20, 0.02).move(-0.115, 0.0, 0.46))
    looks["PA10-2"].add(white, shapes.cylinder(0.060, 0.213, "y", 30, 0.01).move(z=0.767))
    looks["PA10-2"].add(m.DARK, shapes.cylinder(0.042, 0.214, "y", 26).move(z=0.767))
    looks["PA10-3"].add(grey, shapes.cylinder(0.058, 0.10, "y", 30, 0.008).move(z=0.767))
    looks["PA10-3"].add(
        grey,
        sweeps.hull_along_z(
            [
                (0.76, 0.10, 0.10, 0, 0),
                (0.86, 0.105, 0.105, 0, 0),
                (1.02, 0.085, 0.085, 0, 0),
                (1.052, 0.08, 0.08, 0, 0),
            ],
            2.6,
            24,
        ).sharp(60),
    )
    looks["PA10-4"].add(white, shapes.cylinder(0.043, 0.10, segments=28, bevel=0.006).move(z=1.10))
    looks["PA10-4"].add(
        white, *[shapes.rounded_box(0.075, 0.022, 0.16, 0.01).move(0.0, s * 0.068, 1.21) for s in (-1.0, 1.0)]
    )
    looks["PA10-4"].add(white, shapes.rounded_box(0.08, 0.15, 0.03, 0.012).move(z=1.145))
    looks["PA10-4"].add(m.DARK, shapes.cylinder(0.026, 0.162, "y", 22).move(z=1.247))
    looks["PA10-5"].add(grey, shapes.cylinder(0.047, 0.096, "y", 28, 0.008).move(z=1.247))
    looks["PA10-5"].add(grey, shapes.cylinder(0.044, 0.10, segments=28, bevel=0.006).move(z=1.266))
    looks["PA10-6"].add(m.DARK, shapes.cylinder(0.045, 0.024, segments=28, bevel=0.004).move(z=1.328))
    looks["PA10-6"].add(m.BLUE, shapes.cylinder(0.042, 0.022, segments=28).move(z=1.351))
    looks["PA10-6"].add(grey, shapes.cylinder(0.036, 0.035, segments=26, bevel=0.004).move(z=1.378))
    looks["PA10-6"].add(
        m.RUBBER,
        sweeps.tube(
            sweeps.rounded_path([(-0.03, 0.02, 1.35), (-0.10, 0.07, 1.35), (-0.13, 0.10, 1.36)], 0.03), 0.010, 8
        ),
    )
    return looks


@makes("actuators/pa_10")
def pa10() -> list[Node]:
    """Seven nested segments; PA10-1 to PA10-6 turn about z, y, y, z, y, z."""
    looks = _pa10_looks()
    roots = facts.tree("pa_10", lambda row: None)
    for row in facts.rows("pa_10"):
        item = facts.find(roots, row["name"])
        item.dress(looks[row["name"]])
        item.mesh = item.mesh.fit(*row["box"]) if item.mesh else None
    return roots
