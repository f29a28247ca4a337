"""The operators of ``bpy.ops.mesh`` that add primitives."""

from typing import Any, Callable, Dict, Iterable, Optional

from morse.builder import arguments, blenderobjects
from morse.builder.blender import data, objects
from morse.core.exceptions import MorseBuilderError

#: What operators return.
FINISHED = {"FINISHED"}

Vec = Optional[Iterable[float]]


def cursor_or(location: Vec) -> Iterable[float]:
    """A place, or that of the scene's cursor."""
    return data.scene_view.cursor_location if location is None else location


def _primitive(cls: Any, sizes: Callable[..., Dict[str, Any]]) -> Callable[..., Any]:
    """An operator that adds a primitive. ``sizes`` gives its shape for the operator's own keywords."""

    def add(location: Vec = None, rotation: Iterable[float] = (0, 0, 0), **keywords: Any) -> Any:
        component = cls(cls.__name__)
        for name in ("view_align", "enter_editmode", "layers"):
            keywords.pop(name, None)
        component.shape.update(sizes(**keywords))
        objects.made(component, cursor_or(location), rotation)
        return FINISHED

    return add


def _round(radius: float = 1.0, size: Optional[float] = None, **_: Any) -> Dict[str, Any]:
    return {"radius": _length("radius", radius if size is None else size)}


def _cube(radius: float = 1.0, size: Optional[float] = None) -> Dict[str, Any]:
    return {"half_extents": [_length("radius", radius if size is None else size / 2.0)] * 3}


def _plane(radius: float = 1.0, size: Optional[float] = None) -> Dict[str, Any]:
    return {"half_extents": [_length("radius", radius if size is None else size / 2.0)] * 2}


def _cylinder(radius: float = 1.0, depth: float = 2.0, **_: Any) -> Dict[str, Any]:
    return {"radius": _length("radius", radius), "depth": _length("depth", depth)}


def _cone(radius1: float = 1.0, radius2: float = 0.0, depth: float = 2.0, **_: Any) -> Dict[str, Any]:
    if radius2:
        raise MorseBuilderError("primitive_cone_add: cones have a tip here, so radius2 must be 0")
    return {"radius": _length("radius1", radius1), "depth": _length("depth", depth)}


def _torus(major_radius: float = 1.0, minor_radius: float = 0.25, **_: Any) -> Dict[str, Any]:
    return {
        "major_radius": _length("major_radius", major_radius),
        "minor_radius": _length("minor_radius", minor_radius),
    }


def _length(name: str, value: Any) -> float:
    return arguments.positive("bpy.ops.mesh", name, value)


PRIMITIVES: Dict[str, Callable[..., Any]] = {
    "mesh.primitive_cube_add": _primitive(blenderobjects.Cube, _cube),
    "mesh.primitive_plane_add": _primitive(blenderobjects.Plane, _plane),
    "mesh.primitive_uv_sphere_add": _primitive(blenderobjects.Sphere, _round),
    "mesh.primitive_ico_sphere_add": _primitive(blenderobjects.IcoSphere, _round),
    "mesh.primitive_cylinder_add": _primitive(blenderobjects.Cylinder, _cylinder),
    "mesh.primitive_cone_add": _primitive(blenderobjects.Cone, _cone),
    "mesh.primitive_torus_add": _primitive(blenderobjects.Torus, _torus),
}
