"""Our Python client where it goes beyond the original's: errors, callbacks, the client scripts of new environments."""

import math
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from harness import ROOT, TIMEOUT_S, TestCase, command, original_pymorse, our_pymorse, wait_until

SCENE = """
from morse.builder import *

robot = ATRV()
pose = Pose()
pose.add_interface('socket')
robot.append(pose)
waypoint = Waypoint()
waypoint.add_interface('socket')
robot.append(waypoint)
env = Environment('empty', fastmode=True)
"""


class Pymorse(TestCase):
    def test_blocked_calls_fail_when_the_simulator_is_killed(self):
        simulator = self.run_scene(SCENE)
        pymorse = our_pymorse()
        with pymorse.Morse("localhost", simulator.port) as morse:
            morse.deactivate("robot.pose")
            goto = morse.robot.waypoint.goto(100.0, 0.0, 0.0)
            errors = []

            def wait(work):
                try:
                    work()
                except pymorse.MorseConnectionError as error:
                    errors.append(str(error))

            blocking = [lambda: morse.sleep(1000.0), morse.robot.pose.get, goto.result]
            threads = [threading.Thread(target=wait, args=(work,), daemon=True) for work in blocking]
            for thread in threads:
                thread.start()
            # The simulator executes the first sleep request as soon as it refuses a second one.
            with simulator.connect() as raw:
                wait_until(lambda: "already running" in raw.ask("1 time sleep [0.001]"), "the first sleep starts")
            simulator.process.kill()
            for thread in threads:
                thread.join(TIMEOUT_S)
            self.assertEqual(len(errors), 3, errors)
            self.assertRegex(errors[0], "the simulator .*has ended")

    def test_stream_callback_may_call_services(self):
        simulator = self.run_scene(SCENE)
        with our_pymorse().Morse("localhost", simulator.port) as morse:
            answers = []
            done = threading.Event()

            def callback(pose):
                if not done.is_set():
                    answers.append((morse.robot.waypoint.get_status().result(TIMEOUT_S), morse.time()))
                    done.set()

            morse.robot.pose.subscribe(callback)
            self.assertTrue(done.wait(TIMEOUT_S))
            self.assertEqual(answers[0][0], "Arrived")

    def test_client_script_of_a_new_environment_drives_its_robot(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {"HOME": folder, "MORSE_ROOT": folder}
            self.assertEqual(command("create", "my_sim", environment=environment, folder=folder)[0], 0)
            code, path, errors = command("pythonpath", environment=environment)
            self.assertEqual(code, 0, errors)
            simulator = self.run_scene("my_sim", environment=environment)
            client = Path(folder, "my_sim/scripts/my_sim_client.py")
            # The script connects to the default port; this simulator listens on another port.
            text = client.read_text().replace("Morse()", f"Morse(port={simulator.port})")
            completed = subprocess.run(
                [sys.executable, "-c", text],
                input="w\nw\n",
                env={**os.environ, "PYTHONPATH": path.strip()},
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
            )
            self.assertEqual((completed.returncode, completed.stderr), (0, ""))
            with our_pymorse().Morse("localhost", simulator.port) as morse:
                first = morse.robot.pose.get(timeout=TIMEOUT_S)
                morse.sleep(1.0)
                last = morse.robot.pose.get(timeout=TIMEOUT_S)
                self.assertAlmostEqual(math.dist(*([at["x"], at["y"]] for at in (first, last))), 0.2, delta=0.1)
            simulator.process.terminate()
            simulator.wait_for_exit()
            without_simulator = subprocess.run(
                [sys.executable, "-c", text], env={**os.environ, "PYTHONPATH": path.strip()}, capture_output=True, text=True
            )
            self.assertEqual(without_simulator.returncode, 1)
            self.assertIn("no simulator answers", without_simulator.stderr)
            self.assertNotIn("Traceback", without_simulator.stderr)

    def test_client_example_of_the_first_steps_runs(self):
        text = (ROOT / "docs" / "first_steps.md").read_text()
        block = next(block for block in text.split("```python\n") if "import pymorse" in block).split("```")[0]
        simulator = self.run_scene(ROOT / "examples" / "first_scene.py")
        code = block.replace("Morse()", f"Morse(port={simulator.port})")
        completed = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
            capture_output=True,
            text=True,
            timeout=2 * TIMEOUT_S,
        )
        self.assertEqual((completed.returncode, completed.stderr), (0, ""))
        self.assertIn("'timestamp'", completed.stdout)
        self.assertEqual(simulator.wait_for_exit(), 0)


class OriginalClient(unittest.TestCase):
    def test_import_fails_only_on_python_versions_without_asyncore(self):
        if sys.version_info >= (3, 12):
            with self.assertRaisesRegex(ImportError, "asyncore"):
                original_pymorse()
        else:
            self.assertIsNot(original_pymorse(), our_pymorse())


if __name__ == "__main__":
    unittest.main()
