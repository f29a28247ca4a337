"""Findings about the marks, and those of ``morse check`` at the objects that caused them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import bpy

from . import command, marks, scene_export

#: Greatest ratio of two scales that counts as equal.
_UNEVEN = 1.001
#: Angles above this one turn a zone. [rad]
_TURNED = 1e-4


class Finding(NamedTuple):
    """A mistake, its object and its solution."""

    severity: str
    object: bpy.types.Object | None
    message: str
    help: str = ""


def of_marks(scene: bpy.types.Scene) -> list[Finding]:
    """Findings about the marks of a scene, which need no simulator."""
    found = scene_export.contents(scene)
    findings: list[Finding] = []
    for obj in found.loose:
        findings.append(Finding("error", obj, "it is on no robot", "make it a child of an object with the role Robot"))
    for robot in found.robots:
        findings += _of_robot(robot, found)
    for obj in scene.objects:
        findings += _of_object(obj)
    kinds = [(marks.physics(obj) or {}).get("type", "NO_COLLISION") for obj in found.environment]
    if kinds and set(kinds) == {"NO_COLLISION"}:
        findings.append(
            Finding("warning", None, "no object of the environment has a body: robots fall, and scans meet nothing",
                    "select ground and walls, and set Body to Static")
        )  # fmt: skip
    return findings


def _of_robot(robot: bpy.types.Object, found: scene_export.Contents) -> Iterator[Finding]:
    if not robot.morse.component():
        yield Finding("error", robot, "this robot has no class", "select a class")
    elif scene_export.takes_model(robot):
        parts = found.robots[robot]
        if not any(part.type == "MESH" for part in parts):
            yield Finding("error", robot, f"a {robot.morse.component()} takes its model from here, and has no mesh",
                          "put meshes below it, or select a robot of the catalog")  # fmt: skip
        elif not any(marks.physics(part) for part in parts):
            yield Finding("warning", robot, "no part of this robot has a body: it moves through everything",
                          "set Body of its root to Moving")  # fmt: skip
    elif any(part.type == "MESH" and part is not robot for part in found.robots[robot]):
        name = robot.morse.component()
        yield Finding("warning", robot, f"{name} has a model of its own: meshes below it are left out",
                      "select GroundRobot, WheeledRobot or Robot to use them")  # fmt: skip


def _of_object(obj: bpy.types.Object) -> Iterator[Finding]:
    role = obj.morse.role
    if role in ("SENSOR", "ACTUATOR") and not obj.morse.component():
        yield Finding("error", obj, f"this {role.lower()} has no class", "select a class")
    for value in obj.morse.values:
        if value.given and value.entry() is None:
            yield Finding("error", obj, f"{value.owner} has no property {value.name} any more",
                          "select the class again")  # fmt: skip
    if role == "START" and obj.morse.start_of is None:
        yield Finding("error", obj, "this start pose is of no robot", "select its robot")
    if role == "ZONE" and max(abs(angle) for angle in obj.matrix_world.to_euler()) > _TURNED:
        yield Finding("warning", obj, "zones are parallel to the axes of the world: its rotation is left out")
    if obj.morse.has_joint:
        limits = marks.limits_of(obj)
        if obj.parent is None:
            yield Finding("error", obj, "a joint connects an object with its parent, and it has none", "set its parent")
        elif scene_export.robot_of(obj) is None or scene_export.robot_of(obj) is obj:
            yield Finding("error", obj, "joints are parts of robots", "put it below an object with the role Robot")
        if limits and limits[0] > limits[1]:
            yield Finding("error", obj, f"the lowest limit {limits[0]:.4g} is above the highest {limits[1]:.4g}")
    if marks.is_moving(obj):
        if obj.morse.mass <= 0.0:
            yield Finding("error", obj, "a moving body needs a mass above 0")
        sizes = [abs(size) for size in obj.matrix_world.to_scale()]
        if obj.morse.bounds == "SPHERE" and max(sizes) > _UNEVEN * min(sizes):
            yield Finding("warning", obj, "its scale is not even: its ball is not the shape of its mesh",
                          "apply the scale")  # fmt: skip


def of_scene(scene: bpy.types.Scene, folder: Path) -> list[Finding]:
    """Findings about the marks; without errors among them, also those of the simulator.

    Writes the scene to a folder. Raises command.CommandError and model_file.ExportError.
    """
    findings = of_marks(scene)
    if any(finding.severity == "error" for finding in findings):
        return findings
    path, script = scene_export.export(scene, folder, "scene")
    for entry in command.json_output("check", "--json", path.name, folder=folder, accepted=(0, 1)):
        line = (entry.get("source") or {}).get("line", 0)
        findings.append(Finding(entry["severity"], script.owner(line), entry["message"], entry.get("help") or ""))
    return findings
