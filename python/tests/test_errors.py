"""Error messages for users: the line of the script, the nearest name, and no lines of the Builder."""

import json
import os
import subprocess
import sys
import unittest
from typing import Any

from support import IMPORT, ROOT, BuilderTest

_BEFORE = IMPORT + "robot = ATRV()\npose = Pose()\nrobot.append(pose)\n"
_LINE = 5


class Errors(BuilderTest):
    def failure_of(self, line: str, **environment: str) -> tuple[dict[str, Any], str]:
        """The diagnostic and the text about a script whose fifth line is wrong."""
        path = self.write(f"{_BEFORE}{line}\nenv = Environment('empty')\n")
        outcome = self.run_process(path, "--diagnostic", environment=environment)
        self.assertEqual(outcome.status, 255, outcome.stderr)
        assert outcome.document is not None
        return outcome.document, outcome.stderr

    def assert_reported(self, line: str, *parts: str) -> None:
        diagnostic, text = self.failure_of(line)
        script = os.path.join(self.folder, "scene.py")
        self.assertEqual(diagnostic["source"], {"file": script, "line": _LINE}, text)
        # Only lines of the user's code.
        self.assertEqual([part.split('"')[1] for part in text.splitlines() if '  File "' in part], [script], text)
        self.assertIn(f"    {line}\n", text)
        for part in parts:
            self.assertIn(part, text.splitlines()[-1])
            self.assertIn(part.strip("'"), json.dumps(diagnostic, ensure_ascii=False))

    def test_names_that_do_not_exist(self) -> None:
        self.assert_reported("gps = Posee()", "name 'Posee' is not defined", "'Pose'")
        self.assert_reported("pose.tranlate(1)", "no attribute 'tranlate'", "'translate'")
        self.assert_reported("from morse.builder import Poze", "cannot import name 'Poze'", "'Pose'")

    def test_middlewares_and_modifiers_that_do_not_exist(self) -> None:
        self.assert_reported("pose.add_service('sokcet')", "did you mean 'socket'?")
        self.assert_reported("pose.add_stream('sokcet', 'my.Stream')", "did you mean 'socket'?")
        self.assert_reported("robot.add_default_interface('sokcet')", "did you mean 'socket'?")
        self.assert_reported("pose.alter('Nosie')", "did you mean 'Noise'?")

    def test_a_stream_that_does_not_exist_is_logged_and_the_script_goes_on(self) -> None:
        outcome = self.run_process(self.write(f"{_BEFORE}pose.add_stream('sokcet')\nenv = Environment('empty')\n"))
        self.assertEqual(outcome.status, 0)
        lines = outcome.stderr.splitlines()
        self.assertEqual(len(lines), 1, outcome.stderr)
        self.assertIn(f"scene.py:{_LINE}: pose gets no stream", lines[0])
        self.assertTrue(lines[0].endswith("did you mean 'socket'?"), lines[0])

    def test_arguments(self) -> None:
        self.assert_reported("pose.translate('1')", "translate: x takes a number, not '1' of type str")
        self.assert_reported("pose.rotate(z=None)", "rotate: z takes a number, not None")
        self.assert_reported("pose.frequency('10')", "frequency: it takes a number, not '10'")
        self.assert_reported("robot.append('pose')", "append: the ATRV takes a component, not 'pose'")
        self.assert_reported("other = ATRV(5)", "it takes text, not 5")
        self.assert_reported("robot.set_mass('heavy')", "set_mass: mass takes a number")
        self.assert_reported("robot.set_physics_type('RIGID')", "did you mean 'RIGID_BODY'?")
        self.assert_reported("nested = []; nested.append(nested); pose.properties(list=nested)", "holds itself")

    def test_environments(self) -> None:
        self.assert_reported("env = Environment('sandbax')", "not found", "did you mean 'sandbox'?")
        self.assert_reported("env = Environment('empty', fastmode='False')", "fastmode takes True or False")

    def test_an_error_in_a_function_of_the_user_shows_its_caller(self) -> None:
        path = self.write(f"{_BEFORE}def put(where):\n    pose.translate(where)\nput('here')\n")
        text = self.run_process(path).stderr
        self.assertEqual([part.split(", ")[1] for part in text.splitlines() if "  File" in part], ["line 7", "line 6"])

    def test_internal_errors_of_the_builder_show_the_line_of_the_script(self) -> None:
        line = "robot.child_components = None; robot.append(Pose())"
        _, text = self.failure_of(line)
        self.assertIn("MORSE_TRACEBACK=full shows where", text)
        self.assertNotIn("abstractcomponent.py", text)
        _, text = self.failure_of(line, MORSE_TRACEBACK="full")
        self.assertIn("abstractcomponent.py", text)

    def test_plain_python_shows_the_same(self) -> None:
        path = self.write(f"{_BEFORE}pose.translate('1')\n")
        ended = subprocess.run([sys.executable, path], env={**os.environ, "PYTHONPATH": ROOT}, capture_output=True, text=True)
        self.assertEqual(ended.returncode, 255)
        self.assertEqual(ended.stderr.count('  File "'), 1, ended.stderr)
        self.assertIn("translate: x takes a number", ended.stderr)


if __name__ == "__main__":
    unittest.main()
