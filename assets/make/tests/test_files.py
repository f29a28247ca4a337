"""The committed .glb files: they parse, have the required sizes, names and bodies, and equal newly generated ones."""

import json
import math
import unittest
from pathlib import Path

import main

from tests import support

_HERE = Path(__file__).resolve().parent
_TYPES = {"RIGID_BODY", "STATIC", "DYNAMIC", "NO_COLLISION", "SENSOR", "CHARACTER"}
_BOUNDS = {"BOX", "SPHERE", "CYLINDER", "CONE", "CONVEX_HULL", "TRIANGLE_MESH", "CAPSULE"}
_KEYS = {
    "type",
    "bounds",
    "mass",
    "friction",
    "elasticity",
    "radius",
    "damping",
    "margin",
    "compound",
    "actor",
    "ghost",
    "no_sleep",
    "form_factor",
}

#: Sizes that differ from the original's on purpose: robots do not drive over the edge of the ground of `empty`.
_WIDER = {"environments/empty": (400.0, 400.0, 0.131)}

#: Objects without collision: marks on the ground, panes, leaves, grass, open water, a fire, a signpost, and
#: the feet and brackets of objects that float in the original.
_PASSABLE = {
    "Arena_lines",
    "Bracket",
    "Fire_Sphere",
    "Floor_boards",
    "Floor_joints",
    "Foot",
    "Ground_joints",
    "Path",
    "Walls_trim",
    "Water",
    "WayPoint",
    "Windows",
    "furn_001",
    "grass_002",
    "leaves",
}


def _table(name: str) -> dict:
    return json.loads((_HERE / name).read_text(encoding="utf-8"))


class Files(unittest.TestCase):
    def test_sizes_are_within_five_percent_of_the_original(self) -> None:
        for name, expected in _table("expected_sizes.json").items():
            low, high = support.model(name).box()
            for axis, wanted, a, b in zip("xyz", _WIDER.get(name, expected), low, high):
                slack = max(0.05 * wanted, 0.004 if wanted < 1.0 else 0.11)
                with self.subTest(model=name, axis=axis):
                    self.assertLessEqual(abs((b - a) - wanted), slack, f"is {b - a:.3f} m, wanted {wanted} m")

    def test_names_that_scenes_use_are_there(self) -> None:
        for name, expected in _table("expected_names.json").items():
            present = {node.name for node in support.model(name).placed()}
            self.assertEqual([], sorted(set(expected) - present), name)

    def test_meshes_are_sound(self) -> None:
        for name, path in support.files():
            file = support.File(path)
            for number in range(len(file.document.get("meshes", []))):
                for points, normals, indices, _ in file.primitives(number):
                    self.assertEqual(len(points), len(normals), name)
                    self.assertEqual(0, len(indices) % 3, name)
                    self.assertTrue(min(indices) >= 0 and max(indices) < len(points), name)
                    for n in normals:
                        self.assertAlmostEqual(1.0, math.sqrt(sum(c * c for c in n)), 5, name)

    def test_every_object_says_how_it_collides(self) -> None:
        for name, path in support.files():
            for node in support.File(path).placed():
                self.assertNotEqual(
                    "morse_physics" in node.extras, "morse_joint" in node.extras, f"{name}: {node.name}"
                )
                physics = node.extras.get("morse_physics", {"type": "NO_COLLISION"})
                self.assertIn(physics["type"], _TYPES, f"{name}: {node.name}")
                self.assertEqual(set(), set(physics) - _KEYS, f"{name}: {node.name}")
                if physics["type"] != "NO_COLLISION":
                    self.assertIn(physics["bounds"], _BOUNDS, f"{name}: {node.name}")

    def test_solid_things_have_bodies(self) -> None:
        for name, path in support.files():
            if not name.startswith(("environments/", "props/")):
                continue
            nodes = list(support.File(path).placed())
            holders = {
                node.parents[-1]
                for node in nodes
                if node.parents and node.extras.get("morse_physics", {"type": "NO_COLLISION"})["type"] != "NO_COLLISION"
            }
            for node in nodes:
                drawn = "mesh" in node.record and not node.hidden
                has_body = node.extras.get("morse_physics", {"type": "NO_COLLISION"})["type"] != "NO_COLLISION"
                has_proxy = bool(node.parents) and node.parents[-1] in holders
                if drawn and not has_body and not has_proxy:
                    self.assertIn(node.name.split(".")[0], _PASSABLE, name)

    def test_nothing_drawn_hangs_below_a_node_that_hides_its_children(self) -> None:
        proxies = 0
        for name, path in support.files():
            hiding: set[str] = set()
            for node in support.File(path).placed():
                proxies += node.hidden
                below = hiding.intersection(node.parents)
                self.assertFalse(
                    "mesh" in node.record and not node.hidden and below, f"{name}: {node.name} below {below}"
                )
                if "KHR_node_visibility" in node.record.get("extensions", {}):
                    self.assertTrue(node.hidden, f"{name}: {node.name}")
                    hiding.add(node.name)
        self.assertGreater(proxies, 200)

    def test_all_together_stay_small(self) -> None:
        total = sum(path.stat().st_size for _, path in support.files())
        self.assertLess(total, 10_000_000)

    def test_the_committed_files_equal_generated_ones(self) -> None:
        made = {model.path: main.glb.encode(model) for model in main.all_models([])}
        committed = {name: path.read_bytes() for name, path in support.files()}
        self.assertEqual(sorted(made), sorted(committed))
        for name, data in made.items():
            self.assertTrue(
                data == committed[name], f"{name}.glb is out of date; run assets/make/main.py and commit"
            )


if __name__ == "__main__":
    unittest.main()
