"""Campaigns with the real command: results, going on after a crash, workers that die, bad plans."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from harness import BINARY, ROOT, TIMEOUT_S, TestCase, command


def python_with_ray():
    """A Python that has Ray: the one that is named, or the one that `cargo xtask test` installs; None where there is none."""
    named = os.environ.get("MORSE_RAY_PYTHON", ROOT / "target" / "ray" / "bin" / "python")
    return str(named) if Path(named).is_file() else None


RAY = python_with_ray()
EXAMPLE = ROOT / "examples" / "campaign"
SCENE = """from morse.builder import *
speed = parameter("start_x", default=0.0)
robot = ATRV()
robot.translate(x=speed)
motion = MotionVW()
robot.append(motion)
pose = Pose()
pose.alter("Noise", pos_std=0.1)
robot.append(pose)
env = Environment("empty", fastmode=True)
"""
PLAN = """scenes = ["scene.py"]
duration_s = 1.0
seeds = 4
[parameters]
start_x = [0.0, 2.0]
v = 1.0
[[start]]
component = "robot.motion"
command = { v = { parameter = "v" }, w = 0.0 }
[metrics]
x = "robot.@x"
read_x = "robot.pose.x"
"""
# A component that ends the worker, of which its process is a child, in some runs.
DEADLY = """import os
import signal

import morse.core.sensor


class Deadly(morse.core.sensor.Sensor):
    _name = "Deadly"
    _short_desc = "Ends the simulator."

    def default_action(self):
        if os.environ["DEADLY"] == "always" or not os.path.exists(os.environ["DEADLY"]):
            if os.environ["DEADLY"] != "always":
                open(os.environ["DEADLY"], "w").close()
            os.kill(os.getppid(), signal.SIGKILL)
"""
DEADLY_SCENE = """import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from morse.builder import *
from morse.builder.creator import SensorCreator


class Deadly(SensorCreator):
    _classpath = "deadly.Deadly"

    def __init__(self, name=None):
        SensorCreator.__init__(self, name)


robot = ATRV()
if parameter("deadly", default=False):
    robot.append(Deadly("deadly"))
env = Environment("empty", fastmode=True)
"""


class Campaigns(TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.results = self.folder / "plan.campaign"

    def write(self, plan=PLAN, scene=SCENE):
        (self.folder / "scene.py").write_text(scene)
        (self.folder / "plan.toml").write_text(plan)

    def campaign(self, *options, code=0, environment=None):
        got, out, err = command(
            "campaign", "plan.toml", "--json", *options, folder=self.folder, environment=environment
        )
        self.assertEqual(got, code, out + err)
        self.assertNotIn("panicked", err)
        return (json.loads(out) if out else None), err

    def rows(self, folder=None):
        lines = ((folder or self.results) / "runs.jsonl").read_text().splitlines()
        rows = [json.loads(line) for line in lines]
        self.assertEqual(len({row["run"] for row in rows}), len(rows), "no run twice")
        return sorted(rows, key=lambda row: row["run"])

    def without_times(self, rows):
        return [{key: value for key, value in row.items() if key not in ("load_s", "wall_s")} for row in rows]

    def test_results_depend_on_the_plan_alone(self):
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
        self.campaign("--workers", "1", "--output", "again")
        self.assertEqual(self.without_times(self.rows(self.folder / "again")), self.without_times(rows))
        self.assertEqual((self.results / "results.parquet").read_bytes()[:4], b"PAR1")

    def test_a_run_is_that_of_morse_run(self):
        self.write(PLAN.split("[[start]]")[0].replace("v = 1.0\n", ""))
        self.campaign()
        for row in self.rows()[3:5]:
            code, out, err = command(
                "run", "--fast", "--duration", "1", "--port", "0", "--seed", row["seed"], "--json", "--digest",
                "--parameter", f"start_x={row['parameters']['start_x']}", self.folder / "scene.py",
            )
            self.assertEqual(code, 0, err)
            self.assertEqual(json.loads(out)["digest"], row["digest"])

    def test_a_campaign_that_was_killed_goes_on_without_losing_or_repeating_a_run(self):
        self.write(PLAN.replace("seeds = 4", "seeds = 25").replace("duration_s = 1.0", "duration_s = 10.0"))
        words = [str(BINARY), "campaign", "plan.toml", "--workers", "2"]
        killed = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        journal = self.results / "runs.jsonl"
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end and (not journal.exists() or journal.read_bytes().count(b"\n") < 5):
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        before = journal.read_bytes()
        done = before.count(b"\n")
        self.assertTrue(5 <= done < 50, done)
        # A line that was half written when the power went.
        journal.write_bytes(before + b'{"run": 3, "sc')
        summary, err = self.campaign()
        self.assertIn(f"{done} of 50 runs are done already", err)
        self.assertEqual((summary["done"], summary["done_now"]), (50, 50 - done))
        self.assertTrue(journal.read_bytes().startswith(before), "what was done is as it was")
        self.assertEqual([row["run"] for row in self.rows()], list(range(50)))
        summary, _ = self.campaign()
        self.assertEqual(summary["done_now"], 0)

    def test_ctrl_c_keeps_what_is_done(self):
        self.write(PLAN.replace("seeds = 4", "seeds = 100").replace("duration_s = 1.0", "duration_s = 10.0"))
        words = [str(BINARY), "campaign", "plan.toml"]
        process = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        journal = self.results / "runs.jsonl"
        end = time.monotonic() + TIMEOUT_S
        while time.monotonic() < end and (not journal.exists() or not journal.read_bytes()):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130)
        self.assertIn("The same command goes on with the others", out)
        self.assertTrue((self.results / "results.parquet").is_file())

    def deadly(self, plan, **environment):
        (self.folder / "deadly.py").write_text(DEADLY)
        self.write(plan, DEADLY_SCENE)
        return self.campaign(**environment)

    def test_a_worker_that_is_killed_is_replaced_and_its_run_done_again(self):
        plan = 'scenes = ["scene.py"]\nduration_s = 0.5\n[parameters]\ndeadly = [false, true]\n'
        summary, _ = self.deadly(plan, environment={"DEADLY": str(self.folder / "died")})
        self.assertTrue((self.folder / "died").exists())
        self.assertEqual((summary["successes"], summary["errors"], summary["worker_deaths"]), (2, 0, 1))
        self.assertEqual([row["attempts"] for row in self.rows()], [1, 2])

    def test_a_run_that_always_kills_its_worker_is_an_error_and_the_campaign_goes_on(self):
        plan = 'scenes = ["scene.py"]\nduration_s = 0.5\nseeds = 2\nattempts = 2\n[parameters]\ndeadly = [true, false]\n'
        summary, err = self.deadly(plan, environment={"DEADLY": "always"}, code=1)
        self.assertEqual((summary["successes"], summary["errors"], summary["worker_deaths"]), (2, 2, 4))
        for row in self.rows()[:2]:
            self.assertEqual((row["outcome"], row["attempts"]), ("error", 2))
            self.assertIn("its worker died, 2 of 2 times: it was killed by signal 9", row["error"])
        self.assertIn("2 runs could not be done", err)

    def test_a_run_that_takes_too_long_is_given_up(self):
        self.write(PLAN.replace("duration_s = 1.0", "duration_s = 1e6\ntimeout_s = 1.0").replace("seeds = 4", "seeds = 1"))
        self.campaign(code=1)
        for row in self.rows():
            self.assertIn("it took longer than timeout_s = 1 s", row["error"])

    def test_mistakes_in_scenes_and_names_are_in_the_table(self):
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

    def test_bad_plans_are_refused_before_anything_is_done(self):
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

    def test_a_campaign_that_was_begun_with_another_plan_is_not_mixed_with_it(self):
        self.write()
        self.campaign()
        self.write(PLAN.replace("duration_s = 1.0", "duration_s = 2.0"))
        _, err = self.campaign(code=1)
        self.assertIn("`duration_s` of the plan differs", err)
        self.assertIn("--restart", err)
        summary, _ = self.campaign("--restart")
        self.assertEqual(summary["done_now"], 8)
        self.assertEqual(self.rows()[0]["ticks"], 120)

    def test_a_full_disk_is_told_and_the_campaign_goes_on_when_there_is_room(self):
        self.write()

        def small_files():
            # Files may not grow beyond this; writing more fails as on a full disk.
            resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

        ended = subprocess.run(
            [str(BINARY), "campaign", "plan.toml"], cwd=self.folder, capture_output=True, text=True,
            timeout=4 * TIMEOUT_S, preexec_fn=small_files, restore_signals=False,
        )
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("runs.jsonl", ended.stderr)
        self.assertIn("Make room, then start the same command again", ended.stderr)
        done = len(self.rows())
        self.assertTrue(0 < done < 8, done)
        summary, _ = self.campaign()
        self.assertEqual((summary["done"], summary["done_now"]), (8, 8 - done))

    @unittest.skipIf(RAY is None, "no Python here has Ray: cargo xtask test installs it, or MORSE_RAY_PYTHON names one that has")
    def test_on_ray_results_are_the_same_and_a_worker_that_dies_is_replaced(self):
        self.write()
        self.campaign("--workers", "2")
        here = self.without_times(self.rows())
        words = ("--ray", "local", "--workers", "2", "--python", RAY)
        self.campaign(*words, "--output", "ray")
        self.assertEqual(self.without_times(self.rows(self.folder / "ray")), here)
        plan = 'scenes = ["scene.py"]\nduration_s = 0.5\n[parameters]\ndeadly = [false, true]\n'
        (self.folder / "deadly.py").write_text(DEADLY)
        self.write(plan, DEADLY_SCENE)
        died = {"DEADLY": str(self.folder / "died")}
        summary, _ = self.campaign(*words, "--output", "deadly", environment=died)
        self.assertEqual((summary["successes"], summary["errors"], summary["worker_deaths"]), (2, 0, 1))
        self.assertEqual([row["attempts"] for row in self.rows(self.folder / "deadly")], [1, 2])

    def test_without_ray_it_is_said_how_to_install_it(self):
        self.write()
        # A Python without packages.
        _, err = self.campaign("--ray", "auto", "--python", "/usr/bin/python3", code=1, environment={"PYTHONPATH": ""})
        self.assertRegex(err, r"Ray is not installed in /usr/bin/python3: pip install 'morse-simulator\[ray\]'")

    def test_the_list_of_runs_does_nothing(self):
        self.write()
        code, out, err = command("campaign", "plan.toml", "--list", folder=self.folder)
        self.assertEqual((code, len(out.splitlines())), (0, 8), err)
        self.assertIn("seed=3 start_x=0", out)
        self.assertFalse(self.results.exists())

    def test_the_example(self):
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

    def test_campaigns_from_python(self):
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
        ended = subprocess.run(
            [sys.executable, "-c", program], cwd=self.folder, capture_output=True, text=True, timeout=4 * TIMEOUT_S,
            env={**os.environ, "PYTHONPATH": str(ROOT / "python"), "MORSE_BIN": str(BINARY)},
        )
        self.assertEqual(ended.returncode, 0, ended.stderr)


if __name__ == "__main__":
    unittest.main()
