"""Simple shapes, lamps and cameras; a shape takes part in physics only after it got a physics type."""

import math
from typing import Any, Dict

from morse.builder import arguments
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.attributes import lamp_data
from morse.builder.bodies import BodyMethods
from morse.builder.scene_object import SceneObject

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

    _shape: Dict[str, Any] = {"kind": "empty"}

    def __init__(self, name: str) -> None:
        arguments.text(type(self).__name__, "name", name)
        AbstractComponent.__init__(self, SceneObject(name))
        self._name_unchecked(name)
        self.shape = dict(self._shape)

    def another(self) -> "Primitive":
        """Another one of the same shape."""
        copy = type(self)(self.scene_object.name)
        copy.shape.update(self.shape or {})
        return copy


class Mesh(BodyMethods, Primitive):
    """A shape with a surface."""

    def color(self, r: float = 0.1, g: float = 0.1, b: float = 0.1) -> None:
        """Colour, 0 to 1."""
        self.set_color(r, g, b)


class Plane(Mesh):
    """Square of side 2 m in X and Y."""

    _shape = {"kind": "plane", "half_extents": [1.0, 1.0]}


class Cube(Mesh):
    """Cube of side 2 m."""

    _shape = {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}


class Sphere(Mesh):
    """Sphere of radius 1 m."""

    _shape = {"kind": "sphere", "radius": 1.0}


class IcoSphere(Mesh):
    """Sphere of radius 1 m, of triangles."""

    _shape = {"kind": "ico_sphere", "radius": 1.0}


class Cylinder(Mesh):
    """Upright cylinder of radius 1 m, 2 m high."""

    _shape = {"kind": "cylinder", "radius": 1.0, "depth": 2.0}


class Cone(Mesh):
    """Upright cone of radius 1 m, 2 m high."""

    _shape = {"kind": "cone", "radius": 1.0, "depth": 2.0}


class Torus(Mesh):
    """Ring of radius 1 m, 0.25 m thick in radius."""

    _shape = {"kind": "torus", "major_radius": 1.0, "minor_radius": 0.25}


class Empty(Primitive):
    """A frame without shape."""


class Coordsys(Primitive):
    """A frame shown by its axes."""


class Spot(Primitive):
    """A lamp, by default a spot light along +X; its ``_bpy_object.data`` has energy, distance, spot_size and color."""

    def __init__(self, name: str, lamp_type: str = "SPOT") -> None:
        Primitive.__init__(self, name)
        lamp_type = arguments.text("Spot", "lamp_type", lamp_type)
        self.shape = {"kind": "spot", "lamp_type": lamp_type}
        # Lamps shine along their own -Z.
        self.rotate(y=-math.pi / 2.0)
        if lamp_type == "SPOT":
            self.shape.update(size_rad=math.pi / 2.0, distance_m=10.0)
        values = {
            "type": lamp_type,
            "energy": 1.0,
            "distance": self.shape.get("distance_m", 25.0),
            "spot_size": self.shape.get("size_rad", math.pi / 4.0),
            "color": (1.0, 1.0, 1.0),
        }
        self.scene_object.describe_data(lamp_data(self.shape.__setitem__, values))


class Camera(Primitive):
    """A camera in the scene; its image is not used."""

    _shape = {"kind": "camera"}
