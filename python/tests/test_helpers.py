"""Helpers that components import."""

import logging
import sys
import types
import unittest

import support  # noqa: F401  (finds the package)

from morse.core.morse_time import time_isafter
from morse.helpers import loading
from morse.helpers.components import add_level
from morse.host import scene_state


class Near:
    def __init__(self, value=0):
        self.value = value


class Far(Near):
    add_level("near", "levels.Near")
    add_level("far", None, default=True)


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
