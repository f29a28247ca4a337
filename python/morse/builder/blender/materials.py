"""Materials of the script and of model files: objects take over their color, opacity and friction.

Other settings have no effect. The Builder reads no model files, so a material of a file is one that the script asks
for by name: the simulation looks it up, and warns if no file has it.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, cast

from morse.builder.blender.collections import unique_name
from morse.builder.scene import attributes, scene
from morse.builder.scene.attributes import WrittenThrough, color, number

if TYPE_CHECKING:
    from morse.builder.components.settings import BodySettings, MaterialSettings, VisualSettings
    from morse.builder.scene.scene_object import SceneObject

_DEFAULT_NAME = "Material"
#: Key of all slots of an object.
ALL_SLOTS = "*"
#: Color of a new material in Blender.
_DEFAULT_COLOR = (0.8, 0.8, 0.8)


class _Physics:
    """``physics`` of a material, of which only the friction has an effect."""

    _material: Material
    _rest: attributes.WithoutEffect

    def __init__(self, material: Material) -> None:
        self.__dict__.update(_material=material, _rest=attributes.WithoutEffect("material.physics"))

    def __setattr__(self, name: str, value: object) -> None:
        if name == "friction":
            self._material.body["friction"] = number("material.physics.friction", value)
            self._material.apply()
        else:
            setattr(self._rest, name, value)

    def __getattr__(self, name: str) -> Any:  # of the type that the script assigned; also in `Material`
        if name == "friction" and name in self._material.body:
            return self._material.body["friction"]
        return getattr(self._rest, name)


class Material:
    """A material, and the objects that have it, as a whole or in a slot."""

    name: str
    visual: VisualSettings
    body: BodySettings
    physics: _Physics
    #: Whether the material is one of a model file.
    is_of_file: bool
    _users: weakref.WeakKeyDictionary[SceneObject, set[str]]
    _rest: attributes.WithoutEffect

    def __init__(self, name: str = _DEFAULT_NAME, is_of_file: bool = False) -> None:
        self._begin(unique_name(name, scene().materials), is_of_file)
        scene().materials.append(self)

    def _begin(self, name: str, is_of_file: bool) -> None:
        state: dict[str, object] = {
            "name": name,
            "visual": {},
            "body": {},
            "is_of_file": is_of_file,
            "_users": weakref.WeakKeyDictionary(),
            "_rest": attributes.WithoutEffect("material"),
        }
        self.__dict__.update(state)
        self.__dict__["physics"] = _Physics(self)

    def __setattr__(self, name: str, value: object) -> None:
        if name == "diffuse_color":
            self.visual["color"] = color("diffuse_color", value, 3)
        elif name == "alpha":
            self.visual["alpha"] = number("alpha", value)
        elif name == "name":
            self.__dict__["name"] = unique_name(str(value), [other for other in scene().materials if other is not self])
            return
        elif name == "use_transparency":
            # `alpha` has an effect without it.
            self.__dict__["use_transparency"] = bool(value)
            return
        else:
            setattr(self._rest, name, value)
            return
        self.apply()

    def __getattr__(self, name: str) -> Any:
        if name == "diffuse_color":
            return WrittenThrough(self.visual.get("color", _DEFAULT_COLOR), lambda rgb: setattr(self, name, rgb))
        if name == "alpha":
            return self.visual.get("alpha", 1.0)
        if name == "use_transparency":
            return self.alpha < 1.0
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__dict__["_rest"], name)

    def give_to(self, obj: SceneObject, slot: str = ALL_SLOTS) -> None:
        """Assign the material to an object, or to one of the slots of an object of a model file."""
        self._users.setdefault(obj, set()).add(slot)
        self._apply_to(obj, slot)

    def take_from(self, obj: SceneObject) -> None:
        """Undo ``give_to``; the object keeps its appearance."""
        self._users.pop(obj, None)

    @property
    def users(self) -> int:
        """Number of objects that have it."""
        return len(self._users)

    def apply(self) -> None:
        """Update the appearance and the friction of the objects that have it."""
        for obj, slots in self._users.items():
            for slot in slots:
                self._apply_to(obj, slot)

    def _apply_to(self, obj: SceneObject, slot: str) -> None:
        if self.is_of_file or slot != ALL_SLOTS:
            obj.visual.setdefault("materials", {})[slot] = self.settings()
        else:
            obj.visual.update(self.visual)
        obj.body.update(self.body)

    def settings(self) -> MaterialSettings:
        """The material for the scene document."""
        settings = cast("MaterialSettings", dict(self.visual))
        if self.is_of_file:
            settings["name"] = self.name
        return settings

    def copy(self) -> Material:
        """A new material with the same settings."""
        copy = Material(self.name)
        copy.visual.update(self.visual)
        copy.body.update(self.body)
        return copy

    def __repr__(self) -> str:
        return f"<material {self.name!r}>"


def new(name: str = _DEFAULT_NAME) -> Material:
    """Create a material that is not assigned to an object."""
    return Material(name)


def remove(material: Material, **_: object) -> None:
    """Remove a material; objects keep their appearance."""
    scene().materials.remove(material)


def of_file(name: str) -> Material | None:
    """The material of a model file; None while the scene has no file."""
    has_file = any(component.model or component.parts for component in scene().components)
    return Material(name, is_of_file=True) if has_file or scene().settings is not None else None


def changed_in_files() -> dict[str, MaterialSettings]:
    """The materials of files that the script changed, by name."""
    changed = [material for material in scene().materials if material.is_of_file and material.visual]
    return {material.name: cast("MaterialSettings", dict(material.visual)) for material in changed}
