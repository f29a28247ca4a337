"""The pages of the learning environments have the spaces, limits and pictures that the environments report."""

import subprocess
import sys
import unittest

from support import ROOT, TIMEOUT_S


class Pages(unittest.TestCase):
    def test_pages_and_pictures_are_up_to_date(self):
        tool = [sys.executable, str(ROOT / "python" / "tools" / "make_gym_pages.py"), "--check"]
        completed = subprocess.run(tool, capture_output=True, text=True, timeout=TIMEOUT_S)
        self.assertEqual(completed.returncode, 0, completed.stderr)


if __name__ == "__main__":
    unittest.main()
