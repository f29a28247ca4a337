"""The runner: the document, the exit status, and the messages of failing scripts."""

import json
import os
import subprocess
import sys
import unittest
from typing import BinaryIO, cast

from support import EXAMPLES, IMPORT, ROOT, BuilderTest

HEADLINE = "[ERROR][MORSE] The scene script failed, and nothing was started:"


class Runner(BuilderTest):
    def test_document_and_prints_are_separate(self) -> None:
        path = self.write(IMPORT + "print('hello')\nr = ATRV()\nenv = Environment('empty')\nprint('bye')\n")
        outcome = self.run_process(path)
        self.assertEqual((outcome.status, outcome.stdout, outcome.stderr), (0, "hello\nbye\n", ""))
        self.assertEqual(outcome.document["script"], path)
        self.assertEqual(outcome.document["morse_scene"], 1)

    def test_globals_of_the_script(self) -> None:
        path = self.write(
            IMPORT + "import sys\nassert __name__ == '__main__'\n"
            "assert sys.argv == ['blender', '--', 'a', '-b', '--c'], sys.argv\n"
            "import os\nassert os.path.dirname(os.path.abspath(__file__)) not in sys.path\n"
            "import __main__\nassert __main__.sys is sys\nr = ATRV()\nenv = Environment('empty')\n",
            "scene_without_extension",
        )
        outcome = self.run_process(path, "--", "a", "-b", "--c")
        self.assertEqual((outcome.status, outcome.stderr), (0, ""))

    def test_node(self) -> None:
        path = self.write(
            IMPORT + "r = ATRV()\nenv = Environment('empty')\nenv.configure_multinode(distribution={'n1': ['r']})\n"
        )
        outcome = self.run_process(path, "--node", "n1")
        self.assertEqual(outcome.document["environment"]["multinode"]["node_name"], "n1")

    def test_uncaught_exception(self) -> None:
        path = self.write(
            IMPORT + "def deep():\n    raise ValueError('my fault')\nenv = Environment('empty')\ndeep()\n"
        )
        outcome = self.run_process(path)
        self.assertEqual((outcome.status, outcome.document), (255, None))
        lines = outcome.stderr.splitlines()
        self.assertEqual(lines[0], HEADLINE)
        self.assertEqual(lines[1], "Traceback (most recent call last):")
        self.assertIn(path, lines[2])
        self.assertEqual(lines[-1], "ValueError: my fault")
        self.assertNotIn("run.py", outcome.stderr)

    def test_errors_of_the_builder_show_the_users_line(self) -> None:
        path = self.write(IMPORT + "p = Pose()\np.alter('foo')\n")
        outcome = self.run_process(path)
        self.assertEqual(outcome.status, 255)
        self.assertIn(f'"{path}", line 3', outcome.stderr)

    def test_errors_of_code_that_runs_late_show_the_users_line(self) -> None:
        self.write(
            """
            from morse.builder import *
            from morse.core.exceptions import MorseBuilderError

            class Late(ATRV):
                def after_renaming(self):
                    if self.name == 'builder':
                        raise MorseBuilderError('too late')
                    self.missing
            """,
            "parts.py",
        )
        for name, message in (("robot", "AttributeError: 'Late' object has no attribute 'missing'"), ("builder", "too late")):
            script = self.write(
                f"from morse.builder import *\nfrom parts import Late\n{name} = Late()\nenv = Environment('empty')\n"
            )
            ended = self.run_process(script, "--diagnostic", environment={"PYTHONPATH": f"{ROOT}:{self.folder}"})
            self.assertEqual(ended.status, 255)
            self.assertIn(message, ended.stderr)
            line = 9 if name == "robot" else 8
            self.assertIn(f'parts.py", line {line}, in after_renaming', ended.stderr)
            self.assertEqual(ended.document["source"], {"file": os.path.join(self.folder, "parts.py"), "line": line})

    def test_syntax_error(self) -> None:
        path = self.write("this is wrong Python\n")
        outcome = self.run_process(path)
        self.assertEqual(outcome.status, 255)
        self.assertEqual(outcome.stderr.splitlines()[0], HEADLINE)
        self.assertNotIn("run.py", outcome.stderr)

    def test_exits(self) -> None:
        for call, status, text in (("exit('no model')", 1, "no model"), ("exit(3)", 3, ""), ("exit()", 0, "")):
            outcome = self.run_process(self.write(f"import sys\nsys.{call}\n"))
            self.assertEqual((outcome.status, outcome.stderr.strip(), outcome.document), (status, text, None), call)
        path = self.write(IMPORT + "k = Keyboard()\nk.add_stream('socket')\n")
        outcome = self.run_process(path)
        self.assertEqual(outcome.status, 1)
        self.assertIn(f"{path}:3: Keyboard", outcome.stderr)

    def test_no_environment(self) -> None:
        path = self.write(IMPORT + "r = ATRV()\n")
        outcome = self.run_process(path)
        self.assertEqual((outcome.status, outcome.document), (1, None))
        self.assertIn(f"[ERROR][MORSE] {path} describes no scene", outcome.stderr)

    def test_unknown_environment(self) -> None:
        outcome = self.run_process(self.write(IMPORT + "r = ATRV()\nenv = Environment('nowhere')\n"))
        self.assertEqual(outcome.status, 255)
        self.assertIn("Error while trying to load 'nowhere': model not found", outcome.stderr)
        self.assertIn("FileNotFoundError: Environment 'nowhere' not found", outcome.stderr)

    def test_warnings_are_logged_with_their_line(self) -> None:
        path = self.write(
            IMPORT + "r = ATRV()\na = Airspeed()\na.add_stream('socket')\nr.append(a)\nenv = Environment('empty')\n"
        )
        outcome = self.run_process(path)
        self.assertRegex(outcome.stderr, r"^\[ +\d+\.\d{3}\] \[morse\.builder\] .*scene\.py:4: ")

    def test_wrong_command_lines(self) -> None:
        cases = [
            [],
            ["x.py"],
            ["x.py", "--document-fd", "x"],
            ["x.py", "--document-fd"],
            ["--what", "x.py"],
            ["x.py", "--document-fd", "99"],
        ]
        for arguments in cases:
            process = subprocess.run(
                [sys.executable, "-m", "morse.builder.run", *arguments],
                env={**os.environ, "PYTHONPATH": ROOT},
                cwd=self.folder,
                stderr=subprocess.PIPE,
                text=True,
            )
            self.assertEqual(process.returncode, 2, arguments)
            self.assertIn("usage:", process.stderr)
        outcome = self.run_process(os.path.join(self.folder, "missing.py"))
        self.assertEqual(outcome.status, 1)
        self.assertIn("no such script", outcome.stderr)


@unittest.skipUnless(hasattr(os, "fork"), "this system cannot fork")
class Served(BuilderTest):
    def serve(self, path: str) -> "tuple[subprocess.Popen[bytes], BinaryIO, BinaryIO]":
        """The process that serves a script, its requests and its answers."""
        reader, writer = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-m", "morse.builder.run", path, "--document-fd", str(writer), "--serve"],
            pass_fds=[writer],
            env={**os.environ, "PYTHONPATH": ROOT},
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        os.close(writer)
        assert process.stdin is not None
        return process, cast(BinaryIO, process.stdin), os.fdopen(reader, "rb")

    def ended(self, process: "subprocess.Popen[bytes]") -> bytes:
        """Standard error of a process that ends with success."""
        self.assertEqual(process.wait(60), 0)
        assert process.stderr is not None
        with process.stderr as errors:
            return errors.read()

    def test_a_script_runs_in_a_new_process_for_each_request(self) -> None:
        path = self.write(
            IMPORT + "import sys\nassert not hasattr(sys, 'ran')\nsys.ran = True\nassert sys.stdin.read() == ''\n"
            "r = ATRV(parameter('name', default='none'))\nenv = Environment('empty')\n"
            "if parameter('fails', default=False):\n    sys.exit('no')\n"
        )
        process, requests, answers = self.serve(path)
        with requests, answers:

            def ask(**given: object) -> "tuple[int, bytes]":
                requests.write(json.dumps({"given": given}).encode() + b"\n")
                requests.flush()
                status, length = map(int, answers.readline().split())
                return status, answers.read(length)

            for name in ("one", "two"):
                status, document = ask(name=name)
                self.assertEqual((status, json.loads(document)["objects"][0]["name"]), (0, name))
            self.assertEqual(ask(fails=True), (1 << 8, b""))
            status, document = ask()
            self.assertEqual((status, json.loads(document)["objects"][0]["name"]), (0, "none"))
        self.assertEqual(self.ended(process), b"no\n")

    def test_the_end_of_the_requests_ends_a_script(self) -> None:
        process, requests, answers = self.serve(self.write("import time\ntime.sleep(600)\n"))
        with answers:
            with requests:
                requests.write(b"{}\n")
            self.assertEqual(answers.read(), b"")
        self.assertEqual(self.ended(process), b"")


class PlainPython(BuilderTest):
    def plain(self, path: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, path], env={**os.environ, "PYTHONPATH": ROOT},
            capture_output=True, text=True,
        )  # fmt: skip

    def test_hint(self) -> None:
        process = self.plain(os.path.join(EXAMPLES, "first_scene.py"))
        self.assertEqual((process.returncode, process.stdout), (0, ""))
        self.assertIn("morse run first_scene.py", process.stderr)

    def test_hook(self) -> None:
        process = self.plain(self.write(IMPORT + "r = ATRV()\n1 / 0\n"))
        self.assertEqual(process.returncode, 255)
        self.assertEqual(process.stderr.splitlines()[0], HEADLINE)

    def test_hook_is_removed_with_the_environment(self) -> None:
        process = self.plain(self.write(IMPORT + "env = Environment('empty')\nenv.create()\n1 / 0\n"))
        self.assertEqual(process.returncode, 1)
        self.assertNotIn(HEADLINE, process.stderr)
