"""Writes Blender files with backgrounds for these tests, and the light that Cycles finds in some directions.

    python make.py FOLDER

Run it with a Python that has the package ``bpy`` of one version of Blender. The folder receives a file for each background, and
``report.json``.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from pathlib import Path

import bpy
from mathutils import Vector

FOLDER = Path(sys.argv[1]).resolve()
DIRECTIONS = [
    (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 1, 0.5), (-1, 1, -0.5), (-0.3, -1, 0.8), (1, -0.6, -0.7),
]  # fmt: skip


def panorama(name, scale, file_format, *, is_float):
    """A smooth image of all directions, whose colors differ everywhere."""
    width, height = 64, 32
    image = bpy.data.images.new(name, width, height, float_buffer=is_float)
    pixels = []
    for row in range(height):
        up = math.sin(math.pi * ((row + 0.5) / height - 0.5))
        for column in range(width):
            turn = 2 * math.pi * (column + 0.5) / width
            pixels += [scale * (0.5 + 0.4 * up), scale * (0.5 + 0.3 * math.sin(turn)), scale * (0.5 + 0.3 * math.cos(turn)), 1.0]
    image.pixels = pixels
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.{'hdr' if file_format == 'HDR' else 'png'}"
        image.filepath_raw, image.file_format = str(path), file_format
        image.save()
        loaded = bpy.data.images.load(str(path))
        loaded.pack()
        loaded.use_fake_user = True
    bpy.data.images.remove(image)
    return loaded


def background(color=(0.0, 0.0, 0.0), strength=1.0, image=None, rotation=None):
    world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    node = nodes["Background"]
    node.inputs["Color"].default_value = (*color, 1.0)
    node.inputs["Strength"].default_value = strength
    if image is not None:
        texture = nodes.new("ShaderNodeTexEnvironment")
        texture.image = image
        links.new(texture.outputs["Color"], node.inputs["Color"])
        if rotation is not None:
            mapping, coordinates = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexCoord")
            mapping.inputs["Rotation"].default_value = rotation
            links.new(coordinates.outputs["Generated"], mapping.inputs["Vector"])
            links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
    return world


def light_of(scene, direction):
    """Linear light that a camera sees in a direction."""
    scene.camera.rotation_euler = Vector(direction).to_track_quat("-Z", "Y").to_euler()
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "picture.exr")
        bpy.ops.render.render(write_still=True)
        picture = bpy.data.images.load(scene.render.filepath)
        found = list(picture.pixels)[:3]
        bpy.data.images.remove(picture)
    return [round(part, 5) for part in found]


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    cases = {
        "color": lambda: background((0.2, 0.4, 0.1), 1.5),
        "image": lambda: background(image=panorama("day", 1.0, "PNG", is_float=False)),
        "turned": lambda: background(strength=0.5, image=panorama("bright", 1.6, "HDR", is_float=True), rotation=(0.0, 0.0, 0.7)),
        "tilted": lambda: background(image=panorama("day", 1.0, "PNG", is_float=False), rotation=(0.3, -0.4, 2.0)),
    }
    found = {}
    for name, make in cases.items():
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        scene.world = make()
        camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
        scene.collection.objects.link(camera)
        camera.data.angle = 0.01
        scene.camera = camera
        scene.render.engine = "CYCLES"
        scene.cycles.samples, scene.cycles.use_denoising = 1, False
        scene.render.resolution_x = scene.render.resolution_y = 4
        scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "32"
        found[name] = [[direction, light_of(scene, direction)] for direction in DIRECTIONS]
        bpy.data.libraries.write(str(FOLDER / f"{name}.blend"), {scene}, compress=True)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in found.items())
    (FOLDER / "report.json").write_text("{\n" + lines + "\n}\n")


main()
