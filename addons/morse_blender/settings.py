"""The marks of objects, stored in the .blend file: role, body, joint, component, labels; the findings of a check."""

# Blender reads the annotations of these classes as values: no `from __future__ import annotations` here.
from typing import Any, Optional

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import catalog

ROLES = [
    ("NONE", "Part of the environment or of its robot", "An object of the model", 0),
    ("ROBOT", "Robot", "A robot; components and its model hang below it", 1),
    ("SENSOR", "Sensor", "A sensor of the robot above it", 2),
    ("ACTUATOR", "Actuator", "An actuator of the robot above it", 3),
    ("ZONE", "Zone", "An invisible box, parallel to the axes of the world; its scale gives the half edges", 4),
    ("START", "Start pose", "A place where a robot can start", 5),
]

BODIES = [
    ("NONE", "None", "As its rigid body in Blender says, if it has one; else nothing collides with it", 0),
    ("STATIC", "Static", "It stands still: a wall, a desk", 1),
    ("RIGID_BODY", "Moving", "Physics moves and turns it", 2),
    ("DYNAMIC", "Moving upright", "Physics moves it and does not turn it", 3),
    ("GHOST", "Ghost", "Nothing collides with it; sensors notice it", 4),
    ("SENSOR", "Sensor bounds", "It notices bodies and collides with none", 5),
    ("NO_COLLISION", "Passable", "Nothing collides with it, despite its rigid body in Blender", 6),
]

BOUNDS = [
    ("DEFAULT", "Default", "The triangles of a static body, a ball with its radius for a moving one", 0),
    ("BOX", "Box", "", 1),
    ("SPHERE", "Sphere", "", 2),
    ("CYLINDER", "Cylinder", "", 3),
    ("CONE", "Cone", "", 4),
    ("CAPSULE", "Capsule", "", 5),
    ("CONVEX_HULL", "Convex hull", "", 6),
    ("TRIANGLE_MESH", "Triangles", "", 7),
]

JOINTS = [
    ("revolute", "Revolute", "Turns about its axis, within limits", 0),
    ("continuous", "Continuous", "Turns about its axis without limits", 1),
    ("prismatic", "Prismatic", "Slides along its axis, within limits", 2),
    ("fixed", "Fixed", "Does not move against its parent", 3),
]

AXES = [("x", "X", "", 0), ("y", "Y", "", 1), ("z", "Z", "", 2)]

# Blender keeps no reference to the texts of computed items.
_texts: dict[tuple[str, str], list[tuple[str, str, str]]] = {}


def _one_of(self: "MorseValue", _context: Optional[bpy.types.Context]) -> list[tuple[str, str, str]]:
    entry = self.entry()
    key = (self.owner, self.name)
    if key not in _texts:
        _texts[key] = [(text, text, "") for text in (entry or {}).get("one_of", ())]
    return _texts[key]


class MorseValue(bpy.types.PropertyGroup):
    """The value of one property of a component."""

    owner: StringProperty(description="Class of the component")
    given: BoolProperty(name="Set", description="Whether the script sets it; otherwise it has its default")
    number: FloatProperty(name="Value", precision=4)
    whole: IntProperty(name="Value")
    flag: BoolProperty(name="Value")
    text: StringProperty(name="Value")
    choice: EnumProperty(name="Value", items=_one_of)

    def entry(self) -> Optional[dict[str, Any]]:
        """Its entry in the catalog; None if the catalog does not have it any more."""
        return next((it for it in catalog.properties_of(self.owner) if it["name"] == self.name), None)

    def field(self) -> str:
        """The field that holds the value."""
        entry = self.entry() or {}
        if entry.get("one_of"):
            return "choice"
        return {"float": "number", "int": "whole", "bool": "flag"}.get(entry.get("type", ""), "text")

    def value(self) -> Any:
        """The value, rounded to the precision of Blender's numbers."""
        value = getattr(self, self.field())
        return float(f"{value:.7g}") if isinstance(value, float) else value

    def assign(self, value: object) -> None:
        """Set the value. Raises TypeError for one of another type."""
        field = self.field()
        if field == "number" and isinstance(value, (int, float)):
            value = float(value)
        setattr(self, field, value)


def refill(settings: "MorseObject") -> None:
    """The properties of the class, each with its default; values that are set already stay."""
    name = settings.component()
    kept = {value.name: value.value() for value in settings.values if value.given}
    settings.values.clear()
    for entry in catalog.properties_of(name):
        value = settings.values.add()
        value.name, value.owner = entry["name"], name
        default = entry["default"]
        if isinstance(default, (bool, int, float, str)) and default != "":
            value.assign(default)
        if value.name in kept:
            try:
                value.assign(kept[value.name])
                value.given = True
            except TypeError:
                pass  # the property of the new class has another type


def _refilled(self: "MorseObject", _context: bpy.types.Context) -> None:
    refill(self)


def _is_robot(_self: "MorseObject", candidate: bpy.types.Object) -> bool:
    return candidate.morse.role == "ROBOT"


class MorseObject(bpy.types.PropertyGroup):
    """The marks of an object."""

    role: EnumProperty(name="Role", items=ROLES, update=_refilled)

    robot_class: EnumProperty(name="Class", items=catalog.choices("robot"), update=_refilled)
    sensor_class: EnumProperty(name="Class", items=catalog.choices("sensor"), update=_refilled)
    actuator_class: EnumProperty(name="Class", items=catalog.choices("actuator"), update=_refilled)
    values: CollectionProperty(type=MorseValue)
    rate: FloatProperty(name="Rate", description="Readings or commands per second; 0 for the default", min=0.0)
    interface: EnumProperty(name="Middleware", items=catalog.interface_choices())
    start_of: PointerProperty(name="Robot", type=bpy.types.Object, poll=_is_robot)
    zone_type: StringProperty(name="Type", description="Type of the zone, such as Charging", default="Charging")

    body: EnumProperty(name="Body", items=BODIES)
    bounds: EnumProperty(name="Bounds", items=BOUNDS)
    compound: BoolProperty(name="Compound", description="The bodies below it are part of it")
    mass: FloatProperty(name="Mass", description="[kg]", default=1.0, min=0.0, unit="MASS")
    radius: FloatProperty(name="Radius", default=1.0, min=0.0, unit="LENGTH")
    margin: FloatProperty(name="Margin", default=0.0, min=0.0, unit="LENGTH")
    friction: FloatProperty(name="Friction", default=0.5, min=0.0, max=100.0)
    elasticity: FloatProperty(name="Bounciness", default=0.0, min=0.0, max=1.0)
    linear_damping: FloatProperty(name="Linear damping", default=0.04, min=0.0, max=1.0)
    angular_damping: FloatProperty(name="Angular damping", default=0.1, min=0.0, max=1.0)

    has_joint: BoolProperty(name="Joint", description="It moves against its parent by a joint")
    joint: EnumProperty(name="Kind", items=JOINTS)
    joint_name: StringProperty(name="Name", description="Name of the joint; empty for the name of the object")
    axis: EnumProperty(name="Axis", description="Axis of its own frame", items=AXES, default="z")
    lowest_angle: FloatProperty(name="Lowest", default=-1.5707963, unit="ROTATION")
    highest_angle: FloatProperty(name="Highest", default=1.5707963, unit="ROTATION")
    lowest_slide: FloatProperty(name="Lowest", default=0.0, unit="LENGTH")
    highest_slide: FloatProperty(name="Highest", default=0.1, unit="LENGTH")
    speed: FloatProperty(name="Greatest speed", description="[rad/s or m/s]", default=1.0, min=0.0)
    effort: FloatProperty(name="Greatest effort", description="[N m or N]", default=100.0, min=0.0)
    joint_damping: FloatProperty(name="Damping", description="[N m s/rad or N s/m]", default=0.0, min=0.0)
    joint_friction: FloatProperty(name="Friction", description="[N m or N]", default=0.0, min=0.0)

    label: StringProperty(name="Label", description="Name for semantic cameras; empty for the name of the object")
    type: StringProperty(name="Type", description="Tag by which semantic cameras select objects")
    is_object: BoolProperty(name="Seen by semantic cameras")
    graspable: BoolProperty(name="Graspable", description="Grippers can hold it")

    def component(self) -> str:
        """The class of its role; empty for other roles, and without a choice."""
        if self.role not in ("ROBOT", "SENSOR", "ACTUATOR"):
            return ""
        name = getattr(self, f"{self.role.lower()}_class")
        return "" if name == catalog.NOTHING else str(name)


class MorseFinding(bpy.types.PropertyGroup):
    """One finding of a check."""

    severity: StringProperty()
    object: PointerProperty(type=bpy.types.Object)
    message: StringProperty()
    help: StringProperty()


_CLASSES = (MorseValue, MorseObject, MorseFinding)


def register() -> None:
    """Add the properties to objects and scenes."""
    for known in _CLASSES:
        bpy.utils.register_class(known)
    bpy.types.Object.morse = PointerProperty(type=MorseObject)
    bpy.types.Scene.morse_findings = CollectionProperty(type=MorseFinding)
    bpy.types.Scene.morse_checked = BoolProperty()


def unregister() -> None:
    """Remove them; the .blend file keeps their values."""
    del bpy.types.Scene.morse_checked
    del bpy.types.Scene.morse_findings
    del bpy.types.Object.morse
    for known in reversed(_CLASSES):
        bpy.utils.unregister_class(known)
