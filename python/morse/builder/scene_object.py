"""The frames of a scene: every component has one, and every named part of a model that a script uses."""

from typing import Any, Dict, Iterable, List, Optional

from morse.builder import arguments, attributes, hierarchy
from morse.builder.game_properties import PropertyViews
from morse.builder.object_attributes import ObjectAttributes
from morse.builder.scene import scene
from morse.builder.source import Place, calling_place
from morse.core.mathutils import Euler, Vector


class SceneObject(ObjectAttributes):
    """A named frame of the scene, with properties; every component has one.

    Attributes that Blender's objects have and this one has not may be set as well; they are kept, and named once in a
    warning.
    """

    _name: str
    _location: Vector
    _rotation: Euler
    _scale: Vector
    _values: Dict[str, Any]
    _body: Dict[str, Any]
    _visual: Dict[str, Any]
    _children: List["SceneObject"]
    _place: Optional[Place]
    _is_part = False
    _parent: Optional["SceneObject"] = None
    # Made when a script asks for them: most objects never need them.
    _game: Optional[attributes.Attributes] = None
    _data: Optional[attributes.Attributes] = None

    def __init__(self, name: str, location: Iterable[float] = (0, 0, 0), rotation: Iterable[float] = (0, 0, 0)) -> None:
        # At once, past `__setattr__`, which looks at each name: scenes have thousands of objects.
        self.__dict__.update(
            _name=scene().claim(name, self),
            _location=Vector(location),
            _rotation=Euler(rotation),
            _scale=Vector((1.0, 1.0, 1.0)),
            _values={},
            _body={},
            _visual={},
            _children=[],
            _place=calling_place(),
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and not hasattr(type(self), name):
            attributes.name_without_effect(name)
        object.__setattr__(self, name, value)

    @property
    def name(self) -> str:
        """Name in the scene; a taken name gets a number when written (``.001``)."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        scene().release(self._name)
        self._name = scene().claim(name, self)

    @property
    def location(self) -> Vector:
        """Position in the parent, m."""
        return self._location

    @location.setter
    def location(self, value: Iterable[float]) -> None:
        self._location = Vector(arguments.numbers("location", "it", value, 3))

    @property
    def rotation_euler(self) -> Euler:
        """Attitude in the parent: XYZ Euler angles, rad."""
        return self._rotation

    @rotation_euler.setter
    def rotation_euler(self, value: Iterable[float]) -> None:
        self._rotation = Euler(arguments.numbers("rotation_euler", "it", value, 3))

    @property
    def scale(self) -> Vector:
        """Scale along the own axes; children inherit it."""
        return self._scale

    @scale.setter
    def scale(self, value: Iterable[float]) -> None:
        self._scale = Vector(arguments.numbers("scale", "it", value, 3))

    @property
    def values(self) -> Dict[str, Any]:
        """Properties by name."""
        return self._values

    @property
    def body(self) -> Dict[str, Any]:
        """The body settings of the script, as in the scene document."""
        return self._body

    @property
    def visual(self) -> Dict[str, Any]:
        """The visual settings of the script, as in the scene document."""
        return self._visual

    @property
    def game(self) -> attributes.Attributes:
        """``properties``, and settings of the body under Blender's names: ``mass``, ``lock_location_x``…"""
        if self._game is None:
            views = {"properties": PropertyViews(self._values)}
            self._game = attributes.Attributes("game", attributes.game_attributes(self._body), values=views)
        return self._game

    @property
    def data(self) -> attributes.Attributes:
        """Settings of what the object is, under Blender's names: of a lamp, of a camera."""
        if self._data is None:
            self._data = attributes.unused_data(self.material_list())
        return self._data

    @property
    def color(self) -> List[float]:
        """Red, green, blue and opacity, 0 to 1."""
        rgba = [*self._visual.get("color", (1.0, 1.0, 1.0)), self._visual.get("alpha", 1.0)]
        return attributes.WrittenThrough(rgba, self._paint)

    @color.setter
    def color(self, value: Iterable[float]) -> None:
        self._paint(value)

    def _paint(self, rgba: Iterable[float]) -> None:
        *rgb, alpha = attributes.colour("color", rgba, 4)
        self._visual["color"] = rgb
        if alpha != 1.0 or "alpha" in self._visual:
            self._visual["alpha"] = alpha

    @property
    def hide_render(self) -> bool:
        """Whether the object is not drawn."""
        return not self._visual.get("visible", True)

    @hide_render.setter
    def hide_render(self, hidden: bool) -> None:
        self._visual["visible"] = not hidden

    @property
    def parent(self) -> Optional["SceneObject"]:
        """The parent object. Setting it puts the object there, at its location and rotation in the new parent."""
        return self._parent

    @parent.setter
    def parent(self, parent: Optional["SceneObject"]) -> None:
        hierarchy.put_below(self, parent)

    @property
    def children(self) -> List["SceneObject"]:
        """The child objects."""
        return self._children

    @property
    def place(self) -> Optional[Place]:
        """The line of the script that created it."""
        return self._place

    def mark_part(self, is_part: bool = True) -> None:
        """Mark whether the object is only a part of a model file, at the pose it has there."""
        self._is_part = is_part

    def is_changed_part(self) -> bool:
        """Whether a script changed a part of a model file."""
        if not self._is_part:
            return False
        pose = [*self._location, *self._rotation, *self._scale]
        return bool(pose != [0.0] * 6 + [1.0] * 3 or self._values or self._body or self._visual)

    def describe_data(self, data: attributes.Attributes) -> None:
        """Give the object its ``data``; for builder classes."""
        self._data = data

    def attach(self, parent: Optional["SceneObject"]) -> None:
        """Become a child of another object, or of none; the pose is kept relative to the parent."""
        if self._parent is not None:
            self._parent.children.remove(self)
        self._parent = parent
        if parent is not None:
            parent.children.append(self)

    def __repr__(self) -> str:
        return f"<scene object {self._name!r}>"
