"""Vectors as tuples of three floats, and affine transforms as 3x4 row matrices. Meters, radians, right-handed, Z up."""

import math
from collections.abc import Sequence

Vec = tuple[float, float, float]
Matrix = tuple[tuple[float, float, float, float], ...]
Quaternion = tuple[float, float, float, float]

IDENTITY: Matrix = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


def add(a: Vec, b: Vec) -> Vec:
    """The sum of two vectors."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec, b: Vec) -> Vec:
    """The vector from ``b`` to ``a``."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def mul(a: Vec, factor: float) -> Vec:
    """A vector stretched by ``factor``."""
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Vec, b: Vec) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec, b: Vec) -> Vec:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a: Vec) -> float:
    """Euclidean length."""
    return math.sqrt(dot(a, a))


def unit(a: Vec) -> Vec:
    """The same direction with length 1; the null vector becomes +Z, so that a degenerate face has some normal."""
    norm = length(a)
    return (0.0, 0.0, 1.0) if norm < 1e-12 else (a[0] / norm, a[1] / norm, a[2] / norm)


def lerp(a: Vec, b: Vec, t: float) -> Vec:
    """The point a share ``t`` of the way from ``a`` to ``b``."""
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t)


def matrix_from_axes(x: Vec, y: Vec, z: Vec, origin: Vec = (0.0, 0.0, 0.0)) -> Matrix:
    """The frame whose axes and origin, in the parent, are given."""
    return tuple((x[i], y[i], z[i], origin[i]) for i in range(3))


def matrix_from_euler(euler: Sequence[float], location: Sequence[float] = (0.0, 0.0, 0.0)) -> Matrix:
    """Rz(z) Ry(y) Rx(x), then the translation: the XYZ Euler order of MORSE."""
    (sx, cx), (sy, cy), (sz, cz) = ((math.sin(a), math.cos(a)) for a in euler)
    return (
        (cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz, location[0]),
        (cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz, location[1]),
        (-sy, sx * cy, cx * cy, location[2]),
    )


def compose(a: Matrix, b: Matrix) -> Matrix:
    """The transform that applies ``b`` first and ``a`` after it."""
    rows: list[tuple[float, float, float, float]] = []
    for row in a:
        turned = [row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j] for j in range(4)]
        rows.append((turned[0], turned[1], turned[2], turned[3] + row[3]))
    return tuple(rows)


def inverse_rigid(m: Matrix) -> Matrix:
    """The inverse of a transform without scale."""
    origin = (m[0][3], m[1][3], m[2][3])
    columns = [(m[0][j], m[1][j], m[2][j]) for j in range(3)]
    return tuple((c[0], c[1], c[2], -dot(c, origin)) for c in columns)


def apply(m: Matrix, p: Vec) -> Vec:
    """The point ``p`` seen from the parent of the frame ``m``."""
    return (
        m[0][0] * p[0] + m[0][1] * p[1] + m[0][2] * p[2] + m[0][3],
        m[1][0] * p[0] + m[1][1] * p[1] + m[1][2] * p[2] + m[1][3],
        m[2][0] * p[0] + m[2][1] * p[1] + m[2][2] * p[2] + m[2][3],
    )


def quaternion_from_matrix(m: Matrix) -> Quaternion:
    """The unit quaternion (x, y, z, w) of a rotation, with w >= 0 so that equal rotations give equal bytes."""
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0.0:
        s = 2.0 * math.sqrt(trace + 1.0)
        q = ((m[2][1] - m[1][2]) / s, (m[0][2] - m[2][0]) / s, (m[1][0] - m[0][1]) / s, s / 4.0)
    else:
        i = max(range(3), key=lambda k: round(m[k][k], 9))
        j, k = (i + 1) % 3, (i + 2) % 3
        s = 2.0 * math.sqrt(max(1.0 + m[i][i] - m[j][j] - m[k][k], 1e-12))
        parts = [0.0, 0.0, 0.0]
        parts[i] = s / 4.0
        parts[j] = (m[j][i] + m[i][j]) / s
        parts[k] = (m[k][i] + m[i][k]) / s
        q = (parts[0], parts[1], parts[2], (m[k][j] - m[j][k]) / s)
    return q if q[3] >= 0.0 else (-q[0], -q[1], -q[2], -q[3])


def bone_axes(direction: Vec, roll: float) -> Matrix:
    """The rest frame of a bone: +Y along the bone, reached from +Y by the shortest turn, then rolled about the bone."""
    d = unit(direction)
    if d[1] < -1.0 + 1e-9:
        base = matrix_from_axes((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, 1.0))
    else:
        k = 1.0 / (1.0 + d[1])
        base = matrix_from_axes(
            (1.0 - d[0] * d[0] * k, -d[0], -d[0] * d[2] * k), d, (-d[0] * d[2] * k, -d[2], 1.0 - d[2] * d[2] * k)
        )
    return compose(base, matrix_from_euler((0.0, roll, 0.0)))
