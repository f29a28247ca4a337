"""*Import recording*: the poses of a recorded run as animation of the objects with these names."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from .. import animation, command
from .folder import working_folder


class MORSE_OT_import_recording(bpy.types.Operator, ImportHelper):
    """Show a recorded run as animation"""

    bl_idname = "morse.import_recording"
    bl_label = "MORSE recording (.mcap)"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(default="*.mcap", options={"HIDDEN"})
    with_new: BoolProperty(
        name="Empties for other objects",
        description="Add an empty for each recorded object whose name no object of the file has",
        default=True,
    )

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Export the tracks and set the key frames."""
        folder = working_folder() / "tracks"
        try:
            tracks = animation.tracks(Path(self.filepath), folder)
        except (command.CommandError, OSError, ValueError) as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        moved, left_out = animation.apply(context, tracks, self.with_new)
        if left_out:
            self.report({"WARNING"}, f"no object has the name of: {', '.join(left_out[:5])}")
        self.report({"INFO"}, f"{len(moved)} objects move")
        return {"FINISHED"}


def _entry(menu: bpy.types.Menu, _context: bpy.types.Context) -> None:
    menu.layout.operator(MORSE_OT_import_recording.bl_idname)


def register() -> None:
    """Add the operator and its entry in the menu File, Import."""
    bpy.utils.register_class(MORSE_OT_import_recording)
    bpy.types.TOPBAR_MT_file_import.append(_entry)


def unregister() -> None:
    """Remove them."""
    bpy.types.TOPBAR_MT_file_import.remove(_entry)
    bpy.utils.unregister_class(MORSE_OT_import_recording)
