"""Ground and growth: terrain through given heights, trees, rocks, grass, plain houses. No chance is used anywhere."""

import math
from collections.abc import Sequence
from typing import Callable

from kit import materials as m
from kit import shapes, sweeps, vec
from kit.materials import Material
from kit.scene import Mesh
from kit.surface import Surface
from kit.vec import Vec

Height = Callable[[float, float], float]


def ripple(x: float, y: float, z: float = 0.0) -> float:
    """A smooth, irregular function between -1 and 1."""
    a = math.sin(1.7 * x + 0.9 * y + 2.3 * z + 0.4) + math.sin(-1.1 * x + 2.1 * y + 1.3 * z + 1.9)
    return (a + math.sin(2.9 * x - 1.4 * y - 2.2 * z + 4.1)) / 3.0


def terrain_through(marks: Sequence[Vec], reach: float, hills: float, radius: float) -> Height:
    """Ground near the given points, level at 0 elsewhere, that rises to ``hills`` meters beyond ``radius``."""

    def height(x: float, y: float) -> float:
        weight, total = 0.15, 0.0
        for mx, my, mz in marks:
            w = math.exp(-((x - mx) ** 2 + (y - my) ** 2) / (2.0 * reach * reach))
            weight += w
            total += w * mz
        away = max(0.0, math.hypot(x, y) / radius - 0.75)
        return total / weight + hills * min(1.0, away * 2.0) ** 2 * (0.75 + 0.25 * ripple(x * 0.11, y * 0.11))

    return height


def ground(
    low: tuple[float, float],
    high: tuple[float, float],
    nx: int,
    ny: int,
    height: Height,
    material: Material = m.GRASS,
    skirt: float = 1.0,
) -> Mesh:
    """A height field with skirts going down ``skirt`` meters, so that its rim has no gap."""
    mesh = Mesh().add(material, sweeps.height_field(low, high, nx, ny, height))
    rim = [(low[0] + (high[0] - low[0]) * i / nx, low[1]) for i in range(nx)] + [
        (high[0], low[1] + (high[1] - low[1]) * j / ny) for j in range(ny)
    ]
    rim += [(high[0] - (high[0] - low[0]) * i / nx, high[1]) for i in range(nx)] + [
        (low[0], high[1] - (high[1] - low[1]) * j / ny) for j in range(ny)
    ]
    points = [(x, y, height(x, y)) for x, y in rim] + [(x, y, height(x, y) - skirt) for x, y in rim]
    count = len(rim)
    faces = [(count + i, count + (i + 1) % count, (i + 1) % count, i) for i in range(count)]
    return mesh.add(m.EARTH, Surface(points, faces, 1.5))


def blob(radius: Vec, seed: float, rough: float = 0.18, segments: int = 12, rings: int = 8) -> Surface:
    """An uneven ball: a crown of leaves or a boulder."""
    ball = shapes.sphere(1.0, segments, rings)

    def bump(p: Vec) -> Vec:
        k = 1.0 + rough * ripple(p[0] * 2.1 + seed, p[1] * 2.1 - seed, p[2] * 2.1)
        return (p[0] * k * radius[0], p[1] * k * radius[1], p[2] * k * radius[2])

    return ball.mapped(bump)


def tree(
    low: Vec, high: Vec, leaves: Material = m.LEAVES, light: Material = m.LEAVES_LIGHT, trunk: float = 0.16
) -> Mesh:
    """A leafy tree filling the given box, its trunk at x 0, y 0."""
    tall = high[2] - low[2]
    wide = min(high[0] - low[0], high[1] - low[1]) / 2
    mesh = Mesh()
    stem = [(0.0, 0.0, low[2]), (0.03 * wide, 0.0, low[2] + tall * 0.3), (0.0, 0.04 * wide, low[2] + tall * 0.6)]
    rings = [sweeps.tube(stem, trunk, 9)]
    mesh.add(m.BARK, *rings, shapes.cone(trunk * 1.9, trunk, tall * 0.10, segments=9).move(z=low[2] + tall * 0.05))
    for k in range(4):
        angle = 1.1 + 1.57 * k
        tip = (wide * 0.55 * math.cos(angle), wide * 0.55 * math.sin(angle), low[2] + tall * (0.55 + 0.05 * k))
        mesh.add(m.BARK, sweeps.tube([(0.0, 0.0, low[2] + tall * 0.36), tip], trunk * 0.4, 6))
        size = wide * (0.48 + 0.04 * (k % 2))
        mesh.add(
            light if k == 1 else leaves,
            blob((size, size, size * 0.8), 1.3 * k).move(tip[0], tip[1], tip[2] + 0.02 * tall),
        )
    mesh.add(leaves, blob((wide * 0.62, wide * 0.62, tall * 0.22), 5.0).move(z=low[2] + tall * 0.72))
    mesh.add(light, blob((wide * 0.42, wide * 0.42, tall * 0.15), 7.7).move(0.05, -0.08, low[2] + tall * 0.85))
    return mesh.fit(low, high)


def rock(low: Vec, high: Vec, seed: float) -> Mesh:
    """A boulder filling the given box."""
    return Mesh().add(m.ROCK, blob((1.0, 0.9, 0.8), seed, 0.45, 11, 8).sharp(28.0)).fit(low, high)


def tuft(low: Vec, high: Vec) -> Mesh:
    """A tuft of grass blades."""
    mesh = Mesh()
    for k in range(14):
        angle = 2.4 * k
        root = (0.12 * math.sqrt(k) * math.cos(angle) * 0.5, 0.12 * math.sqrt(k) * math.sin(angle) * 0.5, 0.0)
        lean = (
            root[0] * 2.6 + 0.05 * math.cos(angle),
            root[1] * 2.6 + 0.05 * math.sin(angle),
            0.5 + 0.1 * ripple(k, 0.0),
        )
        side = vec.mul(vec.unit((-math.sin(angle), math.cos(angle), 0.0)), 0.03)
        points = [vec.sub(root, side), vec.add(root, side), lean]
        mesh.add(m.GRASS if k % 2 else m.LEAVES_LIGHT, Surface(points + points, [(0, 1, 2), (5, 4, 3)], 0.1))
    return mesh.fit(low, high)


def house(x: float, y: float, z: float, walls: Material = m.PLASTER, roof: Material = m.ROOF) -> Mesh:
    """A house with a gable roof, windows and a door; its floor at z 0."""
    eaves = z * 0.62
    mesh = Mesh().add(walls, shapes.block((-x / 2, -y / 2, -1.0), (x / 2, y / 2, eaves)))
    gable = [(-y / 2, eaves - 0.02), (y / 2, eaves - 0.02), (0.0, z - 0.15)]
    mesh.add(walls, sweeps.extrude(gable, x - 0.02, "x"))
    slab = [
        (-y / 2 - 0.5, eaves - 0.35),
        (0.0, z - 0.05),
        (y / 2 + 0.5, eaves - 0.35),
        (y / 2 + 0.5, eaves - 0.15),
        (0.0, z + 0.15),
        (-y / 2 - 0.5, eaves - 0.15),
    ]
    mesh.add(roof, sweeps.extrude(slab, x + 0.8, "x"))
    floors = max(1, int(eaves / 2.8))
    count = max(2, int(x / 3.2))
    for level in range(floors):
        for k in range(count):
            cx = -x / 2 + x * (k + 0.5) / count
            cz = 1.6 + 2.8 * level
            if cz > eaves - 0.7:
                continue
            for s in (-1.0, 1.0):
                if level == 0 and k == count // 2 and s < 0:
                    mesh.add(m.WALNUT, shapes.block((cx - 0.5, -y / 2 - 0.05, 0.0), (cx + 0.5, -y / 2 + 0.05, 2.1)))
                    continue
                mesh.add(m.WINDOW, shapes.box(1.1, 0.08, 1.3).move(cx, s * y / 2, cz))
                mesh.add(m.WHITE, shapes.box(1.3, 0.10, 0.12).move(cx, s * y / 2, cz - 0.72))
    return mesh.add(roof, shapes.box(0.6, 0.6, 1.6).move(x * 0.25, y * 0.12, z - 0.3))


def block_of_flats(x: float, y: float, z: float, walls: Material = m.PLASTER) -> Mesh:
    """A flat-roofed building with rows of windows; its floor at z 0."""
    mesh = Mesh().add(walls, shapes.block((-x / 2, -y / 2, -1.0), (x / 2, y / 2, z)))
    mesh.add(m.CONCRETE_DARK, shapes.block((-x / 2 - 0.2, -y / 2 - 0.2, z), (x / 2 + 0.2, y / 2 + 0.2, z + 0.5)))
    mesh.add(m.CONCRETE, shapes.block((-2.0, -1.5, z), (2.0, 1.5, z + 2.2)))
    for level in range(max(1, int((z - 0.8) / 3.0))):
        h = 1.7 + 3.0 * level
        mesh.add(
            m.WINDOW,
            shapes.box(x - 1.6, 0.1, 1.4).move(0.0, -y / 2, h),
            shapes.box(x - 1.6, 0.1, 1.4).move(0.0, y / 2, h),
        )
        mesh.add(
            m.WINDOW,
            shapes.box(0.1, y - 1.6, 1.4).move(-x / 2, 0.0, h),
            shapes.box(0.1, y - 1.6, 1.4).move(x / 2, 0.0, h),
        )
    for k in range(1, int(x / 2.4)):
        cx = -x / 2 + 2.4 * k
        mesh.add(walls, shapes.box(0.3, y + 0.14, z - 1.4).move(cx, 0.0, z / 2 + 0.2))
    return mesh
