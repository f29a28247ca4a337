"""The scene of README and the commands beside it work as they stand."""

import unittest

from harness import ROOT, TestCase, command

README = (ROOT / "README.md").read_text()


def blocks(language):
    """The code blocks of a language in README."""
    return [block.split("```")[0] for block in README.split(f"```{language}\n")[1:]]


class Readme(TestCase):
    def test_scene_obeys_and_shows_its_scans(self):
        simulator = self.run_scene(next(block for block in blocks("python") if "morse.builder" in block))
        shown = [line.split("#")[0].split() for line in README.splitlines() if line.startswith("    morse topic")]
        self.assertEqual([words[2] for words in shown], ["pub", "echo"])
        for words in shown:
            count = ["--count", "1"] if "echo" in words else []
            code, out, err = command(*words[1:], *count, "--port", str(simulator.port))
            self.assertEqual(code, 0, out + err)
        self.assertIn("range_list", out)

    def test_robot_from_a_file_runs_in_a_clone(self):
        lines = [line.split() for line in README.splitlines() if line.startswith("    morse ") and ".urdf" in line]
        self.assertEqual([words[1] for words in lines], ["inspect", "run"])
        ending = {"inspect": [], "run": ["--fast", "--duration", "0.1", "--port", "0", "--stream-port", "0", "--view-port", "0"]}
        for words in lines:
            code, out, err = command(*words[1:], *ending[words[1]], folder=ROOT)
            self.assertEqual(code, 0, out + err)
            self.assertIn("shoulder" if words[1] == "inspect" else "SCENE INITIALIZED", out + err)


if __name__ == "__main__":
    unittest.main()
