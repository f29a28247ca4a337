"""The generator: volumes in closed form, round trips of frames, normals, and errors of the reader."""

import math
import tempfile
import unittest
from pathlib import Path

from kit import glb, reader, shapes, sweeps, vec
from kit import materials as m
from kit.physics import rigid
from kit.scene import Mesh, Model, Node
from kit.surface import Surface

from tests import support


def _volume(surface: Surface) -> float:
    """By the divergence theorem: positive only when all faces look outwards."""
    return sum(vec.dot(a[0], vec.cross(b[0], c[0])) for a, b, c in surface.triangles()) / 6.0


class Shapes(unittest.TestCase):
    def test_volumes_are_those_of_the_solids(self) -> None:
        ell = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]
        cases = {
            "box": (shapes.box(1.0, 2.0, 3.0), 6.0),
            "mirrored box": (shapes.box(1.0, 2.0, 3.0).mirror("x"), 6.0),
            "cylinder": (shapes.cylinder(1.0, 2.0, "x", 96), 2.0 * math.pi),
            "cone": (shapes.cone(1.0, 0.0, 3.0, "y", 96), math.pi),
            "sphere": (shapes.sphere(1.0, 64, 48), 4.0 / 3.0 * math.pi),
            "torus": (shapes.torus(2.0, 0.5, "z", 96, 32), 2.0 * math.pi**2 * 2.0 * 0.25),
            "pipe": (shapes.pipe(2.0, 1.0, 1.0, "z", 96), 3.0 * math.pi),
            "concave plate": (sweeps.extrude(ell, 1.0, "y"), 3.0),
            "tube": (sweeps.tube([(0.0, 0.0, 0.0), (0.0, 0.0, 2.0)], 0.5, 96), 0.5 * math.pi),
        }
        for name, (surface, expected) in cases.items():
            self.assertAlmostEqual(1.0, _volume(surface) / expected, delta=0.01, msg=name)

    def test_rounded_box_keeps_its_outer_size(self) -> None:
        low, high = shapes.rounded_box(1.0, 2.0, 3.0, 0.2).box()
        for k, edge in enumerate((1.0, 2.0, 3.0)):
            self.assertAlmostEqual(edge, high[k] - low[k], 9)

    def test_normals_are_smooth_on_the_barrel_and_sharp_at_the_rim(self) -> None:
        for triangle in shapes.cylinder(1.0, 2.0, segments=32).triangles():
            for point, normal in triangle:
                flat = abs(normal[2]) > 0.999
                radial = abs(normal[2]) < 1e-6 and vec.dot(normal, vec.unit((point[0], point[1], 0.0))) > 0.999
                self.assertTrue(flat or radial)


class Frames(unittest.TestCase):
    def test_euler_order_is_x_then_y_then_z(self) -> None:
        moved = vec.apply(vec.matrix_from_euler((math.pi / 2, 0.0, math.pi / 2)), (0.0, 1.0, 0.0))
        for a, b in zip((0.0, 0.0, 1.0), moved):
            self.assertAlmostEqual(a, b, 9)

    def test_inverse_undoes(self) -> None:
        frame = vec.matrix_from_euler((0.3, -1.1, 2.5), (1.0, 2.0, 3.0))
        there_and_back = vec.compose(vec.inverse_rigid(frame), frame)
        for row, wanted in zip(there_and_back, vec.IDENTITY):
            for a, b in zip(row, wanted):
                self.assertAlmostEqual(a, b, 9)

    def test_a_frame_survives_writing_and_reading(self) -> None:
        child = Node(
            "child", (0.1, -0.2, 0.3), (0.4, 0.5, -2.6), Mesh().add(m.RED, shapes.box(1.0, 2.0, 3.0)), rigid("BOX", 2.0)
        )
        root = Node("root", (1.0, 2.0, 3.0), (3.0, 0.1, 0.2)).add(child)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.glb"
            path.write_bytes(glb.encode(Model("model", root)))
            found = {node.name: node for node in reader.File(path).placed()}["child"]
        for row, wanted in zip(found.frame, child.world()):
            for a, b in zip(row, wanted):
                self.assertAlmostEqual(b, a, 4)
        self.assertEqual(2.0, found.extras["morse_physics"]["mass"])

    def test_other_files_are_refused(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "wrong.glb"
            path.write_bytes(b"BLENDER-v274" + b"\0" * 20)
            with self.assertRaisesRegex(ValueError, "not a binary glTF"):
                reader.File(path)


class Facts(unittest.TestCase):
    def test_parents_come_before_children_in_every_table(self) -> None:
        from kit import facts

        for path in sorted((support.MAKE / "facts").glob("*.json")):
            seen = set()
            for row in facts.rows(path.stem):
                self.assertTrue("parent" not in row or row["parent"] in seen, f"{path.name}: {row['name']}")
                seen.add(row["name"])


if __name__ == "__main__":
    unittest.main()
