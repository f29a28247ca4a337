"""The real name server and the real tools of YARP with the example of its page.

`cargo xtask peers` builds them where their sources are given. The tests in test_yarp.py run everywhere.
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
# A network of its own, as root or as a user who may have one.
UNSHARE = ["unshare", "-n"] if os.geteuid() == 0 else ["unshare", "-rn"]


class Tools(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not (PROGRAMS / "bin" / "yarp").exists():
            raise unittest.SkipTest("no YARP in %s: see `cargo xtask peers`" % PROGRAMS)
        if subprocess.run([*UNSHARE, "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("this user may not have a network of its own, which yarpserver needs")
        words = [*UNSHARE, sys.executable, RUN, PROGRAMS, BINARY, ROOT / "examples" / "yarp_drive.py"]
        ended = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=300)
        if ended.returncode != 0:
            raise AssertionError(ended.stdout + ended.stderr)
        cls.result = json.loads(ended.stdout)

    def test_nothing_was_waited_for_in_vain(self):
        self.assertNotIn("timeout", self.result, self.result.get("timeout"))

    def test_ports_exist_and_describe_themselves(self):
        self.assertEqual(self.result["exists"][0], 0)
        self.assertIn("output connection", self.result["ping"][1])
        self.assertIn("/morse/robot/camera/out", self.result["topic"][1])

    def test_every_carrier_connects_in_both_directions(self):
        for way in ("carriers", "write"):
            for carrier, (code, text) in self.result[way].items():
                self.assertEqual(code, 0, (carrier, text))
                self.assertIn("Success", text)
        self.assertEqual(self.result["disconnect"][0], 0)

    def test_services_are_called(self):
        self.assertIn('"1 SUCCESS Arrived"', self.result["rpc"][1].replace("Response: ", ""))
        self.assertIn("2 FAILED", self.result["rpc"][1])

    def test_the_end_takes_names_back(self):
        self.assertEqual(self.result["end"], [0, False])
        print("registered again after %.2f s" % self.result["registered_again_s"])


if __name__ == "__main__":
    unittest.main()
