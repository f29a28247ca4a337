"""``bpy.data``: the objects, materials, lamps and texts of the script."""

from __future__ import annotations

from typing import Any, Callable, NoReturn, Protocol, TypeVar

from morse.builder import blenderobjects
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.blender import materials as material_module
from morse.builder.blender import objects as object_module
from morse.builder.blender.collections import Named
from morse.builder.blender.materials import Material
from morse.builder.blender.scene_settings import SceneObjects, SceneView, world
from morse.builder.blender.texts import Text
from morse.builder.scene import hierarchy, scene
from morse.builder.scene.attributes import WithoutEffect
from morse.builder.scene.scene_object import SceneObject
from morse.core.exceptions import MorseBuilderError

_NOT_READ = ": the Builder reads no model files, and knows only the objects of the script"


class ObjectData:
    """Data for ``bpy.data.objects.new``: a lamp, a camera, or a mesh."""

    #: lamp, camera, mesh or armature.
    kind: str
    name: str
    #: Type of a lamp.
    type: str
    #: Attributes that the script set.
    settings: dict[str, object]
    materials: list[Material]

    def __init__(self, kind: str, name: str, lamp_type: str = "POINT") -> None:
        self.__dict__.update(kind=kind, name=name, type=lamp_type, settings={}, materials=[])

    def __setattr__(self, name: str, value: object) -> None:
        self.settings[name] = value

    def from_pydata(self, vertices: object, edges: object, faces: object) -> None:
        """Not available; raises MorseBuilderError."""
        raise MorseBuilderError(
            f"the mesh {self.name!r} cannot be made of vertices here: write them to a file, such as .obj, "
            "and load that with PassiveObject(file)"
        )

    def update(self, *_: object, **__: object) -> None:
        """No effect: everything is up to date at any time."""


class _NewObjectData(Protocol):
    def __call__(self, name: str = ..., type: str = ...) -> ObjectData: ...


def _object_data(kind: str) -> _NewObjectData:
    def new(name: str = kind, type: str = "POINT") -> ObjectData:
        return ObjectData(kind, name, type)

    return new


class Objects(SceneObjects):
    """The collection ``bpy.data.objects``."""

    def new(self, name: str, object_data: ObjectData | None = None) -> SceneObject:
        """Create an object that is not linked to the scene yet."""
        component: AbstractComponent
        if object_data is None:
            component = blenderobjects.Empty(name)
        elif object_data.kind == "lamp":
            component = blenderobjects.Spot(name, object_data.type)
            component.scene_object.rotation_euler = (0.0, 0.0, 0.0)
        elif object_data.kind == "camera":
            component = blenderobjects.Camera(name)
        else:
            raise MorseBuilderError(
                f"{name!r} cannot be made of an empty mesh here: make a primitive, such as Cube({name!r}), "
                "or load a file"
            )
        obj = component.scene_object
        if object_data is not None:
            for setting, value in object_data.settings.items():
                setattr(obj.data, setting, value)
        return hierarchy.unlinked(obj)

    def remove(self, obj: SceneObject, do_unlink: bool = False) -> None:
        """Delete an object."""
        object_module.delete(obj)


class _Texts(Named[Text]):
    def new(self, name: str = "Text") -> Text:
        """Create a text."""
        return Text(name)

    def remove(self, text: Text) -> None:
        """Delete a text."""
        scene().texts.remove(text)


class _Materials(Named[Material]):
    def missing(self, name: str) -> Material:
        """A material of a model file. Raises KeyError while the scene has no file."""
        return material_module.of_file(name) or super().missing(name)

    def new(self, name: str = "Material") -> Material:
        """Create a material that is not assigned to an object."""
        return material_module.new(name)

    def remove(self, material: Material, do_unlink: bool = False) -> None:
        """Remove a material; objects keep their appearance."""
        material_module.remove(material)


_Item = TypeVar("_Item", covariant=True)


class _Created(Named[_Item]):
    """A collection that does not keep the items that ``new`` creates."""

    def __init__(self, kind: str, items_of: Callable[[], list[_Item]], new: _NewObjectData) -> None:
        super().__init__(kind, items_of, _NOT_READ)
        self.new = new


class _Light:
    """A lamp of the script, by the name of its object."""

    def __init__(self, obj: SceneObject) -> None:
        self.__dict__["_object"] = obj

    def __getattr__(self, name: str) -> Any:  # of the type that the script assigned
        return self._object.name if name == "name" else getattr(self._object.data, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._object.data, name, value)


def _lamps() -> list[_Light]:
    components = scene().components
    return [_Light(component.scene_object) for component in components if isinstance(component, blenderobjects.Spot)]


def _nothing() -> list[ObjectData]:
    return []


def _refused_sound(*_: object, **__: object) -> NoReturn:
    raise MorseBuilderError("sounds are played by the actuator Sound: sound = Sound(); sound.open(FILE)")


scene_view = SceneView()
objects = Objects()
materials = _Materials("material", lambda: scene().materials, _NOT_READ)
texts = _Texts("text", lambda: scene().texts)
scenes = Named("scene", lambda: [scene_view])
worlds = Named("world", lambda: [world])
lamps = _Created("lamp", _lamps, _object_data("lamp"))
cameras = _Created("camera", _nothing, _object_data("camera"))
meshes = _Created("mesh", _nothing, _object_data("mesh"))
armatures = _Created("armature", _nothing, _object_data("armature"))
sounds = _Created("sound", _nothing, _refused_sound)
filepath = ""

#: Collections of Blender's editor and files, which are empty here.
_EMPTY = (
    "actions brushes curves fonts grease_pencil groups images libraries node_groups screens speakers textures "
    "window_managers"
).split()


def __getattr__(name: str) -> Any:  # settings without effect have every type
    if name in _EMPTY:
        return Named(name, _nothing, _NOT_READ)
    if name.startswith("__"):
        raise AttributeError(name)
    return WithoutEffect(f"bpy.data.{name}")
