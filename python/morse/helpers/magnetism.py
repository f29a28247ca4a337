"""The magnetic field of the Earth by the World Magnetic Model, for components in Python.

Coefficients and equations: Chulliat et al., "The US/UK World Magnetic Model for 2015-2020: Technical Report", NOAA
National Geophysical Data Center (2015), section 1.2. The built-in sensors use the same files.
"""

from __future__ import annotations

import datetime
import glob
import math
import os
from typing import TYPE_CHECKING, NamedTuple

from morse.core.exceptions import MorseServiceError
from morse.core.mathutils import Vector
from morse.helpers.coordinates import CoordinateConverter
from morse.helpers.transformation import Transformation3d

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Degree and order of the model.
_DEGREE = 12
#: The Earth's reference radius in geomagnetism. [m]
_REFERENCE_RADIUS_M = 6_371_200.0
#: Largest latitude at which the field is computed: the formulas divide by its cosine. [deg]
_POLE_DEG = 90.0 - 1e-6

_Table = list[list[float]]


class _Edition(NamedTuple):
    """Coefficients of one edition, which is valid for five years."""

    #: Date of the coefficients. [year]
    epoch: float
    #: Coefficients of cosines and sines by degree and order [nT], and their rates. [nT/year]
    g: _Table
    h: _Table
    g_rate: _Table
    h_rate: _Table


def _read(path: str) -> _Edition:
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    tables = [[[0.0] * (_DEGREE + 1) for _ in range(_DEGREE + 1)] for _ in range(4)]
    for line in lines[1:]:
        if line.startswith("9999"):
            break
        n, m, *numbers = line.split()
        for table, number in zip(tables, numbers):
            table[int(n)][int(m)] = float(number)
    return _Edition(float(lines[0].split()[0]), *tables)


class Magnetometer:
    """The model of a coefficient file; without a file, or if it does not exist, the editions of the simulator."""

    def __init__(self, file: str = "") -> None:
        own = sorted(glob.glob(os.path.join(os.path.dirname(__file__), "wmm", "*.COF")))
        self._editions = [_read(path) for path in ([file] if os.path.isfile(file) else own)]

    def compute(self, longitude: float, latitude: float, height: float, year: float) -> tuple[float, ...]:
        """The field at a place [deg, deg, km] on a date (decimal year).

        Declination and inclination [deg], total and horizontal intensity, and the components along north, east and
        down. [nT]
        """
        past = [edition for edition in self._editions if edition.epoch <= year]
        x, y, z = _field(past[-1] if past else self._editions[0], longitude, latitude, height, year)
        horizontal = math.hypot(x, y)
        angles = math.degrees(math.atan2(y, x)), math.degrees(math.atan2(z, horizontal))
        return (*angles, math.hypot(horizontal, z), horizontal, x, y, z)


def _field(edition: _Edition, longitude: float, latitude: float, height_km: float, year: float) -> Sequence[float]:
    latitude = max(-_POLE_DEG, min(latitude, _POLE_DEG))
    place = [math.radians(longitude), math.radians(latitude), 1000.0 * height_km]
    ecef = _flat(CoordinateConverter(0.0, 0.0, 0.0).geodetic_to_ecef(place))
    radius = math.dist(ecef, (0.0, 0.0, 0.0))
    geocentric = math.asin(ecef[2] / radius)
    p, dp = _legendre(math.sin(geocentric), math.cos(geocentric))
    ratio, since = _REFERENCE_RADIUS_M / radius, year - edition.epoch
    north = east = down = 0.0
    # Equations 10 to 12: components along the geocentric north, east and down.
    for n in range(1, _DEGREE + 1):
        decay = ratio ** (n + 2)
        for m in range(n + 1):
            g = edition.g[n][m] + since * edition.g_rate[n][m]
            h = edition.h[n][m] + since * edition.h_rate[n][m]
            sine, cosine = math.sin(m * math.radians(longitude)), math.cos(m * math.radians(longitude))
            along = g * cosine + h * sine
            north -= decay * along * dp[n][m]
            east += decay * m * (g * sine - h * cosine) * p[n][m]
            down -= decay * (n + 1) * along * p[n][m]
    # Equations 17 and 18: rotation to the vertical of the ellipsoid.
    tilt = geocentric - math.radians(latitude)
    sine, cosine = math.sin(tilt), math.cos(tilt)
    return north * cosine - down * sine, east / math.cos(geocentric), north * sine + down * cosine


def _legendre(sine: float, cosine: float) -> tuple[_Table, _Table]:
    """Schmidt semi-normalized Legendre functions of the sine of the latitude, and their derivatives."""
    size = _DEGREE + 1
    p, dp = ([[0.0] * size for _ in range(size)] for _ in range(2))
    p[0][0] = 1.0
    for n in range(1, size):
        for m in range(n):
            scale = math.sqrt(n * n - m * m)
            one, two = (2.0 * n - 1.0) / scale, math.sqrt(max((n - 1.0) ** 2 - m * m, 0.0)) / scale
            below, below_rate = (p[n - 2][m], dp[n - 2][m]) if n >= 2 else (0.0, 0.0)
            p[n][m] = one * sine * p[n - 1][m] - two * below
            dp[n][m] = one * (cosine * p[n - 1][m] + sine * dp[n - 1][m]) - two * below_rate
        diagonal = math.sqrt((2.0 * n - 1.0) / (2.0 * n)) if n > 1 else 1.0
        p[n][n] = diagonal * cosine * p[n - 1][n - 1]
        dp[n][n] = diagonal * (cosine * dp[n - 1][n - 1] - sine * p[n - 1][n - 1])
    return p, dp


def _decimal_year(date: datetime.date) -> float:
    start, end = (datetime.date(year, 1, 1) for year in (date.year, date.year + 1))
    return date.year + (date - start).days / (end - start).days


class MagnetoDriver:
    """The magnetic field at poses of the scene, whose environment has longitude, latitude and altitude."""

    def __init__(self, date: float | None = None) -> None:
        """``date``: decimal year; by default, that of today."""
        self._model = Magnetometer()
        self._date = _decimal_year(datetime.date.today()) if date is None else date

    def compute(self, pose: Transformation3d) -> Vector:
        """North, east and down components at a pose, rotated by its inverse attitude as if they were along the axes of
        the world, as in MORSE 1.4. [nT] Raises MorseServiceError without a position of the scene on Earth."""
        converter = CoordinateConverter.instance()
        if converter is None:
            places = "longitude, latitude and altitude"
            raise MorseServiceError(f"the magnetic field needs {places}: set them with Environment.properties(...)")
        geodetic = converter.ltp_to_geodetic(converter.blender_to_ltp(pose.translation))
        longitude, latitude, height = _flat(geodetic)
        place = math.degrees(longitude), math.degrees(latitude), height / 1000.0
        return Vector(self._model.compute(*place, self._date)[4:]) @ pose.rotation_matrix


def _flat(row: object) -> Sequence[float]:
    """The numbers of a matrix of one row, of numpy or of lists."""
    rows: Sequence[Sequence[float]] = row.tolist() if hasattr(row, "tolist") else row  # type: ignore[assignment]
    return rows[0]
