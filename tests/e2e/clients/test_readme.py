"""The scene of README and the commands beside it work as they stand."""

import unittest

from harness import ROOT, TestCase, command

README = (ROOT / "README.md").read_text()


def blocks(language):
    """The code blocks of a language in README."""
    return [block.split("```")[0] for block in README.split(f"```{language}\n")[1:]]


class Readme(TestCase):
    def test_readme_is_short(self):
        self.assertLessEqual(len(README.splitlines()), 90)

    def test_scene_obeys_and_shows_its_scans(self):
        simulator = self.run_scene(next(block for block in blocks("python") if "morse.builder" in block))
        shown = [line.split("#")[0].split() for line in README.splitlines() if line.startswith("    morse topic")]
        self.assertEqual([words[2] for words in shown], ["pub", "echo"])
        for words in shown:
            count = ["--count", "1"] if "echo" in words else []
            code, out, err = command(*words[1:], *count, "--port", str(simulator.port))
            self.assertEqual(code, 0, out + err)
        self.assertIn("range_list", out)


if __name__ == "__main__":
    unittest.main()
