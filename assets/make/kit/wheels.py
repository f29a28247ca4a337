"""Wheels about their local Z, like the wheel objects of the original: tyre with or without tread, rim, hub and bolts."""

import math

from kit import shapes
from kit.materials import ALUMINIUM, PLASTIC, RUBBER, STEEL, Material
from kit.scene import Mesh
from kit.surface import Surface


def tyre(radius: float, width: float, depth: float, segments: int = 36) -> Surface:
    """A tyre with round shoulders; ``depth`` is its height over the rim."""
    h, shoulder = width / 2, min(depth, width / 2) * 0.45
    inner = radius - depth
    profile = [(inner, -h * 0.8), (inner + depth * 0.3, -h), (radius - shoulder, -h)]
    profile += [
        (radius - shoulder + shoulder * math.sin(a), -h + shoulder - shoulder * math.cos(a))
        for a in (math.pi / 6, math.pi / 3, math.pi / 2)
    ]
    profile += [(r, -z) for r, z in reversed(profile)]
    return shapes.lathe(profile, segments, closed=True, crease=50.0)


def blocks(radius: float, width: float, count: int, height: float, share: float = 0.45) -> list[Surface]:
    """Tread blocks in two staggered rows around the tyre, their tops at ``radius``."""
    result: list[Surface] = []
    size = 2 * math.pi * radius / count * share
    for row, side in enumerate((-1.0, 1.0)):
        for i in range(count):
            angle = 360.0 * (i + 0.5 * row) / count
            block = shapes.box(height * 2, size, width * 0.5).move(radius - height, 0.0, side * width * 0.24)
            result.append(block.turn(z=angle))
    return result


def wheel(
    radius: float,
    width: float,
    rim: float = 0.6,
    tread: int = 0,
    spokes: int = 0,
    tyre_material: Material = RUBBER,
    rim_material: Material = ALUMINIUM,
    hub_material: Material = STEEL,
    both_sides: bool = True,
    segments: int = 36,
) -> Mesh:
    """A wheel whose box is exactly 2 radius x 2 radius x width. ``rim`` is the rim's share of the radius.

    ``tread`` is the number of blocks around (0: slick); ``spokes`` 0 gives a dished disc. Both faces are alike.
    """
    mesh = Mesh()
    height = radius * 0.05 if tread else 0.0
    mesh.add(tyre_material, tyre(radius - height, width, radius * (1 - rim) - height, segments))
    if tread:
        mesh.add(tyre_material, *blocks(radius, width * 0.96, tread, height))
    inner, h = radius * rim, width / 2
    edge = shapes.lathe(
        [
            (inner * 0.9, -h * 0.7),
            (inner * 0.98, -h * 0.84),
            (inner * 1.02, -h * 0.8),
            (inner * 1.02, h * 0.8),
            (inner * 0.98, h * 0.84),
            (inner * 0.9, h * 0.7),
        ],
        segments,
        closed=True,
    )
    mesh.add(rim_material, edge)
    if spokes:
        for i in range(spokes):
            bar = shapes.rounded_box(inner * 0.84, inner * 0.24, h * 0.7, inner * 0.05, 1).move(x=inner * 0.5)
            mesh.add(rim_material, bar.turn(z=360.0 * i / spokes))
    else:
        mesh.add(
            rim_material,
            shapes.lathe(
                [
                    (0.0, -h * 0.35),
                    (inner * 0.45, -h * 0.35),
                    (inner * 0.92, -h * 0.68),
                    (inner * 0.92, h * 0.68),
                    (inner * 0.45, h * 0.35),
                    (0.0, h * 0.35),
                ],
                segments,
            ),
        )
    hub = shapes.cylinder(inner * 0.28, h * 1.3, segments=20, bevel=h * 0.08)
    mesh.add(hub_material, hub)
    for side in (-1.0, 1.0) if both_sides else (1.0,):
        for i in range(5):
            bolt = shapes.cylinder(inner * 0.055, h * 0.16, segments=6).move(inner * 0.42, 0.0, side * h * 0.42)
            mesh.add(hub_material, bolt.turn(z=72.0 * i + 36.0))
    return mesh


def plain_wheel(radius: float, width: float, tyre_material: Material = RUBBER, hub: Material = PLASTIC) -> Mesh:
    """A small castor wheel: a slick tyre on a disc."""
    mesh = Mesh()
    mesh.add(tyre_material, tyre(radius, width, radius * 0.35, 24))
    mesh.add(
        hub,
        shapes.lathe(
            [(0.0, -width * 0.3), (radius * 0.67, -width * 0.38), (radius * 0.67, width * 0.38), (0.0, width * 0.3)], 24
        ),
    )
    mesh.add(STEEL, shapes.cylinder(radius * 0.16, width * 0.9, segments=12))
    return mesh
