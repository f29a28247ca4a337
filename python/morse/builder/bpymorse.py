"""Functions of Blender for scripts, under the names of the original: they make and change objects of the scene.

What has no effect is named once in a warning, what cannot be is refused by name. ``bpy`` is the module of that name for scripts.
"""

from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

from morse.builder import arguments, report
from morse.builder import blender as bpy
from morse.builder.attributes import name_without_effect
from morse.builder.environment_object import get_object
from morse.builder.report import logger
from morse.builder.scene import scene
from morse.builder.scene_object import SceneObject
from morse.core.exceptions import MorseBuilderError, MorseBuilderNoComponentError

def get_objects() -> Any:
    """The objects the script made, by name, by number and in order; by name, also those of the environment's file."""
    return bpy.data.objects


def properties(obj: SceneObject, **kwargs: Any) -> None:
    """Create or overwrite properties of a scene object."""
    from morse.builder.values import check_property

    for name, value in kwargs.items():
        check_property(name, value)
    obj.values.update(kwargs)


def get_properties(obj: SceneObject) -> Dict[str, Any]:
    """The properties of a scene object, by name."""
    return dict(obj.values)


def set_speed(fps: float = 60, logic_step_max: int = 20, physics_step_max: int = 20) -> None:
    """Old way to set the simulation's frequency, Hz: use Environment.simulator_frequency."""
    report.warn("bpymorse.set_speed is deprecated: use Environment.simulator_frequency")
    if (logic_step_max, physics_step_max) != (20, 20):
        report.warn("bpymorse.set_speed uses fps only: logic_step_max and physics_step_max have no effect")
    scene().frequency_hz = arguments.positive("set_speed", "fps", fps)


def get_fps() -> float:
    """Steps of the simulation per second."""
    return bpy.data.scene_view.game_settings.fps


def get_context_scene() -> Any:
    """The scene: ``objects``, ``game_settings``, ``world``, ``render``."""
    return bpy.data.scene_view


def get_context_object() -> Optional[SceneObject]:
    """The scene object made last, or made active since."""
    return scene().active


def get_context_window() -> Any:
    """The window of Blender's editor, without any area."""
    return bpy.context.window


def version() -> Tuple[int, int, int]:
    """Version of Blender whose behaviour scripts may expect."""
    return bpy.app.version


# Selection -------------------------------------------------------------------------------------------------------------


def select_only(obj: SceneObject) -> None:
    """Select an object, make it active, and deselect all others."""
    scene().selected[:] = [obj]
    scene().active = obj


def deselect_all() -> None:
    """Deselect all objects."""
    scene().selected.clear()


def get_selected_objects() -> List[SceneObject]:
    """The selected objects."""
    return list(scene().selected)


def get_first_selected_object() -> Optional[SceneObject]:
    """The first of the selected objects."""
    return next(iter(scene().selected), None)


def delete(objects: Union[str, SceneObject, Iterable[Union[str, SceneObject]]]) -> None:
    """Delete objects, or those of these names. Raises MorseBuilderNoComponentError for names that there are not."""
    from morse.builder.blender import objects as module

    module.delete(objects)


# Materials, texts and the like -----------------------------------------------------------------------------------------


def create_new_material() -> Any:
    """A material that no object has yet."""
    return bpy.data.materials.new()


def _last(items: Any) -> Any:
    return items[-1] if len(items) else None


def _collection(name: str, kind: str) -> "Tuple[Callable[[], Any], Callable[[Any], Any], Callable[[], Any]]":
    def every() -> Any:
        return getattr(bpy.data, name)

    def one(name_or_id: Union[str, int]) -> Any:
        return getattr(bpy.data, name)[name_or_id]

    def newest() -> Any:
        return _last(getattr(bpy.data, name))

    every.__name__, one.__name__, newest.__name__ = f"get_{name}", f"get_{kind}", f"get_last_{kind}"
    every.__doc__, one.__doc__ = f"The {name} of the script.", f"The {kind} of this name or number. Raises KeyError."
    newest.__doc__ = f"The newest {kind} of the script."
    return every, one, newest


get_materials, get_material, get_last_material = _collection("materials", "material")
get_texts, get_text, get_last_text = _collection("texts", "text")
get_lamps, get_lamp, get_last_lamp = _collection("lamps", "lamp")
get_sounds, get_sound, get_last_sound = _collection("sounds", "sound")
get_scenes, get_scene, get_last_scene = _collection("scenes", "scene")


def set_active_scene(name_or_id: Union[str, int]) -> Any:
    """There is one scene: gives it. Raises KeyError for another."""
    return get_scene(name_or_id)


# The editor ------------------------------------------------------------------------------------------------------------


def _display(call: str, *words: Any, **keywords: Any) -> None:
    environment = scene().environment() if scene().environment is not None else None
    if environment is None:
        name_without_effect(f"bpymorse.{call}() before the Environment")
    else:
        getattr(environment, call)(*words, **keywords)


def set_debug(debug: bool = True) -> None:
    """As Environment.set_debug."""
    _display("set_debug", debug)


def set_viewport(viewport_shade: str = "WIREFRAME", clip_end: float = 1000) -> None:
    """As Environment.set_viewport."""
    _display("set_viewport", viewport_shade, clip_end)


def set_viewport_perspective(perspective: str = "CAMERA") -> None:
    """Where Blender's editor looks from: no effect."""
    name_without_effect("bpymorse.set_viewport_perspective()")


def fullscreen(fullscreen: bool = True, desktop: bool = True) -> None:
    """As Environment.fullscreen."""
    _display("fullscreen", fullscreen)


def save(filepath: Optional[str] = None, check_existing: bool = False, compress: bool = True) -> None:
    """As Environment.save."""
    _display("save", filepath, check_existing, compress)


def add_morse_empty(shape: str = "ARROWS") -> SceneObject:
    """A frame without shape."""
    bpy.ops.object.empty_add(type=shape)
    obj = scene().active
    assert obj is not None
    return obj


def _file(name: str) -> Any:
    def refuse(filepath: str) -> Any:
        raise MorseBuilderError(
            f"bpymorse.{name}: the Builder reads no model files; `morse inspect {filepath}` shows what is in one"
        )

    refuse.__name__, refuse.__doc__ = name, "Not available: raises MorseBuilderError."
    return refuse


get_objects_in_blend, get_scenes_in_blend = _file("get_objects_in_blend"), _file("get_scenes_in_blend")

# Operators -------------------------------------------------------------------------------------------------------------

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


def _operator(name: str, path: str) -> Callable[..., Any]:
    def call(*words: Any, **keywords: Any) -> Any:
        from morse.builder.blender.ops import operator

        return operator(path)(*words, **keywords)

    call.__name__, call.__doc__ = name, f"The operator bpy.ops.{path}."
    return call


for _name, _path in _OPERATORS.items():
    globals()[_name] = _operator(_name, _path)


def new_mesh(name: str) -> Any:
    """What an object can be made of."""
    return bpy.data.meshes.new(name)


def new_object(name: str, object_data: Any = None) -> SceneObject:
    """An object, which is in the scene once it is linked there."""
    obj: SceneObject = bpy.data.objects.new(name, object_data)
    return obj


bpy.install()

_HERE = ("arguments", "report", "scene", "name_without_effect", "SceneObject")
_HERE += ("Any", "Callable", "Dict", "Iterable", "List", "Optional", "Tuple", "Union")

#: What scripts get that import everything: the functions, ``bpy`` and the exceptions.
__all__ = [name for name in globals() if not name.startswith("_") and name not in _HERE]
