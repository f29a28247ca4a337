"""Writes the Blender files of these tests, and a report by Blender itself about each.

    python make.py FOLDER

Run it with a Python that has the package ``bpy`` of one version of Blender. The folder receives ``VERSION.blend``, a scene
with one object for each feature that the reader knows, and ``VERSION.json``, the report.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import bpy

FOLDER = Path(sys.argv[1]).resolve()
VERSION = "{}_{}".format(*bpy.app.version)


def material(name, color, metallic=0.0, roughness=0.5, alpha=1.0, emission=0.0, image=None):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1.0)
    shader.inputs["Metallic"].default_value = metallic
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Alpha"].default_value = alpha
    shader.inputs["Emission Color"].default_value = (1.0, 1.0, 1.0, 1.0)
    shader.inputs["Emission Strength"].default_value = emission
    if image is not None:
        texture = made.node_tree.nodes.new("ShaderNodeTexImage")
        texture.image = image
        made.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    return made


def mesh(name, vertices, faces, uv=False):
    made = bpy.data.meshes.new(name)
    made.from_pydata(vertices, [], faces)
    if uv:
        layer = made.uv_layers.new(name="first")
        for corner, loop in enumerate(layer.data):
            loop.uv = (0.125 * corner, 1.0 - 0.0625 * corner)
        second = made.uv_layers.new(name="second")
        for loop in second.data:
            loop.uv = (0.5, 0.5)
    made.update()
    return made


CUBE = (
    [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)],
    [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)],
)
RING = [(math.cos(0.9 * k), math.sin(0.9 * k), 0.0) for k in range(7)]


def add(name, data=None, collection=None, **settings):
    made = bpy.data.objects.new(name, data)
    (collection or bpy.context.scene.collection).objects.link(made)
    for key, value in settings.items():
        setattr(made, key, value)
    return made


def objects():
    scene = bpy.context.scene
    image = bpy.data.images.new("checker", 4, 4)
    image.pixels = [((k // 4 + k // 16) % 2) if k % 4 < 3 else 1.0 for k in range(64)]
    image.pack()
    red = material("red", (0.8, 0.1, 0.05), roughness=0.25)
    glass = material("glass", (0.2, 0.4, 0.9), alpha=0.3)
    steel = material("steel", (0.5, 0.5, 0.5), metallic=1.0, roughness=0.125)
    lamp = material("glowing", (1.0, 0.5, 0.0), emission=2.0)
    pictured = material("pictured", (1.0, 1.0, 1.0), image=image)
    plain = bpy.data.materials.new("plain")
    plain.use_nodes = False
    plain.diffuse_color = (0.1, 0.6, 0.3, 1.0)

    cube = mesh("cube", *CUBE, uv=True)
    for one in (red, pictured):
        cube.materials.append(one)
    for polygon in cube.polygons:
        polygon.material_index = polygon.index % 2
    house = add("house", cube, location=(1.0, 2.0, 3.0), rotation_euler=(0.1, 0.2, 0.3), scale=(1.0, 2.0, 0.5))
    ring = mesh("ring", RING, [tuple(range(7))])
    ring.materials.append(glass)
    child = add("child", ring, rotation_mode="QUATERNION", rotation_quaternion=(0.5, 0.5, -0.5, 0.5), location=(0, 0, 1))
    child.parent = house
    child.matrix_parent_inverse = house.matrix_world.inverted()
    other = add("other order", ring, rotation_mode="YZX", rotation_euler=(0.3, -0.4, 0.5), delta_location=(0.0, 0.0, 0.25))
    other.delta_scale = (2.0, 1.0, 1.0)
    other.material_slots[0].link = "OBJECT"
    other.material_slots[0].material = steel
    add("about an axis", ring, rotation_mode="AXIS_ANGLE", rotation_axis_angle=(0.7, 1.0, 2.0, 2.0))
    glowing = mesh("glowing", *CUBE)
    glowing.materials.append(lamp)
    add("lamp shade", glowing, location=(0.0, -3.0, 0.0))
    add("plain one", mesh("plain", *CUBE), location=(0.0, -5.0, 0.0)).data.materials.append(plain)
    empty = add("marker", None, location=(4.0, 0.0, 0.0), empty_display_size=0.25)
    for key, value in {"count": 3, "ratio": 0.5, "label": "door", "open": True, "corner": [1.0, 2.0]}.items():
        empty[key] = value

    mirrored = add("mirrored", mesh("half", [(0.5, 0, 0), (1, 0, 0), (1, 1, 0)], [(0, 1, 2)]), location=(0, 6, 0))
    mirrored.modifiers.new("mirror", "MIRROR").use_axis = (True, False, False)
    row = add("row", mesh("one", *CUBE), location=(0, 8, 0))
    array = row.modifiers.new("array", "ARRAY")
    array.count, array.use_relative_offset, array.use_constant_offset = 3, False, True
    array.constant_offset_displace = (1.5, 0.0, 0.0)

    inner = bpy.data.collections.new("inner")
    outer = bpy.data.collections.new("outer")
    scene.collection.children.link(outer)
    outer.children.link(inner)
    add("nested", glowing, inner, location=(7.0, 0.0, 0.0))
    asset = bpy.data.collections.new("asset")
    asset.instance_offset = (0.0, 0.0, 0.5)
    add("brick", mesh("brick", *CUBE), asset, location=(0.0, 1.0, 0.5))
    shown = add("shown asset", None, location=(10.0, 0.0, 0.0))
    shown.instance_type, shown.instance_collection = "COLLECTION", asset
    hidden = add("hidden", ring, location=(0.0, 12.0, 0.0))
    hidden.hide_viewport = hidden.hide_render = True

    for kind, energy in (("POINT", 100.0), ("SUN", 3.0), ("SPOT", 50.0), ("AREA", 20.0)):
        light = bpy.data.lights.new(kind.lower(), kind)
        light.energy, light.color = energy, (1.0, 0.5, 0.25)
        if kind == "SPOT":
            light.spot_size, light.spot_blend = 1.25, 0.5
        add(f"{kind.lower()} light", light, location=(0.0, 0.0, 5.0))
    view = bpy.data.cameras.new("view")
    view.lens, view.sensor_width, view.clip_start, view.clip_end = 50.0, 32.0, 0.25, 80.0
    scene.camera = add("view", view, location=(0.0, -8.0, 2.0), rotation_euler=(1.4, 0.0, 0.0))
    plan = bpy.data.cameras.new("plan")
    plan.type, plan.ortho_scale = "ORTHO", 12.0
    add("plan", plan, location=(0.0, 0.0, 9.0))
    bones()
    bodies()


def bones():
    data = bpy.data.armatures.new("bones")
    skeleton = add("skeleton", data, location=(-4.0, 0.0, 0.0))
    bpy.context.view_layer.objects.active = skeleton
    bpy.ops.object.mode_set(mode="EDIT")
    upper = data.edit_bones.new("upper")
    upper.head, upper.tail = (0, 0, 0), (0, 0, 1)
    lower = data.edit_bones.new("lower")
    lower.head, lower.tail, lower.parent = (0, 0, 1), (0, 0.5, 2), upper
    bpy.ops.object.mode_set(mode="OBJECT")


def bodies():
    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    scene.rigidbody_world.collection = bpy.data.collections.new("rigid bodies")
    shapes = ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONE", "CONVEX_HULL", "MESH")
    for place, shape in enumerate(shapes):
        made = add(f"body {shape.lower()}", mesh(f"body {place}", *CUBE), location=(2.0 * place, -10.0, 1.0))
        scene.rigidbody_world.collection.objects.link(made)
        body = made.rigid_body
        body.type = "PASSIVE" if shape == "MESH" else "ACTIVE"
        body.collision_shape = shape
        body.mass, body.friction, body.restitution = 1.0 + place, 0.25, 0.125
        body.linear_damping, body.angular_damping = 0.0625, 0.25
        body.collision_margin = 0.03125
        body.collision_collections = [number in (0, 2) for number in range(20)]
    hinge = add("hinge", None, location=(1.0, -10.0, 1.0), rotation_euler=(0.0, math.pi / 2, 0.0))
    bpy.context.view_layer.objects.active = hinge
    bpy.ops.rigidbody.constraint_add(type="HINGE")
    joint = hinge.rigid_body_constraint
    joint.object1, joint.object2 = bpy.data.objects["body box"], bpy.data.objects["body sphere"]
    joint.use_limit_ang_z, joint.limit_ang_z_lower, joint.limit_ang_z_upper = True, -0.5, 0.75


def rows(matrix):
    return [[round(number, 9) for number in row] for row in matrix]


def report():
    bpy.context.view_layer.update()
    told = {"version": VERSION, "objects": {}, "materials": {}, "lights": {}, "cameras": {}}
    graph = bpy.context.evaluated_depsgraph_get()
    for one in bpy.data.objects:
        # Blender computes world poses of shown objects only.
        is_shown = one.name in bpy.context.view_layer.objects and not one.hide_viewport
        world = one.matrix_world if is_shown else one.matrix_basis
        entry = {"type": one.type, "world_from_object": rows(world), "parent": one.parent and one.parent.name}
        entry["hidden_in_render"] = one.hide_render
        if one.type == "MESH":
            changed = one.evaluated_get(graph).to_mesh()
            changed.calc_loop_triangles()
            entry["vertices"] = len(changed.vertices)
            entry["triangles"] = len(changed.loop_triangles)
            entry["area"] = sum(triangle.area for triangle in changed.loop_triangles)
            entry["materials"] = [slot.material and slot.material.name for slot in one.material_slots]
            entry["slots"] = sorted({triangle.material_index for triangle in changed.loop_triangles})
            if changed.uv_layers.active:
                uvs = [tuple(loop.uv) for loop in changed.uv_layers["first"].data]
                entry["uv_sum"] = [sum(uv[axis] for uv in uvs) for axis in (0, 1)]
        if one.type == "ARMATURE":
            entry["bones"] = {bone.name: [list(bone.head_local), list(bone.tail_local)] for bone in one.data.bones}
        if one.rigid_body:
            body = one.rigid_body
            names = ("type", "collision_shape", "mass", "friction", "restitution", "linear_damping", "angular_damping")
            entry["body"] = {name: getattr(body, name) for name in (*names, "collision_margin")}
        told["objects"][one.name] = entry
    for one in bpy.data.materials:
        shader = one.use_nodes and one.node_tree and one.node_tree.nodes.get("Principled BSDF")
        value = (lambda name, shader=shader: shader.inputs[name].default_value) if shader else None
        told["materials"][one.name] = {
            "color": list(value("Base Color"))[:3] if value else list(one.diffuse_color)[:3],
            "roughness": value("Roughness") if value else one.roughness,
            "metallic": value("Metallic") if value else one.metallic,
            "alpha": value("Alpha") if value else 1.0,
            "emission": value("Emission Strength") if value else 0.0,
        }
    for one in bpy.data.lights:
        told["lights"][one.name] = {"type": one.type, "energy": one.energy, "color": list(one.color)}
    for one in bpy.data.cameras:
        told["cameras"][one.name] = {"type": one.type, "lens": one.lens, "scale": one.ortho_scale, "near": one.clip_start}
    return told


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    objects()
    FOLDER.mkdir(parents=True, exist_ok=True)
    told = report()
    path = FOLDER / f"{VERSION}.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path), compress=True)
    (FOLDER / f"{VERSION}.json").write_text(json.dumps(told, indent=1, sort_keys=True) + "\n")
    print(path, path.stat().st_size)


main()
