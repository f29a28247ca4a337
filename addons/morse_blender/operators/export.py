"""*Export*: writes the environment and the robots as .glb files and, if asked, the scene script."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty
from bpy_extras.io_utils import ExportHelper

from .. import model_file, scene_export


class MORSE_OT_export(bpy.types.Operator, ExportHelper):
    """Write the scene for MORSE: .glb files and a scene script"""

    bl_idname = "morse.export"
    bl_label = "MORSE scene (.glb, .py)"

    filename_ext = ".glb"

    with_script: BoolProperty(
        name="Scene script",
        description="Also write the script with robots, sensors and actuators; an existing one is overwritten",
        default=True,
    )

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the files."""
        path = Path(self.filepath)
        try:
            script, _ = scene_export.export(context.scene, path.parent, path.stem, with_script=self.with_script)
        except (model_file.ExportError, OSError) as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        self.report({"INFO"}, f"wrote {script if self.with_script else path}")
        return {"FINISHED"}


def _entry(menu: bpy.types.Menu, _context: bpy.types.Context) -> None:
    menu.layout.operator(MORSE_OT_export.bl_idname)


def register() -> None:
    """Add the operator and its entry in the menu File, Export."""
    bpy.utils.register_class(MORSE_OT_export)
    bpy.types.TOPBAR_MT_file_export.append(_entry)


def unregister() -> None:
    """Remove them."""
    bpy.types.TOPBAR_MT_file_export.remove(_entry)
    bpy.utils.unregister_class(MORSE_OT_export)
