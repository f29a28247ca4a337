"""The examples in the documentation of the Python engine run unedited."""

import re
import shutil
import tempfile
import unittest
from pathlib import Path

from support import ROOT, run_python

ENVIRONMENTS = sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs" / "environments").glob("*.md"))
PAGES = ("README.md", "docs/python_engine.md", "docs/learning.md", "docs/campaigns.md", *ENVIRONMENTS)


class Examples(unittest.TestCase):
    def test_every_example_runs(self):
        count = 0
        for page in PAGES:
            text = (ROOT / page).read_text()
            for example in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
                if page == "README.md" and "morse.Simulation" not in example:
                    continue
                with self.subTest(page=page, example=example), tempfile.TemporaryDirectory() as folder:
                    shutil.copytree(ROOT / "examples", Path(folder, "examples"))
                    shutil.copy(ROOT / "examples" / "first_scene.py", folder)
                    # The example must be a file, as the Builder reads the lines of scripts.
                    Path(folder, "program.py").write_text(example)
                    completed = run_python("import runpy; runpy.run_path('program.py', run_name='__main__')", cwd=folder)
                    self.assertEqual(completed.returncode, 0, completed.stderr)
                    count += 1
        self.assertGreaterEqual(count, 11)

    def test_tutorial_programs_that_need_the_engine_run(self):
        count = 0
        for page in sorted((ROOT / "docs" / "tutorials").glob("*.md")):
            files = re.findall(r"```\w+ file=(\S+)( wheel)?\n(.*?)```", page.read_text(), re.DOTALL)
            with tempfile.TemporaryDirectory() as folder:
                for name, _, text in files:
                    Path(folder, name).write_text(text)
                for name in [name for name, needs_engine, _ in files if needs_engine]:
                    with self.subTest(page=page.name, program=name):
                        completed = run_python(f"import runpy, sys; sys.path[:1] = ['.']; runpy.run_path({name!r})", cwd=folder)
                        self.assertEqual(completed.returncode, 0, completed.stderr)
                        count += 1
        self.assertGreaterEqual(count, 2)


if __name__ == "__main__":
    unittest.main()
