"""``bpy.types``: classes that scripts ask objects for."""

from morse.builder.blender.materials import Material
from morse.builder.blender.texts import Text
from morse.builder.scene_object import SceneObject as Object

__all__ = ["Material", "Object", "Text"]
