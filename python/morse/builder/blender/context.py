"""``bpy.context``: the scene, and what is active and selected in it."""

from typing import Any, List, Optional

from morse.builder.attributes import WithoutEffect
from morse.builder.blender import data
from morse.builder.blender.scene_settings import selected
from morse.builder.scene_object import SceneObject
from morse.builder.scene import scene as _current

mode = "OBJECT"
area = None


class _Screen:
    """Blender's editor, which has no windows here."""

    name = "Default"
    areas: List[Any] = []
    scene = data.scene_view


class _Window:
    screen = _Screen()


class _WindowManager:
    windows: List[Any] = []


def __getattr__(name: str) -> Any:
    if name == "scene":
        return data.scene_view
    if name in ("object", "active_object"):
        return active()
    if name in ("selected_objects", "selected_editable_objects"):
        return selected()
    if name == "blend_data":
        return data
    if name == "window":
        return _Window()
    if name == "screen":
        return _Screen()
    if name == "window_manager":
        return _WindowManager()
    if name.startswith("__"):
        raise AttributeError(name)
    return WithoutEffect(f"bpy.context.{name}")


def active() -> Optional[SceneObject]:
    """The object made last, or made active since."""
    return _current().active
