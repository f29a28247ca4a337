"""The wheel in an otherwise empty environment: the command, the Builder, the client, the engine with numpy."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 120.0
BIN = Path(sys.prefix) / "bin"
# The environment's programs are not on the PATH: the command finds its Python by itself.
HOME = {"PATH": "/nowhere", "HOME": "/nonexistent"}


class BareInstall(unittest.TestCase):
    def test_native_command_runs_the_first_scene_with_this_python(self):
        with open(BIN / "morse", "rb") as program:
            self.assertEqual(program.read(4), b"\x7fELF")
        scene = ROOT / "examples" / "first_scene.py"
        command = [str(BIN / "morse"), "run", "--fast", "--duration", "1", "--digest", "--port", "0", "--stream-port", "0",
                   str(scene)]
        completed = subprocess.run(command, env=HOME, timeout=TIMEOUT_S,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(completed.returncode, 0, completed.stdout)
        import numpy

        import morse

        with morse.Simulation(scene) as sim:
            sim.run(1.0)
            self.assertIn(sim.digest(), completed.stdout)
            position = sim.robots["robot"].pose.position
            self.assertIsInstance(position, numpy.ndarray)
            self.assertEqual(position.shape, (3,))

    def test_zenoh_is_not_included_and_its_use_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = Path(folder) / "scene.py"
            scene.write_text(
                "from morse.builder import *\nrobot = ATRV()\npose = Pose()\nrobot.append(pose)\n"
                "pose.add_stream('ros2')\nenv = Environment('empty')\n"
            )
            command = [str(BIN / "morse"), "run", "--port", "0", "--stream-port", "0", str(scene)]
            completed = subprocess.run(command, env={**HOME, "RMW_IMPLEMENTATION": "rmw_zenoh_cpp"}, timeout=TIMEOUT_S,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertNotEqual(completed.returncode, 0)
        self.assertRegex(completed.stdout, r"--features[\s|]+zenoh")

    def test_packages_and_type_stubs_are_installed(self):
        import morse
        import pymorse
        from morse.builder import ATRV

        self.assertTrue(issubclass(pymorse.Morse, object) and ATRV)
        folder = Path(morse.__file__).parent
        for file in ("py.typed", "__init__.pyi", "_engine.pyi", "builder/sensors.pyi"):
            self.assertTrue((folder / file).exists(), file)

    def test_completions_and_manual_page_are_installed_beside_the_command(self):
        share = Path(sys.prefix) / "share"
        for file in ("zsh/site-functions/_morse", "fish/vendor_completions.d/morse.fish", "man/man1/morse.1"):
            self.assertIn("morse", (share / file).read_text(), file)
        script = 'source "$1" && COMP_WORDS=(morse ru) COMP_CWORD=1 && _morse morse ru morse && echo "${COMPREPLY[@]}"'
        command = ["bash", "-c", script, "bash", str(share / "bash-completion" / "completions" / "morse")]
        completed = subprocess.run(command, timeout=TIMEOUT_S, stdout=subprocess.PIPE, text=True)
        self.assertEqual(completed.stdout.split(), ["run"])

    def test_missing_extra_names_the_package_to_install(self):
        with self.assertRaises(ImportError) as caught:
            import morse.gym  # noqa: F401
        self.assertIn("pip install 'morse-simulator[gym]'", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
