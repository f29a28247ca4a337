"""Helpers that components import."""

import logging
import math
import sys
import types
import unittest

import support  # noqa: F401  (finds the package)

from morse.core.exceptions import MorseServiceError
from morse.core.mathutils import Euler
from morse.core.morse_time import time_isafter
from morse.helpers import filt2, loading, magnetism
from morse.helpers.components import add_level
from morse.helpers.transformation import Transformation3d
from morse.host import scene_state


class Near:
    def __init__(self, value=0):
        self.value = value


class Far(Near):
    add_level("near", "levels.Near")
    add_level("far", None, default=True)


class Filters(unittest.TestCase):
    def test_second_order_filter_settles_at_its_input(self):
        filtered = filt2.Filt2(10.0, 0.7)
        highest = 0.0
        for _ in range(3000):
            filtered.simulate(2.0, 0.001)
            highest = max(highest, filtered.x[0])
        self.assertAlmostEqual(filtered.x[0], 2.0, places=3)
        # Overshoot of a damping ratio of 0.7: exp(-0.7 pi / sqrt(1 - 0.49)).
        self.assertAlmostEqual(highest / 2.0 - 1.0, 0.046, delta=0.01)
        filtered.init()
        self.assertEqual(filtered.x, [0.0, 0.0, 0.0, 0.0])


class Magnetism(unittest.TestCase):
    def test_field_has_the_values_of_the_report_of_the_model(self):
        for year, place, expected in (
            (2015.0, (0.0, 80.0, 0.0), (6627.1, -445.9, 54432.3)),
            (2015.0, (240.0, -80.0, 0.0), (5797.3, 15761.1, -52919.1)),
            (2020.0, (120.0, 0.0, 0.0), (39624.3, 109.9, -10932.5)),
        ):
            for found, wanted in zip(magnetism.Magnetometer().compute(*place, year)[4:], expected):
                self.assertAlmostEqual(found, wanted, delta=0.1)

    def test_field_of_a_scene_without_a_place_is_an_error(self):
        with self.assertRaisesRegex(MorseServiceError, "longitude, latitude and altitude"):
            magnetism.MagnetoDriver(2020.0).compute(Transformation3d())

    def test_field_is_rotated_by_the_inverse_attitude(self):
        scene_state.environment = {"longitude": 1.4, "latitude": 43.6, "altitude": 150.0}
        self.addCleanup(setattr, scene_state, "environment", {})
        driver, pose = magnetism.MagnetoDriver(2020.0), Transformation3d()
        x, y, z = driver.compute(pose)
        pose.rotation = Euler((0.0, 0.0, math.pi / 2))
        turned = driver.compute(pose)
        for found, expected in zip(turned, (y, -x, z)):
            self.assertAlmostEqual(found, expected, places=3)


class Poses(unittest.TestCase):
    def test_translation_and_rotation_are_set_one_by_one(self):
        pose = Transformation3d()
        pose.translation = (1.0, 2.0, 3.0)
        pose.rotation = Euler((0.0, 0.0, 0.5))
        self.assertEqual((pose.x, pose.y, pose.z), (1.0, 2.0, 3.0))
        self.assertAlmostEqual(pose.yaw, 0.5)
        pose.matrix[0][3] = 5.0
        self.assertEqual(pose.translation, [5.0, 2.0, 3.0])


class Loading(unittest.TestCase):
    def setUp(self):
        module = types.ModuleType("levels")
        module.Near, module.Far = Near, Far
        sys.modules["levels"] = module
        self.addCleanup(sys.modules.pop, "levels")

    def test_instances_by_class_path_and_level(self):
        self.assertEqual(loading.create_instance("levels.Near", 3).value, 3)
        self.assertIs(type(loading.create_instance_level("levels.Far", "near")), Near)
        self.assertIs(type(loading.create_instance_level("levels.Far", "far")), Far)
        self.assertIs(type(loading.create_instance_level("levels.Far", None)), Far)
        with self.assertRaisesRegex(ValueError, "its levels are near, far"):
            loading.create_instance_level("levels.Far", "other")

    def test_missing_modules_and_attributes_are_logged(self):
        for path, message in (("nowhere.Near", "Module not found: nowhere"), ("levels.Nothing", "Module attribute not found")):
            with self.assertLogs("morse", logging.ERROR) as log:
                self.assertIsNone(loading.create_instance(path))
            self.assertIn(message, log.output[0])


class Times(unittest.TestCase):
    def test_half_a_tick_counts_as_reached(self):
        tick_s = 1.0 / scene_state.rate_hz
        self.assertTrue(time_isafter(1.0, 1.0 + 0.4 * tick_s))
        self.assertFalse(time_isafter(1.0, 1.0 + 0.6 * tick_s))
        self.assertTrue(time_isafter(2.0, 1.0))
