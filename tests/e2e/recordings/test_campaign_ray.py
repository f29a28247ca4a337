"""Campaigns on Ray: same results as without Ray, dead workers, missing installation."""

import os
import unittest
from pathlib import Path

from campaign_case import DEADLY, DEADLY_SCENE, CampaignCase
from harness import ROOT


def python_with_ray():
    """A Python with Ray: that of MORSE_RAY_PYTHON, or the one that `cargo xtask test` installs. None if it does not exist."""
    python = os.environ.get("MORSE_RAY_PYTHON", ROOT / "target" / "ray" / "bin" / "python")
    return str(python) if Path(python).is_file() else None


RAY = python_with_ray()


class Ray(CampaignCase):
    def test_ray_has_equal_results_and_replaces_dead_workers(self):
        self.write()
        self.campaign("--workers", "2")
        local = self.without_times(self.rows())
        words = ("--ray", "local", "--workers", "2", "--python", RAY)
        self.campaign(*words, "--output", "ray")
        self.assertEqual(self.without_times(self.rows(self.folder / "ray")), local)
        plan = 'scenes = ["scene.py"]\nduration_s = 0.5\n[parameters]\ndeadly = [false, true]\n'
        (self.folder / "deadly.py").write_text(DEADLY)
        self.write(plan, DEADLY_SCENE)
        died = {"DEADLY": str(self.folder / "died")}
        summary, _ = self.campaign(*words, "--output", "deadly", environment=died)
        self.assertEqual((summary["successes"], summary["errors"], summary["worker_deaths"]), (2, 0, 1))
        self.assertEqual([row["attempts"] for row in self.rows(self.folder / "deadly")], [1, 2])

    def test_missing_ray_names_the_package_to_install(self):
        self.write()
        # A Python without packages.
        _, err = self.campaign("--ray", "auto", "--python", "/usr/bin/python3", code=1, environment={"PYTHONPATH": ""})
        self.assertRegex(err, r"Ray is not installed in /usr/bin/python3: pip install 'morse-simulator\[ray\]'")


if __name__ == "__main__":
    unittest.main()
