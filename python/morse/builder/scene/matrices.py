"""Matrices and sizes of scene objects."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from morse.builder.script import arguments
from morse.core.mathutils import Euler, Matrix, Vector

if TYPE_CHECKING:
    from morse.builder.components.settings import Shape


def composed(location: Iterable[float], rotation: Euler, scale: Iterable[float]) -> Matrix:
    """The 4×4 matrix of a location [m], a rotation and a scale."""
    scale = list(scale)
    turned = [[value * factor for value, factor in zip(row, scale)] for row in rotation.to_matrix()]
    return Matrix([*([*row, place] for row, place in zip(turned, location)), [0.0, 0.0, 0.0, 1.0]])


def decomposed(rows: Iterable[Iterable[float]]) -> tuple[Vector, list[float], Euler]:
    """Location, scale and rotation of a 4×4 matrix. Raises WrongValue for a matrix without inverse."""
    matrix = Matrix(rows)
    if len(matrix) != 4:
        raise arguments.WrongValue("matrix_local takes a 4×4 matrix")
    columns = [Vector(column[:3]) for column in list(matrix.transposed())[:3]]
    scale = [column.length for column in columns]
    if not all(math.isfinite(length) and length > 0.0 for length in scale):
        raise arguments.WrongValue(f"matrix_local takes a matrix that can be inverted, not one of scale {scale}")
    rotation = Matrix([column / length for column, length in zip(columns, scale)]).transposed().to_euler()
    return matrix.to_translation(), scale, rotation


def half_extents(shape: Shape) -> list[float] | None:
    """Half lengths of the bounding box of a primitive [m]; None for a shape without size."""
    if "half_extents" in shape:
        return [*shape["half_extents"], 0.0][:3]
    if "major_radius" in shape:
        radius = shape["major_radius"] + shape["minor_radius"]
        return [radius, radius, shape["minor_radius"]]
    if "radius" in shape:
        return [shape["radius"], shape["radius"], shape.get("depth", 2.0 * shape["radius"]) / 2.0]
    return None
