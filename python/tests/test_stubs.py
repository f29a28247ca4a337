"""The type stubs agree with the catalog."""

import os
import sys
import unittest

from support import ROOT

sys.path.insert(0, os.path.join(ROOT, "tools"))

import make_stubs  # found through the line above


class Stubs(unittest.TestCase):
    def test_up_to_date(self) -> None:
        self.assertEqual(make_stubs.outdated(), [], "run python3 python/tools/make_stubs.py")

    def test_stubs_are_valid_python(self) -> None:
        for module in make_stubs.MODULES:
            compile(make_stubs.stub(module), module, "exec")

    def test_stubs_have_completions_for_editors(self) -> None:
        text = make_stubs.stub("sensors")
        odometry = text[text.index("class Odometry(") :]
        self.assertIn('def level(self, level: Literal["raw", "differential", "integrated"])', odometry)
        gps = text[text.index("class GPS(") : text.index("class Gyroscope(")]
        self.assertIn('"NED"', gps)
        self.assertIn('"socket"', gps)
        self.assertIn("cam_width: int", text)

    def test_stub_of_the_package_of_robots_names_every_robot(self) -> None:
        text = make_stubs.stub("robots.__init__")
        self.assertIn("from morse.builder.robots.pr2 import (\n    BarePR2,\n", text)
        self.assertIn('    "ATRV",\n', text)
