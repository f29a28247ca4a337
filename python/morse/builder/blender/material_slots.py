"""Materials of an object: ``obj.data.materials``, ``obj.material_slots`` and ``obj.active_material``."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING

from morse.builder.blender.materials import ALL_SLOTS, Material
from morse.builder.scene.attributes import name_without_effect
from morse.builder.script.suggestions import did_you_mean

if TYPE_CHECKING:
    from morse.builder.components.settings import MaterialSettings
    from morse.builder.scene.scene_object import SceneObject


class SlotMaterial(Material):
    """The material that a model file has in a slot of an object. Changes apply to this object only."""

    _slot: str

    def __init__(self, obj: SceneObject, slot: str) -> None:
        # Not among the materials of the script.
        self._begin(slot, is_of_file=False)
        self.__dict__["_slot"] = slot
        self._users.setdefault(obj, set()).add(slot)
        known = obj.visual.get("materials", {}).get(slot, {})
        if "color" in known:
            self.visual["color"] = known["color"]
        if "alpha" in known:
            self.visual["alpha"] = known["alpha"]

    def _apply_to(self, obj: SceneObject, slot: str) -> None:
        settings: MaterialSettings = obj.visual.setdefault("materials", {}).setdefault(slot, {})
        if "color" in self.visual:
            settings["color"] = self.visual["color"]
        if "alpha" in self.visual:
            settings["alpha"] = self.visual["alpha"]
        obj.body.update(self.body)


class MaterialSlot:
    """A slot of an object for a material."""

    def __init__(self, materials: MaterialList, key: int | str) -> None:
        self._materials = materials
        self._key = key

    @property
    def material(self) -> Material:
        """The material in the slot."""
        return self._materials[self._key]

    @material.setter
    def material(self, material: Material) -> None:
        self._materials[self._key] = material

    @property
    def name(self) -> str:
        """The name of the material."""
        return self.material.name


class MaterialList:
    """The list ``obj.data.materials``.

    An object that the script made has the appearance of its last material. For an object of a model file, the Builder
    does not know how many slots there are: a number or a name gives the material of this slot, and the items of the
    list are one material, which stands for all slots.
    """

    def __init__(self, obj: SceneObject) -> None:
        self._object = weakref.ref(obj)
        self._materials: list[Material | None] = []
        self._slots: dict[str, Material] = {}

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

    def slots(self) -> MaterialSlots:
        """The slots."""
        return MaterialSlots(self)

    def _owner(self) -> SceneObject:
        obj = self._object()
        assert obj is not None
        return obj

    def _is_of_file(self) -> bool:
        return self._owner().is_of_file() and not self._materials

    def _slot(self, slot: str) -> Material:
        known = self._slots.get(slot)
        if known is None:
            known = self._slots[slot] = SlotMaterial(self._owner(), slot)
        return known

    def get(self, name: str, default: Material | None = None) -> Material | None:
        """The material of this name, or the default."""
        try:
            return self[name]
        except KeyError:
            return default

    def __getitem__(self, key: str | int) -> Material:
        if self._is_of_file():
            if isinstance(key, int) and key < 0:
                # The last of an unknown number of slots.
                return self._slot(ALL_SLOTS)
            return self._slot(str(key))
        if isinstance(key, str):
            for material in self:
                if material.name == key:
                    return material
            names = [material.name for material in self]
            raise KeyError(f"{self._owner().name!r} has no material {key!r}{did_you_mean(key, names)}")
        last = self.active()
        return self._materials[key] or last

    def __setitem__(self, key: str | int, material: Material) -> None:
        if not self._is_of_file():
            self.replace(material)
            return
        if not isinstance(material, Material):
            raise TypeError(f"a material is expected, not {material!r}")
        self._slots[str(key)] = material
        material.give_to(self._owner(), str(key))

    def __iter__(self) -> Iterator[Material]:
        if self._is_of_file():
            return iter([self._slot(ALL_SLOTS)])
        return iter([material for material in self._materials if material is not None])

    def __len__(self) -> int:
        return 1 if self._is_of_file() else len(self._materials)

    def keys(self) -> list[str]:
        """The names."""
        return [material.name for material in self]

    def values(self) -> list[Material]:
        """The materials."""
        return list(self)

    def items(self) -> list[tuple[str, Material]]:
        """Names and materials."""
        return [(material.name, material) for material in self]


class MaterialSlots:
    """The list ``obj.material_slots``, by number and by name."""

    def __init__(self, materials: MaterialList) -> None:
        self._materials = materials

    def __getitem__(self, key: int | str) -> MaterialSlot:
        # Raises an error for a slot that there is not.
        self._materials[key]
        return MaterialSlot(self._materials, key)

    def get(self, name: str, default: MaterialSlot | None = None) -> MaterialSlot | None:
        """The slot whose material has this name, or the default."""
        return default if self._materials.get(name) is None else MaterialSlot(self._materials, name)

    def __iter__(self) -> Iterator[MaterialSlot]:
        self[0]
        keys: list[int | str] = list(range(len(self._materials)))
        if [material.name for material in self._materials] == [ALL_SLOTS]:
            keys = [ALL_SLOTS]
        return iter([MaterialSlot(self._materials, key) for key in keys])

    def __len__(self) -> int:
        self[0]
        return len(self._materials)
