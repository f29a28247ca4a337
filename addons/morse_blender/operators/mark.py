"""Operators that mark the selected objects, and that add sensors and actuators."""

import bpy
from bpy.props import EnumProperty

from .. import catalog, scene_export, settings


class MORSE_OT_mark_bodies(bpy.types.Operator):
    """Give all selected meshes the same body"""

    bl_idname = "morse.mark_bodies"
    bl_label = "Mark selected"
    bl_options = {"REGISTER", "UNDO"}

    body: EnumProperty(name="Body", items=settings.BODIES, default="STATIC")

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Set the body of each."""
        chosen = [obj for obj in context.selected_objects if obj.type == "MESH"]
        if not chosen:
            self.report({"WARNING"}, "no mesh is selected")
            return {"CANCELLED"}
        for obj in chosen:
            obj.morse.body = self.body
        self.report({"INFO"}, f"{len(chosen)} objects are marked")
        return {"FINISHED"}


class _AddComponent:
    bl_options = {"REGISTER", "UNDO"}
    role = ""

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Add an empty below the active object, which is part of a robot."""
        above = context.object
        if above is None or scene_export.robot_of(above) is None:
            self.report({"ERROR"}, "select a robot, or a part of it, first")
            return {"CANCELLED"}
        if self.component == catalog.NOTHING:
            self.report({"ERROR"}, "select a class")
            return {"CANCELLED"}
        empty = bpy.data.objects.new(self.component, None)
        empty.empty_display_type = "ARROWS"
        empty.empty_display_size = 0.2
        context.collection.objects.link(empty)
        empty.parent = above
        empty.morse.role = self.role
        setattr(empty.morse, f"{self.role.lower()}_class", self.component)
        for obj in context.selected_objects:
            obj.select_set(False)
        empty.select_set(True)
        context.view_layer.objects.active = empty
        return {"FINISHED"}


class MORSE_OT_add_sensor(_AddComponent, bpy.types.Operator):
    """Add a sensor to the robot of the active object"""

    bl_idname = "morse.add_sensor"
    bl_label = "Add sensor"
    role = "SENSOR"

    component: EnumProperty(name="Sensor", items=catalog.choices("sensor"))


class MORSE_OT_add_actuator(_AddComponent, bpy.types.Operator):
    """Add an actuator to the robot of the active object"""

    bl_idname = "morse.add_actuator"
    bl_label = "Add actuator"
    role = "ACTUATOR"

    component: EnumProperty(name="Actuator", items=catalog.choices("actuator"))


_CLASSES = (MORSE_OT_mark_bodies, MORSE_OT_add_sensor, MORSE_OT_add_actuator)


def register() -> None:
    """Add the operators."""
    for known in _CLASSES:
        bpy.utils.register_class(known)


def unregister() -> None:
    """Remove the operators."""
    for known in reversed(_CLASSES):
        bpy.utils.unregister_class(known)
