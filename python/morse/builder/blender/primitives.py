"""The operators of ``bpy.ops.mesh`` that add primitives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Callable, Optional

from morse.builder import blenderobjects
from morse.builder.blender import data, objects
from morse.builder.script import arguments
from morse.core.exceptions import MorseBuilderError

if TYPE_CHECKING:
    from morse.builder.components.settings import Shape

#: Return value of operators.
FINISHED = {"FINISHED"}

#: A location; None for that of the scene's cursor. [m]
Vec = Optional[Iterable[float]]


def cursor_or(location: Vec) -> Iterable[float]:
    """The location, or that of the scene's cursor. [m]"""
    if location is not None:
        return location
    cursor: Iterable[float] = data.scene_view.cursor_location
    return cursor


def _primitive(
    cls: Callable[[str], blenderobjects.Primitive], sizes: Callable[..., Shape]
) -> Callable[..., set[str]]:
    """An operator that adds a primitive of a class. ``sizes`` returns its shape for the operator's keywords."""

    def add(location: Vec = None, rotation: Iterable[float] = (0, 0, 0), **keywords: object) -> set[str]:
        component = cls(cls.__name__)
        for name in ("view_align", "enter_editmode", "layers"):
            keywords.pop(name, None)
        component.shape.update(sizes(**keywords))
        objects.placed(component, cursor_or(location), rotation)
        return FINISHED

    return add


def _round(radius: float = 1.0, size: float | None = None, **_: object) -> Shape:
    return {"radius": _length("radius", radius if size is None else size)}


def _cube(radius: float = 1.0, size: float | None = None) -> Shape:
    return {"half_extents": [_length("radius", radius if size is None else size / 2.0)] * 3}


def _plane(radius: float = 1.0, size: float | None = None) -> Shape:
    return {"half_extents": [_length("radius", radius if size is None else size / 2.0)] * 2}


def _cylinder(radius: float = 1.0, depth: float = 2.0, **_: object) -> Shape:
    return {"radius": _length("radius", radius), "depth": _length("depth", depth)}


def _cone(radius1: float = 1.0, radius2: float = 0.0, depth: float = 2.0, **_: object) -> Shape:
    if radius2:
        raise MorseBuilderError("primitive_cone_add: cones have a tip here, so radius2 must be 0")
    return {"radius": _length("radius1", radius1), "depth": _length("depth", depth)}


def _torus(major_radius: float = 1.0, minor_radius: float = 0.25, **_: object) -> Shape:
    return {
        "major_radius": _length("major_radius", major_radius),
        "minor_radius": _length("minor_radius", minor_radius),
    }


def _length(name: str, value: object) -> float:
    return arguments.positive("bpy.ops.mesh", name, value)


PRIMITIVES: dict[str, Callable[..., set[str]]] = {
    "mesh.primitive_cube_add": _primitive(blenderobjects.Cube, _cube),
    "mesh.primitive_plane_add": _primitive(blenderobjects.Plane, _plane),
    "mesh.primitive_uv_sphere_add": _primitive(blenderobjects.Sphere, _round),
    "mesh.primitive_ico_sphere_add": _primitive(blenderobjects.IcoSphere, _round),
    "mesh.primitive_cylinder_add": _primitive(blenderobjects.Cylinder, _cylinder),
    "mesh.primitive_cone_add": _primitive(blenderobjects.Cone, _cone),
    "mesh.primitive_torus_add": _primitive(blenderobjects.Torus, _torus),
}
