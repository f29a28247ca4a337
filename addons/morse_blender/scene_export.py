"""Writes the scene of the file: the environment and the robots as .glb files, and the scene script."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import bpy

from . import catalog, model_file
from .scene_script import SceneScript

_COMPONENTS = ("SENSOR", "ACTUATOR")
#: The environment of a scene without objects: level ground.
EMPTY = "empty"


@dataclass
class Contents:
    """The objects of a scene by their part in it."""

    environment: list[bpy.types.Object] = field(default_factory=list)
    #: Each robot with the objects of its model, itself first.
    robots: dict[bpy.types.Object, list[bpy.types.Object]] = field(default_factory=dict)
    #: Each robot with its sensors and actuators.
    components: dict[bpy.types.Object, list[bpy.types.Object]] = field(default_factory=dict)
    #: Each robot with its start poses.
    starts: dict[bpy.types.Object, list[bpy.types.Object]] = field(default_factory=dict)
    zones: list[bpy.types.Object] = field(default_factory=list)
    #: Sensors and actuators that are on no robot.
    loose: list[bpy.types.Object] = field(default_factory=list)


def robot_of(obj: bpy.types.Object) -> bpy.types.Object | None:
    """The robot that an object is part of: itself, or the nearest one above it."""
    above: bpy.types.Object | None = obj
    while above is not None and above.morse.role != "ROBOT":
        above = above.parent
    return above


def link_of(obj: bpy.types.Object) -> bpy.types.Object | None:
    """The object with a joint that a component is mounted on; None for the root of the robot."""
    above = obj.parent
    while above is not None and above.morse.role != "ROBOT":
        if above.morse.has_joint:
            return above
        above = above.parent
    return None


def contents(scene: bpy.types.Scene) -> Contents:
    """The objects of a scene, in the order of their names."""
    found = Contents()
    objects = sorted(bpy.context.view_layer.objects, key=lambda obj: obj.name)
    for obj in objects:
        role, robot = obj.morse.role, robot_of(obj)
        if role in _COMPONENTS:
            if robot is None:
                found.loose.append(obj)
            else:
                found.components.setdefault(robot, []).append(obj)
                # Objects below it are its looks, and hang on it in the file.
                if obj.children:
                    found.robots.setdefault(robot, []).append(obj)
        elif role == "ZONE":
            found.zones.append(obj)
        elif role == "START":
            target = obj.morse.start_of
            if target is not None:
                found.starts.setdefault(target, []).append(obj)
        elif robot is None:
            if obj is not scene.camera:
                found.environment.append(obj)
        elif role == "ROBOT":
            found.robots.setdefault(obj, []).insert(0, obj)
        else:
            found.robots.setdefault(robot, []).append(obj)
    return found


def takes_model(robot: bpy.types.Object) -> bool:
    """Whether the objects below a robot are its model; robots of the catalog have models of their own."""
    return robot.morse.component() in catalog.bases()


def export(scene: bpy.types.Scene, folder: Path, name: str, with_script: bool = True) -> tuple[Path, SceneScript]:
    """Write ``NAME.glb``, a ``NAME_ROBOT.glb`` for each robot with a model of its own, and ``NAME.py``.

    Returns the path of the script and the script. Raises model_file.ExportError and OSError.
    """
    found = contents(scene)
    folder.mkdir(parents=True, exist_ok=True)
    source = Path(bpy.data.filepath).name or "a new file"
    script = SceneScript(f"Scene of {source}, by the MORSE extension of Blender. Exporting again overwrites it.")
    environment = EMPTY
    if found.environment:
        environment = f"{name}.glb"
        model_file.write(folder / environment, found.environment)
    for robot, parts in found.robots.items():
        if not robot.morse.component():
            continue
        model = None
        if takes_model(robot):
            model = f"{name}_{re.sub(r'[^A-Za-z0-9_-]', '_', robot.name)}.glb"
            model_file.write(folder / model, parts, root=robot)
        variable = script.robot(robot, model)
        script.start(variable, robot, found.starts.get(robot, []))
        if model and robot.morse.body == "STATIC":
            script.add(f"{variable}.set_physics_type('STATIC')", robot)
        for component in found.components.get(robot, []):
            if component.morse.component():
                link = link_of(component) if model else None
                above = (link or robot).matrix_world.normalized()
                script.component(variable, component, above, link.name if link else None)
        script.add("")
    for zone in found.zones:
        script.zone(zone)
    script.environment(environment, scene.camera)
    path = folder / f"{name}.py"
    if with_script:
        path.write_text(script.text(), encoding="utf-8")
    return path, script
