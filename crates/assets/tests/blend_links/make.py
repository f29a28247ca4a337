"""Writes `library.blend` and `main.blend`, whose objects override those of the library, for the tests of linked files.

    python make.py FOLDER

Run it with a Python that has the package ``bpy``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

FOLDER = Path(sys.argv[1]).resolve()
LIBRARY = str(FOLDER / "library.blend")
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def library():
    """A red box with a lid, in one collection."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    mesh = bpy.data.meshes.new("box mesh")
    mesh.from_pydata([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], [], FACES)
    mesh.update()
    red = bpy.data.materials.new("red")
    red.use_nodes = True
    red.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (1, 0, 0, 1)
    mesh.materials.append(red)
    crates = bpy.data.collections.new("crates")
    bpy.context.scene.collection.children.link(crates)
    box = bpy.data.objects.new("box", mesh)
    box["label"] = "crate"
    lid = bpy.data.objects.new("lid", mesh)
    lid.parent, lid.location = box, (0, 0, 2)
    for made in (box, lid):
        crates.objects.link(made)
    bpy.ops.wm.save_as_mainfile(filepath=LIBRARY, compress=True)


def main():
    library()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(FOLDER / "main.blend"), compress=True)
    with bpy.data.libraries.load(LIBRARY, link=True) as (_, wanted):
        wanted.collections = ["crates"]
    crates = bpy.data.collections["crates"]
    scene = bpy.context.scene
    scene.collection.children.link(crates)
    made = crates.override_hierarchy_create(scene, bpy.context.view_layer, do_fully_editable=True)
    for one in made.all_objects:
        if one.name == "box":
            one.location, one["label"] = (5, 0, 1), "moved"
    # An object of the file itself with the mesh of the library.
    own = bpy.data.objects.new("own", bpy.data.meshes["box mesh"])
    own.location = (0, 3, 0)
    scene.collection.objects.link(own)
    bpy.ops.file.make_paths_relative()
    bpy.ops.wm.save_as_mainfile(filepath=str(FOLDER / "main.blend"), compress=True)


main()
