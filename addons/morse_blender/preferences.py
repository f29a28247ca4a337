"""Preferences of the extension: the path of the command ``morse``."""

import bpy
from bpy.props import StringProperty


class MorsePreferences(bpy.types.AddonPreferences):
    """Shown in Edit, Preferences, Add-ons."""

    bl_idname = __package__

    command: StringProperty(
        name="Command",
        description="The program morse; empty for the one on the search path",
        subtype="FILE_PATH",
        default="",
    )

    def draw(self, _context: bpy.types.Context) -> None:
        """The fields of the page."""
        self.layout.prop(self, "command")


def register() -> None:
    """Add the page."""
    bpy.utils.register_class(MorsePreferences)


def unregister() -> None:
    """Remove the page."""
    bpy.utils.unregister_class(MorsePreferences)
