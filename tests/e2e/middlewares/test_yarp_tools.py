"""YARP's real name server and tools with the example of docs/yarp.md.

`cargo xtask peers` builds them if it has their sources. The tests in test_yarp.py run without them.
"""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from harness import BINARY, ROOT

PROGRAMS = ROOT / "target" / "peers" / "yarp"
RUN = Path(__file__).parents[1] / "peers" / "yarp_tools.py"
# Runs a command in a network namespace of its own, as root or as a user with that permission.
UNSHARE = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-rn"]


class Tools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not (PROGRAMS / "bin" / "yarp").exists():
            raise unittest.SkipTest("no YARP in %s: see `cargo xtask peers`" % PROGRAMS)
        if subprocess.run([*UNSHARE, "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("this user cannot create a network namespace, which yarpserver needs")
        words = [*UNSHARE, sys.executable, RUN, PROGRAMS, BINARY, ROOT / "examples" / "yarp_drive.py"]
        completed = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300)
        if completed.returncode != 0:
            raise AssertionError(completed.stdout + completed.stderr)
        cls.result = json.loads(completed.stdout)

    def test_run_completes_without_timeout(self):
        self.assertNotIn("timeout", self.result, self.result.get("timeout"))

    def test_ports_exist_and_describe_themselves(self):
        self.assertEqual(self.result["exists"][0], 0)
        self.assertIn("output connection", self.result["ping"][1])
        self.assertIn("/morse/robot/camera/out", self.result["topic"][1])

    def test_every_carrier_connects_in_both_directions(self):
        for direction in ("carriers", "write"):
            for carrier, (code, text) in self.result[direction].items():
                self.assertEqual(code, 0, (carrier, text))
                self.assertIn("Success", text)
        self.assertEqual(self.result["disconnect"][0], 0)

    def test_services_are_called(self):
        self.assertIn('"1 SUCCESS Arrived"', self.result["rpc"][1].replace("Response: ", ""))
        self.assertIn("2 FAILED", self.result["rpc"][1])

    def test_names_are_unregistered_at_exit(self):
        self.assertEqual(self.result["end"], [0, False])
        print("registered again after %.2f s" % self.result["registered_again_s"])


if __name__ == "__main__":
    unittest.main()
