"""Panels of the sidebar of the 3D view, tab MORSE."""

from typing import Any

import bpy

from . import marks, scene_export
from .operators import run

#: Findings that the panel lists.
_SHOWN = 20


class _Panel:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "MORSE"


class _ObjectPanel(_Panel):
    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is an active object."""
        return context.object is not None


class MORSE_PT_scene(_Panel, bpy.types.Panel):
    """Check, run, export, and the findings."""

    bl_idname = "MORSE_PT_scene"
    bl_label = "Scene"

    def draw(self, context: bpy.types.Context) -> None:
        """Buttons, then findings."""
        layout = self.layout
        row = layout.row(align=True)
        row.operator("morse.check", icon="CHECKMARK")
        if run.current() is None:
            row.operator("morse.run", icon="PLAY")
        else:
            row.operator("morse.stop", icon="PAUSE")
            address = run.current().found_address()
            if address:
                layout.operator("wm.url_open", text="Open the page", icon="URL").url = address
        layout.operator("morse.export", icon="EXPORT", text="Export…")
        for line in run.problem().splitlines()[-4:]:
            layout.label(text=line, icon="ERROR")
        self._findings(layout, context.scene)

    def _findings(self, layout: Any, scene: bpy.types.Scene) -> None:
        findings = scene.morse_findings
        if scene.morse_checked and not findings:
            layout.label(text="No mistakes found", icon="CHECKMARK")
        for index, finding in enumerate(findings[:_SHOWN]):
            box = layout.box()
            icon = "CANCEL" if finding.severity == "error" else "ERROR"
            if finding.object is not None:
                box.operator("morse.select_finding", text=finding.object.name, icon=icon).index = index
            else:
                box.label(text="Scene", icon=icon)
            _wrapped(box, finding.message)
            _wrapped(box, finding.help)
        if len(findings) > _SHOWN:
            layout.label(text=f"and {len(findings) - _SHOWN} more")


class MORSE_PT_object(_ObjectPanel, bpy.types.Panel):
    """The role of the active object, and the properties of its component."""

    bl_idname = "MORSE_PT_object"
    bl_label = "Object"

    def draw(self, context: bpy.types.Context) -> None:
        """The fields of the role."""
        layout, obj = self.layout, context.object
        settings = obj.morse
        layout.prop(settings, "role")
        if settings.role == "ROBOT":
            layout.prop(settings, "robot_class")
            layout.prop(settings, "interface")
        elif settings.role in ("SENSOR", "ACTUATOR"):
            layout.prop(settings, f"{settings.role.lower()}_class")
            layout.prop(settings, "rate")
        elif settings.role == "ZONE":
            layout.prop(settings, "zone_type")
        elif settings.role == "START":
            layout.prop(settings, "start_of")
        for value in settings.values:
            entry = value.entry()
            row = layout.row(align=True)
            row.prop(value, "given", text="")
            field = row.row(align=True)
            field.enabled = value.given
            unit = f" [{entry['unit']}]" if entry and entry["unit"] else ""
            field.prop(value, value.field(), text=f"{value.name}{unit}")
        if settings.role == "ROBOT" or scene_export.robot_of(obj) is not None:
            row = layout.row(align=True)
            row.operator_menu_enum("morse.add_sensor", "component", text="Add sensor")
            row.operator_menu_enum("morse.add_actuator", "component", text="Add actuator")


class MORSE_PT_body(_ObjectPanel, bpy.types.Panel):
    """The body of the active object."""

    bl_idname = "MORSE_PT_body"
    bl_label = "Body"

    def draw(self, context: bpy.types.Context) -> None:
        """The fields that count for the kind of body."""
        layout, obj = self.layout, context.object
        settings = obj.morse
        layout.operator_menu_enum("morse.mark_bodies", "body", text="Mark selected as")
        layout.prop(settings, "body")
        if settings.body == "NONE" and obj.rigid_body is not None:
            layout.label(text=f"By its rigid body: {marks.physics(obj)['type']}", icon="INFO")
        if settings.body in ("NONE", "NO_COLLISION"):
            return
        layout.prop(settings, "bounds")
        fields = ["friction", "elasticity", "margin", "compound"]
        if marks.is_moving(obj):
            fields = ["mass", "radius", "linear_damping", "angular_damping", *fields]
        elif settings.bounds == "SPHERE":
            fields = ["radius", *fields]
        for field in fields:
            layout.prop(settings, field)


class MORSE_PT_joint(_ObjectPanel, bpy.types.Panel):
    """The joint between the active object and its parent."""

    bl_idname = "MORSE_PT_joint"
    bl_label = "Joint"
    bl_options = {"DEFAULT_CLOSED"}

    def draw_header(self, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(context.object.morse, "has_joint", text="")

    def draw(self, context: bpy.types.Context) -> None:
        """The fields that count for the kind of joint."""
        layout, settings = self.layout, context.object.morse
        layout.enabled = settings.has_joint
        layout.prop(settings, "joint")
        layout.prop(settings, "joint_name")
        if settings.joint == "fixed":
            return
        layout.row().prop(settings, "axis", expand=True)
        ends = {"revolute": ("lowest_angle", "highest_angle"), "prismatic": ("lowest_slide", "highest_slide")}
        for field in (*ends.get(settings.joint, ()), "speed", "effort", "joint_damping", "joint_friction"):
            layout.prop(settings, field)


class MORSE_PT_labels(_ObjectPanel, bpy.types.Panel):
    """Labels of the active object for semantic cameras and grippers."""

    bl_idname = "MORSE_PT_labels"
    bl_label = "Labels"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """The fields."""
        for field in ("is_object", "label", "type", "graspable"):
            self.layout.prop(context.object.morse, field)


def _wrapped(layout: Any, text: str, width: int = 44) -> None:
    """Labels with the words of a text, in lines of about this many characters: labels of Blender do not wrap."""
    line = ""
    for word in text.split():
        if line and len(line) + len(word) >= width:
            layout.label(text=line)
            line = ""
        line = f"{line} {word}".strip()
    if line:
        layout.label(text=line)


_CLASSES = (MORSE_PT_scene, MORSE_PT_object, MORSE_PT_body, MORSE_PT_joint, MORSE_PT_labels)


def register() -> None:
    """Add the panels."""
    for known in _CLASSES:
        bpy.utils.register_class(known)


def unregister() -> None:
    """Remove the panels."""
    for known in reversed(_CLASSES):
        bpy.utils.unregister_class(known)
