"""Creation and deletion of objects by Blender's functions."""

from __future__ import annotations

from collections.abc import Iterable

from morse.builder import blenderobjects
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.scene import scene
from morse.builder.scene.environment_object import get_object
from morse.builder.scene.hierarchy import component_of, delete_component
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import report
from morse.core.exceptions import MorseBuilderNoComponentError

#: Physics type of a new object in Blender.
_DEFAULT_PHYSICS = "STATIC"


def placed(
    component: AbstractComponent, location: Iterable[float] = (0, 0, 0), rotation: Iterable[float] = (0, 0, 0)
) -> SceneObject:
    """Place the object of a new component at a location [m] with XYZ Euler angles [rad], and select it alone."""
    obj = component.scene_object
    obj.location = location
    obj.rotation_euler = rotation
    if isinstance(component, blenderobjects.Mesh):
        # Unlike primitives of the Builder, primitives of Blender are solid.
        component.set_physics_type(_DEFAULT_PHYSICS)
    scene().selected[:] = [obj]
    scene().active = obj
    return obj


# Deletion ------------------------------------------------------------------------------------------------------------


def found(wanted: str | SceneObject) -> SceneObject:
    """An object given by name, or as an object. Raises MorseBuilderNoComponentError for an unknown name."""
    if isinstance(wanted, SceneObject):
        return wanted
    try:
        return get_object(wanted)
    except KeyError as problem:
        raise MorseBuilderNoComponentError(str(problem)) from None


def delete(objects: str | SceneObject | Iterable[str | SceneObject]) -> None:
    """Delete objects. Components of a robot are deleted with it; other children stay in the scene without parent."""
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
