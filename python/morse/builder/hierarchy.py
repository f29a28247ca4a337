"""The tree of a scene's objects: which component an object belongs to, and putting it elsewhere, copying and deleting it."""

from typing import Any, List

from morse.builder.scene import scene
from morse.core.exceptions import MorseBuilderError


def component_of(obj: Any) -> Any:
    """The component that an object belongs to; None for objects of the environment and parts of models."""
    return next((one for one in reversed(scene().components) if one.scene_object is obj), None) or scene().unlinked.get(id(obj))


# Not in the scene ------------------------------------------------------------------------------------------------------

def unlinked(obj: Any) -> Any:
    """Take an object out of the scene until a script links it there."""
    component = component_of(obj)
    if component is not None:
        scene().components.remove(component)
        scene().unlinked[id(obj)] = component
    return obj


def link(obj: Any) -> None:
    """Put an object into the scene."""
    component = scene().unlinked.pop(id(obj), None)
    if component is not None:
        scene().components.append(component)


# Copies ----------------------------------------------------------------------------------------------------------------


def duplicate(obj: Any) -> Any:
    """A copy of a primitive or a passive object. Raises MorseBuilderError for others."""
    component = component_of(obj)
    another = getattr(component, "another", None)
    if another is None:
        raise MorseBuilderError(f"{obj.name!r} cannot be copied: make another one with the class of the Builder")
    copy = another()
    new = copy.scene_object
    new.location, new.rotation_euler, new.scale = obj.location, obj.rotation_euler, obj.scale
    new.values.update(obj.values)
    new.body.update(obj.body)
    new.visual.update(obj.visual)
    if component.parent_component is not None:
        put_below(new, component.parent_component.scene_object)
    return new


# Parents ---------------------------------------------------------------------------------------------------------------


def put_below(obj: Any, parent: Any, keep_place: bool = False) -> None:
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


def _movable(obj: Any) -> Any:
    component = component_of(obj)
    if component is None:
        raise MorseBuilderError(f"{obj.name!r} is part of a model file, and stays where it is there")
    return component


def _detach(component: Any) -> None:
    if component.parent_component is not None:
        component.parent_component.child_components.remove(component)
        component.parent_component = None
    component.attach_to = None
    component.scene_object.attach(None)


# Deletion --------------------------------------------------------------------------------------------------------------


def delete_component(component: Any) -> None:
    """Delete a component. What a robot carries goes with it; other children stay where they are in the parent."""
    children: List[Any] = list(component.child_components)
    for child in children:
        if component.is_morseable():
            delete_component(child)
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
