"""Blender without a window, with the extension: `blender_session.py CASE FOLDER` prints what the case returns as JSON.

Runs in a Python that has the package `bpy`.
"""

import json
import os
import sys
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "addons"))

import bpy

import morse_blender
from morse_blender.operators import run

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def cube(name, location=(0, 0, 0), size=(1, 1, 1), parent=None):
    bpy.ops.mesh.primitive_cube_add(size=1, location=location)
    obj = bpy.context.object
    obj.name = name
    obj.data.transform([[size[row] if row == column else 0 for column in range(4)] for row in range(3)] + [[0, 0, 0, 1]])
    if parent:
        obj.parent = parent
        obj.matrix_parent_inverse = parent.matrix_world.inverted()
    return obj


def empty(name, role, location=(0, 0, 0), parent=None):
    obj = bpy.data.objects.new(name, None)
    bpy.context.collection.objects.link(obj)
    obj.location = location
    obj.parent = parent
    obj.morse.role = role
    return obj


def activate(obj):
    for other in bpy.context.selected_objects:
        other.select_set(False)
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj


def give(obj, **values):
    for name, value in values.items():
        entry = obj.morse.values[name]
        entry.given = True
        entry.assign(value)


def yard():
    """A ground, a crate four meters ahead, and a robot with a laser scanner and a drive."""
    ground = cube("Ground", (0, 0, -0.5), (40, 40, 1))
    crate = cube("Crate", (4, 0, 0.5))
    rover = cube("Rover", (0, 0, 0.16), (0.8, 0.5, 0.3))
    bpy.ops.object.select_all(action="DESELECT")
    ground.select_set(True)
    crate.select_set(True)
    bpy.ops.morse.mark_bodies(body="STATIC")
    rover.morse.role, rover.morse.robot_class = "ROBOT", "GroundRobot"
    rover.morse.interface = "socket"
    rover.morse.body, rover.morse.bounds, rover.morse.mass = "RIGID_BODY", "BOX", 20.0
    activate(rover)
    bpy.ops.morse.add_sensor(component="Hokuyo")
    lidar = bpy.context.object
    lidar.name, lidar.location = "lidar", (0.1, 0, 0.4)
    give(lidar, laser_range=10.0, scan_window=90.0)
    lidar.morse.rate = 10.0
    activate(rover)
    bpy.ops.morse.add_actuator(component="MotionVW")
    bpy.context.object.name = "motion"
    return ground, crate, rover, lidar


def export(folder, name="yard"):
    bpy.ops.morse.export(filepath=str(folder / f"{name}.glb"))


def findings():
    return [
        [it.severity, it.object.name if it.object else None, it.message, it.help]
        for it in bpy.context.scene.morse_findings
    ]


def check():
    try:
        bpy.ops.morse.check()
    except RuntimeError as problem:
        return str(problem)
    return findings()


@case
def marked_body(folder):
    yard()
    export(folder)
    return {"findings": check()}


@case
def bodies(folder):
    kinds = {}
    for number, kind in enumerate(("NONE", "STATIC", "RIGID_BODY", "DYNAMIC", "GHOST", "SENSOR", "NO_COLLISION")):
        obj = cube(f"body {kind}", (2 * number, 0, 0))
        obj.morse.body, obj.morse.bounds, obj.morse.mass = kind, "BOX", 3.5
        kinds[obj.name] = kind
    physical = cube("physical", (0, 5, 0))
    activate(physical)
    bpy.ops.rigidbody.object_add(type="ACTIVE")
    physical.rigid_body.mass, physical.rigid_body.collision_shape = 7.0, "BOX"
    ball = cube("ball", (3, 5, 0), (0.4, 0.4, 0.4))
    activate(ball)
    bpy.ops.rigidbody.object_add(type="ACTIVE")
    ball.rigid_body.collision_shape, ball.scale = "SPHERE", (2, 2, 2)
    bpy.context.view_layer.update()
    hidden = cube("proxy", (0, 9, 0))
    hidden.morse.body, hidden.hide_render = "STATIC", True
    hidden.hide_set(True)
    cup = cube("cup", (0, 12, 0))
    cup.morse.graspable, cup.morse.label, cup.morse.type = True, "Mug", "Crockery"
    cup["weight class"] = "light"
    export(folder)
    return {
        "kept": sorted(cup.keys()) + sorted(hidden.keys()),
        "hidden again": hidden.hide_get(),
        "type": cup.morse.type,
    }


@case
def mistakes(folder):
    """First those that the extension finds, then, without them, those of the simulator."""
    ground, crate, rover, lidar = yard()
    loose = empty("loose", "SENSOR")
    loose.morse.sensor_class = "Pose"
    nobody = empty("start", "START")
    crate.morse.has_joint = True
    first = check()
    refused = ""
    try:
        bpy.ops.morse.run()
    except RuntimeError as problem:
        refused = str(problem)
    for obj in (loose, nobody):
        bpy.data.objects.remove(obj)
    crate.morse.has_joint = False
    give(lidar, resolution=-1.0)
    second = check()
    index = next((place for place, it in enumerate(second) if it[1] == "lidar"), -1)
    bpy.ops.morse.select_finding(index=index)
    return {"first": first, "refused": refused, "second": second, "active": bpy.context.object.name}


@case
def missing_command(folder):
    yard()
    os.environ["PATH"] = str(folder)
    return check()


@case
def running(folder):
    yard()
    bpy.ops.morse.run()
    process = run.current()
    deadline = time.monotonic() + 60
    while process.is_alive() and process.found_address() is None and time.monotonic() < deadline:
        time.sleep(0.1)
    address = process.found_address()
    page = urllib.request.urlopen(address, timeout=20).status if address else process.messages()
    bpy.ops.morse.stop()
    return {"address": address, "page": page, "alive": process.is_alive()}


@case
def names(folder):
    cube("Ground", (0, 0, -0.5), (40, 40, 1)).morse.body = "STATIC"
    robot = empty("class", "ROBOT", (1, 2, 0))
    robot.morse.robot_class, robot.morse.interface = "ATRV", "socket"
    for name in ("Pose", "pose", "2nd pose", "näher", "env", "from the 'left' \"side\""):
        empty(name, "SENSOR", parent=robot).morse.sensor_class = "Pose"
    zone = empty("Zone", "ZONE", (3, 0, 1))
    zone.scale = (2, 1, 0.5)
    for name, location in (("dock", (5, 5, 0)), ("door", (7, -1, 0))):
        empty(name, "START", location).morse.start_of = robot
    bpy.context.view_layer.update()
    export(folder)
    return {}


@case
def arm(folder):
    """A robot with joints: a hinge, and a slide with a camera at its end."""
    base = cube("base", (0, 0, 0.1), (0.4, 0.4, 0.2))
    base.morse.role, base.morse.robot_class = "ROBOT", "Robot"
    base.morse.interface = "socket"
    base.morse.body, base.morse.mass = "STATIC", 20.0
    upper = cube("upper", (0, 0, 0.5), (0.1, 0.1, 0.6), parent=base)
    upper.morse.body, upper.morse.bounds, upper.morse.mass = "RIGID_BODY", "BOX", 3.0
    upper.morse.has_joint, upper.morse.axis = True, "y"
    upper.morse.lowest_angle, upper.morse.highest_angle = -1.0, 1.25
    slide = cube("slide", (0, 0, 0.9), (0.05, 0.05, 0.3), parent=upper)
    slide.morse.body, slide.morse.bounds, slide.morse.mass = "RIGID_BODY", "BOX", 0.5
    slide.morse.has_joint, slide.morse.joint = True, "prismatic"
    slide.morse.highest_slide = 0.2
    activate(slide)
    bpy.ops.morse.add_sensor(component="Pose")
    bpy.context.object.name, bpy.context.object.location = "tip", (0, 0, 0.15)
    activate(base)
    bpy.ops.morse.add_actuator(component="JointController")
    bpy.context.object.name = "control"
    export(folder)
    return {"findings": check()}


@case
def imports(folder):
    """A URDF file, a scene and a recording of that scene, which the test made."""
    bpy.ops.morse.import_model(filepath=str(folder / "arm.urdf"))
    robot = {
        obj.name: {
            "role": obj.morse.role,
            "joint": obj.morse.joint if obj.morse.has_joint else None,
            "axis": obj.morse.axis,
            "limits": [obj.morse.lowest_angle, obj.morse.highest_angle],
            "parent": obj.parent.name if obj.parent else None,
            "place": list(obj.matrix_world.translation),
        }
        for obj in bpy.data.objects
    }
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    bpy.ops.morse.import_scene(filepath=str(folder / "scene.py"))
    scene = {
        obj.name: {
            "role": obj.morse.role,
            "class": obj.morse.component(),
            "parent": obj.parent.name if obj.parent else None,
            "place": list(obj.matrix_world.translation),
            "given": {it.name: it.value() for it in obj.morse.values if it.given},
            "body": obj.morse.body,
        }
        for obj in bpy.data.objects
    }
    bpy.ops.morse.import_recording(filepath=str(folder / "run.mcap"))
    bpy.context.scene.frame_set(bpy.context.scene.frame_end)
    rover = bpy.data.objects["robot"]
    return {
        "robot": robot,
        "scene": scene,
        "end": bpy.context.scene.frame_end,
        "last": list(rover.matrix_world.translation),
    }


if __name__ == "__main__":
    bpy.ops.wm.read_factory_settings(use_empty=True)
    morse_blender.register()
    result = CASES[sys.argv[1]](Path(sys.argv[2]))
    run.stop()
    print("RESULT " + json.dumps(result))
    sys.stdout.flush()
    # The end of `bpy` 4.2 as a module is a segmentation fault.
    os._exit(0)
