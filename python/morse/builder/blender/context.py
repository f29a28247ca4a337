"""``bpy.context``: the scene, and its active and selected objects."""

from __future__ import annotations

from typing import Any

from morse.builder.blender import data
from morse.builder.blender.scene_settings import selected
from morse.builder.scene import scene as _current
from morse.builder.scene.attributes import WithoutEffect
from morse.builder.scene.scene_object import SceneObject

mode = "OBJECT"
area = None


class _Screen:
    """Blender's editor, without areas."""

    name = "Default"
    areas: list[object] = []
    scene = data.scene_view


class _Window:
    screen = _Screen()


class _WindowManager:
    windows: list[object] = []


def __getattr__(name: str) -> Any:  # the type depends on the name
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


def active() -> SceneObject | None:
    """The active object: the newest one, unless the script made another object active."""
    return _current().active
