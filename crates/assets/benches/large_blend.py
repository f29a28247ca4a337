"""A Blender file of 254 MB, and the time and memory with which Blender opens it, for docs/performance.md.

    python large_blend.py make FOLDER
    python large_blend.py open FILE

Run it with a Python that has the package ``bpy``. The folder receives ``plain.blend`` and ``packed.blend``, which is
compressed. ``cargo run -p morse-assets --example load -- FILE`` prints the same numbers of the reader.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import bpy
import numpy

#: Squares on each side of a grid, and number of grids.
SIDE = 480
GRIDS = 11


def grid(number):
    """A grid of random heights with a UV map."""
    x, y = numpy.meshgrid(numpy.arange(SIDE + 1), numpy.arange(SIDE + 1))
    z = numpy.random.default_rng(number).random(x.shape) * 0.1
    points = numpy.stack([x * 0.1, y * 0.1, z], -1).reshape(-1, 3).astype(numpy.float32)
    first = (numpy.arange(SIDE)[:, None] * (SIDE + 1) + numpy.arange(SIDE)).reshape(-1)
    corners = numpy.stack([first, first + 1, first + SIDE + 2, first + SIDE + 1], -1).reshape(-1).astype(numpy.int32)
    mesh = bpy.data.meshes.new(f"grid {number}")
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.reshape(-1))
    mesh.loops.add(len(corners))
    mesh.loops.foreach_set("vertex_index", corners)
    mesh.polygons.add(SIDE * SIDE)
    mesh.polygons.foreach_set("loop_start", numpy.arange(0, len(corners), 4, dtype=numpy.int32))
    mesh.update(calc_edges=True)
    mesh.uv_layers.new(name="map").data.foreach_set("uv", (points[corners, :2] / 48).reshape(-1))
    return mesh


def make(folder):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for number in range(GRIDS):
        made = bpy.data.objects.new(f"field {number}", grid(number))
        made.location = (50.0 * number, 0.0, 0.0)
        bpy.context.scene.collection.objects.link(made)
    for name, is_packed in (("plain", False), ("packed", True)):
        path = folder / f"{name}.blend"
        bpy.ops.wm.save_as_mainfile(filepath=str(path), compress=is_packed)
        print(path, path.stat().st_size)


def measure(path):
    before = resource.getrusage(resource.RUSAGE_SELF)
    bpy.ops.wm.open_mainfile(filepath=str(path))
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    whole = after.ru_utime + after.ru_stime
    print(f"{seconds:.3f} s of the processor, {whole:.3f} s with the start of Blender")
    print(f"{after.ru_maxrss} kB at most, {before.ru_maxrss} kB before")


def main():
    action, path = sys.argv[1:]
    {"make": make, "open": measure}[action](Path(path).resolve())


main()
