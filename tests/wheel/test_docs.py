"""The examples of the pages about the engine in Python are run as they stand."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from support import ROOT, run_python

PAGES = ("README.md", "docs/python_engine.md", "docs/learning.md")


class Examples(unittest.TestCase):
    def test_every_example_of_the_pages_runs(self):
        count = 0
        for page in PAGES:
            text = (ROOT / page).read_text()
            for example in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
                if page == "README.md" and "morse.Simulation" not in example:
                    continue
                with self.subTest(page=page, example=example), tempfile.TemporaryDirectory() as folder:
                    shutil.copytree(ROOT / "examples", Path(folder, "examples"))
                    shutil.copy(ROOT / "examples" / "first_scene.py", folder)
                    # A file, as a user has it: the Builder reads the lines of scripts.
                    Path(folder, "program.py").write_text(example)
                    told = run_python("import runpy; runpy.run_path('program.py', run_name='__main__')", cwd=folder)
                    self.assertEqual(told.returncode, 0, told.stderr)
                    count += 1
        self.assertGreaterEqual(count, 6)


if __name__ == "__main__":
    unittest.main()
