"""Campaigns that are killed, workers that die, runs that time out, full disks."""

import resource
import signal
import subprocess
import unittest
from pathlib import Path

from campaign_case import PLAN, CampaignCase
from harness import BINARY, TIMEOUT_S, wait_until


class Crashes(CampaignCase):
    def test_killed_campaign_continues_without_lost_or_repeated_runs(self):
        self.write(PLAN.replace("seeds = 4", "seeds = 25").replace("duration_s = 1.0", "duration_s = 10.0"))
        words = [str(BINARY), "campaign", "plan.toml", "--workers", "2"]
        killed = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        journal = self.results / "runs.jsonl"
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 5, "five runs are done")
        killed.send_signal(signal.SIGKILL)
        killed.wait(TIMEOUT_S)
        before = journal.read_bytes()
        done = before.count(b"\n")
        self.assertTrue(5 <= done < 50, done)
        # A line that is incomplete, as after a power failure.
        journal.write_bytes(before + b'{"run": 3, "sc')
        summary, err = self.campaign()
        self.assertIn(f"{done} of 50 runs are already done", err)
        self.assertEqual((summary["done"], summary["done_now"]), (50, 50 - done))
        self.assertTrue(journal.read_bytes().startswith(before), "completed runs are unchanged")
        self.assertEqual([row["run"] for row in self.rows()], list(range(50)))
        summary, _ = self.campaign()
        self.assertEqual(summary["done_now"], 0)

    def test_run_of_killed_campaign_continues_from_its_checkpoint(self):
        plan = PLAN.replace("seeds = 4", "seeds = 1").replace("[0.0, 2.0]", "2.0")
        plan = plan.replace("duration_s = 1.0", "duration_s = 2000.0\ncheckpoint_s = 0.2")
        plan += 'mean_x = "mean(robot.pose.x)"\nfirst_x = "first(robot.pose.x)"\nlargest_x = "max(robot.pose.x)"\n'
        self.write(plan)
        words = [str(BINARY), "campaign", "plan.toml", "--workers", "1"]
        killed = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        checkpoints = self.results / "checkpoints" / "run-000000"
        wait_until(lambda: checkpoints.is_dir() and any(checkpoints.glob("*.checkpoint")), "a state is saved")
        children = Path(f"/proc/{killed.pid}/task/{killed.pid}/children").read_text().split()
        self.assertTrue(children)
        killed.send_signal(signal.SIGKILL)
        killed.wait(TIMEOUT_S)
        wait_until(lambda: not any(Path("/proc", child).exists() for child in children), "its workers have ended")
        summary, err = self.campaign("--workers", "1")
        self.assertEqual((summary["done_now"], summary["resumed"]), (1, 1), err)
        self.assertFalse(checkpoints.exists(), "states of finished runs are removed")
        resumed = self.rows()
        self.assertGreater(resumed[0]["resumed_s"], 0.0)
        self.assertLess(resumed[0]["resumed_s"], 2000.0)
        summary, _ = self.campaign("--restart")
        self.assertEqual(summary["resumed"], 0)
        self.assertIsNone(self.rows()[0]["resumed_s"])
        self.assertEqual(self.without_times(resumed), self.without_times(self.rows()))

    def test_ctrl_c_keeps_completed_runs(self):
        self.write(PLAN.replace("seeds = 4", "seeds = 100").replace("duration_s = 1.0", "duration_s = 10.0"))
        words = [str(BINARY), "campaign", "plan.toml"]
        process = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        journal = self.results / "runs.jsonl"
        wait_until(lambda: journal.exists() and journal.read_bytes(), "a run is done")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130)
        self.assertIn("The same command continues with the remaining runs", out)
        self.assertTrue((self.results / "results.parquet").is_file())

    def test_killed_worker_is_replaced_and_its_run_repeated(self):
        plan = 'scenes = ["scene.py"]\nduration_s = 0.5\n[parameters]\ndeadly = [false, true]\n'
        summary, _ = self.deadly(plan, environment={"DEADLY": str(self.folder / "died")})
        self.assertTrue((self.folder / "died").exists())
        self.assertEqual((summary["successes"], summary["errors"], summary["worker_deaths"]), (2, 0, 1))
        self.assertEqual([row["attempts"] for row in self.rows()], [1, 2])

    def test_run_that_always_kills_its_worker_is_an_error_and_the_campaign_continues(self):
        plan = 'scenes = ["scene.py"]\nduration_s = 0.5\nseeds = 2\nattempts = 2\n[parameters]\ndeadly = [true, false]\n'
        summary, err = self.deadly(plan, environment={"DEADLY": "always"}, code=1)
        self.assertEqual((summary["successes"], summary["errors"], summary["worker_deaths"]), (2, 2, 4))
        for row in self.rows()[:2]:
            self.assertEqual((row["outcome"], row["attempts"]), ("error", 2))
            self.assertIn("its worker died, 2 of 2 times: it was killed by signal 9", row["error"])
        self.assertIn("2 runs could not be done", err)

    def test_run_above_its_timeout_is_an_error(self):
        self.write(PLAN.replace("duration_s = 1.0", "duration_s = 1e6\ntimeout_s = 1.0").replace("seeds = 4", "seeds = 1"))
        self.campaign(code=1)
        for row in self.rows():
            self.assertIn("it took longer than timeout_s = 1 s", row["error"])

    def test_full_disk_is_reported_and_the_campaign_continues_later(self):
        self.write()

        def small_files():
            # Limits the size of files: further writes fail like on a full disk.
            resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

        completed = subprocess.run(
            [str(BINARY), "campaign", "plan.toml"], cwd=self.folder, capture_output=True, text=True,
            timeout=4 * TIMEOUT_S, preexec_fn=small_files, restore_signals=False,
        )
        self.assertEqual(completed.returncode, 1, completed.stderr)
        self.assertIn("runs.jsonl", completed.stderr)
        self.assertIn("Make room, then start the same command again", completed.stderr)
        done = len(self.rows())
        self.assertTrue(0 < done < 8, done)
        summary, _ = self.campaign()
        self.assertEqual((summary["done"], summary["done_now"]), (8, 8 - done))


if __name__ == "__main__":
    unittest.main()
