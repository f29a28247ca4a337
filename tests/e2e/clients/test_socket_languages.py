"""The clients of docs/socket.md in C and JavaScript, as they stand."""

import shutil
import subprocess
import tempfile
import unittest

from harness import ROOT, TIMEOUT_S, TestCase

EXAMPLES = ROOT / "examples"
NODE = shutil.which("node") or shutil.which("nodejs")


class Languages(TestCase):
    def printed(self, *client):
        simulator = self.run_scene(EXAMPLES / "socket_robots.py")
        completed = subprocess.run(
            [*client, str(simulator.port)], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
        self.assertEqual((completed.returncode, completed.stderr), (0, ""), completed.stdout)
        return completed.stdout.splitlines()

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_client_in_c_requests_reads_and_commands(self):
        with tempfile.TemporaryDirectory() as folder:
            program = folder + "/socket_client"
            source = str(EXAMPLES / "socket_client.c")
            subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", program, source], timeout=TIMEOUT_S, check=True)
            robots, driven, goal = self.printed(program)
        self.assertEqual(robots, '1 SUCCESS ["rover", "scout"]')
        self.assertRegex(driven, r"^rover has driven 0\.[5-7] m$")
        self.assertEqual(goal, "2 PREEMPTED")

    @unittest.skipUnless(NODE, "no Node.js")
    def test_client_in_javascript_requests_reads_and_commands(self):
        robots, driven, other, goal = self.printed(NODE, str(EXAMPLES / "socket_client.js"))
        self.assertEqual(robots, "rover scout")
        self.assertRegex(driven, r"^rover has driven 0\.[5-7] m$")
        self.assertEqual((other, goal), ("SUCCESS", "PREEMPTED"))


if __name__ == "__main__":
    unittest.main()
