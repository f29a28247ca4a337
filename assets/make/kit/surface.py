"""Surface: points and polygons of one shape, how it is moved about, and its normals (smooth across soft edges only)."""

import math
from collections.abc import Sequence
from typing import Callable

from kit import vec
from kit.vec import Matrix, Vec

Face = tuple[int, ...]
Corner = tuple[Vec, Vec]
Triangle = tuple[Corner, Corner, Corner]

_AXES = {"x": 0, "y": 1, "z": 2}


class Surface:
    """A shape. Faces are convex polygons, counter-clockwise seen from outside. Every method returns a new Surface.

    ``crease`` is the angle between neighboring faces above which the edge stays sharp. [rad]
    """

    def __init__(self, points: Sequence[Vec], faces: Sequence[Face], crease: float = math.radians(40.0)) -> None:
        self.points = list(points)
        self.faces = list(faces)
        self.crease = crease

    def mapped(self, function: Callable[[Vec], Vec]) -> "Surface":
        """Each point replaced by ``function(point)``; for bending and tapering."""
        return Surface([function(p) for p in self.points], self.faces, self.crease)

    def placed(self, frame: Matrix) -> "Surface":
        """The shape, transformed by ``frame``."""
        return self.mapped(lambda p: vec.apply(frame, p))

    def move(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> "Surface":
        """Shifted. [m]"""
        return self.mapped(lambda p: (p[0] + x, p[1] + y, p[2] + z))

    def turn(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> "Surface":
        """Turned about the origin by XYZ Euler angles in degrees, which are easier to read in a model."""
        return self.placed(vec.matrix_from_euler((math.radians(x), math.radians(y), math.radians(z))))

    def scale(self, x: float = 1.0, y: float = 1.0, z: float = 1.0) -> "Surface":
        """Stretched by positive factors."""
        return self.mapped(lambda p: (p[0] * x, p[1] * y, p[2] * z))

    def mirror(self, axis: str = "y") -> "Surface":
        """The mirror image across the plane normal to ``axis``; faces keep pointing outwards."""
        k = _AXES[axis]
        points = [tuple(-c if i == k else c for i, c in enumerate(p)) for p in self.points]
        return Surface(points, [tuple(reversed(f)) for f in self.faces], self.crease)  # type: ignore[arg-type]

    def sharp(self, degrees: float) -> "Surface":
        """The same with another crease angle."""
        return Surface(self.points, self.faces, math.radians(degrees))

    def joined(self, other: "Surface") -> "Surface":
        """The union of both shapes; normals are smooth across them only at shared points."""
        offset = len(self.points)
        faces = self.faces + [tuple(i + offset for i in f) for f in other.faces]
        return Surface(self.points + other.points, faces, self.crease)

    def box(self) -> tuple[Vec, Vec]:
        """Lowest and highest coordinates."""
        low = tuple(min(p[i] for p in self.points) for i in range(3))
        high = tuple(max(p[i] for p in self.points) for i in range(3))
        return low, high  # type: ignore[return-value]

    def fit(self, low: Vec, high: Vec) -> "Surface":
        """Stretched and shifted so that its bounding box is exactly the given one."""
        own_low, own_high = self.box()

        def place(p: Vec) -> Vec:
            out = []
            for i in range(3):
                span = own_high[i] - own_low[i]
                share = (p[i] - own_low[i]) / span if span > 1e-12 else 0.5
                out.append(low[i] + share * (high[i] - low[i]))
            return (out[0], out[1], out[2])

        return self.mapped(place)

    def triangles(self) -> list[Triangle]:
        """Triangles with a normal at each corner: the mean of the neighboring faces within the crease angle."""
        index_of: dict[tuple[float, float, float], int] = {}
        welded = [
            index_of.setdefault((round(p[0], 6), round(p[1], 6), round(p[2], 6)), len(index_of)) for p in self.points
        ]
        normals = [_face_normal([self.points[i] for i in face]) for face in self.faces]
        around: dict[int, list[int]] = {}
        for number, face in enumerate(self.faces):
            for i in {welded[i] for i in face}:
                around.setdefault(i, []).append(number)
        limit = math.cos(self.crease) - 1e-6
        units = [vec.unit(n) for n in normals]
        result: list[Triangle] = []
        for number, face in enumerate(self.faces):
            if vec.length(normals[number]) < 1e-14:
                continue
            corners: list[Corner] = []
            for i in face:
                total = (0.0, 0.0, 0.0)
                for neighbor in around[welded[i]]:
                    if vec.dot(units[number], units[neighbor]) >= limit:
                        total = vec.add(total, normals[neighbor])
                corners.append((self.points[i], vec.unit(total)))
            for k in range(1, len(corners) - 1):
                a, b, c = corners[0], corners[k], corners[k + 1]
                if vec.length(vec.cross(vec.sub(b[0], a[0]), vec.sub(c[0], a[0]))) > 1e-14:
                    result.append((a, b, c))
        return result


def _face_normal(points: Sequence[Vec]) -> Vec:
    """Newell's normal of a polygon: its length is twice the area, so that big faces weigh more in the mean."""
    total = (0.0, 0.0, 0.0)
    for a, b in zip(points, list(points[1:]) + [points[0]]):
        total = vec.add(total, vec.cross(a, b))
    return total
