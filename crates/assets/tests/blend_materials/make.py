"""Writes materials.blend: materials whose numbers, normals and emission are images. Run it with Blender 4.5 as a module:

    pip install bpy==4.5.0 && python make.py
"""

from pathlib import Path

import bpy

FILE = Path(__file__).with_name("materials.blend")


def image(name):
    made = bpy.data.images.new(name, 2, 2)
    made.pack()
    return made


def material(name):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    tree = made.node_tree
    return made, tree, tree.nodes["Principled BSDF"]


def texture(tree, picture):
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = picture
    return node


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    packed, bumps, glow, single = map(image, ["packed", "bumps", "glow", "single"])

    # As the importer of glTF makes them: the numbers are channels of one image.
    channels, tree, shader = material("channels")
    shader.inputs["Specular IOR Level"].default_value = 0.25
    separate = tree.nodes.new("ShaderNodeSeparateColor")
    tree.links.new(texture(tree, packed).outputs["Color"], separate.inputs["Color"])
    tree.links.new(separate.outputs["Green"], shader.inputs["Roughness"])
    tree.links.new(separate.outputs["Blue"], shader.inputs["Metallic"])
    normals = tree.nodes.new("ShaderNodeNormalMap")
    normals.inputs["Strength"].default_value = 0.75
    tree.links.new(texture(tree, bumps).outputs["Color"], normals.inputs["Color"])
    tree.links.new(normals.outputs["Normal"], shader.inputs["Normal"])
    tree.links.new(texture(tree, glow).outputs["Color"], shader.inputs["Emission Color"])
    shader.inputs["Emission Strength"].default_value = 2.0

    whole, tree, shader = material("whole")
    reroute = tree.nodes.new("NodeReroute")
    tree.links.new(texture(tree, single).outputs["Color"], reroute.inputs[0])
    tree.links.new(reroute.outputs[0], shader.inputs["Roughness"])
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.5
    bump.inputs["Distance"].default_value = 0.25
    tree.links.new(texture(tree, bumps).outputs["Color"], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])

    lamp, tree, shader = material("lamp")
    emission = tree.nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = (1.0, 0.5, 0.0, 1.0)
    emission.inputs["Strength"].default_value = 3.0
    tree.links.new(emission.outputs["Emission"], tree.nodes["Material Output"].inputs["Surface"])

    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
    for made in (channels, whole, lamp):
        mesh = bpy.data.meshes.new(made.name)
        mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
        mesh.uv_layers.new()
        mesh.materials.append(made)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new(made.name, mesh))
    bpy.ops.wm.save_as_mainfile(filepath=str(FILE), compress=True)


main()
