"""Seats and beds, feet at z 0, backs to +Y by default."""

import math

from kit import materials as m
from kit import shapes, sweeps
from kit.materials import Material
from kit.scene import Mesh


def chair(x: float, y: float, z: float, wood: Material = m.WALNUT, seat: Material = m.WALNUT) -> Mesh:
    """A plain chair with a slatted back."""
    mesh = Mesh().add(seat, shapes.rounded_box(x, y * 0.84, 0.035, 0.012, 1).move(0.0, -y * 0.08, 0.45))
    for sx in (-1.0, 1.0):
        mesh.add(wood, shapes.rounded_box(0.035, 0.035, 0.44, 0.008, 1).move(sx * (x / 2 - 0.022), -y / 2 + 0.03, 0.22))
        post = [
            (y * 0.30, 0.0),
            (y * 0.30 + 0.036, 0.0),
            (y * 0.32 + 0.036, 0.45),
            (y * 0.5, z),
            (y * 0.5 - 0.03, z),
            (y * 0.32, 0.45),
        ]
        mesh.add(wood, sweeps.extrude(post, 0.035, "x", 0.005).move(sx * (x / 2 - 0.022)))
    for k in range(3):
        h = 0.56 + (z - 0.62) * k / 2
        lean = y * (0.32 + 0.18 * (h - 0.45) / (z - 0.45)) + 0.01
        mesh.add(wood, shapes.rounded_box(x - 0.05, 0.018, 0.065, 0.007, 1).move(0.0, lean, h))
    mesh.add(wood, shapes.box(x - 0.06, 0.02, 0.05).move(0.0, -y / 2 + 0.03, 0.41))
    return mesh


def lounge_chair(x: float, y: float, z: float, cloth: Material = m.FABRIC_GREY) -> Mesh:
    """A cantilever easy chair of bent wood with a cushion."""
    mesh = Mesh()
    for sx in (-1.0, 1.0):
        path = [
            (-y * 0.42, 0.02),
            (y * 0.38, 0.02),
            (y * 0.42, 0.03),
            (y * 0.40, 0.05),
            (-y * 0.40, 0.05),
            (-y * 0.47, 0.12),
            (-y * 0.48, 0.48),
            (-y * 0.40, 0.56),
            (y * 0.20, 0.56),
            (y * 0.20, 0.53),
            (-y * 0.38, 0.53),
            (-y * 0.45, 0.46),
            (-y * 0.44, 0.13),
            (-y * 0.5, 0.10),
            (-y * 0.5, 0.03),
        ]
        mesh.add(m.OAK, sweeps.extrude(path, 0.055, "x").move(sx * (x / 2 - 0.03)))
    cushion = [
        (-y * 0.40, 0.42),
        (-y * 0.42, 0.36),
        (y * 0.12, 0.28),
        (y * 0.46, z - 0.04),
        (y * 0.40, z),
        (y * 0.34, z - 0.02),
        (y * 0.05, 0.38),
    ]
    return mesh.add(cloth, sweeps.extrude(cushion, x - 0.14, "x", 0.02))


def sofa(x: float, y: float, z: float, cloth: Material = m.FABRIC_RED, seats: int = 2) -> Mesh:
    """Arms, back and cushions; one seat makes an armchair."""
    arm = min(0.18, x * 0.2)
    mesh = Mesh().add(cloth, shapes.rounded_box(x - 0.04, y * 0.9, z * 0.28, 0.03).move(0.0, 0.0, z * 0.24))
    mesh.add(cloth, shapes.rounded_box(x - 0.06, y * 0.28, z * 0.72, 0.07).move(0.0, y * 0.36, z * 0.64))
    for s in (-1.0, 1.0):
        mesh.add(cloth, shapes.rounded_box(arm, y, z * 0.56, 0.06).move(s * (x / 2 - arm / 2), 0.0, z * 0.42))
        for t in (-1.0, 1.0):
            mesh.add(
                m.WALNUT,
                shapes.cylinder(0.03, z * 0.12, segments=12).move(s * (x / 2 - 0.08), t * (y / 2 - 0.08), z * 0.06),
            )
    wide = (x - 2 * arm) / seats
    for k in range(seats):
        cx = -x / 2 + arm + wide * (k + 0.5)
        mesh.add(cloth, shapes.rounded_box(wide - 0.01, y * 0.66, z * 0.16, 0.05).move(cx, -y * 0.13, z * 0.47))
        mesh.add(
            cloth, shapes.rounded_box(wide - 0.01, y * 0.20, z * 0.44, 0.06).turn(x=-10.0).move(cx, y * 0.20, z * 0.72)
        )
    return mesh


def bed(x: float, y: float, z: float) -> Mesh:
    """A wooden bed with mattress, blanket and pillow; the head is at +Y."""
    mesh = Mesh()
    for s, h in ((1.0, z), (-1.0, z * 0.72)):
        mesh.add(m.PINE, shapes.rounded_box(x, 0.04, h * 0.55, 0.01, 1).move(0.0, s * (y / 2 - 0.02), h * 0.70))
        for t in (-1.0, 1.0):
            mesh.add(
                m.PINE, shapes.rounded_box(0.06, 0.06, h, 0.012, 1).move(t * (x / 2 - 0.03), s * (y / 2 - 0.03), h / 2)
            )
    for t in (-1.0, 1.0):
        mesh.add(m.PINE, shapes.box(0.03, y - 0.1, 0.14).move(t * (x / 2 - 0.03), 0.0, 0.28))
    mesh.add(m.FABRIC_WHITE, shapes.rounded_box(x - 0.08, y - 0.1, 0.20, 0.06).move(z=0.40))
    mesh.add(m.FABRIC_RED, shapes.rounded_box(x - 0.04, y * 0.62, 0.08, 0.035).move(0.0, -y * 0.14, 0.48))
    return mesh.add(m.FABRIC_WHITE, shapes.rounded_box(x * 0.62, 0.36, 0.12, 0.058).move(0.0, y * 0.36, 0.55))


def rolling_chair(x: float, y: float, z: float, cloth: Material = m.FABRIC_BLUE) -> Mesh:
    """An office chair on five castors; its back is at -Y."""
    mesh = Mesh()
    for k in range(5):
        angle = math.radians(90.0 + 72.0 * k)
        tip = (0.27 * math.cos(angle), 0.27 * math.sin(angle), 0.075)
        mesh.add(m.PLASTIC, sweeps.tube([(0.0, 0.0, 0.12), tip], 0.02, 8))
        mesh.add(
            m.PLASTIC,
            shapes.cylinder(0.028, 0.045, "y", 14, 0.006).turn(z=math.degrees(angle)).move(tip[0], tip[1], 0.028),
        )
    mesh.add(m.STEEL, shapes.cylinder(0.025, 0.30, segments=14).move(z=0.26))
    mesh.add(
        m.PLASTIC,
        shapes.cylinder(0.038, 0.14, segments=16).move(z=0.17),
        shapes.rounded_box(0.22, 0.26, 0.03, 0.012, 1).move(z=0.41),
    )
    mesh.add(cloth, shapes.rounded_box(x * 0.86, y * 0.66, 0.075, 0.035, 3).move(0.0, 0.03, 0.455))
    mesh.add(
        m.PLASTIC,
        sweeps.tube(sweeps.rounded_path([(0.0, -0.05, 0.41), (0.0, -0.27, 0.42), (0.0, -0.29, 0.66)], 0.08), 0.018, 8),
    )
    mesh.add(
        cloth, shapes.rounded_box(x * 0.80, 0.07, z - 0.56, 0.034, 3).turn(x=7.0).move(0.0, -0.265, (z + 0.56) / 2)
    )
    for s in (-1.0, 1.0):
        arm = [(s * x * 0.36, 0.02, 0.43), (s * x * 0.46, 0.02, 0.46), (s * x * 0.46, 0.02, 0.64)]
        mesh.add(m.PLASTIC, sweeps.tube(sweeps.rounded_path(arm, 0.04), 0.014, 8))
        mesh.add(m.PLASTIC, shapes.rounded_box(0.05, 0.24, 0.03, 0.012).move(s * x * 0.46, 0.02, 0.655))
    return mesh


def shell_chair(x: float, y: float, z: float, color: Material = m.RED) -> Mesh:
    """A molded chair on steel legs; its back is at +Y."""
    profile = [
        (-y * 0.46, 0.60 * z),
        (y * 0.16, 0.57 * z),
        (y * 0.32, 0.66 * z),
        (y * 0.5, z),
        (y * 0.46, z),
        (y * 0.27, 0.68 * z),
        (y * 0.13, 0.60 * z),
        (-y * 0.44, 0.63 * z),
    ]
    mesh = Mesh().add(color, sweeps.extrude(profile, x * 0.92, "x", 0.008))
    for sx in (-1.0, 1.0):
        for ys, yf in ((-0.34, -0.44), (0.12, 0.34)):
            mesh.add(m.CHROME, sweeps.tube([(sx * x * 0.36, y * ys, 0.58 * z), (sx * x * 0.46, y * yf, 0.0)], 0.011, 8))
    return mesh
