"""The objects of a scene: every component has one, and every named part of a model that a script uses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from morse.builder.scene import attributes, hierarchy
from morse.builder.scene.current import scene
from morse.builder.scene.game_properties import PropertyViews
from morse.builder.scene.hierarchy import component_of
from morse.builder.scene.matrices import composed, decomposed, half_extents
from morse.builder.script import arguments, report
from morse.builder.script.source import Place, calling_place
from morse.core.mathutils import Euler, Matrix, Quaternion, Vector

if TYPE_CHECKING:
    from morse.builder.blender.constraints import Constraints
    from morse.builder.blender.material_slots import MaterialList, MaterialSlots
    from morse.builder.blender.materials import Material
    from morse.builder.components.settings import BodySettings, Shape, VisualSettings


class SceneObject:
    """A named frame of the scene, with properties; every component has one.

    It has the attributes of Blender's objects that have an effect here. Scripts may set other attributes as well; these
    are kept, and named once in a warning.
    """

    _name: str
    _location: Vector
    _rotation: Euler
    _scale: Vector
    _values: dict[str, object]
    _body: BodySettings
    _visual: VisualSettings
    _children: list[SceneObject]
    _place: Place | None
    _part_name: str | None = None
    # The vectors of a part that no script has set.
    _unset: tuple[object, ...] = ()
    _parent: SceneObject | None = None
    # Created on first access: most objects never need them.
    _game: attributes.Attributes | None = None
    _data: attributes.Attributes | None = None
    _materials: MaterialList | None = None
    _constraints: Constraints | None = None

    def __init__(self, name: str, location: Iterable[float] = (0, 0, 0), rotation: Iterable[float] = (0, 0, 0)) -> None:
        # Scenes have thousands of objects. One update is faster than assignments, for which `__setattr__` checks names.
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

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_") and not hasattr(type(self), name):
            attributes.name_without_effect(name)
        object.__setattr__(self, name, value)

    @property
    def name(self) -> str:
        """Name in the scene; an assigned name that is taken gets a number (``.001``)."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        scene().release(self._name)
        self._name = scene().claim(name, self)

    # Pose ------------------------------------------------------------------------------------------------------------

    @property
    def location(self) -> Vector:
        """Position in the parent. [m]"""
        return self._location

    @location.setter
    def location(self, value: Iterable[float]) -> None:
        self._location = Vector(arguments.numbers("location", "it", value, 3))

    @property
    def rotation_euler(self) -> Euler:
        """Attitude in the parent: XYZ Euler angles. [rad]"""
        return self._rotation

    @rotation_euler.setter
    def rotation_euler(self, value: Iterable[float]) -> None:
        self._rotation = Euler(arguments.numbers("rotation_euler", "it", value, 3))

    @property
    def rotation_mode(self) -> str:
        """Always XYZ."""
        return "XYZ"

    @rotation_mode.setter
    def rotation_mode(self, mode: str) -> None:
        if mode not in ("XYZ", "QUATERNION"):
            attributes.name_without_effect(f"rotation_mode {mode!r}")

    @property
    def rotation_quaternion(self) -> Quaternion:
        """Attitude in the parent."""
        return self.rotation_euler.to_quaternion()

    @rotation_quaternion.setter
    def rotation_quaternion(self, value: Iterable[float]) -> None:
        numbers = arguments.numbers("rotation_quaternion", "it", value, 4)
        self.rotation_euler = Quaternion(numbers).normalized().to_euler()

    @property
    def scale(self) -> Vector:
        """Scale factors along the object's axes; children inherit them."""
        return self._scale

    @scale.setter
    def scale(self, value: Iterable[float]) -> None:
        self._scale = Vector(arguments.numbers("scale", "it", value, 3))

    @property
    def matrix_local(self) -> Matrix:
        """Pose and scale in the parent, as a 4×4 matrix."""
        return composed(self.location, self.rotation_euler, self.scale)

    @matrix_local.setter
    def matrix_local(self, matrix: Iterable[Iterable[float]]) -> None:
        self.location, self.scale, self.rotation_euler = decomposed(matrix)

    matrix_basis = matrix_local

    @property
    def matrix_world(self) -> Matrix:
        """Pose and scale in the world, as a 4×4 matrix. Children of a model's part count as children of its root."""
        if self.parent is None:
            return self.matrix_local
        return self.parent.matrix_world @ self.matrix_local

    @matrix_world.setter
    def matrix_world(self, matrix: Iterable[Iterable[float]]) -> None:
        if self.parent is None:
            self.matrix_local = matrix
        else:
            self.matrix_local = self.parent.matrix_world.inverted() @ Matrix(matrix)

    @property
    def dimensions(self) -> Vector:
        """Lengths of the sides of a primitive [m]. Raises AttributeError for objects of a model file."""
        return Vector([2.0 * half * factor for half, factor in zip(self._half_extents(), self.scale)])

    @dimensions.setter
    def dimensions(self, value: Iterable[float]) -> None:
        sides = arguments.numbers("dimensions", "it", value, 3)
        self.scale = [side / (2.0 * half) if half else 1.0 for side, half in zip(sides, self._half_extents())]

    def _half_extents(self) -> list[float]:
        found = half_extents(self._shape())
        if found is None:
            raise AttributeError(
                f"dimensions of {self.name!r} are not known here: the Builder reads no model files; use scale"
            )
        return found

    def _shape(self) -> Shape:
        component = component_of(self)
        return (component and component.shape) or {}

    # Settings --------------------------------------------------------------------------------------------------------

    @property
    def type(self) -> str:
        """MESH, EMPTY, LAMP or CAMERA; MESH for objects of a model file."""
        return {"empty": "EMPTY", "spot": "LAMP", "camera": "CAMERA"}.get(self._shape().get("kind", ""), "MESH")

    @property
    def values(self) -> dict[str, object]:
        """Properties by name."""
        return self._values

    @property
    def body(self) -> BodySettings:
        """The body settings of the script, as in the scene document."""
        return self._body

    @property
    def visual(self) -> VisualSettings:
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
        """Settings of a lamp or a camera under Blender's names, and the ``materials`` of other objects."""
        if self._data is None:
            self._data = attributes.unused_data(self.material_list())
        return self._data

    @property
    def color(self) -> list[float]:
        """Red, green, blue and opacity, 0 to 1."""
        rgba = [*self._visual.get("color", (1.0, 1.0, 1.0)), self._visual.get("alpha", 1.0)]
        return attributes.WrittenThrough(rgba, self._paint)

    @color.setter
    def color(self, value: Iterable[float]) -> None:
        self._paint(value)

    def _paint(self, rgba: object) -> None:
        *rgb, alpha = attributes.color("color", rgba, 4)
        self._visual["color"] = rgb
        if alpha != 1.0 or "alpha" in self._visual:
            self._visual["alpha"] = alpha

    @property
    def hide_render(self) -> bool:
        """Whether the object is invisible."""
        return not self._visual.get("visible", True)

    @hide_render.setter
    def hide_render(self, hidden: bool) -> None:
        self._visual["visible"] = not hidden

    def material_list(self) -> MaterialList:
        """The materials of the object."""
        if self._materials is None:
            from morse.builder.blender.material_slots import MaterialList  # here because scripts rarely need it

            self._materials = MaterialList(self)
        return self._materials

    @property
    def active_material(self) -> Material:
        """The material of the object; a new one if the object has no material."""
        return self.material_list().active()

    @active_material.setter
    def active_material(self, material: Material) -> None:
        self.material_list().replace(material)

    @property
    def material_slots(self) -> MaterialSlots:
        """The slots of its materials."""
        return self.material_list().slots()

    @property
    def constraints(self) -> Constraints:
        """Constraints of Blender, which have no effect; each is named once in a warning."""
        if self._constraints is None:
            from morse.builder.blender.constraints import Constraints  # here because scripts rarely need it

            self._constraints = Constraints()
        return self._constraints

    # Tree ------------------------------------------------------------------------------------------------------------

    @property
    def parent(self) -> SceneObject | None:
        """The parent object. After an assignment, the object has its location and rotation in the new parent."""
        return self._parent

    @parent.setter
    def parent(self, parent: SceneObject | None) -> None:
        hierarchy.put_below(self, parent)

    @property
    def children(self) -> list[SceneObject]:
        """The child objects."""
        return self._children

    def attach(self, parent: SceneObject | None) -> None:
        """Become a child of ``parent``, or of no object; the pose is kept relative to the parent."""
        if self._parent is not None:
            self._parent.children.remove(self)
        self._parent = parent
        if parent is not None:
            parent.children.append(self)

    def copy(self) -> SceneObject:
        """A copy that is not linked to the scene yet. Raises MorseBuilderError for robots and components."""
        return hierarchy.unlinked(hierarchy.duplicate(self))

    @property
    def select(self) -> bool:
        """Whether operators of ``bpy.ops`` act on the object."""
        return self in scene().selected

    @select.setter
    def select(self, selected: bool) -> None:
        if selected and not self.select:
            scene().selected.append(self)
        elif not selected and self.select:
            scene().selected.remove(self)

    # For the Builder -------------------------------------------------------------------------------------------------

    @property
    def place(self) -> Place | None:
        """The line of the script that created the object."""
        return self._place

    @property
    def part_name(self) -> str | None:
        """Name in the model file of an object that is only a part of it."""
        return self._part_name

    def mark_part(self, name: str | None) -> None:
        """Mark the object as the part of a model file with this name there; with None, as an object of the script."""
        self._part_name = name
        self._unset = (self._location, self._rotation, self._scale)

    def is_of_file(self) -> bool:
        """Whether the appearance of the object is that of a model file."""
        component = component_of(self)
        return self._part_name is not None or (component is not None and bool(component.model))

    def part_settings(self) -> dict[str, object]:
        """The settings of a part of a model file that the script changed, as the scene document has them."""
        changed: dict[str, object] = {}
        present: tuple[Iterable[float], ...] = (self._location, self._rotation, self._scale)
        for name, vector, unset, default in zip(("location", "rotation", "scale"), present, self._unset, (0, 0, 1)):
            is_same = vector is unset
            if is_same and list(vector) == [default] * 3:
                continue
            if is_same:
                report.warn(
                    f"the Builder does not know the {name} that the part {self._part_name!r} has in its file: "
                    f"it becomes {list(vector)} as a whole; set all three numbers ({self._place})"
                )
            changed[name] = list(vector)
        if self._values:
            changed["properties"] = self._values
        if self._visual:
            changed["visual"] = self._visual
        return changed

    def describe_data(self, data: attributes.Attributes) -> None:
        """Give the object its ``data``; for builder classes."""
        self._data = data

    def __repr__(self) -> str:
        return f"<scene object {self._name!r}>"
