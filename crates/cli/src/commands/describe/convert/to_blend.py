"""Makes a .blend file of a .glb file that `morse convert` has written; Blender runs it.

The last two arguments are the paths of both files. Bodies become rigid bodies of Blender. The last line of the output is a list of
warnings as JSON, after a mark.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import bpy

#: Before the list of warnings.
MARK = "MORSE-WARNINGS "
#: The key of the settings of a body.
BODY = "morse_physics"
#: Keys that only files of glTF have a meaning for.
JOINTS = ("morse_joint", "morse_inertial")

_SHAPES = {
    "BOX": "BOX",
    "SPHERE": "SPHERE",
    "CAPSULE": "CAPSULE",
    "CYLINDER": "CYLINDER",
    "CONE": "CONE",
    "CONVEX_HULL": "CONVEX_HULL",
    "TRIANGLE_MESH": "MESH",
}
_TYPES = {"STATIC": "PASSIVE", "RIGID_BODY": "ACTIVE"}


def main(source: str, target: str) -> None:
    """Read the one file and write the other."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=source)
    warnings: dict[str, list[str]] = {}
    bodies = [(obj, obj[BODY].to_dict()) for obj in bpy.data.objects if BODY in obj]
    if bodies:
        # In a file with rigid bodies, a mesh without one collides with nothing.
        bodies += [(obj, {"type": "STATIC"}) for obj in bpy.data.objects if obj.type == "MESH" and BODY not in obj]
    if bodies and all(body.get("type") == "NO_COLLISION" for _, body in bodies):
        warnings["without any body in the file, meshes become static"] = [obj.name for obj, _ in bodies]
    for obj, body in bodies:
        obj.pop(BODY, None)
        for text in _give_body(obj, body):
            warnings.setdefault(text, []).append(obj.name)
    for obj in bpy.data.objects:
        for key in JOINTS:
            if key in obj:
                warnings.setdefault(f"{key} stays a custom property, which MORSE reads of .glb files only", []).append(obj.name)
    bpy.context.preferences.filepaths.save_version = 0
    bpy.ops.wm.save_as_mainfile(filepath=target, check_existing=False)
    print(MARK + json.dumps([f"{text}: {_listed(names)}" for text, names in warnings.items()]))


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


def _give_body(obj: Any, body: dict[str, Any]) -> list[str]:
    """Make an object a rigid body. Returns the settings that Blender has no place for."""
    kind = body.get("type", "STATIC")
    if kind == "NO_COLLISION":
        return []
    lost = []
    if kind not in _TYPES:
        lost.append(f"bodies of the type {kind} become rigid bodies")
    if obj.type != "MESH":
        return [*lost, "bodies of objects without a mesh are left out"]
    scene = bpy.context.scene
    if scene.rigidbody_world is None:
        bpy.ops.rigidbody.world_add()
    if scene.rigidbody_world.collection is None:
        scene.rigidbody_world.collection = bpy.data.collections.new("RigidBodyWorld")
    scene.rigidbody_world.collection.objects.link(obj)
    rigid = obj.rigid_body
    rigid.type = _TYPES.get(kind, "ACTIVE")
    bounds = body.get("bounds", "DEFAULT")
    if bounds == "DEFAULT":
        bounds = "TRIANGLE_MESH" if rigid.type == "PASSIVE" else "CONVEX_HULL"
    rigid.collision_shape = _SHAPES[bounds]
    if body.get("mass", 0.0) > 0.0:
        rigid.mass = body["mass"]
    rigid.friction = body.get("friction", 0.5)
    rigid.restitution = min(body.get("elasticity", 0.0), 1.0)
    rigid.linear_damping, rigid.angular_damping = body.get("damping", (0.04, 0.1))
    rigid.use_margin = True
    rigid.collision_margin = body.get("margin", 0.04)
    lost += [f"the flag {flag} of bodies is left out" for flag in ("compound", "ghost", "no_sleep") if body.get(flag)]
    return lost


main(*sys.argv[-2:])
sys.stdout.flush()
# Blender as a module may crash when Python takes it down, after all is written.
os._exit(0)
