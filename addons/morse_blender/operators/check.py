"""*Check*: findings of the extension and of ``morse check``, listed in the panel, each with its object."""

import bpy
from bpy.props import IntProperty

from .. import checks, command, model_file
from .folder import working_folder


class MORSE_OT_check(bpy.types.Operator):
    """Find mistakes in the scene without running it"""

    bl_idname = "morse.check"
    bl_label = "Check"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Fill the list of findings."""
        scene = context.scene
        scene.morse_findings.clear()
        scene.morse_checked = False
        try:
            findings = checks.of_scene(scene, working_folder())
        except (command.CommandError, model_file.ExportError, OSError) as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        for finding in findings:
            row = scene.morse_findings.add()
            row.severity, row.object = finding.severity, finding.object
            row.message, row.help = finding.message, finding.help
        scene.morse_checked = True
        errors = sum(finding.severity == "error" for finding in findings)
        self.report({"INFO"}, f"{errors} errors, {len(findings) - errors} warnings")
        return {"FINISHED"}


class MORSE_OT_select_finding(bpy.types.Operator):
    """Select the object of this finding"""

    bl_idname = "morse.select_finding"
    bl_label = "Select"

    index: IntProperty()

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Select it alone and make it active."""
        findings = context.scene.morse_findings
        target = findings[self.index].object if 0 <= self.index < len(findings) else None
        if target is None or target.name not in context.view_layer.objects:
            self.report({"WARNING"}, "this finding has no object in the view layer")
            return {"CANCELLED"}
        for obj in context.view_layer.objects:
            obj.select_set(obj is target)
        context.view_layer.objects.active = target
        return {"FINISHED"}


_CLASSES = (MORSE_OT_check, MORSE_OT_select_finding)


def register() -> None:
    """Add the operators."""
    for known in _CLASSES:
        bpy.utils.register_class(known)


def unregister() -> None:
    """Remove the operators."""
    for known in reversed(_CLASSES):
        bpy.utils.unregister_class(known)
