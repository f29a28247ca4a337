"""``bpy.ops``: operators on the selected and the active object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Callable, TypedDict

from morse.builder import blenderobjects
from morse.builder.blender import data, objects
from morse.builder.blender.primitives import FINISHED, PRIMITIVES, Vec, cursor_or
from morse.builder.blender.scene_settings import selected
from morse.builder.blender.texts import Text
from morse.builder.scene import attributes, hierarchy, scene
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments
from morse.core.exceptions import MorseBuilderError
from morse.core.mathutils import Matrix, Vector

# Objects besides primitives ------------------------------------------------------------------------------------------


def lamp_add(type: str = "POINT", location: Vec = None, rotation: Iterable[float] = (0, 0, 0), **_: object) -> set[str]:
    """Add a lamp: POINT, SUN, SPOT, HEMI or AREA."""
    objects.placed(blenderobjects.Spot(type.capitalize(), type), cursor_or(location), rotation)
    return FINISHED


def camera_add(location: Vec = None, rotation: Iterable[float] = (0, 0, 0), **_: object) -> set[str]:
    """Add a camera, whose image is not used."""
    objects.placed(blenderobjects.Camera("Camera"), cursor_or(location), rotation)
    return FINISHED


def empty_add(
    type: str = "PLAIN_AXES", location: Vec = None, rotation: Iterable[float] = (0, 0, 0), **_: object
) -> set[str]:
    """Add a frame without shape."""
    objects.placed(blenderobjects.Empty("Empty"), cursor_or(location), rotation)
    return FINISHED


def object_add(
    type: str = "EMPTY", location: Vec = None, rotation: Iterable[float] = (0, 0, 0), **_: object
) -> set[str]:
    """Add a frame, a lamp or a camera. Raises MorseBuilderError for other types."""
    adds: dict[str, Callable[..., set[str]]] = {"EMPTY": empty_add, "LAMP": lamp_add, "CAMERA": camera_add}
    if type not in adds:
        raise MorseBuilderError(
            f"an object of type {type!r} cannot be added here; {', '.join(adds)} and primitives can"
        )
    return adds[type](location=location, rotation=rotation)


# Selection, copies, parents, deletion --------------------------------------------------------------------------------


def select_all(action: str = "TOGGLE") -> set[str]:
    """SELECT, DESELECT, INVERT, or TOGGLE, which selects all objects if no object is selected, else deselects all."""
    before = selected()
    everything = list(scene().objects.values())
    if action == "INVERT":
        after: list[SceneObject] = [obj for obj in everything if obj not in before]
    elif action == "SELECT" or (action == "TOGGLE" and not before):
        after = everything
    else:
        after = []
    scene().selected[:] = after
    return FINISHED


def _targets() -> list[SceneObject]:
    """The selected objects; without any, the active one."""
    active = scene().active
    return selected() or ([active] if active is not None else [])


def duplicate(linked: bool = False, mode: str = "TRANSLATION", **_: object) -> set[str]:
    """Copy the selected objects and select the copies."""
    copies = [hierarchy.duplicate(obj) for obj in _targets()]
    scene().selected[:] = copies
    return FINISHED


class _Translation(TypedDict, total=False):
    value: Iterable[float]


def duplicate_move(TRANSFORM_OT_translate: _Translation | None = None, **_: object) -> set[str]:
    """Copy the selected objects and move the copies."""
    duplicate()
    return translate(**(TRANSFORM_OT_translate or {}))


def delete(use_global: bool = False) -> set[str]:
    """Delete the selected objects."""
    objects.delete(selected())
    return FINISHED


def parent_set(type: str = "OBJECT", keep_transform: bool = False, **_: object) -> set[str]:
    """Make the other selected objects children of the active object; they keep their pose in the world."""
    parent = scene().active
    if type not in ("OBJECT", "OBJECT_KEEP_TRANSFORM") or parent is None:
        raise MorseBuilderError(f"parent_set(type={type!r}) is not possible here: only OBJECT, on the active object")
    for obj in selected():
        if obj is not parent:
            hierarchy.put_below(obj, parent, keep_place=True)
    return FINISHED


def parent_clear(type: str = "CLEAR") -> set[str]:
    """Remove the selected objects from their parents. With CLEAR_KEEP_TRANSFORM they keep their pose in the world."""
    for obj in selected():
        hierarchy.put_below(obj, None, keep_place=type == "CLEAR_KEEP_TRANSFORM")
    return FINISHED


# Transformations -----------------------------------------------------------------------------------------------------


def translate(value: Iterable[float] = (0.0, 0.0, 0.0), **_: object) -> set[str]:
    """Move the selected objects along the axes of the world. [m]"""
    step = Vector(arguments.numbers("translate", "value", value, 3))
    for obj in _targets():
        _in_world(obj, lambda matrix: Matrix.Translation(step) @ matrix)
    return FINISHED


def rotate(value: float = 0.0, axis: Iterable[float] = (0.0, 0.0, 1.0), **_: object) -> set[str]:
    """Rotate the selected objects about an axis of the world through their origins. [rad]"""
    turn = Matrix.Rotation(arguments.number("rotate", "value", value), 4, Vector(axis))

    def turned(matrix: Matrix) -> Matrix:
        place = matrix.to_translation()
        matrix = turn @ matrix
        matrix.translation = place
        return matrix

    for obj in _targets():
        _in_world(obj, turned)
    return FINISHED


def resize(value: Iterable[float] = (1.0, 1.0, 1.0), **_: object) -> set[str]:
    """Scale the selected objects along their axes."""
    factors = arguments.numbers("resize", "value", value, 3)
    for obj in _targets():
        obj.scale = [scale * factor for scale, factor in zip(obj.scale, factors)]
    return FINISHED


def _in_world(obj: SceneObject, change: Callable[[Matrix], Matrix]) -> None:
    obj.matrix_world = change(obj.matrix_world)


# Properties and texts ------------------------------------------------------------------------------------------------

_DEFAULTS: Mapping[str, object] = {"FLOAT": 0.0, "INT": 0, "BOOL": True, "STRING": "", "TIMER": 0.0}


def game_property_new(type: str = "FLOAT", name: str = "prop") -> set[str]:
    """Give the active object a property: BOOL, INT, FLOAT, STRING or TIMER. A name that is taken gets a number."""
    from morse.builder.document.encoding import timer

    kind = attributes.one_of("type of a property", type, _DEFAULTS)
    obj = scene().active
    if obj is None:
        raise MorseBuilderError("game_property_new: there is no active object")
    unique, number = name or "prop", 0
    while unique in obj.values:
        number += 1
        unique = f"{name or 'prop'}.{number:03d}"
    obj.values[unique] = timer(0.0) if kind == "TIMER" else _DEFAULTS[kind]
    return FINISHED


def text_new() -> set[str]:
    """Add a text."""
    Text()
    return FINISHED


def material_new() -> set[str]:
    """Add a material that is not assigned to an object."""
    data.materials.new()
    return FINISHED


# By name -------------------------------------------------------------------------------------------------------------

_OPERATORS: dict[str, Callable[..., set[str]]] = {
    **PRIMITIVES,
    "object.lamp_add": lamp_add,
    "object.camera_add": camera_add,
    "object.empty_add": empty_add,
    "object.add": object_add,
    "object.select_all": select_all,
    "object.duplicate": duplicate,
    "object.duplicate_move": duplicate_move,
    "object.delete": delete,
    "object.parent_set": parent_set,
    "object.parent_clear": parent_clear,
    "object.game_property_new": game_property_new,
    "transform.translate": translate,
    "transform.rotate": rotate,
    "transform.resize": resize,
    "text.new": text_new,
    "material.new": material_new,
}

#: Starts of the names of operators that have no effect outside Blender's editor.
_WITHOUT_EFFECT: tuple[str, ...] = (
    "screen.", "view3d.", "wm.save", "wm.redraw", "anim.", "object.shade_", "object.mode_set", "outliner.",
    "object.modifier_", "object.constraint_", "object.transform_apply", "object.origin_set", "file.", "scene.",
    "object.visual_transform_apply", "object.select", "object.hide_", "object.editmode_toggle", "wm.addon",
)

#: Alternatives to operators that are refused, by the start of their names.
_INSTEAD = {
    "logic.": "logic bricks: use a sensor or an actuator of MORSE, or a component of your own",
    "wm.link": "objects of files: use PassiveObject(FILE, PREFIX)",
    "wm.append": "objects of files: use PassiveObject(FILE, PREFIX)",
    "wm.collada": "objects of files: use PassiveObject(FILE)",
    "import_": "objects of files: use PassiveObject(FILE)",
    "sound.": "sounds: use the actuator Sound",
    "mesh.": "meshes: make a file of them, and load it with PassiveObject(FILE)",
    "rigidbody.": "rigid bodies: use set_rigid_body(), or obj.game.physics_type",
}


class _Operators:
    """A group of operators, such as ``bpy.ops.object``."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Callable[..., set[str]]:
        if name.startswith("__"):
            raise AttributeError(name)
        return operator(f"{self._name}.{name}")

    def __repr__(self) -> str:
        return f"<bpy.ops.{self._name}>"


def operator(name: str) -> Callable[..., set[str]]:
    """An operator by name, such as ``object.delete``. Operators that need Blender raise MorseBuilderError."""
    found = _OPERATORS.get(name)
    if found is not None:
        return found

    def call(*_: object, **__: object) -> set[str]:
        if name.startswith(_WITHOUT_EFFECT):
            attributes.name_without_effect(f"bpy.ops.{name}()")
            return FINISHED
        instead = next((hint for start, hint in _INSTEAD.items() if name.startswith(start)), None)
        ending = f"; it has no {instead}" if instead else ""
        raise MorseBuilderError(f"bpy.ops.{name} needs Blender, which is not part of this simulator{ending}")

    return call


def __getattr__(name: str) -> _Operators:
    if name.startswith("__"):
        raise AttributeError(name)
    return _Operators(name)

