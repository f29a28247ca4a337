"""The tree of a scene's objects: finds the component of an object; moves, copies and deletes objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from morse.builder.scene.current import scene
from morse.core.exceptions import MorseBuilderError

if TYPE_CHECKING:
    from morse.builder.abstractcomponent import AbstractComponent
    from morse.builder.scene.scene_object import SceneObject


def component_of(obj: SceneObject) -> AbstractComponent | None:
    """The component that an object belongs to; None for objects of the environment and parts of models."""
    linked = next((component for component in reversed(scene().components) if component.scene_object is obj), None)
    return linked or scene().unlinked.get(id(obj))


# Links to the scene --------------------------------------------------------------------------------------------------


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


# Copies --------------------------------------------------------------------------------------------------------------


def duplicate(obj: SceneObject) -> SceneObject:
    """A copy of a primitive or a passive object. Raises MorseBuilderError for objects of other classes."""
    component = component_of(obj)
    another = getattr(component, "another", None)
    if component is None or another is None:
        raise MorseBuilderError(f"{obj.name!r} cannot be copied: make another one with the class of the Builder")
    copy: AbstractComponent = another()
    new = copy.scene_object
    new.location, new.rotation_euler, new.scale = obj.location, obj.rotation_euler, obj.scale
    new.values.update(obj.values)
    new.body.update(obj.body)
    new.visual.update(obj.visual)
    if component.parent_component is not None:
        put_below(new, component.parent_component.scene_object)
    return new


# Parents -------------------------------------------------------------------------------------------------------------


def put_below(obj: SceneObject, parent: SceneObject | None, keep_place: bool = False) -> None:
    """Make an object the child of ``parent``, or of no object.

    The object keeps its pose in the parent, or, with ``keep_place``, its pose in the world. Raises MorseBuilderError
    for objects that are in the files of environments and models.
    """
    component = _movable(obj)
    matrix = obj.matrix_world
    owner = part = None
    if parent is not None:
        owner = component_of(parent)
        if owner is None:
            # The parent is a part of a model.
            owner, part = (None if parent.parent is None else component_of(parent.parent)), parent.part_name
        if owner is None:
            raise MorseBuilderError(
                f"{obj.name!r} cannot be put on {parent.name!r}, which is in the environment's file"
            )
    _detach(component)
    if owner is not None:
        owner.append(component, part, level=3)
        if not component.is_morseable():
            # In Blender, an object keeps its name when it gets a parent.
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


# Deletion ------------------------------------------------------------------------------------------------------------


def delete_component(component: AbstractComponent) -> None:
    """Delete a component. A robot is deleted with its components; other children stay in the scene without parent."""
    for child in list(component.child_components):
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
