"""Shapes from outlines: extruded plates, lofts through cross-sections, tubes along paths, height fields."""

import math
from collections.abc import Sequence
from typing import Callable

from kit import vec
from kit.surface import Face, Surface
from kit.vec import Vec

Point2 = tuple[float, float]


def _area(outline: Sequence[Point2]) -> float:
    """Twice the signed area, positive when counter-clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, list(outline[1:]) + [outline[0]]))


def ears(outline: Sequence[Point2]) -> list[tuple[int, int, int]]:
    """Triangles of a simple counter-clockwise polygon, concave or not, by cutting ears."""
    left = list(range(len(outline)))
    result: list[tuple[int, int, int]] = []

    def turn(a: Point2, b: Point2, c: Point2) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    while len(left) > 3:
        for k in range(len(left)):
            i, j, m = left[k - 1], left[k], left[(k + 1) % len(left)]
            a, b, c = outline[i], outline[j], outline[m]
            if turn(a, b, c) <= 1e-15:
                continue
            inside = any(
                turn(a, b, outline[n]) >= 0 and turn(b, c, outline[n]) >= 0 and turn(c, a, outline[n]) >= 0
                for n in left
                if n not in (i, j, m) and outline[n] not in (a, b, c)
            )
            if not inside:
                result.append((i, j, m))
                del left[k]
                break
        else:
            del left[0]
    result.append((left[0], left[1], left[2]))
    return result


def inset(outline: Sequence[Point2], distance: float) -> list[Point2]:
    """The counter-clockwise outline with each edge moved inwards; corners stay mitered."""
    count = len(outline)
    result: list[Point2] = []
    for k in range(count):
        a, b, c = outline[k - 1], outline[k], outline[(k + 1) % count]
        u = (b[0] - a[0], b[1] - a[1])
        v = (c[0] - b[0], c[1] - b[1])
        lu, lv = math.hypot(*u) or 1.0, math.hypot(*v) or 1.0
        n1, n2 = (-u[1] / lu, u[0] / lu), (-v[1] / lv, v[0] / lv)
        share = 1.0 + n1[0] * n2[0] + n1[1] * n2[1]
        k2 = distance / max(share, 0.3)
        result.append((b[0] + (n1[0] + n2[0]) * k2, b[1] + (n1[1] + n2[1]) * k2))
    return result


def extrude(
    outline: Sequence[Point2], depth: float, axis: str = "z", bevel: float = 0.0, crease: float = 35.0
) -> Surface:
    """A plate of the given outline, ``depth`` thick and centered along ``axis``.

    The outline lies in (x, y) for axis z, in (x, z) for axis y, in (y, z) for axis x.
    """
    flat = list(outline) if _area(outline) > 0 else list(reversed(outline))
    h = depth / 2
    inner = inset(flat, bevel) if bevel > 0 else flat
    layers = [(inner, -h), (flat, -h + bevel), (flat, h - bevel), (inner, h)] if bevel > 0 else [(flat, -h), (flat, h)]
    count = len(flat)
    points: list[Vec] = [(p[0], p[1], z) for ring, z in layers for p in ring]
    faces: list[Face] = []
    for layer in range(len(layers) - 1):
        for i in range(count):
            j = (i + 1) % count
            a, b = layer * count, (layer + 1) * count
            faces.append((a + i, a + j, b + j, b + i))
    top = (len(layers) - 1) * count
    for a, b, c in ears(inner):
        faces.append((c, b, a))
        faces.append((top + a, top + b, top + c))
    surface = Surface(points, faces, math.radians(crease))
    if axis == "y":
        return surface.mapped(lambda p: (p[0], -p[2], p[1]))
    if axis == "x":
        return surface.mapped(lambda p: (p[2], p[0], p[1]))
    return surface


def loft(rings: Sequence[Sequence[Vec]], caps: bool = True, crease: float = 50.0) -> Surface:
    """A skin over closed cross-sections with equal numbers of points, each counter-clockwise seen from the last one."""
    count = len(rings[0])
    points: list[Vec] = [p for ring in rings for p in ring]
    faces: list[Face] = []
    for k in range(len(rings) - 1):
        for i in range(count):
            j = (i + 1) % count
            faces.append((k * count + i, k * count + j, (k + 1) * count + j, (k + 1) * count + i))
    if caps:
        faces.append(tuple(reversed(range(count))))
        faces.append(tuple(range((len(rings) - 1) * count, len(rings) * count)))
    return Surface(points, faces, math.radians(crease))


def oval(width: float, height: float, power: float = 2.0, count: int = 20) -> list[Point2]:
    """A superellipse of full ``width`` and ``height``: power 2 is an ellipse, larger ones come near a rectangle."""
    result: list[Point2] = []
    for i in range(count):
        c, s = math.cos(2 * math.pi * (i + 0.5) / count), math.sin(2 * math.pi * (i + 0.5) / count)
        result.append(
            (
                width / 2 * math.copysign(abs(c) ** (2.0 / power), c),
                height / 2 * math.copysign(abs(s) ** (2.0 / power), s),
            )
        )
    return result


def arc_plate(
    inner: float, outer: float, half_angle: float, height: float, steps: int = 8, bevel: float = 0.0
) -> Surface:
    """A plate bent around Z: from radius ``inner`` to ``outer``, ``half_angle`` degrees to either side of +X."""
    angles = [math.radians(half_angle * (2.0 * i / steps - 1.0)) for i in range(steps + 1)]
    outline = [(outer * math.cos(a), outer * math.sin(a)) for a in angles]
    outline += [(inner * math.cos(a), inner * math.sin(a)) for a in reversed(angles)]
    return extrude(outline, height, "z", bevel)


def hull_along_x(
    stations: Sequence[tuple[float, float, float, float, float]], power: float = 2.0, count: int = 20
) -> Surface:
    """A body along +X from stations (x, width, height, center y, center z), as boats and cabins are drawn."""
    rings = []
    for x, width, height, y, z in stations:
        rings.append([(x, y + a, z + b) for a, b in oval(width, height, power, count)])
    return loft(rings)


def hull_along_z(
    stations: Sequence[tuple[float, float, float, float, float]], power: float = 2.0, count: int = 20
) -> Surface:
    """A body along +Z from stations (z, size x, size y, center x, center y), as limbs and bottles are drawn."""
    rings = []
    for z, width, depth, x, y in stations:
        rings.append([(x + a, y + b, z) for a, b in oval(width, depth, power, count)])
    return loft(rings)


def tube(path: Sequence[Vec], radius: float, sides: int = 8, closed: bool = False) -> Surface:
    """A round bar along a path, its section carried along without twist."""
    count = len(path)
    tangents: list[Vec] = []
    for i in range(count):
        before = path[i - 1] if i > 0 or closed else path[i]
        after = path[(i + 1) % count] if i < count - 1 or closed else path[i]
        tangents.append(vec.unit(vec.sub(after, before)))
    side = vec.cross(tangents[0], (0.0, 0.0, 1.0))
    if vec.length(side) < 0.1:
        side = vec.cross(tangents[0], (0.0, 1.0, 0.0))
    rings: list[list[Vec]] = []
    for p, t in zip(path, tangents):
        side = vec.unit(vec.sub(side, vec.mul(t, vec.dot(side, t))))
        up = vec.cross(t, side)
        ring = []
        for k in range(sides):
            angle = 2.0 * math.pi * k / sides
            way = vec.add(vec.mul(side, math.cos(angle)), vec.mul(up, math.sin(angle)))
            ring.append(vec.add(p, vec.mul(way, radius)))
        rings.append(ring)
    if closed:
        return loft(rings + [rings[0]], caps=False)
    return loft(rings)


def rounded_path(corners: Sequence[Vec], radius: float, steps: int = 4) -> list[Vec]:
    """A path through the corners with each inner corner replaced by a curve."""
    result: list[Vec] = [corners[0]]
    for a, b, c in zip(corners, corners[1:], corners[2:]):
        cut = min(radius, vec.length(vec.sub(a, b)) / 2, vec.length(vec.sub(c, b)) / 2)
        start = vec.add(b, vec.mul(vec.unit(vec.sub(a, b)), cut))
        end = vec.add(b, vec.mul(vec.unit(vec.sub(c, b)), cut))
        for k in range(steps + 1):
            t = k / steps
            result.append(vec.lerp(vec.lerp(start, b, t), vec.lerp(b, end, t), t))
    result.append(corners[-1])
    return result


def height_field(low: Point2, high: Point2, nx: int, ny: int, height: Callable[[float, float], float]) -> Surface:
    """Open ground over a rectangle of ``nx`` by ``ny`` cells, ``height(x, y)`` meters high."""
    points: list[Vec] = []
    for i in range(nx + 1):
        for j in range(ny + 1):
            x = low[0] + (high[0] - low[0]) * i / nx
            y = low[1] + (high[1] - low[1]) * j / ny
            points.append((x, y, height(x, y)))
    faces: list[Face] = []
    for i in range(nx):
        for j in range(ny):
            a = i * (ny + 1) + j
            b = a + ny + 1
            faces.append((a, b, b + 1))
            faces.append((a, b + 1, a + 1))
    return Surface(points, faces, math.radians(89.0))
