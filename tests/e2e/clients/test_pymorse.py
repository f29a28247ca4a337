"""What our client in Python does and that of the original does not, with the real simulator."""

import math
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

from harness import ROOT, TIMEOUT_S, TestCase, command, original_pymorse, our_pymorse

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
    def test_a_simulator_that_is_killed_wakes_all_that_wait(self):
        simulator = self.run_scene(SCENE)
        pymorse = our_pymorse()
        with pymorse.Morse("localhost", simulator.port) as morse:
            morse.deactivate("robot.pose")
            goto = morse.robot.waypoint.goto(100.0, 0.0, 0.0)
            woken = []

            def wait(work):
                try:
                    work()
                except pymorse.MorseConnectionError as error:
                    woken.append(str(error))

            waits = [lambda: morse.sleep(1000.0), morse.robot.pose.get, goto.result]
            threads = [threading.Thread(target=wait, args=(work,), daemon=True) for work in waits]
            for thread in threads:
                thread.start()
            # The simulator has taken the request to sleep when it refuses another.
            with simulator.connect() as raw:
                while "already running" not in raw.ask("1 time sleep [0.001]"):
                    pass
            simulator.process.kill()
            for thread in threads:
                thread.join(TIMEOUT_S)
            self.assertEqual(len(woken), 3, woken)
            self.assertRegex(woken[0], "the simulator .*has ended")

    def test_a_callback_of_a_stream_may_use_services(self):
        simulator = self.run_scene(SCENE)
        with our_pymorse().Morse("localhost", simulator.port) as morse:
            told = []
            done = threading.Event()

            def callback(pose):
                if not done.is_set():
                    told.append((morse.robot.waypoint.get_status().result(TIMEOUT_S), morse.time()))
                    done.set()

            morse.robot.pose.subscribe(callback)
            self.assertTrue(done.wait(TIMEOUT_S))
            self.assertEqual(told[0][0], "Arrived")

    def test_the_client_of_a_new_environment_drives_its_robot(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {"HOME": folder, "MORSE_ROOT": folder}
            self.assertEqual(command("create", "my_sim", environment=environment, folder=folder)[0], 0)
            code, path, told = command("pythonpath", environment=environment)
            self.assertEqual(code, 0, told)
            simulator = self.run_scene("my_sim", environment=environment)
            client = Path(folder, "my_sim/scripts/my_sim_client.py")
            # It looks where simulators are by themselves: this one is elsewhere.
            text = client.read_text().replace("Morse()", f"Morse(port={simulator.port})")
            ended = subprocess.run(
                [sys.executable, "-c", text],
                input="w\nw\n",
                env={**os.environ, "PYTHONPATH": path.strip()},
                capture_output=True,
                text=True,
                timeout=TIMEOUT_S,
            )
            self.assertEqual((ended.returncode, ended.stderr), (0, ""))
            with our_pymorse().Morse("localhost", simulator.port) as morse:
                first = morse.robot.pose.get(timeout=TIMEOUT_S)
                morse.sleep(1.0)
                last = morse.robot.pose.get(timeout=TIMEOUT_S)
                self.assertAlmostEqual(math.dist(*([at["x"], at["y"]] for at in (first, last))), 0.2, delta=0.1)
            simulator.process.terminate()
            simulator.ended()
            lone = subprocess.run(
                [sys.executable, "-c", text], env={**os.environ, "PYTHONPATH": path.strip()}, capture_output=True, text=True
            )
            self.assertEqual(lone.returncode, 1)
            self.assertIn("no simulator answers", lone.stderr)
            self.assertNotIn("Traceback", lone.stderr)

    def test_what_the_readme_says_of_clients_works(self):
        text = (ROOT / "README.md").read_text()
        block = next(block for block in text.split("```python\n") if "import pymorse" in block).split("```")[0]
        simulator = self.run_scene(ROOT / "examples" / "first_scene.py")
        code = block.replace("Morse()", f"Morse(port={simulator.port})")
        ended = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
            capture_output=True,
            text=True,
            timeout=2 * TIMEOUT_S,
        )
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertIn("'timestamp'", ended.stdout)
        self.assertEqual(simulator.ended(), 0)


class TheOriginal(unittest.TestCase):
    def test_it_cannot_be_imported_where_asyncore_is_gone(self):
        if sys.version_info >= (3, 12):
            with self.assertRaisesRegex(ImportError, "asyncore"):
                original_pymorse()
        else:
            self.assertIsNot(original_pymorse(), our_pymorse())


if __name__ == "__main__":
    unittest.main()
