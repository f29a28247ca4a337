"""The wheel in an environment with nothing else: the command, the Builder, the client, the engine without numpy."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120.0
BIN = Path(sys.prefix) / "bin"
# Nothing of this environment is on the path: the command finds its Python by itself.
HOME = {"PATH": "/nowhere", "HOME": "/nonexistent"}


class BareInstall(unittest.TestCase):
    def test_the_command_is_a_program_that_runs_the_first_scene_with_this_python(self):
        with open(BIN / "morse", "rb") as program:
            self.assertEqual(program.read(4), b"\x7fELF")
        scene = ROOT / "examples" / "first_scene.py"
        command = [str(BIN / "morse"), "run", "--fast", "--duration", "1", "--digest", "--port", "0", "--stream-port", "0",
                   str(scene)]
        told = subprocess.run(command, env=HOME, timeout=TIMEOUT_S,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        self.assertEqual(told.returncode, 0, told.stdout)
        import morse

        with self.assertRaises(ImportError):
            import numpy  # noqa: F401
        with morse.Simulation(scene) as sim:
            sim.run(1.0)
            self.assertIn(sim.digest(), told.stdout)
            self.assertEqual(len(list(sim.robots["robot"].pose.position)), 3)
            with self.assertRaises(ImportError):
                sim.render()

    def test_zenoh_is_no_part_of_it_and_is_asked_for_in_vain(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder) / "scene.py"
            scene.write_text(
                "from morse.builder import *\nrobot = ATRV()\npose = Pose()\nrobot.append(pose)\n"
                "pose.add_stream('ros2')\nenv = Environment('empty')\n"
            )
            command = [str(BIN / "morse"), "run", "--port", "0", "--stream-port", "0", str(scene)]
            told = subprocess.run(command, env={**HOME, "RMW_IMPLEMENTATION": "rmw_zenoh_cpp"}, timeout=TIMEOUT_S,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
        self.assertNotEqual(told.returncode, 0)
        self.assertRegex(told.stdout, r"--features[\s|]+zenoh")

    def test_what_belongs_to_it_is_there(self):
        import morse
        import pymorse
        from morse.builder import ATRV

        self.assertTrue(issubclass(pymorse.Morse, object) and ATRV)
        folder = Path(morse.__file__).parent
        for file in ("py.typed", "__init__.pyi", "_engine.pyi", "builder/sensors.pyi"):
            self.assertTrue((folder / file).exists(), file)

    def test_what_is_an_extra_says_how_to_get_it(self):
        with self.assertRaises(ImportError) as caught:
            import morse.gym  # noqa: F401
        self.assertIn("pip install 'morse-simulator[gym]'", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
