"""``bpy.data``: the objects, materials, lamps and texts of the script."""

from typing import Any, Callable, List, Optional

from morse.builder import blenderobjects, hierarchy
from morse.builder.attributes import WithoutEffect
from morse.builder.blender import materials as material_module
from morse.builder.blender import objects as object_module
from morse.builder.blender.collections import Named
from morse.builder.blender.scene_settings import SceneObjects, SceneView, world
from morse.builder.blender.texts import Text
from morse.builder.scene import scene
from morse.builder.scene_object import SceneObject
from morse.core.exceptions import MorseBuilderError

_NOT_READ = ": the Builder reads no model files, and knows of what the script made"


class ObjectData:
    """What an object can be made of by ``bpy.data.objects.new``: a lamp, a camera, or a mesh."""

    def __init__(self, kind: str, name: str, lamp_type: str = "POINT") -> None:
        self.__dict__.update(kind=kind, name=name, type=lamp_type, settings={}, materials=[])

    def __setattr__(self, name: str, value: Any) -> None:
        self.settings[name] = value

    def from_pydata(self, vertices: Any, edges: Any, faces: Any) -> None:
        """Not available: raises MorseBuilderError."""
        raise MorseBuilderError(
            f"the mesh {self.name!r} cannot be made of vertices here: write them to a file, such as .obj, "
            "and load that with PassiveObject(file)"
        )

    def update(self, *_: Any, **__: Any) -> None:
        """Everything is up to date at any time."""


def _object_data(kind: str) -> Callable[..., ObjectData]:
    return lambda name=kind, type="POINT": ObjectData(kind, name, type)


class Objects(SceneObjects):
    """``bpy.data.objects``."""

    def new(self, name: str, object_data: Optional[ObjectData] = None) -> SceneObject:
        """An object, which is in the scene once it is linked there."""
        component: Any
        if object_data is None:
            component = blenderobjects.Empty(name)
        elif object_data.kind == "lamp":
            component = blenderobjects.Spot(name, object_data.type)
            component.scene_object.rotation_euler = (0.0, 0.0, 0.0)
        elif object_data.kind == "camera":
            component = blenderobjects.Camera(name)
        else:
            raise MorseBuilderError(
                f"{name!r} cannot be made of an empty mesh here: make a primitive, such as Cube({name!r}), or load a file"
            )
        obj = component.scene_object
        if object_data is not None:
            for setting, value in object_data.settings.items():
                setattr(obj.data, setting, value)
        return hierarchy.unlinked(obj)

    def remove(self, obj: SceneObject, do_unlink: bool = False) -> None:
        """Delete an object."""
        object_module.delete(obj)


class _Texts(Named):
    def new(self, name: str = "Text") -> Text:
        """A text."""
        return Text(name)

    def remove(self, text: Text) -> None:
        """Delete a text."""
        scene().texts.remove(text)


class _Materials(Named):
    def new(self, name: str = "Material") -> Any:
        """A material that no object has yet."""
        return material_module.new(name)

    def remove(self, material: Any, do_unlink: bool = False) -> None:
        """Forget a material."""
        material_module.remove(material)


class _Made(Named):
    """Things that ``new`` makes and that are not kept by themselves."""

    def __init__(self, kind: str, items_of: Callable[[], List[Any]], make: Callable[..., Any]) -> None:
        super().__init__(kind, items_of, _NOT_READ)
        self.new = make


class _Light:
    """A lamp of the script, by the name of its object."""

    def __init__(self, obj: SceneObject) -> None:
        self.__dict__["_object"] = obj

    def __getattr__(self, name: str) -> Any:
        return self._object.name if name == "name" else getattr(self._object.data, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._object.data, name, value)


def _lamps() -> List[Any]:
    components = scene().components
    return [_Light(one.scene_object) for one in components if isinstance(one, blenderobjects.Spot)]


def _nothing() -> List[Any]:
    return []


def _refused_sound(*_: Any) -> Any:
    raise MorseBuilderError("sounds are played by the actuator Sound: sound = Sound(); sound.open(FILE)")


scene_view = SceneView()
objects = Objects()
materials = _Materials("material", lambda: scene().materials, _NOT_READ)
texts = _Texts("text", lambda: scene().texts)
scenes = Named("scene", lambda: [scene_view])
worlds = Named("world", lambda: [world])
lamps = _Made("lamp", _lamps, _object_data("lamp"))
cameras = _Made("camera", _nothing, _object_data("camera"))
meshes = _Made("mesh", _nothing, _object_data("mesh"))
armatures = _Made("armature", _nothing, _object_data("armature"))
sounds = _Made("sound", _nothing, _refused_sound)
filepath = ""

#: What only Blender's editor and its files have.
_EMPTY = (
    "actions brushes curves fonts grease_pencil groups images libraries node_groups screens speakers textures window_managers"
).split()


def __getattr__(name: str) -> Any:
    if name in _EMPTY:
        return Named(name, _nothing, _NOT_READ)
    if name.startswith("__"):
        raise AttributeError(name)
    return WithoutEffect(f"bpy.data.{name}")
