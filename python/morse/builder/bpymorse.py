"""Functions of Blender for scripts, under the names of the original: they create and change objects of the scene.

Functions without effect are named once in a warning. Functions that need Blender raise MorseBuilderError. ``bpy`` is
the module of that name for scripts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Callable, NoReturn

from morse.builder import blender as bpy
from morse.builder.scene import scene
from morse.builder.scene.attributes import name_without_effect
from morse.builder.scene.environment_object import get_object  # noqa: F401  # for scripts
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments, report
from morse.builder.script.report import logger  # noqa: F401  # for scripts
from morse.core.exceptions import MorseBuilderError, MorseBuilderNoComponentError  # noqa: F401  # for scripts

if TYPE_CHECKING:
    from morse.builder.blender.collections import Named
    from morse.builder.blender.context import _Window
    from morse.builder.blender.data import ObjectData, Objects
    from morse.builder.blender.materials import Material
    from morse.builder.blender.scene_settings import SceneView


def get_objects() -> Objects:
    """The objects of the script, by name, by index and in order; by name, also those of the environment's file."""
    return bpy.data.objects


def properties(obj: SceneObject, **kwargs: object) -> None:
    """Create or overwrite properties of a scene object."""
    from morse.builder.document.encoding import check_property

    for name, value in kwargs.items():
        check_property(name, value)
    obj.values.update(kwargs)


def get_properties(obj: SceneObject) -> dict[str, object]:
    """The properties of a scene object, by name."""
    return dict(obj.values)


def set_speed(fps: float = 60, logic_step_max: int = 20, physics_step_max: int = 20) -> None:
    """Set the simulation's frequency [Hz]; deprecated in favor of Environment.simulator_frequency."""
    report.warn("bpymorse.set_speed is deprecated: use Environment.simulator_frequency")
    if (logic_step_max, physics_step_max) != (20, 20):
        report.warn("bpymorse.set_speed uses fps only: logic_step_max and physics_step_max have no effect")
    scene().frequency_hz = arguments.positive("set_speed", "fps", fps)


def get_fps() -> float:
    """Steps of the simulation per second."""
    rate_hz: float = bpy.data.scene_view.game_settings.fps
    return rate_hz


def get_context_scene() -> SceneView:
    """The scene: ``objects``, ``game_settings``, ``world``, ``render``."""
    return bpy.data.scene_view


def get_context_object() -> SceneObject | None:
    """The active object: the newest one, unless the script made another object active."""
    return scene().active


def get_context_window() -> _Window:
    """The window of Blender's editor, without areas."""
    window: _Window = bpy.context.window
    return window


def version() -> tuple[int, int, int]:
    """Version of Blender whose behavior this module reproduces."""
    return bpy.app.version


# Selection -----------------------------------------------------------------------------------------------------------


def select_only(obj: SceneObject) -> None:
    """Select an object, make it active, and deselect all other objects."""
    scene().selected[:] = [obj]
    scene().active = obj


def deselect_all() -> None:
    """Deselect all objects."""
    scene().selected.clear()


def get_selected_objects() -> list[SceneObject]:
    """The selected objects."""
    return list(scene().selected)


def get_first_selected_object() -> SceneObject | None:
    """The first of the selected objects."""
    return next(iter(scene().selected), None)


def delete(objects: str | SceneObject | Iterable[str | SceneObject]) -> None:
    """Delete objects, given as objects or by name. Raises MorseBuilderNoComponentError for unknown names."""
    from morse.builder.blender import objects as module

    module.delete(objects)


# Materials, texts and the like ---------------------------------------------------------------------------------------


def create_new_material() -> Material:
    """Create a material that is not assigned to an object."""
    return bpy.data.materials.new()


def _collection(
    name: str, kind: str
) -> tuple[Callable[[], Named[object]], Callable[[str | int], object], Callable[[], object]]:
    def every() -> Named[object]:
        items: Named[object] = getattr(bpy.data, name)
        return items

    def one(name_or_id: str | int) -> object:
        return every()[name_or_id]

    def newest() -> object:
        items = every()
        return items[-1] if len(items) else None

    every.__name__, one.__name__, newest.__name__ = f"get_{name}", f"get_{kind}", f"get_last_{kind}"
    every.__doc__, one.__doc__ = f"The {name} of the script.", f"The {kind} of this name or number. Raises KeyError."
    newest.__doc__ = f"The newest {kind} of the script."
    return every, one, newest


get_materials, get_material, get_last_material = _collection("materials", "material")
get_texts, get_text, get_last_text = _collection("texts", "text")
get_lamps, get_lamp, get_last_lamp = _collection("lamps", "lamp")
get_sounds, get_sound, get_last_sound = _collection("sounds", "sound")
get_scenes, get_scene, get_last_scene = _collection("scenes", "scene")


def set_active_scene(name_or_id: str | int) -> object:
    """Return the only scene. Raises KeyError for another name."""
    return get_scene(name_or_id)


# The editor ----------------------------------------------------------------------------------------------------------


def _display(call: str, *values: object) -> None:
    reference = scene().environment
    environment = reference() if reference is not None else None
    if environment is None:
        name_without_effect(f"bpymorse.{call}() before the Environment")
    else:
        getattr(environment, call)(*values)


def set_debug(debug: bool = True) -> None:
    """Call Environment.set_debug."""
    _display("set_debug", debug)


def set_viewport(viewport_shade: str = "WIREFRAME", clip_end: float = 1000) -> None:
    """Call Environment.set_viewport."""
    _display("set_viewport", viewport_shade, clip_end)


def set_viewport_perspective(perspective: str = "CAMERA") -> None:
    """No effect: there is no editor whose perspective could change."""
    name_without_effect("bpymorse.set_viewport_perspective()")


def fullscreen(fullscreen: bool = True, desktop: bool = True) -> None:
    """Call Environment.fullscreen."""
    _display("fullscreen", fullscreen)


def save(filepath: str | None = None, check_existing: bool = False, compress: bool = True) -> None:
    """Call Environment.save."""
    _display("save", filepath, check_existing, compress)


def add_morse_empty(shape: str = "ARROWS") -> SceneObject:
    """Add a frame without shape."""
    from morse.builder.blender.ops import empty_add

    empty_add(type=shape)
    obj = scene().active
    assert obj is not None
    return obj


def _file(name: str) -> Callable[[str], NoReturn]:
    def refuse(filepath: str) -> NoReturn:
        raise MorseBuilderError(
            f"bpymorse.{name}: the Builder reads no model files; `morse inspect {filepath}` shows what is in one"
        )

    refuse.__name__, refuse.__doc__ = name, "Not available; raises MorseBuilderError."
    return refuse


get_objects_in_blend, get_scenes_in_blend = _file("get_objects_in_blend"), _file("get_scenes_in_blend")

# Operators -----------------------------------------------------------------------------------------------------------

_OPERATORS = {
    "add_actuator": "logic.actuator_add",
    "add_camera": "object.camera_add",
    "add_controller": "logic.controller_add",
    "add_empty": "object.empty_add",
    "add_lamp": "object.lamp_add",
    "add_mesh_cone": "mesh.primitive_cone_add",
    "add_mesh_cube": "mesh.primitive_cube_add",
    "add_mesh_cylinder": "mesh.primitive_cylinder_add",
    "add_mesh_ico_sphere": "mesh.primitive_ico_sphere_add",
    "add_mesh_monkey": "mesh.primitive_monkey_add",
    "add_mesh_plane": "mesh.primitive_plane_add",
    "add_mesh_torus": "mesh.primitive_torus_add",
    "add_mesh_uv_sphere": "mesh.primitive_uv_sphere_add",
    "add_object": "object.add",
    "add_sensor": "logic.sensor_add",
    "append": "wm.append",
    "apply_transform": "object.transform_apply",
    "collada_import": "wm.collada_import",
    "del_scene": "scene.delete",
    "link": "wm.link",
    "link_append": "wm.link_append",
    "make_links_scene": "object.make_links_scene",
    "new_game_property": "object.game_property_new",
    "new_material": "material.new",
    "new_scene": "scene.new",
    "new_text": "text.new",
    "open_sound": "sound.open",
    "select_all": "object.select_all",
}


def _operator(name: str, path: str) -> Callable[..., set[str]]:
    def call(*words: object, **keywords: object) -> set[str]:
        from morse.builder.blender.ops import operator

        return operator(path)(*words, **keywords)

    call.__name__, call.__doc__ = name, f"The operator bpy.ops.{path}."
    return call


for _name, _path in _OPERATORS.items():
    globals()[_name] = _operator(_name, _path)


def new_mesh(name: str) -> ObjectData:
    """Data for an object of a mesh."""
    return bpy.data.meshes.new(name)


def new_object(name: str, object_data: ObjectData | None = None) -> SceneObject:
    """Create an object that is not linked to the scene yet."""
    return bpy.data.objects.new(name, object_data)


bpy.install()

_IMPORTED = {"annotations", "arguments", "report", "scene", "name_without_effect", "SceneObject"}
_IMPORTED |= {"TYPE_CHECKING", "Callable", "Iterable", "NoReturn", "Union"}

#: Names for scripts: the functions, ``bpy``, the logger and the exceptions.
__all__ = [name for name in globals() if not name.startswith("_") and name not in _IMPORTED]
