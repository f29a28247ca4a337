"""The notebook of the examples runs in Jupyter and shows its pictures."""

import base64
import json
import os
import tempfile
import unittest
from pathlib import Path

import nbclient
import nbformat
from support import ROOT, TIMEOUT_S

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


class Notebook(unittest.TestCase):
    def test_every_cell_runs_and_simulations_show_pictures(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "MORSE_ROOT": os.devnull, "HOME": folder}
            client = nbclient.NotebookClient(
                notebook, timeout=TIMEOUT_S, kernel_name="python3", resources={"metadata": {"path": folder}}
            )
            client.execute(env=environment)
            self.assertTrue(Path(folder, "yard.py").exists())
        data = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
        pictures = [base64.b64decode(shown["image/png"]) for shown in data if "image/png" in shown]
        self.assertEqual(len(pictures), 3)
        # The robot has moved between the two pictures of the simulation.
        self.assertNotEqual(pictures[0], pictures[1])
        self.assertTrue(all(picture.startswith(b"\x89PNG") for picture in pictures))

    def test_file_holds_no_outputs(self):
        cells = json.loads(NOTEBOOK.read_text())["cells"]
        self.assertFalse([cell for cell in cells if cell.get("outputs")])


if __name__ == "__main__":
    unittest.main()
