"""Objects as scripts make and delete them through Blender's functions."""

from typing import Any, Iterable, Union

from morse.builder import blenderobjects, report
from morse.builder.environment_object import get_object
from morse.builder.hierarchy import component_of, delete_component
from morse.builder.scene import scene
from morse.builder.scene_object import SceneObject
from morse.core.exceptions import MorseBuilderNoComponentError

#: Kinds of physics that an object has in Blender until a script says otherwise.
_DEFAULT_PHYSICS = "STATIC"


def made(component: Any, location: Iterable[float] = (0, 0, 0), rotation: Iterable[float] = (0, 0, 0)) -> SceneObject:
    """A new object of the scene at a place, the only one selected."""
    obj: SceneObject = component.scene_object
    obj.location = location  # type: ignore[assignment]
    obj.rotation_euler = rotation  # type: ignore[assignment]
    if isinstance(component, blenderobjects.Mesh):
        # Unlike the Builder's own, primitives of Blender are solid.
        component.set_physics_type(_DEFAULT_PHYSICS)
    scene().selected[:] = [obj]
    scene().active = obj
    return obj


# Deletion --------------------------------------------------------------------------------------------------------------


def found(wanted: Union[str, SceneObject]) -> SceneObject:
    """An object by its name, or itself. Raises MorseBuilderNoComponentError."""
    if isinstance(wanted, SceneObject):
        return wanted
    try:
        return get_object(wanted)
    except KeyError as problem:
        raise MorseBuilderNoComponentError(str(problem)) from None


def delete(objects: Union[str, SceneObject, Iterable[Union[str, SceneObject]]]) -> None:
    """Delete objects. What a robot carries goes with it; other children stay where they are in the parent."""
    if isinstance(objects, (str, SceneObject)):
        objects = [objects]
    for obj in [found(wanted) for wanted in objects]:
        component = component_of(obj)
        if component is not None:
            delete_component(component)
        elif obj.name in scene().environment_objects:
            obj.hide_render = True
            obj.body["physics"] = "NO_COLLISION"
        else:
            report.warn(f"{obj.name!r} is part of a model file, and cannot be deleted: it stays")
