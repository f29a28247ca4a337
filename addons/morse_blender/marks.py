"""The marks of objects as the extras of a glTF file: ``morse_physics``, ``morse_joint`` and properties."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy

from .settings import JOINTS

#: Extras for the file writer alone: it takes them out again.
HIDDEN = "morse_hidden"

#: Keys of the record of a joint and the marks that hold them.
_JOINT_FIELDS = {
    "velocity": "speed",
    "effort": "effort",
    "damping": "joint_damping",
    "friction": "joint_friction",
}

#: Shapes of Blender's rigid bodies under the names of bounds.
_SHAPES = {"MESH": "TRIANGLE_MESH", "COMPOUND": "CONVEX_HULL"}


def physics(obj: bpy.types.Object) -> dict[str, Any] | None:
    """The record ``morse_physics`` of an object; None for an object without a body."""
    marks = obj.morse
    if marks.body == "NO_COLLISION":
        return {"type": "NO_COLLISION"}
    if marks.body == "NONE":
        return _of_rigid_body(obj)
    record: dict[str, Any] = {"type": "STATIC" if marks.body == "GHOST" else marks.body, "actor": True}
    if marks.body == "GHOST":
        record["ghost"] = True
    if marks.bounds != "DEFAULT":
        record["bounds"] = marks.bounds
    if is_moving(obj):
        record["mass"] = _short(marks.mass)
        record["damping"] = [_short(marks.linear_damping), _short(marks.angular_damping)]
    if is_moving(obj) or marks.bounds == "SPHERE":
        record["radius"] = _short(marks.radius / _scale(obj))
    record["margin"] = _short(marks.margin)
    record["friction"] = _short(marks.friction)
    record["elasticity"] = _short(marks.elasticity)
    if marks.compound:
        record["compound"] = True
    return record


def _of_rigid_body(obj: bpy.types.Object) -> dict[str, Any] | None:
    body = obj.rigid_body
    if body is None:
        return None
    stands = body.type == "PASSIVE" or body.kinematic or not body.enabled
    return {
        "type": "STATIC" if stands else "RIGID_BODY",
        "bounds": _SHAPES.get(body.collision_shape, body.collision_shape),
        "compound": body.collision_shape == "COMPOUND",
        "actor": True,
        "mass": _short(body.mass),
        "friction": _short(body.friction),
        "elasticity": _short(body.restitution),
        "damping": [_short(body.linear_damping), _short(body.angular_damping)],
        "radius": _short(max(obj.dimensions) / 2.0 / _scale(obj)),
        "margin": _short(body.collision_margin) if body.use_margin else 0.04,
    }


def _scale(obj: bpy.types.Object) -> float:
    """The scale along x: the radius of a file is in the unit of the mesh."""
    return abs(obj.matrix_world.to_scale().x) or 1.0


def is_moving(obj: bpy.types.Object) -> bool:
    """Whether physics moves an object by its marks."""
    return obj.morse.body in ("RIGID_BODY", "DYNAMIC")


def joint(obj: bpy.types.Object) -> dict[str, Any] | None:
    """The record ``morse_joint`` of an object; None for an object without a joint to its parent."""
    marks = obj.morse
    if not marks.has_joint or obj.parent is None:
        return None
    record: dict[str, Any] = {"kind": marks.joint}
    if marks.joint_name:
        record["name"] = marks.joint_name
    if marks.joint == "fixed":
        return record
    record["axis"] = marks.axis
    limits = limits_of(obj)
    if limits:
        record["limits"] = [_short(limit) for limit in limits]
    for key, field in _JOINT_FIELDS.items():
        record[key] = _short(getattr(marks, field))
    return record


def limits_of(obj: bpy.types.Object) -> tuple[float, float] | None:
    """Limits of the joint of an object; None for a joint without limits. [rad or m]"""
    marks = obj.morse
    if marks.joint == "revolute":
        return marks.lowest_angle, marks.highest_angle
    if marks.joint == "prismatic":
        return marks.lowest_slide, marks.highest_slide
    return None


def properties(obj: bpy.types.Object) -> dict[str, Any]:
    """The properties that semantic cameras and grippers read."""
    marks = obj.morse
    found: dict[str, Any] = {}
    if marks.is_object or marks.graspable:
        found["Object"] = True
    if marks.graspable:
        found["Graspable"] = True
    if marks.label or marks.graspable:
        found["Label"] = marks.label or obj.name
    if marks.type:
        found["Type"] = marks.type
    return found


def extras(obj: bpy.types.Object) -> dict[str, Any]:
    """All extras that the marks of an object add to its own custom properties."""
    found = properties(obj)
    for key, record in (("morse_physics", physics(obj)), ("morse_joint", joint(obj))):
        if record is not None:
            found[key] = record
    if obj.hide_render:
        found[HIDDEN] = True
    return found


@contextmanager
def as_custom_properties() -> Iterator[None]:
    """Within the context, every object has its extras as custom properties, which the exporter of Blender writes."""
    kept: list[tuple[bpy.types.Object, str, Any]] = []
    try:
        for obj in bpy.data.objects:
            if obj.library is not None:
                continue  # objects of other files cannot be changed
            for key, value in extras(obj).items():
                before = obj.get(key)
                kept.append((obj, key, before.to_dict() if hasattr(before, "to_dict") else before))
                obj[key] = value
        yield
    finally:
        for obj, key, before in reversed(kept):
            if before is None:
                del obj[key]
            else:
                obj[key] = before


def take(obj: bpy.types.Object) -> None:
    """Turn the custom properties of an imported object into marks."""
    marks = obj.morse
    record = _taken(obj, "morse_physics")
    if record is not None:
        is_ghost = bool(record.get("ghost"))
        marks.body = "GHOST" if is_ghost else _known(marks, "body", record.get("type"), "NO_COLLISION")
        marks.bounds = _known(marks, "bounds", record.get("bounds"), "DEFAULT")
        damping = record.get("damping") or (0.04, 0.1)
        marks.linear_damping, marks.angular_damping = damping[0], damping[1]
        for key in ("mass", "radius", "margin", "friction", "elasticity", "compound"):
            if key in record:
                setattr(marks, key, record[key])
    _take_joint(obj)
    if obj.get(HIDDEN):
        del obj[HIDDEN]
        obj.hide_render = True
        obj.hide_set(True)
    for key, field in (("Object", "is_object"), ("Graspable", "graspable"), ("Label", "label"), ("Type", "type")):
        value = obj.get(key)
        if value is not None:
            setattr(marks, field, bool(value) if field in ("is_object", "graspable") else str(value))
            del obj[key]


def _take_joint(obj: bpy.types.Object) -> None:
    """A joint that the panel can show becomes marks; any other one stays a custom property, which exports keep."""
    record = obj.get("morse_joint")
    if record is None or not hasattr(record, "to_dict") or obj.parent is None:
        return
    record = record.to_dict()
    axis, sign = _named_axis(record.get("axis", "z"))
    kinds = [item[0] for item in JOINTS]
    beyond = "mimic" in record or any(record.get("anchor", ())) or record.get("position", 0.0) != 0.0
    if axis is None or beyond or record.get("kind") not in kinds:
        return
    del obj["morse_joint"]
    marks = obj.morse
    marks.has_joint, marks.joint, marks.axis = True, record["kind"], axis
    marks.joint_name = "" if record.get("name") == obj.name else record.get("name", "")
    if record.get("limits"):
        low, high = sorted(sign * limit for limit in record["limits"])
        slides = marks.joint == "prismatic"
        setattr(marks, "lowest_slide" if slides else "lowest_angle", low)
        setattr(marks, "highest_slide" if slides else "highest_angle", high)
    for key, field in _JOINT_FIELDS.items():
        if key in record:
            setattr(marks, field, record[key])


def _named_axis(axis: Any) -> tuple[str | None, int]:
    """The name of an axis and its sign; None for an axis that is not one of the frame."""
    if axis in ("x", "y", "z"):
        return axis, 1
    for place, name in enumerate("xyz"):
        if abs(abs(axis[place]) - 1.0) < 1e-6:
            return name, 1 if axis[place] > 0.0 else -1
    return None, 1


def _taken(obj: bpy.types.Object, key: str) -> dict[str, Any] | None:
    record = obj.get(key)
    if record is None or not hasattr(record, "to_dict"):
        return None
    copied = record.to_dict()  # before the property goes: it refers to its memory
    del obj[key]
    return copied


def _known(marks: Any, field: str, value: object, otherwise: str) -> str:
    items = [item.identifier for item in marks.bl_rna.properties[field].enum_items]
    return str(value) if value in items else otherwise


def _short(value: float) -> float:
    """A number without the digits beyond the precision of Blender's numbers."""
    return float(f"{value:.7g}")
