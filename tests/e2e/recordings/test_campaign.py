"""Campaigns: results, errors in plans and scenes, the example, the Python module."""

import json
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from campaign_case import PLAN, SCENE, CampaignCase
from harness import BINARY, ROOT, TIMEOUT_S, command

EXAMPLE = ROOT / "examples" / "campaign"


class Campaigns(CampaignCase):
    def test_results_depend_on_the_plan_only(self):
        self.write()
        summary, _ = self.campaign("--workers", "2")
        self.assertEqual((summary["done"], summary["successes"], summary["errors"]), (8, 8, 0))
        rows = self.rows()
        self.assertEqual([(row["parameters"]["start_x"], row["seed"]) for row in rows],
                         [(x, seed) for x in (0.0, 2.0) for seed in range(4)])
        for row in rows:
            self.assertEqual((row["stop"], row["ticks"]), ("duration", 60))
            self.assertAlmostEqual(row["metrics"]["x"], row["parameters"]["start_x"] + 1.0, delta=0.1)
        self.assertEqual(len({row["digest"] for row in rows}), 8, "noise depends on the seed")
        self.campaign("--workers", "1", "--output", "second")
        self.assertEqual(self.without_times(self.rows(self.folder / "second")), self.without_times(rows))
        self.assertEqual((self.results / "results.parquet").read_bytes()[:4], b"PAR1")

    def test_runs_draw_pictures_by_the_processor_of_the_command(self):
        self.write()
        self.campaign("--workers", "1")
        rows = self.without_times(self.rows())
        # The scene has no camera, so that digests are the same.
        self.campaign("--workers", "1", "--render", "auto", "--output", "second")
        self.assertEqual(self.without_times(self.rows(self.folder / "second")), rows)
        # Without the feature `gpu`, or without a GPU, each run has the reason.
        code, _, err = command("campaign", "--render", "gpu", "--output", self.folder / "third", self.folder / "plan.toml")
        if code != 0:
            self.assertEqual(code, 1, err)
            for row in self.rows(self.folder / "third"):
                self.assertRegex(row["error"], "without the feature 'gpu'|no usable GPU|cannot be used")
        code, _, err = command("campaign", "--render", "fpga", self.folder / "plan.toml")
        self.assertEqual(code, 2, err)
        self.assertIn("fpga", err)

    def test_campaign_run_equals_morse_run(self):
        self.write(PLAN.split("[[start]]")[0].replace("v = 1.0\n", ""))
        self.campaign()
        for row in self.rows()[3:5]:
            code, out, err = command(
                "run", "--fast", "--duration", "1", "--port", "0", "--seed", row["seed"], "--json", "--digest",
                "--parameter", f"start_x={row['parameters']['start_x']}", self.folder / "scene.py",
            )
            self.assertEqual(code, 0, err)
            self.assertEqual(json.loads(out)["digest"], row["digest"])

    def test_errors_in_scenes_and_names_are_in_the_results(self):
        for plan, scene, error in [
            (PLAN.replace("start_x", "start_y"), SCENE, "the scene has no parameter 'start_y'; did you mean 'start_x'?"),
            (PLAN, SCENE.replace("ATRV()", "ATVR()"), "name 'ATVR' is not defined"),
            (PLAN.replace("robot.pose.x", "robot.pos.x"), SCENE, "did you mean `robot.pose`?"),
            (PLAN.replace("robot.pose.x", "robot.pose.xx"), SCENE, 'there is no field of robot.pose "xx"'),
            (PLAN.replace("robot.@x", "robt.@x"), SCENE, "did you mean `robot`?"),
            (PLAN.replace('component = "robot.motion"', 'component = "robot.moton"'), SCENE, "did you mean `robot.motion`?"),
            (PLAN.replace(", w = 0.0", ""), SCENE, "`start`: robot.motion"),
        ]:
            with self.subTest(error=error):
                self.write(plan, scene)
                summary, err = self.campaign("--restart", code=1)
                self.assertEqual(summary["errors"], 8)
                self.assertIn(error, self.rows()[0]["error"])
                self.assertNotIn("Traceback", err)

    def test_invalid_plan_is_refused_before_the_first_run(self):
        for plan, error in [
            ("sceenes = []\n" + PLAN, "unknown key `sceenes`; did you mean `scenes`?"),
            (PLAN.replace("scene.py", "other.py"), "other.py does not exist"),
            (PLAN.replace("[0.0, 2.0]", "[]"), "`parameters.start_x` is empty"),
            ("scenes = [", "TOML parse error"),
        ]:
            self.write(plan)
            _, err = self.campaign(code=1)
            self.assertIn(error, err)
            self.assertFalse(self.results.exists())
        _, err = command("campaign", self.folder / "none.toml")[1:]
        self.assertIn("cannot read", err)

    def test_changed_plan_needs_a_restart(self):
        self.write()
        self.campaign()
        self.write(PLAN.replace("duration_s = 1.0", "duration_s = 2.0"))
        _, err = self.campaign(code=1)
        self.assertIn("`duration_s` of the plan differs", err)
        self.assertIn("--restart", err)
        summary, _ = self.campaign("--restart")
        self.assertEqual(summary["done_now"], 8)
        self.assertEqual(self.rows()[0]["ticks"], 120)

    def test_list_option_only_prints_the_runs(self):
        self.write()
        code, out, err = command("campaign", "plan.toml", "--list", folder=self.folder)
        self.assertEqual((code, len(out.splitlines())), (0, 8), err)
        self.assertIn("seed=3 start_x=0", out)
        self.assertFalse(self.results.exists())

    def test_example_has_successes_failures_recordings_and_a_report(self):
        shutil.copytree(EXAMPLE, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.campaign"))
        summary, _ = self.campaign()
        self.assertEqual((summary["done"], summary["errors"]), (20, 0))
        self.assertGreater(summary["successes"], 0)
        self.assertGreater(summary["failures"], 0)
        for row in self.rows():
            self.assertEqual(row["outcome"] == "success", row["stop"] == "goal")
            self.assertEqual(row["outcome"] == "failure", row["recording"] is not None)
            if row["stop"] == "too_near":
                self.assertLess(row["metrics"]["nearest_m"], 0.2)
        failed = next(row for row in self.rows() if row["recording"])
        code, out, err = command("replay", self.results / failed["recording"], "--check")
        self.assertEqual(code, 0, out + err)
        self.assertIn(f"{failed['ticks']} ticks", out)
        code, out, err = command("campaign", "report", self.results)
        self.assertEqual(code, 0, err)
        page = Path(out.strip()).read_text()
        self.assertGreater(page.count("<svg"), 5)
        self.assertIn(failed["recording"], page)

    def test_python_module_runs_a_campaign(self):
        self.write()
        plan = {"scenes": ["scene.py"], "duration_s": 0.5, "seeds": 3, "metrics": {"x": "robot.@x"}}
        program = (
            "from morse import campaign\n"
            f"results = campaign.run({plan!r}, output='done', workers=1)\n"
            "rows = list(results.rows())\n"
            "assert [row['seed'] for row in rows] == [0, 1, 2], rows\n"
            "assert all(row['outcome'] == 'success' and abs(row['x']) < 0.1 for row in rows), rows\n"
            "assert results.summary['done'] == 3 and results.report().endswith('report.html')\n"
            "try:\n    campaign.run({'scenes': ['scene.py'], 'duration': 1.0}, output='other')\n"
            "except campaign.CampaignError as problem:\n    assert 'duration_s' in str(problem), problem\n"
            "else:\n    raise AssertionError\n"
        )
        completed = subprocess.run(
            [sys.executable, "-c", program], cwd=self.folder, capture_output=True, text=True, timeout=4 * TIMEOUT_S,
            env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "MORSE_BIN": str(BINARY)},
        )
        self.assertEqual(completed.returncode, 0, completed.stderr)


if __name__ == "__main__":
    unittest.main()
