"""Writes Blender files with subdivided meshes for these tests, and their points as Blender computes them.

    python make.py FOLDER

Run it with a Python that has the package ``bpy`` of one version of Blender. The folder receives ``VERSION.blend`` and
``report.json``, which is the same for all versions so far.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import bpy

FOLDER = Path(sys.argv[1]).resolve()
VERSION = "{}_{}".format(*bpy.app.version)
CUBE = (
    [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)],
    [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)],
)
#: A prism over a pentagon, with a roof of triangles.
PRISM = (
    [(math.cos(k * 0.4 * math.pi), math.sin(k * 0.4 * math.pi), z) for z in (0, 1) for k in range(5)] + [(0.2, 0.1, 1.5)],
    [tuple(range(4, -1, -1))]
    + [(k, (k + 1) % 5, 5 + (k + 1) % 5, 5 + k) for k in range(5)]
    + [(5 + k, 5 + (k + 1) % 5, 10) for k in range(5)],
)
#: A sheet of three by two squares with a dent.
SHEET = (
    [(x, y, 0.5 if (x, y) == (1, 1) else 0.0) for y in range(3) for x in range(4)],
    [(4 * y + x, 4 * y + x + 1, 4 * y + x + 5, 4 * y + x + 4) for y in range(2) for x in range(3)],
)
#: One half of a box without the side at x = 0.
HALF = (
    [(x, y, z) for x in (0, 1) for y in (-1, 1) for z in (-1, 1)],
    [(4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)],
)


def layer(mesh, name, domain):
    """The attribute of creases, which some versions make before it is used."""
    return mesh.attributes.get(name) or mesh.attributes.new(name, "FLOAT", domain)


def add(name, shape, edges=(), points=(), uv=None, **settings):
    """An object with the modifier. Edges and points are pairs of a condition on coordinates and a crease."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(shape[0], [], shape[1])
    if uv is not None:
        values = mesh.uv_layers.new(name="map").data
        for polygon in mesh.polygons:
            for place, corner in enumerate(polygon.loop_indices):
                values[corner].uv = uv(polygon.index, place, mesh.vertices[mesh.loops[corner].vertex_index].co)
    for condition, crease in edges:
        values = layer(mesh, "crease_edge", "EDGE").data
        for edge in mesh.edges:
            if all(condition(mesh.vertices[vertex].co) for vertex in edge.vertices):
                values[edge.index].value = crease
    for condition, crease in points:
        values = layer(mesh, "crease_vert", "POINT").data
        for vertex in mesh.vertices:
            if condition(vertex.co):
                values[vertex.index].value = crease
    made = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(made)
    before = settings.pop("before", ())
    after = settings.pop("after", ())
    for kind, values in (*before, ("SUBSURF", settings), *after):
        modifier = made.modifiers.new(kind.lower(), kind)
        for key, value in values.items():
            setattr(modifier, key, value)


def objects():
    def top(place):
        return place.z > 0.5

    def square(_face, place, _point):
        return ((0, 0), (1, 0), (1, 1), (0, 1))[place % 4]

    def flat(_face, _place, point):
        return (0.1 + 0.2 * point.x + 0.03 * point.x**2, 0.3 * point.y)

    def torn(face, _place, point):
        return (0.2 * point.x + (0.5 if face in (1, 4) else 0.0), 0.3 * point.y + 0.1 * point.z)

    for levels, creases in ((1, (0.2, 0.3, 0.5, 0.6, 0.9, 1.0)), (2, (0.3, 0.6)), (3, (0.6,))):
        add(f"cube {levels}", CUBE, levels=levels)
        add(f"cube {levels} without limit", CUBE, levels=levels, use_limit_surface=False)
        for crease in creases:
            add(f"crease {crease} {levels}", CUBE, edges=[(top, crease)], levels=levels)
            add(f"point {crease} {levels}", CUBE, points=[(lambda at: sum(at) > 2.5, crease)], levels=levels)
            add(f"crease {crease} {levels} without limit", CUBE, edges=[(top, crease)], levels=levels, use_limit_surface=False)
    add("crease of quality 5", CUBE, edges=[(top, 0.7)], levels=1, quality=5)
    add("creases that differ", PRISM, edges=[(top, 0.5), (lambda at: at.z < 0.5, 0.8), (lambda at: at.x > 0.9, 0.4)], levels=2)
    add("creases ignored", CUBE, edges=[(top, 1.0)], levels=1, use_creases=False)
    add("prism", PRISM, levels=2)
    add("simple", SHEET, levels=2, subdivision_type="SIMPLE", uv=flat)
    add("sheet", SHEET, levels=2, uv=flat)
    add("sheet with corners", SHEET, levels=2, boundary_smooth="PRESERVE_CORNERS")
    for mode in ("NONE", "PRESERVE_CORNERS", "PRESERVE_BOUNDARIES", "SMOOTH_ALL"):
        add(f"cube uv {mode}", CUBE, levels=2, uv_smooth=mode, uv=square)
        add(f"sheet uv {mode}", SHEET, levels=2, uv_smooth=mode, uv=flat)
        add(f"torn uv {mode}", SHEET, levels=1, uv_smooth=mode, uv=torn)
    mirror = ("MIRROR", {"use_axis": (True, False, False)})
    add("mirrored before", HALF, edges=[(top, 0.5)], before=[mirror], levels=1)
    add("mirrored after", HALF, after=[mirror], levels=1)
    rows = ("ARRAY", {"count": 2, "use_relative_offset": False, "use_constant_offset": True, "constant_offset_displace": (3, 0, 0)})
    add("row before", CUBE, edges=[(top, 0.5)], before=[rows], levels=1)
    add("row after", CUBE, after=[rows], levels=1)
    add("twice", CUBE, before=[("SUBSURF", {"levels": 1})], levels=1)
    add("level zero", CUBE, levels=0)


def report():
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    found = {}
    for one in bpy.data.objects:
        mesh = one.evaluated_get(graph).to_mesh()
        entry = {
            "faces": len(mesh.polygons),
            "points": [[round(part, 6) for part in vertex.co] for vertex in mesh.vertices],
        }
        if mesh.uv_layers:
            values = mesh.uv_layers[0].data
            corners = [
                (*(round(part, 5) for part in mesh.vertices[loop.vertex_index].co), *(round(part, 5) for part in values[loop.index].uv))
                for loop in mesh.loops
            ]
            entry["corners"] = sorted(set(corners))
        found[one.name] = entry
    return found


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    objects()
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}" for name, entry in report().items())
    (FOLDER / "report.json").write_text("{\n" + text + "\n}\n")
    path = FOLDER / f"{VERSION}.blend"
    bpy.data.libraries.write(str(path), {bpy.context.scene}, compress=True)
    print(path, path.stat().st_size)


main()
