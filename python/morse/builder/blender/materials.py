"""Materials: objects take over their color, opacity and friction; other settings have no effect."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from morse.builder.blender.collections import unique_name
from morse.builder.scene import attributes, scene
from morse.builder.scene.attributes import WrittenThrough, color, name_without_effect, number

if TYPE_CHECKING:
    from morse.builder.components.settings import BodySettings, VisualSettings
    from morse.builder.scene.scene_object import SceneObject

_DEFAULT_NAME = "Material"
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
    """A material, and the objects that have it. An object has the appearance of one material."""

    name: str
    visual: VisualSettings
    body: BodySettings
    physics: _Physics
    _users: weakref.WeakSet[SceneObject]
    _rest: attributes.WithoutEffect

    def __init__(self, name: str = _DEFAULT_NAME) -> None:
        state: dict[str, object] = {
            "name": unique_name(name, scene().materials),
            "visual": {},
            "body": {},
            "_users": weakref.WeakSet(),
            "_rest": attributes.WithoutEffect("material"),
        }
        self.__dict__.update(state)
        self.__dict__["physics"] = _Physics(self)
        scene().materials.append(self)

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

    def give_to(self, obj: SceneObject) -> None:
        """Assign the material to an object."""
        self._users.add(obj)
        self._apply_to(obj)

    def take_from(self, obj: SceneObject) -> None:
        """Undo ``give_to``; the object keeps its appearance."""
        self._users.discard(obj)

    @property
    def users(self) -> int:
        """Number of objects that have it."""
        return len(self._users)

    def apply(self) -> None:
        """Update the appearance and the friction of the objects that have it."""
        for obj in self._users:
            self._apply_to(obj)

    def _apply_to(self, obj: SceneObject) -> None:
        obj.visual.update(self.visual)
        obj.body.update(self.body)

    def copy(self) -> Material:
        """A new material with the same settings."""
        copy = Material(self.name)
        copy.visual.update(self.visual)
        copy.body.update(self.body)
        return copy

    def __repr__(self) -> str:
        return f"<material {self.name!r}>"


class MaterialSlot:
    """A slot of an object for a material."""

    def __init__(self, materials: MaterialList) -> None:
        self._materials = materials

    @property
    def material(self) -> Material:
        """The material in the slot."""
        return self._materials.active()

    @material.setter
    def material(self, material: Material) -> None:
        self._materials.replace(material)

    @property
    def name(self) -> str:
        """The name of the material."""
        return self.material.name


class MaterialList:
    """The list ``obj.data.materials``. The object has the appearance of the last material."""

    def __init__(self, obj: SceneObject) -> None:
        self._object = weakref.ref(obj)
        self._materials: list[Material | None] = []

    def active(self) -> Material:
        """The last material; a new one if the object has no material."""
        obj = self._owner()
        last = self._materials[-1] if self._materials else None
        if last is None:
            last = Material(obj.name)
            self._materials[:] = [last]
            if "color" in obj.visual:
                last.visual["color"] = obj.visual["color"]
            if "alpha" in obj.visual:
                last.visual["alpha"] = obj.visual["alpha"]
            last.give_to(obj)
        return last

    def replace(self, material: Material | None) -> None:
        """Make this the only material of the object."""
        self.clear()
        self.append(material)

    def append(self, material: Material | None) -> None:
        """Assign a material to the object."""
        if material is not None and not isinstance(material, Material):
            raise TypeError(f"a material is expected, not {material!r}")
        if self._materials:
            name_without_effect("data.materials: more than one")
        self._materials.append(material)
        if material is not None:
            material.give_to(self._owner())

    def clear(self, *_: object) -> None:
        """Remove all materials; the object keeps its appearance."""
        for material in self._materials:
            if material is not None:
                material.take_from(self._owner())
        self._materials.clear()

    def slots(self) -> list[MaterialSlot]:
        """The only slot."""
        self.active()
        return [MaterialSlot(self)]

    def _owner(self) -> SceneObject:
        obj = self._object()
        assert obj is not None
        return obj

    def __getitem__(self, key: str | int) -> Material | None:
        if isinstance(key, str):
            return next(material for material in self if material.name == key)
        self.active()
        return self._materials[key]

    def __setitem__(self, key: int, material: Material) -> None:
        self.replace(material)

    def __iter__(self) -> Iterator[Material]:
        return iter([material for material in self._materials if material is not None])

    def __len__(self) -> int:
        return len(self._materials)


def new(name: str = _DEFAULT_NAME) -> Material:
    """Create a material that is not assigned to an object."""
    return Material(name)


def remove(material: Material, **_: object) -> None:
    """Remove a material; objects keep their appearance."""
    scene().materials.remove(material)

