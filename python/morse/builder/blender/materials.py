"""Materials: their colour, opacity and friction are those of the objects that have them; the rest has no effect."""

import weakref
from typing import Any, Dict, List, Optional

from morse.builder import attributes
from morse.builder.attributes import WrittenThrough, colour, name_without_effect, number
from morse.builder.blender.collections import unique_name
from morse.builder.scene import scene

_DEFAULT_NAME = "Material"
#: Of a material that nobody has changed in Blender.
_DEFAULT_COLOR = (0.8, 0.8, 0.8)


class _Physics:
    """``physics`` of a material: its friction works."""

    def __init__(self, material: "Material") -> None:
        self.__dict__.update(_material=material, _rest=attributes.WithoutEffect("material.physics"))

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "friction":
            self._material.body["friction"] = number("material.physics.friction", value)
            self._material.apply()
        else:
            setattr(self._rest, name, value)

    def __getattr__(self, name: str) -> Any:
        if name == "friction" and name in self._material.body:
            return self._material.body[name]
        return getattr(self._rest, name)


class Material:
    """A material, and the objects that have it. All that it looks like is that of the whole object."""

    def __init__(self, name: str = _DEFAULT_NAME) -> None:
        state: Dict[str, Any] = {
            "name": unique_name(name, scene().materials),
            "visual": {},
            "body": {},
            "_users": weakref.WeakSet(),
            "_rest": attributes.WithoutEffect("material"),
        }
        self.__dict__.update(state)
        self.__dict__["physics"] = _Physics(self)
        scene().materials.append(self)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "diffuse_color":
            self.visual["color"] = colour("diffuse_color", value, 3)
        elif name == "alpha":
            self.visual["alpha"] = number("alpha", value)
        elif name == "name":
            self.__dict__["name"] = unique_name(str(value), [one for one in scene().materials if one is not self])
            return
        elif name == "use_transparency":
            # Opacity counts without it.
            self.__dict__["use_transparency"] = bool(value)
            return
        else:
            return setattr(self._rest, name, value)
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

    def give_to(self, obj: Any) -> None:
        """Make it the material of an object."""
        self._users.add(obj)
        self._apply_to(obj)

    def take_from(self, obj: Any) -> None:
        """Undo ``give_to``; the object keeps its looks."""
        self._users.discard(obj)

    @property
    def users(self) -> int:
        """How many objects have it."""
        return len(self._users)

    def apply(self) -> None:
        """Give the objects that have it its looks and its friction."""
        for obj in self._users:
            self._apply_to(obj)

    def _apply_to(self, obj: Any) -> None:
        obj.visual.update(self.visual)
        obj.body.update(self.body)

    def copy(self) -> "Material":
        """Another one that looks the same."""
        copy = Material(self.name)
        copy.visual.update(self.visual)
        copy.body.update(self.body)
        return copy

    def __repr__(self) -> str:
        return f"<material {self.name!r}>"


class MaterialSlot:
    """The place of a material on an object."""

    def __init__(self, materials: "MaterialList") -> None:
        self._materials = materials

    @property
    def material(self) -> Material:
        """The material there."""
        return self._materials.active()

    @material.setter
    def material(self, material: Material) -> None:
        self._materials.replace(material)

    @property
    def name(self) -> str:
        """The name of the material."""
        return self.material.name


class MaterialList:
    """``obj.data.materials``. An object has one look here: that of the material it was given last."""

    def __init__(self, obj: Any) -> None:
        self._object: "weakref.ref[Any]" = weakref.ref(obj)
        self._materials: List[Optional[Material]] = []

    def active(self) -> Material:
        """The material; one of its own if the object was given none."""
        obj = self._owner()
        if not self._materials or self._materials[-1] is None:
            self._materials[:] = [Material(obj.name)]
            self._materials[-1].visual.update({name: obj.visual[name] for name in ("color", "alpha") if name in obj.visual})
            self._materials[-1].give_to(obj)
        return self._materials[-1]

    def replace(self, material: Optional[Material]) -> None:
        """Give the object this material alone."""
        self.clear()
        self.append(material)

    def append(self, material: Optional[Material]) -> None:
        """Give the object this material."""
        if material is not None and not isinstance(material, Material):
            raise TypeError(f"a material is expected, not {material!r}")
        if self._materials:
            name_without_effect("data.materials: more than one")
        self._materials.append(material)
        if material is not None:
            material.give_to(self._owner())

    def clear(self, *_: Any) -> None:
        """Take all of them from the object; it keeps its looks."""
        for material in self._materials:
            if material is not None:
                material.take_from(self._owner())
        self._materials.clear()

    def slots(self) -> List[MaterialSlot]:
        """One place."""
        self.active()
        return [MaterialSlot(self)]

    def _owner(self) -> Any:
        obj = self._object()
        assert obj is not None
        return obj

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return next(material for material in self if material.name == key)
        self.active()
        return self._materials[key]

    def __setitem__(self, key: int, material: Material) -> None:
        self.replace(material)

    def __iter__(self) -> Any:
        return iter([material for material in self._materials if material is not None])

    def __len__(self) -> int:
        return len(self._materials)


def new(name: str = _DEFAULT_NAME) -> Material:
    """A material that no object has yet."""
    return Material(name)


def remove(material: Material, **_: Any) -> None:
    """Forget a material; objects keep their looks."""
    scene().materials.remove(material)

