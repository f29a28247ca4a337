"""`morse map`: the files for map_server of ROS."""

import tempfile
import unittest
from pathlib import Path

from harness import command

# A cube from (2, -0.5) to (3, 0.5), a lamp above the robots, and a robot that must not be in the map.
SCENE = """
import bpy
from morse.builder.bpymorse import *
from morse.builder import *

bpy.ops.mesh.primitive_cube_add(radius=0.5, location=(2.5, 0.0, 0.5))
bpy.ops.mesh.primitive_cube_add(radius=0.5, location=(0.0, 3.0, 4.0))
robot = ATRV()
env = Environment('empty')
"""


def read_yaml(path):
    """The keys and values of a file with one of them in each line."""
    return dict(line.split(": ", 1) for line in path.read_text().splitlines())


class MapTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.scene = self.folder / "scene.py"
        self.scene.write_text(SCENE)

    def test_files_have_the_box_at_its_place(self):
        output = self.folder / "map.yaml"
        code, _, log = command("map", self.scene, "-o", output, "--resolution", "0.25", "--bounds", "-1,-2,5,1")
        self.assertEqual(code, 0, log)
        yaml = read_yaml(output)
        self.assertEqual(yaml["image"], '"map.pgm"')
        self.assertEqual((yaml["mode"], yaml["negate"], yaml["resolution"]), ("trinary", "0", "0.25"))
        self.assertEqual(yaml["origin"], "[-1, -2, 0]")
        self.assertGreater(float(yaml["occupied_thresh"]), float(yaml["free_thresh"]))
        magic, size, depth, pixels = (self.folder / "map.pgm").read_bytes().split(b"\n", 3)
        self.assertEqual((magic, size, depth), (b"P5", b"24 12", b"255"))
        self.assertEqual(len(pixels), 24 * 12)
        # The first row has the highest y.
        occupied = {(index % 24, 11 - index // 24) for index, pixel in enumerate(pixels) if pixel == 0}
        centers = {(-1 + 0.25 * (x + 0.5), -2 + 0.25 * (y + 0.5)) for x, y in occupied}
        edge = [(2.125, y) for y in (-0.375, -0.125, 0.125, 0.375)]
        self.assertTrue(centers.issuperset(edge), centers)
        self.assertTrue(all(1.99 < x < 3.26 and -0.51 < y < 0.76 for x, y in centers), centers)

    def test_bad_numbers_and_huge_maps_are_refused_with_the_allowed_values(self):
        for options, text in [
            (["--resolution", "0"], "allowed is 0.001 to 10 m"),
            (["--height-min", "2"], "a lower height before a higher one"),
            (["--resolution", "0.001", "--bounds", "-100,-100,100,100"], "4096 x 4096; use a larger resolution"),
            (["--bounds", "1,2,3"], "four numbers of meters"),
            (["-o", "map.png"], "must end in .yaml"),
        ]:
            with self.subTest(options):
                code, _, log = command("map", self.scene, *options, folder=self.folder)
                self.assertNotEqual(code, 0)
                self.assertIn(text, log)


if __name__ == "__main__":
    unittest.main()
