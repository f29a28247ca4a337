"""``bpy.types``: classes for ``isinstance`` checks of scripts."""

from morse.builder.blender.materials import Material
from morse.builder.blender.texts import Text
from morse.builder.scene.scene_object import SceneObject as Object

__all__ = ["Material", "Object", "Text"]
