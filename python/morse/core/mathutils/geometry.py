"""Lines, planes, spheres and triangles: the part of Blender's ``mathutils.geometry`` without curves and tessellation.

Points are vectors or sequences of numbers. [m]
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from morse.core.mathutils.matrix import Matrix
from morse.core.mathutils.vector import Vector

Point = Iterable[float]

#: Sines and squares below this count as parallel or empty.
_SMALL = 1e-12


def normal(*points: Point) -> Vector:
    """Unit normal of a polygon of three points or more; zero for points on a line (Newell's method)."""
    if len(points) == 1:
        points = tuple(points[0])  # type: ignore[arg-type]  # a sequence of points
    corners = [Vector(point) for point in points]
    total = Vector()
    for one, other in zip(corners, corners[1:] + corners[:1]):
        total += one.cross(other)
    return total.normalized()


def area_tri(v1: Point, v2: Point, v3: Point) -> float:
    """Area of a triangle. [m²]"""
    one, two, three = (Vector(point).to_3d() for point in (v1, v2, v3))
    return 0.5 * (two - one).cross(three - one).length


def distance_point_to_plane(pt: Point, plane_co: Point, plane_no: Point) -> float:
    """Signed distance of a point to a plane, positive on the side of the normal. [m]"""
    return (Vector(pt) - Vector(plane_co)).dot(Vector(plane_no).normalized())


def intersect_point_line(pt: Point, line_p1: Point, line_p2: Point) -> tuple[Vector, float]:
    """The nearest point on a line, and its place on it: 0 at the first point, 1 at the second."""
    start = Vector(line_p1)
    along = Vector(line_p2) - start
    square = along.length_squared
    share = (Vector(pt) - start).dot(along) / square if square > _SMALL else 0.0
    return start + along * share, share


def intersect_line_line(v1: Point, v2: Point, v3: Point, v4: Point) -> tuple[Vector, Vector] | None:
    """The points of two lines that are nearest to each other; None for parallel lines."""
    start, other = Vector(v1).to_3d(), Vector(v3).to_3d()
    along, across = Vector(v2).to_3d() - start, Vector(v4).to_3d() - other
    between = other - start
    perpendicular = along.cross(across)
    square = perpendicular.length_squared
    if square <= _SMALL * along.length_squared * across.length_squared:
        return None
    one = between.cross(across).dot(perpendicular) / square
    two = between.cross(along).dot(perpendicular) / square
    return start + along * one, other + across * two


def intersect_line_line_2d(lineA_p1: Point, lineA_p2: Point, lineB_p1: Point, lineB_p2: Point) -> Vector | None:
    """The point that two segments in a plane have in common; None if there is not one."""
    start, other = Vector(lineA_p1).to_2d(), Vector(lineB_p1).to_2d()
    along, across = Vector(lineA_p2).to_2d() - start, Vector(lineB_p2).to_2d() - other
    between = other - start
    area = along.x * across.y - along.y * across.x
    if area * area <= _SMALL * along.length_squared * across.length_squared:
        return None
    one = (between.x * across.y - between.y * across.x) / area
    two = (between.x * along.y - between.y * along.x) / area
    return start + along * one if 0.0 <= one <= 1.0 and 0.0 <= two <= 1.0 else None


def intersect_line_plane(
    line_a: Point, line_b: Point, plane_co: Point, plane_no: Point, no_flip: bool = False
) -> Vector | None:
    """The point of a line on a plane; None for a line along the plane."""
    start = Vector(line_a)
    along = Vector(line_b) - start
    slope = along.dot(plane_no)
    if abs(slope) <= _SMALL:
        return None
    return start + along * ((Vector(plane_co) - start).dot(plane_no) / slope)


def intersect_plane_plane(
    plane_a_co: Point, plane_a_no: Point, plane_b_co: Point, plane_b_no: Point
) -> tuple[Vector, Vector] | tuple[None, None]:
    """A point and the direction of the line that two planes have in common; (None, None) for parallel planes."""
    one, two = Vector(plane_a_no), Vector(plane_b_no)
    along = one.cross(two)
    if along.length_squared <= _SMALL * one.length_squared * two.length_squared:
        return None, None
    heights = Vector((one.dot(plane_a_co), two.dot(plane_b_co), 0.0))
    return Matrix((one, two, along)).inverted() @ heights, along.normalized()


def intersect_line_sphere(
    line_a: Point, line_b: Point, sphere_co: Point, sphere_radius: float, clip: bool = True
) -> tuple[Vector | None, Vector | None]:
    """The points of a line on a sphere; with ``clip``, those between the two points only. None for a missing one."""
    start = Vector(line_a)
    along, between = Vector(line_b) - start, start - Vector(sphere_co)
    square, half = along.length_squared, along.dot(between)
    discriminant = half * half - square * (between.length_squared - sphere_radius * sphere_radius)
    if square <= _SMALL or discriminant < 0.0:
        return None, None
    root = math.sqrt(discriminant)
    shares = ((-half + sign * root) / square for sign in (-1.0, 1.0))
    one, two = (start + along * share if not clip or 0.0 <= share <= 1.0 else None for share in shares)
    return one, two


def intersect_ray_tri(v1: Point, v2: Point, v3: Point, ray: Point, orig: Point, clip: bool = True) -> Vector | None:
    """The point at which a ray hits a triangle; without ``clip``, its plane (Möller and Trumbore, 1997)."""
    corner, origin, along = Vector(v1), Vector(orig), Vector(ray).normalized()
    one, two = Vector(v2) - corner, Vector(v3) - corner
    across = along.cross(two)
    area = one.dot(across)
    if abs(area) <= _SMALL:
        return None
    offset = origin - corner
    upright = offset.cross(one)
    u, v, far = offset.dot(across) / area, along.dot(upright) / area, two.dot(upright) / area
    if far < 0.0 or (clip and not (u >= 0.0 and v >= 0.0 and u + v <= 1.0)):
        return None
    return origin + along * far


def intersect_point_tri(pt: Point, tri_p1: Point, tri_p2: Point, tri_p3: Point) -> Vector | None:
    """The projection of a point onto the plane of a triangle, if it is in the triangle; otherwise None."""
    upright = normal(tri_p1, tri_p2, tri_p3)
    point = Vector(pt) - upright * distance_point_to_plane(pt, tri_p1, upright)
    corners = [Vector(corner) for corner in (tri_p1, tri_p2, tri_p3)]
    edges = zip(corners, corners[1:] + corners[:1])
    return point if all((b - a).cross(point - a).dot(upright) >= 0.0 for a, b in edges) else None


def intersect_point_tri_2d(pt: Point, tri_p1: Point, tri_p2: Point, tri_p3: Point) -> int:
    """Whether a point in a plane is in a triangle: 1 in it, -1 in it for clockwise corners, 0 outside."""
    point, *corners = (Vector(corner).to_2d().to_3d() for corner in (pt, tri_p1, tri_p2, tri_p3))
    sides = [(b - a).cross(point - a).z for a, b in zip(corners, corners[1:] + corners[:1])]
    if all(side >= 0.0 for side in sides):
        return 1
    return -1 if all(side <= 0.0 for side in sides) else 0


def intersect_point_quad_2d(pt: Point, quad_p1: Point, quad_p2: Point, quad_p3: Point, quad_p4: Point) -> int:
    """Whether a point in a plane is in a quadrilateral: 1 or -1 in one of its two triangles, 0 outside."""
    return intersect_point_tri_2d(pt, quad_p1, quad_p2, quad_p3) or intersect_point_tri_2d(
        pt, quad_p1, quad_p3, quad_p4
    )


def barycentric_transform(
    point: Point, tri_a1: Point, tri_a2: Point, tri_a3: Point, tri_b1: Point, tri_b2: Point, tri_b3: Point
) -> Vector:
    """The point that is placed in the triangle b, with its height above it, as ``point`` is in the triangle a."""

    def frame(one: Point, two: Point, three: Point) -> Matrix:
        corner = Vector(one)
        return Matrix((Vector(two) - corner, Vector(three) - corner, normal(one, two, three))).transposed()

    shares = frame(tri_a1, tri_a2, tri_a3).inverted() @ (Vector(point) - Vector(tri_a1))
    return Vector(tri_b1) + frame(tri_b1, tri_b2, tri_b3) @ shares


def interpolate_bezier(knot1: Point, handle1: Point, handle2: Point, knot2: Point, resolution: int) -> list[Vector]:
    """``resolution`` points of a Bézier curve, both ends included."""
    points = [Vector(point) for point in (knot1, handle1, handle2, knot2)]
    curve = []
    for index in range(resolution):
        share = index / (resolution - 1)
        between = points
        while len(between) > 1:
            between = [a.lerp(b, share) for a, b in zip(between, between[1:])]
        curve.append(between[0].copy())
    return curve
