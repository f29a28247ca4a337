"""Primitives, lamps and cameras. A primitive is a body only after it gets a physics type."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.components.bodies import BodyMethods
from morse.builder.scene.attributes import lamp_data
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments

if TYPE_CHECKING:
    from morse.builder.components.settings import Shape

__all__ = [
    "Camera",
    "Cone",
    "Coordsys",
    "Cube",
    "Cylinder",
    "Empty",
    "IcoSphere",
    "Mesh",
    "Plane",
    "Sphere",
    "Spot",
    "Torus",
]


class Primitive(AbstractComponent):
    """A primitive, defined by its kind and dimensions."""

    shape: Shape
    _shape: Shape = {"kind": "empty"}

    def __init__(self, name: str) -> None:
        arguments.text(type(self).__name__, "name", name)
        AbstractComponent.__init__(self, SceneObject(name))
        self._name_unchecked(name)
        self.shape = self._shape.copy()

    def another(self) -> Primitive:
        """A new primitive of the same shape."""
        copy = type(self)(self.scene_object.name)
        copy.shape.update(self.shape)
        return copy


class Mesh(BodyMethods, Primitive):
    """A primitive with a surface."""

    def color(self, r: float = 0.1, g: float = 0.1, b: float = 0.1) -> None:
        """Set the color: red, green, blue; 0 to 1."""
        self.set_color(r, g, b)


class Plane(Mesh):
    """Square in the plane of X and Y, with sides of 2 m."""

    _shape: Shape = {"kind": "plane", "half_extents": [1.0, 1.0]}


class Cube(Mesh):
    """Cube with sides of 2 m."""

    _shape: Shape = {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}


class Sphere(Mesh):
    """Sphere of radius 1 m."""

    _shape: Shape = {"kind": "sphere", "radius": 1.0}


class IcoSphere(Mesh):
    """Sphere of radius 1 m, made of triangles."""

    _shape: Shape = {"kind": "ico_sphere", "radius": 1.0}


class Cylinder(Mesh):
    """Cylinder along Z of radius 1 m, 2 m high."""

    _shape: Shape = {"kind": "cylinder", "radius": 1.0, "depth": 2.0}


class Cone(Mesh):
    """Cone along Z with base radius 1 m, 2 m high."""

    _shape: Shape = {"kind": "cone", "radius": 1.0, "depth": 2.0}


class Torus(Mesh):
    """Torus about Z with major radius 1 m and minor radius 0.25 m."""

    _shape: Shape = {"kind": "torus", "major_radius": 1.0, "minor_radius": 0.25}


class Empty(Primitive):
    """A frame without shape."""


class Coordsys(Primitive):
    """A frame shown by its axes."""


class Spot(Primitive):
    """A lamp, by default a spot light along +X. Its ``_bpy_object.data`` has energy, distance, spot_size and color."""

    def __init__(self, name: str, lamp_type: str = "SPOT") -> None:
        Primitive.__init__(self, name)
        lamp_type = arguments.text("Spot", "lamp_type", lamp_type)
        self.shape = {"kind": "spot", "lamp_type": lamp_type}
        # Lamps shine along -Z of their frame.
        self.rotate(y=-math.pi / 2.0)
        if lamp_type == "SPOT":
            self.shape["size_rad"] = math.pi / 2.0
            self.shape["distance_m"] = 10.0
        values: dict[str, object] = {
            "type": lamp_type,
            "energy": 1.0,
            "distance": self.shape.get("distance_m", 25.0),
            "spot_size": self.shape.get("size_rad", math.pi / 4.0),
            "color": (1.0, 1.0, 1.0),
        }
        self.scene_object.describe_data(lamp_data(cast("dict[str, object]", self.shape).__setitem__, values))


class Camera(Primitive):
    """A camera in the scene, whose image is not used."""

    _shape: Shape = {"kind": "camera"}
