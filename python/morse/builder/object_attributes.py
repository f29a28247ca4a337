"""Attributes that scripts know of Blender's objects, beside those of ``SceneObject``: materials, matrices, size, selection."""

import math
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional

from morse.builder import arguments, attributes, hierarchy
from morse.builder.hierarchy import component_of
from morse.builder.scene import scene
from morse.core.mathutils import Matrix, Quaternion, Vector

if TYPE_CHECKING:
    from morse.builder.blender.materials import Material, MaterialList, MaterialSlot


class ObjectAttributes:
    """Reads and sets what ``SceneObject`` holds, in the ways of Blender."""

    #: Made when a script asks for them.
    _materials: "Optional[MaterialList]" = None
    _constraints: Any = None

    # Materials -------------------------------------------------------------------------------------------------------

    def material_list(self: Any) -> "MaterialList":
        """The materials of the object."""
        if self._materials is None:
            from morse.builder.blender.materials import MaterialList  # rarely needed

            self._materials = MaterialList(self)
        return self._materials

    @property
    def active_material(self) -> "Material":
        """The material of the object; one of its own when it was given none."""
        return self.material_list().active()

    @active_material.setter
    def active_material(self, material: "Material") -> None:
        self.material_list().replace(material)

    @property
    def material_slots(self) -> "List[MaterialSlot]":
        """The places of its materials."""
        return self.material_list().slots()

    # Pose ------------------------------------------------------------------------------------------------------------

    @property
    def rotation_mode(self) -> str:
        """Always XYZ."""
        return "XYZ"

    @rotation_mode.setter
    def rotation_mode(self, mode: str) -> None:
        if mode not in ("XYZ", "QUATERNION"):
            attributes.name_without_effect(f"rotation_mode {mode!r}")

    @property
    def rotation_quaternion(self: Any) -> Quaternion:
        """Attitude in the parent."""
        return self.rotation_euler.to_quaternion()

    @rotation_quaternion.setter
    def rotation_quaternion(self: Any, value: Iterable[float]) -> None:
        numbers = arguments.numbers("rotation_quaternion", "it", value, 4)
        self.rotation_euler = Quaternion(numbers).normalized().to_euler()

    @property
    def matrix_local(self: Any) -> Matrix:
        """Pose and scale in the parent, 4×4."""
        return _matrix(self.location, self.rotation_euler, self.scale)

    @matrix_local.setter
    def matrix_local(self: Any, matrix: Iterable[Iterable[float]]) -> None:
        matrix = Matrix(matrix)
        if len(matrix) != 4:
            raise arguments.WrongValue("matrix_local takes a 4×4 matrix")
        columns = [Vector(column[:3]) for column in list(matrix.transposed())[:3]]
        scale = [column.length for column in columns]
        if not all(math.isfinite(length) and length > 0.0 for length in scale):
            raise arguments.WrongValue(f"matrix_local takes a matrix that can be inverted, not one of scale {scale}")
        self.location = matrix.to_translation()
        self.scale = scale
        self.rotation_euler = Matrix([column / length for column, length in zip(columns, scale)]).transposed().to_euler()

    matrix_basis = matrix_local

    @property
    def matrix_world(self: Any) -> Matrix:
        """Pose and scale in the world, 4×4; of what hangs on a part of a model, as if it hung on the model's root."""
        if self.parent is None:
            return self.matrix_local
        return self.parent.matrix_world @ self.matrix_local

    @matrix_world.setter
    def matrix_world(self: Any, matrix: Iterable[Iterable[float]]) -> None:
        if self.parent is None:
            self.matrix_local = matrix
        else:
            self.matrix_local = self.parent.matrix_world.inverted() @ Matrix(matrix)

    @property
    def dimensions(self: Any) -> Vector:
        """Lengths of the sides of a primitive, m. Raises AttributeError for what is in a model file."""
        return Vector([2.0 * half * factor for half, factor in zip(self._half_extents(), self.scale)])

    @dimensions.setter
    def dimensions(self: Any, value: Iterable[float]) -> None:
        sides = arguments.numbers("dimensions", "it", value, 3)
        self.scale = [side / (2.0 * half) if half else 1.0 for side, half in zip(sides, self._half_extents())]

    def _half_extents(self: Any) -> List[float]:
        shape: Dict[str, Any] = getattr(component_of(self), "shape", None) or {}
        if "half_extents" in shape:
            return [*shape["half_extents"], 0.0][:3]
        if "major_radius" in shape:
            radius = shape["major_radius"] + shape["minor_radius"]
            return [radius, radius, shape["minor_radius"]]
        if "radius" in shape:
            return [shape["radius"], shape["radius"], shape.get("depth", 2.0 * shape["radius"]) / 2.0]
        raise AttributeError(f"dimensions of {self.name!r} are not known here: the Builder reads no model files; use scale")

    # Editor ----------------------------------------------------------------------------------------------------------

    @property
    def select(self) -> bool:
        """Whether operators of ``bpy.ops`` act on it."""
        return self in scene().selected

    @select.setter
    def select(self: Any, selected: bool) -> None:
        if selected and not self.select:
            scene().selected.append(self)
        elif not selected and self.select:
            scene().selected.remove(self)

    @property
    def type(self) -> str:
        """MESH, EMPTY, LAMP or CAMERA; MESH for what is in a model file."""
        shape = getattr(component_of(self), "shape", None) or {}
        return {"empty": "EMPTY", "spot": "LAMP", "camera": "CAMERA"}.get(shape.get("kind"), "MESH")

    @property
    def constraints(self) -> Any:
        """Constraints of Blender, which have no effect; each is named once in a warning."""
        if self._constraints is None:
            from morse.builder.blender.constraints import Constraints  # rarely needed

            self._constraints = Constraints()
        return self._constraints

    def copy(self: Any) -> Any:
        """A copy, which is in the scene once it is linked there. Raises MorseBuilderError for robots and components."""
        return hierarchy.unlinked(hierarchy.duplicate(self))


def _matrix(location: Any, rotation: Any, scale: Any) -> Matrix:
    turned = [[value * factor for value, factor in zip(row, scale)] for row in rotation.to_matrix()]
    return Matrix([*([*row, place] for row, place in zip(turned, location)), [0.0, 0.0, 0.0, 1.0]])
