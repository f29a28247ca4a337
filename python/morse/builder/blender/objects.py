"""Objects as scripts make, copy, move and delete them through Blender's functions."""

from typing import Any, Iterable, List, Optional, Union

from morse.builder import blenderobjects, report
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.morsebuilder import PassiveObject
from morse.builder.scene import SceneObject, scene
from morse.core.exceptions import MorseBuilderError, MorseBuilderNoComponentError

#: Kinds of physics that an object has in Blender until a script says otherwise.
_DEFAULT_PHYSICS = "STATIC"


def component_of(obj: SceneObject) -> Optional[AbstractComponent]:
    """The component that an object belongs to; None for objects of the environment and parts of models."""
    return next((one for one in reversed(scene().components) if one.scene_object is obj), None) or scene().unlinked.get(id(obj))


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


# Not in the scene ------------------------------------------------------------------------------------------------------

def unlinked(obj: SceneObject) -> SceneObject:
    """Take an object out of the scene until a script links it there."""
    component = component_of(obj)
    if component is not None:
        scene().components.remove(component)
        scene().unlinked[id(obj)] = component
    return obj


def link(obj: SceneObject) -> None:
    """Put an object into the scene."""
    component = scene().unlinked.pop(id(obj), None)
    if component is not None:
        scene().components.append(component)


# Copies ----------------------------------------------------------------------------------------------------------------


def duplicate(obj: SceneObject) -> SceneObject:
    """A copy of a primitive or a passive object. Raises MorseBuilderError for others."""
    component = component_of(obj)
    if isinstance(component, blenderobjects.Primitive):
        copy: Any = type(component)(obj.name)
        copy.shape.update(component.shape or {})
    elif isinstance(component, PassiveObject):
        assert component.model is not None
        copy = PassiveObject(component.model["file"], component.model["prefix"], component.model["keep_pose"])
        copy.options.update(component.options)
    else:
        raise MorseBuilderError(f"{obj.name!r} cannot be copied: make another one with the class of the Builder")
    new: SceneObject = copy.scene_object
    new.location, new.rotation_euler, new.scale = obj.location, obj.rotation_euler, obj.scale  # type: ignore[assignment]
    new.values.update(obj.values)
    new.body.update(obj.body)
    new.visual.update(obj.visual)
    if component.parent_component is not None:
        put_below(new, component.parent_component.scene_object)
    return new


# Parents ---------------------------------------------------------------------------------------------------------------


def put_below(obj: SceneObject, parent: Optional[SceneObject], keep_place: bool = False) -> None:
    """Make an object the child of another, or of none.

    Its pose in the parent stays what it is, or, with ``keep_place``, its pose in the world. Raises MorseBuilderError for
    objects that are in the files of environments and models.
    """
    component = _movable(obj)
    matrix = obj.matrix_world
    owner = part = None
    if parent is not None:
        owner = component_of(parent)
        if owner is None:
            # A part of a model.
            owner, part = (None if parent.parent is None else component_of(parent.parent)), parent.name
        if owner is None:
            raise MorseBuilderError(f"{obj.name!r} cannot be put on {parent.name!r}, which is in the environment's file")
    _detach(component)
    if owner is not None:
        owner.append(component, part, level=3)
        if not component.is_morseable():
            # Blender renames nothing.
            component.basename = None
    if keep_place:
        obj.matrix_world = matrix


def _movable(obj: SceneObject) -> AbstractComponent:
    component = component_of(obj)
    if component is None:
        raise MorseBuilderError(f"{obj.name!r} is part of a model file, and stays where it is there")
    return component


def _detach(component: AbstractComponent) -> None:
    if component.parent_component is not None:
        component.parent_component.child_components.remove(component)
        component.parent_component = None
    component.attach_to = None
    component.scene_object.attach(None)


# Deletion --------------------------------------------------------------------------------------------------------------


def found(wanted: Union[str, SceneObject]) -> SceneObject:
    """An object by its name, or itself. Raises MorseBuilderNoComponentError."""
    if isinstance(wanted, SceneObject):
        return wanted
    from morse.builder import bpymorse

    try:
        return bpymorse.get_object(wanted)
    except KeyError as problem:
        raise MorseBuilderNoComponentError(str(problem)) from None


def delete(objects: Union[str, SceneObject, Iterable[Union[str, SceneObject]]]) -> None:
    """Delete objects. What a robot carries goes with it; other children stay where they are in the parent."""
    if isinstance(objects, (str, SceneObject)):
        objects = [objects]
    for obj in [found(wanted) for wanted in objects]:
        component = component_of(obj)
        if component is not None:
            _delete_component(component)
        elif obj.name in scene().environment_objects:
            obj.hide_render = True
            obj.body["physics"] = "NO_COLLISION"
        else:
            report.warn(f"{obj.name!r} is part of a model file, and cannot be deleted: it stays")


def _delete_component(component: AbstractComponent) -> None:
    children: List[AbstractComponent] = list(component.child_components)
    for child in children:
        if component.is_morseable():
            _delete_component(child)
        else:
            _detach(child)
    _detach(component)
    if component in scene().components:
        scene().components.remove(component)
    obj = component.scene_object
    scene().unlinked.pop(id(obj), None)
    obj.select = False
    if scene().active is obj:
        scene().active = None
    if scene().objects.get(obj.name) is obj:
        scene().release(obj.name)
