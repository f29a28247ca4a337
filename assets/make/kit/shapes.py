"""Round and square solids: box, rounded box, lathe and solids of revolution (cylinder, cone, sphere, dome, torus)."""

import math
from collections.abc import Sequence

from kit import vec
from kit.surface import Face, Surface
from kit.vec import Vec

Profile = Sequence[tuple[float, float]]


def _along(surface: Surface, axis: str) -> Surface:
    """A shape made about +Z, laid along ``axis`` without mirroring."""
    if axis == "x":
        return surface.mapped(lambda p: (p[2], p[0], p[1]))
    if axis == "y":
        return surface.mapped(lambda p: (p[1], p[2], p[0]))
    return surface


def box(x: float, y: float, z: float) -> Surface:
    """A sharp box with full edge lengths, centered."""
    return block((-x / 2, -y / 2, -z / 2), (x / 2, y / 2, z / 2))


def block(low: Vec, high: Vec) -> Surface:
    """A sharp box between two corners."""
    xs, ys, zs = (low[0], high[0]), (low[1], high[1]), (low[2], high[2])
    points = [(xs[i & 1], ys[i >> 1 & 1], zs[i >> 2 & 1]) for i in range(8)]
    faces: list[Face] = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return Surface(points, faces, math.radians(20.0))


def rounded_box(x: float, y: float, z: float, radius: float, steps: int = 2) -> Surface:
    """A centered box with round edges and corners; ``steps`` facets per half edge."""
    half = (x / 2, y / 2, z / 2)
    radius = min(radius, half[0], half[1], half[2])
    inner = tuple(h - radius for h in half)
    arc = [math.tan(math.pi / 4 * i / steps) for i in range(steps + 1)]

    def ticks(k: int) -> list[float]:
        low = [-inner[k] - radius * t for t in reversed(arc)]
        high = [inner[k] + radius * t for t in arc]
        return low + (high if inner[k] > 1e-9 else high[1:])

    points: list[Vec] = []
    faces: list[Face] = []
    for k in range(3):
        u, v = (k + 1) % 3, (k + 2) % 3
        us, vs = ticks(u), ticks(v)
        for sign in (-1.0, 1.0):
            start = len(points)
            for a in us:
                for b in vs:
                    raw = [0.0, 0.0, 0.0]
                    raw[k], raw[u], raw[v] = sign * half[k], a, b
                    core = tuple(max(-inner[i], min(inner[i], raw[i])) for i in range(3))
                    way = vec.unit((raw[0] - core[0], raw[1] - core[1], raw[2] - core[2]))
                    points.append((core[0] + radius * way[0], core[1] + radius * way[1], core[2] + radius * way[2]))
            for i in range(len(us) - 1):
                for j in range(len(vs) - 1):
                    a = start + i * len(vs) + j
                    ring = (a, a + len(vs), a + len(vs) + 1, a + 1)
                    faces.append(ring if sign > 0 else tuple(reversed(ring)))
    return Surface(points, faces, math.radians(60.0))


def lathe(profile: Profile, segments: int = 24, axis: str = "z", closed: bool = False, crease: float = 40.0) -> Surface:
    """A profile of (radius, height) turned about an axis; heights rising gives outward faces.

    Points with radius 0 close the shape. ``closed`` joins the last profile point to the first, as for a ring.
    """
    points: list[Vec] = []
    rows: list[list[int]] = []
    for radius, height in profile:
        if radius < 1e-9:
            rows.append([len(points)] * segments)
            points.append((0.0, 0.0, height))
            continue
        rows.append(list(range(len(points), len(points) + segments)))
        for i in range(segments):
            angle = 2.0 * math.pi * i / segments
            points.append((radius * math.cos(angle), radius * math.sin(angle), height))
    pairs = list(zip(rows, rows[1:]))
    if closed:
        pairs.append((rows[-1], rows[0]))
    faces: list[Face] = []
    for low, high in pairs:
        for i in range(segments):
            j = (i + 1) % segments
            ring = (low[i], low[j], high[j], high[i])
            face = tuple(dict.fromkeys(ring))
            if len(face) > 2:
                faces.append(face)
    return _along(Surface(points, faces, math.radians(crease)), axis)


def cylinder(radius: float, height: float, axis: str = "z", segments: int = 24, bevel: float = 0.0) -> Surface:
    """A centered cylinder; a ``bevel`` takes the edge off its rims."""
    h = height / 2
    if bevel > 0.0:
        profile = [
            (0.0, -h),
            (radius - bevel, -h),
            (radius, -h + bevel),
            (radius, h - bevel),
            (radius - bevel, h),
            (0.0, h),
        ]
    else:
        profile = [(0.0, -h), (radius, -h), (radius, h), (0.0, h)]
    return lathe(profile, segments, axis)


def cone(bottom: float, top: float, height: float, axis: str = "z", segments: int = 24) -> Surface:
    """A centered cone or truncated cone, from radius ``bottom`` to radius ``top``."""
    h = height / 2
    return lathe([(0.0, -h), (bottom, -h), (top, h), (0.0, h)], segments, axis)


def pipe(outer: float, inner: float, height: float, axis: str = "z", segments: int = 24) -> Surface:
    """A centered cylinder with a hole through it."""
    h = height / 2
    return lathe([(inner, -h), (outer, -h), (outer, h), (inner, h)], segments, axis, closed=True)


def sphere(radius: float, segments: int = 24, rings: int = 12, axis: str = "z") -> Surface:
    """A sphere of latitude rings."""
    profile = [
        (radius * math.sin(math.pi * i / rings), -radius * math.cos(math.pi * i / rings)) for i in range(rings + 1)
    ]
    profile[0], profile[-1] = (0.0, -radius), (0.0, radius)
    return lathe(profile, segments, axis, crease=80.0)


def torus(major: float, minor: float, axis: str = "z", segments: int = 32, sides: int = 10) -> Surface:
    """A ring about the axis: ``major`` to the middle of the tube, ``minor`` is the tube's radius."""
    profile = [
        (major + minor * math.cos(2 * math.pi * i / sides), minor * math.sin(2 * math.pi * i / sides))
        for i in range(sides)
    ]
    return lathe(profile, segments, axis, closed=True, crease=80.0)


def dome(radius: float, height: float, segments: int = 24, rings: int = 6, axis: str = "z") -> Surface:
    """The upper half of an ellipsoid on its flat base, base at 0."""
    profile = [(0.0, 0.0)]
    profile += [
        (radius * math.cos(math.pi / 2 * i / rings), height * math.sin(math.pi / 2 * i / rings)) for i in range(rings)
    ]
    profile.append((0.0, height))
    return lathe(profile, segments, axis)
