"""Floors and walls that several environments share."""

import math
from collections.abc import Sequence

from kit import materials as m
from kit import shapes
from kit.materials import Material
from kit.scene import Mesh, Node


def joints(
    low: tuple[float, float], high: tuple[float, float], step: float, width: float, material: Material, bold: int = 0
) -> Mesh:
    """Lines of a floor's joints, raised by a millimeter; every ``bold``-th line is three times as wide."""
    mesh = Mesh()
    for axis in (0, 1):
        first, last = math.ceil(low[axis] / step), math.floor(high[axis] / step)
        for k in range(first, last + 1):
            at = min(max(k * step, low[axis] + width), high[axis] - width)
            half = width * (1.5 if bold and k % bold == 0 else 0.5)
            a, b = [low[0], low[1]], [high[0], high[1]]
            a[axis], b[axis] = at - half, at + half
            top = 0.001 + 0.0004 * axis
            mesh.add(material, shapes.block((a[0], a[1], -0.002), (b[0], b[1], top)))
    return mesh


def planks(
    low: tuple[float, float], high: tuple[float, float], width: float, material: Material, other: Material
) -> Mesh:
    """A parquet of long boards in two shades, a millimeter thick."""
    mesh = Mesh()
    count = int(round((high[1] - low[1]) / width))
    for k in range(count):
        y = low[1] + (high[1] - low[1]) * k / count
        step = (high[1] - low[1]) / count
        mesh.add(material if k % 2 else other, shapes.block((low[0], y, -0.002), (high[0], y + step, 0.001)))
    return mesh


def wall(
    start: Sequence[float],
    end: Sequence[float],
    height: float,
    thick: float,
    openings: Sequence[tuple[float, float, float, float]] = (),
) -> Mesh:
    """A wall along a floor line from ``start`` to ``end``, its left face on the line.

    Each opening is (from, to, sill, top) in meters along the wall: a door has sill 0.
    """
    long = math.hypot(end[0] - start[0], end[1] - start[1])
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    blocks: list = []
    at = 0.0
    for a, b, sill, top in sorted(openings):
        blocks.append(shapes.block((at, -thick, 0.0), (a, 0.0, height)))
        if sill > 0.0:
            blocks.append(shapes.block((a, -thick, 0.0), (b, 0.0, sill)))
        blocks.append(shapes.block((a, -thick, top), (b, 0.0, height)))
        at = b
    blocks.append(shapes.block((at, -thick, 0.0), (long, 0.0, height)))
    return Mesh().add(m.WALL, *[block.turn(z=angle).move(start[0], start[1]) for block in blocks])


def decoration(name: str, mesh: Mesh) -> Node:
    """A visual node without collision, in world coordinates."""
    return Node(name, mesh=mesh)
