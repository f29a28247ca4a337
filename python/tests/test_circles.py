"""Circular imports: there are none."""

import ast
import unittest
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[1]
#: These types convert into each other in every direction, like those of Blender.
FAMILY = "morse.core.mathutils."


def modules():
    """Files of our packages by module name."""
    found = {}
    for package in ("morse", "pymorse"):
        for path in (PYTHON / package).rglob("*.py"):
            parts = path.relative_to(PYTHON).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


class Imports(ast.NodeVisitor):
    """Names that a module imports at run time; imports for annotations are omitted."""

    def __init__(self, name, path):
        self.names = set()
        self._package = name if path.stem == "__init__" else name.rpartition(".")[0]
        self.visit(ast.parse(path.read_text()))

    def visit_If(self, node):
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)

    def visit_Import(self, node):
        self.names.update(alias.name for alias in node.names)

    def visit_ImportFrom(self, node):
        above = self._package.split(".")
        above = above[: len(above) - node.level + 1] if node.level else []
        base = ".".join(above + ([node.module] if node.module else []))
        self.names.update(f"{base}.{alias.name}" for alias in node.names)
        self.names.add(base)


def uses():
    """Our modules that each module imports. An import of a module does not count as one of its package."""
    files = modules()
    found = {}
    for name, path in files.items():
        imported = Imports(name, path).names & files.keys()
        imported = {one for one in imported if not any(other.startswith(one + ".") for other in imported)}
        found[name] = imported - {name}
    return found


def circle(graph):
    """The modules of a circle, or an empty result."""
    done, way = set(), []

    def walk(name):
        if name in way:
            return way[way.index(name) :]
        if name in done:
            return []
        way.append(name)
        for other in sorted(graph.get(name, ())):
            found = walk(other)
            if found:
                return found
        done.add(way.pop())
        return []

    for name in sorted(graph):
        found = walk(name)
        if found:
            return found
    return []


class Circles(unittest.TestCase):
    def test_modules_import_each_other_one_way_only(self):
        graph = {name: used for name, used in uses().items() if not name.startswith(FAMILY)}
        self.assertGreater(len(graph), 80)
        self.assertEqual(circle(graph), [])

    def test_a_circle_is_found(self):
        self.assertEqual(circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}), ["b", "c"])
        self.assertEqual(circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}), [])


if __name__ == "__main__":
    unittest.main()
