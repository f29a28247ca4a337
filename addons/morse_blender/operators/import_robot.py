"""*Import model*: a URDF, xacro, SDF, MJCF or other model file as objects with marks, by ``morse convert``."""

from pathlib import Path

import bpy
from bpy.props import StringProperty
from bpy_extras.io_utils import ImportHelper

from .. import command, model_import
from .folder import working_folder


class MORSE_OT_import_model(bpy.types.Operator, ImportHelper):
    """Bring in a robot or an environment in a format that MORSE reads, with bodies and joints"""

    bl_idname = "morse.import_model"
    bl_label = "MORSE model (.urdf, .sdf, .xml, .blend, .glb, …)"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(
        default="*.urdf;*.xacro;*.sdf;*.world;*.xml;*.blend;*.glb;*.gltf;*.dae;*.obj;*.stl", options={"HIDDEN"}
    )

    def execute(self, _context: bpy.types.Context) -> set[str]:
        """Convert the file and read the result."""
        try:
            objects, warnings = model_import.read(Path(self.filepath), working_folder())
        except (command.CommandError, model_import.ImportFailure) as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        for warning in warnings:
            self.report({"WARNING"}, warning)
        jointed = [obj for obj in objects if obj.morse.has_joint or "morse_joint" in obj]
        if jointed:
            for root in (obj for obj in objects if obj.parent is None):
                root.morse.role = "ROBOT"
                root.morse.robot_class = "Robot"
        self.report({"INFO"}, f"{len(objects)} objects, {len(jointed)} joints")
        return {"FINISHED"}


def _entry(menu: bpy.types.Menu, _context: bpy.types.Context) -> None:
    menu.layout.operator(MORSE_OT_import_model.bl_idname)


def register() -> None:
    """Add the operator and its entry in the menu File, Import."""
    bpy.utils.register_class(MORSE_OT_import_model)
    bpy.types.TOPBAR_MT_file_import.append(_entry)


def unregister() -> None:
    """Remove them."""
    bpy.types.TOPBAR_MT_file_import.remove(_entry)
    bpy.utils.unregister_class(MORSE_OT_import_model)
