"""Coordinates on Earth for components."""

import math
import unittest

import support  # noqa: F401  (finds the package)

from morse.core.mathutils import Euler, Vector
from morse.helpers.coordinates import CoordinateConverter
from morse.host import scene_state


def row(result):
    """The numbers of a result, with or without numpy."""
    return [float(number) for number in list(result.tolist() if hasattr(result, "tolist") else result)[0]]


class Coordinates(unittest.TestCase):
    def assertClose(self, found, expected, delta):
        for one, other in zip(row(found), expected):
            self.assertAlmostEqual(one, other, delta=delta)

    def test_points_on_the_ellipsoid(self):
        converter = CoordinateConverter(43.6, 1.433, 100.0)
        self.assertClose(converter.geodetic_to_ecef([0.0, 0.0, 0.0]), (6378137.0, 0.0, 0.0), 1e-6)
        self.assertClose(converter.geodetic_to_ecef([0.0, math.pi / 2, 0.0]), (0.0, 0.0, 6356752.314), 1e-3)
        for place in ([0.025, 0.761, 140.0], [-2.09, -0.087, 10000.0], [3.12, 1.55, 0.0]):
            self.assertClose(converter.ecef_to_geodetic(converter.geodetic_to_ecef(place)), place, 1e-6)
            self.assertClose(converter.geocentric_to_ecef(converter.ecef_to_geocentric(converter.geodetic_to_ecef(place))),
                             row(converter.geodetic_to_ecef(place)), 1e-6)

    def test_geocentric_coordinates(self):
        converter = CoordinateConverter(43.6, 1.433, 100.0)
        # The largest difference of the two latitudes, at 45 degrees.
        self.assertAlmostEqual(converter.geodetic_to_geocentric(45.0, 0.0), 44.8076, delta=1e-4)
        self.assertClose(converter.ecef_to_geocentric([0.0, 2.0, 2.0]), (math.pi / 2, math.pi / 4, math.sqrt(8)), 1e-12)

    def test_the_plane_at_the_origin(self):
        converter = CoordinateConverter(43.6, 1.433, 100.0)
        self.assertClose(converter.geodetic_to_ltp((math.radians(1.433), math.radians(43.6), 100.0)), (0.0, 0.0, 0.0), 1e-6)
        # A minute of latitude is a nautical mile.
        east, north, up = row(converter.geodetic_to_ltp((math.radians(1.433), math.radians(43.6 + 1 / 60), 100.0)))
        self.assertAlmostEqual(north, 1852.0, delta=2.0)
        self.assertAlmostEqual(east, 0.0, delta=1e-6)
        for point in (Vector((10.0, -20.0, 3.0)), [[10.0, -20.0, 3.0]], [[10.0], [-20.0], [3.0]]):
            self.assertClose(converter.geodetic_to_ltp(converter.ltp_to_geodetic(point)), (10.0, -20.0, 3.0), 1e-6)

    def test_a_rotated_scene(self):
        turned = CoordinateConverter(0.0, 0.0, 0.0, math.pi / 2)
        self.assertClose(turned.ltp_to_blender(turned.blender_to_ltp((1.0, 2.0, 3.0))), (1.0, 2.0, 3.0), 1e-12)
        self.assertClose(turned.blender_to_ltp((1.0, 0.0, 0.0)), (0.0, -1.0, 0.0), 1e-12)
        straight = CoordinateConverter(0.0, 0.0, 0.0)
        self.assertAlmostEqual(straight.angle_against_geographic_north(Euler((0.0, 0.0, math.pi / 2))), 0.0)
        self.assertAlmostEqual(straight.angle_against_geographic_north(Euler()), math.pi / 2)
        # A compass counts from 0 to a whole turn.
        self.assertAlmostEqual(straight.angle_against_geographic_north(Euler((0.0, 0.0, 2.0))), 2.5 * math.pi - 2.0)

    def test_the_converter_of_the_scene_is_that_of_its_environment(self):
        before = scene_state.environment
        self.addCleanup(setattr, scene_state, "environment", before)
        scene_state.environment = {"longitude": 1.0}
        self.assertIsNone(CoordinateConverter.instance())
        scene_state.environment = {"longitude": 1.0, "latitude": 2.0, "altitude": 3.0}
        found = CoordinateConverter.instance()
        self.assertIs(found, CoordinateConverter.instance())
        self.assertClose(found.ltp_to_geodetic((0.0, 0.0, 0.0)), (math.radians(1.0), math.radians(2.0), 3.0), 1e-6)
        with self.assertRaises(ValueError):
            found.ltp_to_ecef((1.0, 2.0))
