"""Writes `constraints.blend`, and poses that the physics of Blender gives its bodies, for the tests of constraints.

    python make.py FOLDER

Run it with a Python that has the package ``bpy``. For each constraint, a passive post holds an active body of 1 kg at its
side, under gravity. The report has the poses of all active bodies after ten seconds.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import bpy

FOLDER = Path(sys.argv[1]).resolve()
SECONDS, FPS = 10, 24
RIGHT = math.pi / 2


def cube(name):
    made = bpy.data.meshes.new(name)
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    made.from_pydata(corners, [], [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
    made.update()
    return made


def add(name, data, location, scale=(1.0, 1.0, 1.0), rotation=(0.0, 0.0, 0.0)):
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    made.location, made.scale, made.rotation_euler = location, scale, rotation
    return made


def body(name, location, is_active, scale=(0.4, 0.4, 0.4), rotation=(0.0, 0.0, 0.0)):
    made = add(name, cube(name), location, scale, rotation)
    bpy.context.scene.rigidbody_world.collection.objects.link(made)
    settings = made.rigid_body
    settings.type = "ACTIVE" if is_active else "PASSIVE"
    settings.collision_shape, settings.mass, settings.friction = "BOX", 1.0, 0.5
    settings.linear_damping, settings.angular_damping = 0.5, 0.9
    settings.use_deactivation = False
    return made


def constraint(name, kind, ends, location, rotation=(0.0, 0.0, 0.0), **settings):
    made = add(name, None, location, rotation=rotation)
    bpy.context.view_layer.objects.active = made
    bpy.ops.rigidbody.constraint_add(type=kind)
    joint = made.rigid_body_constraint
    joint.object1, joint.object2 = ends
    for key, value in settings.items():
        setattr(joint, key, value)


def pair(name, kind, place, is_reversed=False, rotation=(0.0, 0.0, 0.0), **settings):
    """A post, and a body 1 m beside it, which a constraint at the post holds."""
    post = body(f"{name} post", (0.0, 3.0 * place, 5.0), False)
    load = body(f"{name} load", (1.0, 3.0 * place, 5.0), True, (0.4, 0.3, 0.2))
    ends = (load, post) if is_reversed else (post, load)
    constraint(name, kind, ends, (0.0, 3.0 * place, 5.0), rotation, **settings)


def locked(*free):
    """A generic constraint in which all axes but some are locked."""
    axes = [axis for axis in ("lin_x", "lin_y", "lin_z", "ang_x", "ang_y", "ang_z") if axis not in free]
    names = {f"use_limit_{axis}": True for axis in axes}
    ends = {f"limit_{axis}_{end}": 0.0 for axis in axes for end in ("lower", "upper")}
    return {**names, **ends}


def limited(axis, lower, upper):
    return {f"use_limit_{axis}": True, f"limit_{axis}_lower": lower, f"limit_{axis}_upper": upper}


def scene():
    bpy.ops.rigidbody.world_add()
    world = bpy.context.scene.rigidbody_world
    world.collection = bpy.data.collections.new("bodies")
    world.constraints = bpy.data.collections.new("constraints")
    world.substeps_per_frame, world.solver_iterations = 20, 50
    world.point_cache.frame_end = SECONDS * FPS + 1
    sideways = (RIGHT, 0.0, 0.0)
    pair("fixed", "FIXED", 0)
    pair("point", "POINT", 1)
    # The z axis of the empty is -y of the world.
    pair("hinge", "HINGE", 2, rotation=sideways, **limited("ang_z", -0.5, 0.25))
    pair("hinge of the load", "HINGE", 3, is_reversed=True, rotation=sideways, **limited("ang_z", -0.5, 0.25))
    # The x axis of the empty is -z of the world.
    down = (0.0, RIGHT, 0.0)
    pair("slider", "SLIDER", 4, rotation=down, **limited("lin_x", -0.2, 0.6))
    pair("piston", "PISTON", 5, rotation=down, **limited("lin_x", -0.2, 0.3), **limited("ang_x", -0.4, 0.4))
    pair("generic turn", "GENERIC", 6, **locked("ang_y"), **limited("ang_y", -0.3, 0.7))
    pair("generic turn of the load", "GENERIC", 7, is_reversed=True, **locked("ang_y"), **limited("ang_y", -0.3, 0.7))
    pair("generic slide", "GENERIC", 8, **locked("lin_z"), **limited("lin_z", -0.45, 0.1))
    pair("generic ball", "GENERIC", 9, **locked("ang_x", "ang_y", "ang_z"))
    spring = {"use_spring_z": True, "spring_stiffness_z": 20.0, "spring_damping_z": 4.0, "spring_type": "SPRING2"}
    pair("spring", "GENERIC_SPRING", 10, **locked("lin_z"), **spring)
    turned = {"use_spring_ang_y": True, "spring_stiffness_ang_y": 30.0, "spring_damping_ang_y": 2.0, "spring_type": "SPRING2"}
    pair("turning spring", "GENERIC_SPRING", 11, **locked("ang_y"), **turned)
    bridge()
    # The z axis of the hinge is that of the world, and so is the x axis of its motor: it turns the load.
    driven("driven hinge", "HINGE", 13, (0.0, -RIGHT, 0.0), use_motor_ang=True, motor_ang_target_velocity=0.2, motor_ang_max_impulse=50.0)
    # The x axis of the slider is that of the world; its motor looks the other way, and its bodies are exchanged.
    driven("driven slider", "SLIDER", 14, (0.0, 0.0, 2.0 * RIGHT), True, use_motor_lin=True, motor_lin_target_velocity=0.1, motor_lin_max_impulse=50.0)


def driven(name, kind, place, rotation, is_reversed=False, **settings):
    """A pair with a motor, which is a constraint of its own between the same bodies."""
    pair(name, kind, place)
    ends = tuple(bpy.data.objects[f"{name} {end}"] for end in ("post", "load"))
    ends = ends[::-1] if is_reversed else ends
    constraint(f"{name} motor", "MOTOR", ends, (0.0, 3.0 * place, 5.0), rotation, **settings)


def bridge():
    """A chain of three bodies between two posts: its last point closes a loop."""
    places = [(0.0, 5.0), (0.5, 4.8), (1.1, 4.7), (1.7, 4.8), (2.2, 5.0)]
    parts = [body(f"bridge {n}", (x, 36.0, z), 0 < n < 4, (0.3, 0.3, 0.1)) for n, (x, z) in enumerate(places)]
    for n in range(4):
        middle = (parts[n].location + parts[n + 1].location) / 2.0
        constraint(f"bridge point {n}", "POINT", (parts[n], parts[n + 1]), middle)


def report():
    view = bpy.context.scene
    for frame in range(1, SECONDS * FPS + 2):
        view.frame_set(frame)
    poses = {}
    for one in bpy.data.objects:
        if one.rigid_body and one.rigid_body.type == "ACTIVE":
            matrix = one.matrix_world
            poses[one.name] = [round(number, 5) for number in (*matrix.translation, *matrix.to_quaternion())]
    return poses


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene()
    FOLDER.mkdir(parents=True, exist_ok=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(FOLDER / "constraints.blend"), compress=True)
    (FOLDER / "constraints.json").write_text(json.dumps(report(), indent=1, sort_keys=True) + "\n")


main()
