"""Tracks of a recording as key frames."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix, Quaternion, Vector

from . import command

#: Times and poses in the world of one object. [s]
Track = tuple[list[float], list[Matrix]]


def tracks(recording: Path, folder: Path) -> dict[str, Track]:
    """The track of each object of a recording. Raises command.CommandError, OSError and ValueError."""
    words = ["bag", "export", str(recording), "/tf", "--format", "tum", "--to", str(folder), "--json"]
    found = {}
    for file in command.json_output(*words):
        name = file["channel"].partition(" ")[2]
        found[name] = _track(Path(file["path"]).read_text(encoding="utf-8"))
    return found


def _track(text: str) -> Track:
    """Lines of a trajectory: time, position, quaternion x, y, z, w."""
    times: list[float] = []
    poses: list[Matrix] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            time, x, y, z, qx, qy, qz, qw = map(float, line.split())
            times.append(time)
            poses.append(Matrix.LocRotScale(Vector((x, y, z)), Quaternion((qw, qx, qy, qz)), None))
    return times, poses


def at(track: Track, time: float) -> Matrix | None:
    """The pose at a time: the last one before, since recordings leave unchanged poses out. None for an empty track."""
    times, poses = track
    return poses[max(bisect_right(times, time) - 1, 0)] if poses else None


def apply(
    context: bpy.types.Context, found: dict[str, Track], with_new: bool
) -> tuple[list[bpy.types.Object], list[str]]:
    """Give objects the key frames of the tracks with their names. Returns them, and the names without an object.

    Objects that never move get none. The range of frames becomes that of the recording.
    """
    rate = context.scene.render.fps / context.scene.render.fps_base
    moved, left_out = [], []
    last = 0.0
    for name, track in found.items():
        if not track[0]:
            continue
        last = max(last, track[0][-1])
        obj = bpy.data.objects.get(name)
        if len(track[0]) == 1 and obj is None:
            continue
        if obj is None and with_new:
            obj = bpy.data.objects.new(name, None)
            obj.empty_display_type = "ARROWS"
            context.collection.objects.link(obj)
        if obj is None:
            left_out.append(name)
        elif len(track[0]) > 1:
            _keys(obj, track, found.get(obj.parent.name) if obj.parent else None, rate)
            moved.append(obj)
    context.scene.frame_start = 0
    context.scene.frame_end = max(1, round(last * rate))
    return moved, left_out


def _keys(obj: bpy.types.Object, track: Track, above: Track | None, rate: float) -> None:
    """Key frames of one object, one a frame at most; poses are relative to its parent."""
    size = obj.scale.copy()
    obj.rotation_mode = "QUATERNION"
    action = bpy.data.actions.new(f"{obj.name} recorded")
    obj.animation_data_create().action = action
    columns: dict[tuple[str, int], list[float]] = {}
    turn_before: Quaternion | None = None
    frames: dict[int, Any] = {round(time * rate): (time, pose) for time, pose in zip(*track)}
    for frame, (time, world_from_object) in frames.items():
        local = world_from_object
        if obj.parent is not None:
            pose_above = at(above, time) if above else None
            parent = pose_above if pose_above is not None else obj.parent.matrix_world.normalized()
            local = (parent @ obj.matrix_parent_inverse).inverted() @ world_from_object
        place, turn, _ = local.decompose()
        # Of the two quaternions of a rotation, the one near the last key: curves between keys are shortest then.
        if turn_before is not None and turn.dot(turn_before) < 0.0:
            turn.negate()
        turn_before = turn
        for index, value in enumerate(place):
            columns.setdefault(("location", index), []).extend((frame, value))
        for index, value in enumerate(turn):
            columns.setdefault(("rotation_quaternion", index), []).extend((frame, value))
    obj.scale = size
    curves = _curves_of(obj, action)
    for (path, index), flat in columns.items():
        curve = curves.new(path, index=index)
        curve.keyframe_points.add(len(flat) // 2)
        curve.keyframe_points.foreach_set("co", flat)
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
        curve.update()


def _curves_of(obj: bpy.types.Object, action: bpy.types.Action) -> Any:
    """The curves of an action for an object: since Blender 4.4 they are in a channel bag of a slot."""
    if not hasattr(action, "slots"):
        return action.fcurves
    slot = action.slots.new(id_type="OBJECT", name=obj.name)
    obj.animation_data.action_slot = slot
    strip = action.layers.new("Recording").strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True).fcurves
