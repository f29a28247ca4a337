"""Conversion of coordinates between the scene, the local tangent plane at its origin, and the ellipsoid WGS 84.

Points are three numbers in any form: a list, a Vector, an array or matrix of numpy. Results are matrices of numpy with
one row; without numpy, lists with a list of three numbers: ``result[0, 0]`` needs numpy.

Frames: *blender*, the scene; *ltp*, X east, Y north, Z up at the origin of the scene; *ecef*, Earth-centered and
Earth-fixed; *geodetic*, longitude and latitude in radians and height in meters; *geocentric*, longitude and geocentric
latitude in radians, and distance from the center in meters. The units are those of MORSE 1.4.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from morse.core.mathutils import Matrix, Vector

try:
    import numpy
except ImportError:  # Without numpy, results are lists.
    numpy = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from morse.core.mathutils import Euler
    from morse.host.types import Data, Value

    # An iterable of three numbers, or an array or matrix of one row or column.
    Point = Iterable[float] | numpy.ndarray
    # A matrix of numpy with one row; Value: without numpy, a list with a list.
    Row = Value

_ORIGIN = ("longitude", "latitude", "altitude")


class CoordinateConverter:
    """Converts points between the frames of one scene. Lengths are in meters."""

    #: Ellipsoid: semi-major axis [m], flattening, and first eccentricity with its powers.
    A = 6378137.0
    F = 1 / 298.257223563
    ECC = 0.08181919191
    R = 6378137.0
    A2 = A**2
    ECC2 = ECC**2
    ECC4 = ECC**4

    _instance: CoordinateConverter | None = None
    _instance_of: Data | None = None

    def __init__(
        self, latitude: float, longitude: float, altitude: float, angle_east_blender_x: float | None = None
    ) -> None:
        """Geodetic position of the scene's origin [deg, m]. ``angle_east_blender_x``: from east to the X axis. [rad]"""
        self._ltp_from_scene = Matrix.Rotation(-(angle_east_blender_x or 0.0), 3, "Z")
        self._angle = angle_east_blender_x or 0.0
        lon, lat = math.radians(longitude), math.radians(latitude)
        self._origin = Vector(self._ecef(lon, lat, altitude))
        east = (-math.sin(lon), math.cos(lon), 0.0)
        north = (-math.cos(lon) * math.sin(lat), -math.sin(lon) * math.sin(lat), math.cos(lat))
        up = (math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat))
        self._ltp_from_ecef = Matrix((east, north, up))

    @staticmethod
    def instance() -> CoordinateConverter | None:
        """The converter of the running scene; None if its environment has no longitude, latitude and altitude."""
        from morse.host import scene_state

        environment = scene_state.environment
        if CoordinateConverter._instance_of is not environment:
            CoordinateConverter._instance_of = environment
            CoordinateConverter._instance = _of_environment(environment)
        return CoordinateConverter._instance

    # Ellipsoid and center of the Earth -------------------------------------------------------------------------------

    def _ecef(self, lon: float, lat: float, altitude: float) -> list[float]:
        # Radius of curvature in the prime vertical.
        normal = self.A / math.sqrt(1.0 - self.ECC2 * math.sin(lat) ** 2)
        out = (normal + altitude) * math.cos(lat)
        up = ((1.0 - self.ECC2) * normal + altitude) * math.sin(lat)
        return [out * math.cos(lon), out * math.sin(lon), up]

    def geodetic_to_ecef(self, P: Point) -> Row:
        """Longitude, latitude and height to ECEF."""
        return _result(self._ecef(*_three(P)))

    def ecef_to_geodetic(self, xe: Point) -> Row:
        """ECEF to longitude, latitude and height: Vermeille, Journal of Geodesy 76 (2002)."""
        x, y, z = _three(xe)
        out = math.hypot(x, y)
        p, q = (out / self.A) ** 2, (1.0 - self.ECC2) * (z / self.A) ** 2
        r = (p + q - self.ECC4) / 6.0
        longitude = math.atan2(y, x)
        if r <= 0.0:
            # Near the center, the formula is singular, because normals of the ellipsoid intersect.
            return _result([longitude, math.atan2(z, out), math.sqrt(out * out + z * z) - self.A])
        s = self.ECC4 * p * q / (4.0 * r**3)
        t = (1.0 + s + math.sqrt(s * (2.0 + s))) ** (1.0 / 3.0)
        u = r * (1.0 + t + 1.0 / t)
        v = math.sqrt(u * u + self.ECC4 * q)
        w = self.ECC2 * (u + v - q) / (2.0 * v)
        k = math.sqrt(u + v + w * w) - w
        d = k * out / (k + self.ECC2)
        foot = math.hypot(d, z)
        latitude = 2.0 * math.atan2(z, d + foot)
        return _result([longitude, latitude, (k + self.ECC2 - 1.0) / k * foot])

    # The plane at the origin -----------------------------------------------------------------------------------------

    def ltp_to_ecef(self, xt: Point) -> Row:
        """East, north and up to ECEF."""
        return _result(self._origin + self._ltp_from_ecef.transposed() @ Vector(_three(xt)))

    def ecef_to_ltp(self, xt: Point) -> Row:
        """ECEF to east, north and up."""
        return _result(self._ltp_from_ecef @ (Vector(_three(xt)) - self._origin))

    def ltp_to_geodetic(self, xe: Point) -> Row:
        """East, north and up to longitude, latitude and height."""
        return self.ecef_to_geodetic(self.ltp_to_ecef(xe))

    def geodetic_to_ltp(self, xe: Point) -> Row:
        """Longitude, latitude and height to east, north and up."""
        return self.ecef_to_ltp(self.geodetic_to_ecef(xe))

    # Angles at the center --------------------------------------------------------------------------------------------

    def geodetic_to_geocentric(self, lat: float, h: float) -> float:
        """Geocentric latitude of a point with this geodetic latitude and height. [deg, deg, m]"""
        x, _, z = self._ecef(0.0, math.radians(lat), h)
        return math.degrees(math.atan2(z, x))

    def ecef_to_geocentric(self, xt: Point) -> Row:
        """ECEF to longitude, geocentric latitude, and distance from the center."""
        x, y, z = _three(xt)
        out = math.hypot(x, y)
        return _result([math.atan2(y, x), math.atan2(z, out), math.hypot(out, z)])

    def geocentric_to_ecef(self, xt: Point) -> Row:
        """Longitude, geocentric latitude, and distance from the center to ECEF."""
        longitude, latitude, radius = _three(xt)
        out = radius * math.cos(latitude)
        return _result([out * math.cos(longitude), out * math.sin(longitude), radius * math.sin(latitude)])

    # The scene -------------------------------------------------------------------------------------------------------

    def blender_to_ltp(self, xt: Point) -> Row:
        """A point of the scene to east, north and up."""
        return _result(self._ltp_from_scene @ Vector(_three(xt)))

    def ltp_to_blender(self, xt: Point) -> Row:
        """East, north and up to a point of the scene."""
        return _result(self._ltp_from_scene.transposed() @ Vector(_three(xt)))

    def angle_against_geographic_north(self, orientation: Sequence[float] | Euler) -> float:
        """Compass bearing of XYZ Euler angles in the scene: clockwise from north, 0 to 2 pi. [rad]"""
        return (math.pi / 2.0 - (orientation[2] - self._angle)) % (2.0 * math.pi)


def _of_environment(environment: Data) -> CoordinateConverter | None:
    if any(name not in environment for name in _ORIGIN):
        return None
    longitude, latitude, altitude = (_single(environment[name]) for name in _ORIGIN)
    against_north = environment.get("angle_against_north")
    angle = None if against_north is None else math.radians(_single(against_north)) - math.pi / 2.0
    return CoordinateConverter(latitude, longitude, altitude, angle)


def _single(number: float) -> float:
    """Round to single precision, as the built-in sensors and modifiers do with these properties."""
    rounded: float = struct.unpack("f", struct.pack("f", float(number)))[0]
    return rounded


def _three(point: Point) -> list[float]:
    """Three numbers of a list, a row or a column. Raises ValueError."""
    numbers: list[Value] = point.tolist() if hasattr(point, "tolist") else list(point)
    while len(numbers) == 1:
        numbers = numbers[0]
    three = [float(number[0] if isinstance(number, (list, tuple)) else number) for number in numbers]
    if len(three) != 3:
        raise ValueError(f"a point has three numbers, not {len(three)}")
    return three


def _result(numbers: Iterable[float]) -> Row:
    values = [list(numbers)]
    return values if numpy is None else numpy.matrix(values)
