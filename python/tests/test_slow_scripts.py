"""A script that does not end says where it is."""

import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from morse.builder.run import execute
from morse.builder.script import slow

SCRIPT = """import time


def wait():
    time.sleep(0.5)


wait()
"""


class SlowScripts(unittest.TestCase):
    def test_a_script_that_does_not_end_says_where_it_is(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "waiting.py")
            path.write_text(SCRIPT)
            with mock.patch.object(slow, "AFTER_S", 0.1), self.assertLogs("morsebuilder.morse.builder") as log:
                with slow.notice(str(path)):
                    execute(str(path), [])
        (line,) = log.output
        self.assertIn("waiting.py has run for 0.1 s and is at line 5, in wait()", line)

    def test_a_script_that_ends_says_nothing(self) -> None:
        before = threading.active_count()
        with mock.patch.object(slow, "AFTER_S", 0.1), mock.patch.object(slow.logger, "warning") as warning:
            with slow.notice("quick.py"):
                pass
            time.sleep(0.2)
        warning.assert_not_called()
        self.assertEqual(threading.active_count(), before)


if __name__ == "__main__":
    unittest.main()
