"""Recordings of simulations in Python: the command's replay is bit-identical."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from support import DOCUMENT, TIMEOUT_S, WheelTest, installed, run_python

import morse


class Recordings(WheelTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "run.mcap")

    def check(self):
        return subprocess.run([installed("morse"), "replay", "--check", str(self.path)], timeout=TIMEOUT_S,
                              text=True, capture_output=True)

    def drive(self, sim):
        sim.command("robot.motion", v=0.7, w=0.3)
        sim.call("rover.waypoint", "goto", 2.0, 4.0, 0.0, 0.3, 1.0)
        sim.step(90)
        sim.command("robot.motion", v=-0.2, w=0.0)
        sim.step(30)

    def test_command_replays_a_recorded_run(self):
        sim = self.simulation(seed=7)
        with sim.record(self.path) as recording:
            self.assertEqual(recording.path, str(self.path))
            self.drive(sim)
        digest = sim.digest()
        checked = self.check()
        self.assertEqual(checked.returncode, 0, checked.stderr + checked.stdout)
        # After a reset, a second run with a different seed.
        sim.reset(3)
        recording = sim.record(self.path)
        self.drive(sim)
        recording.stop()
        recording.stop()
        checked = self.check()
        self.assertEqual(checked.returncode, 0, checked.stderr + checked.stdout)
        self.assertNotEqual(sim.digest(), digest)
        # Recording does not change the result.
        plain = self.simulation(seed=3)
        self.drive(plain)
        self.assertEqual(plain.digest(), sim.digest())

    def test_recording_that_starts_during_a_run_cannot_be_checked(self):
        sim = self.simulation()
        sim.command("robot.motion", v=0.7, w=0.3)
        with sim.record(self.path):
            sim.step(20)
        checked = self.check()
        self.assertNotEqual(checked.returncode, 0)
        self.assertIn("while the run was under way", checked.stderr + checked.stdout)

    def test_recording_without_stop_is_complete(self):
        for end in ("", "sim.close()", "del sim", "raise SystemExit"):
            completed = run_python(f"import morse\nsim = morse.Simulation({DOCUMENT!r})\nsim.record({str(self.path)!r})\n"
                                   f"sim.step(50)\n{end}\n")
            self.assertEqual(completed.returncode, 0, completed.stderr)
            checked = self.check()
            self.assertEqual(checked.returncode, 0, checked.stderr + checked.stdout)
            self.path.unlink()

    def test_invalid_use_of_recordings_is_refused(self):
        sim = self.simulation()
        with self.assertRaises(OSError):
            sim.record(self.path.parent / "nowhere" / "run.mcap")
        with self.assertRaises(TypeError):
            sim.record(5)
        state = sim.save()
        with sim.record(self.path):
            for use in (lambda: sim.record(self.path), sim.reset, lambda: sim.restore(state)):
                with self.assertRaises(morse.SimulationError) as caught:
                    use()
                self.assertIn("stop the recording", str(caught.exception))
            sim.step(3)
        sim.close()
        with self.assertRaises(morse.SimulationError):
            sim.record(self.path)


if __name__ == "__main__":
    unittest.main()
