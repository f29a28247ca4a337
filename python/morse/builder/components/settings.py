"""Types of a component's settings, as the scene document has them; for annotations."""

from __future__ import annotations

from typing import TypedDict


class ModelFile(TypedDict, total=False):
    """The model of a component."""

    file: str | None
    #: The root object, by name; without it the file's own root.
    object: str | None
    #: Start of the names of the objects that belong to the component.
    prefix: str | None
    #: Whether the component keeps the pose of the file.
    keep_pose: bool
    #: Keyframe of an MJCF file in which the component starts.
    keyframe: str
    #: Whether the root stays where it is, although the file lets it move.
    fixed: bool


class ModelParts(TypedDict):
    """Objects of a model file that a component gets besides its model."""

    file: str | None
    #: Names of the objects; an empty list stands for all.
    objects: list[str]
    prefix: str | None


class BodySettings(TypedDict, total=False):
    """Settings of a rigid body."""

    #: NO_COLLISION, STATIC, DYNAMIC, RIGID_BODY...
    physics: str
    #: Shape of the collision bounds, such as CONVEX_HULL.
    bounds: str
    #: Whether the shapes of the children are part of the body.
    compound: bool
    #: Whether collisions have no effect on the body.
    ghost: bool
    allow_sleep: bool
    #: [kg]
    mass: float
    #: Of the bounding sphere. [m]
    radius: float
    friction: float
    linear_damping: float
    angular_damping: float
    #: Collision margin. [m]
    margin: float
    #: Locked axes: x, y, z.
    lock_location: list[bool]
    lock_rotation: list[bool]


class MaterialSettings(TypedDict, total=False):
    """A material of a slot of an object, or of a model file. Absent settings are those of the file."""

    #: Name of a material of a file that takes the place of the present one.
    name: str
    #: Red, green, blue; 0 to 1.
    color: list[float]
    #: Opacity, 0 to 1.
    alpha: float


class VisualSettings(TypedDict, total=False):
    """Visual settings of an object."""

    #: Materials by the number of their slot, by their name in the file, or by ``*`` for all.
    materials: dict[str, MaterialSettings]

    #: Red, green, blue; 0 to 1.
    color: list[float]
    #: Opacity, 0 to 1.
    alpha: float
    visible: bool


class Shape(TypedDict, total=False):
    """A primitive. Only the keys of its kind are present."""

    kind: str
    #: Half lengths along the axes. [m]
    half_extents: list[float]
    #: [m]
    radius: float
    #: Height of a cylinder or a cone. [m]
    depth: float
    #: [m]
    major_radius: float
    #: [m]
    minor_radius: float
    lamp_type: str
    #: Full opening angle of a spot light. [rad]
    size_rad: float
    #: Range of a lamp. [m]
    distance_m: float


class Radar(TypedDict, total=False):
    """A cone in which a component looks for objects."""

    name: str
    #: Property of the objects; None for all objects.
    property: str | None
    #: Position in the component. [m]
    location: list[float]
    #: Direction of the cone, such as +X.
    axis: str
    #: Full opening angle. [deg]
    angle_deg: float
    #: Length of the cone. [m]
    distance_m: float
    tick_skip: int


class Lamp(TypedDict, total=False):
    """The lamp of an actuator."""

    kind: str
    axis: str
    #: [rad]
    size_rad: float
    #: [m]
    distance_m: float


class ComponentOptions(TypedDict, total=False):
    """Settings of single classes of components."""

    profile: bool
    record_animation: bool
    #: True if the script appended the components that the robot's file declares.
    appends_declared: bool
    detach_wheels: bool
    #: Name of the armature in the robot's model.
    armature_name: str
    linked_object: str
    ik_targets: list[dict[str, str]]
    joystick_index: int
    #: Absolute path.
    sound_file: str
    #: Full names of the joined sensors.
    sensors: list[str]
    #: Full names of the cameras of an aggregator, and of the one whose frame is used.
    cameras: list[str]
    master: str
    radars: list[Radar]
    lamp: Lamp
    grasper: dict[str, str | float]
    near: dict[str, str | float]
    part_physics: dict[str, str]
    #: Settings of parts of its models, by their names in the files.
    part_settings: dict[str, dict[str, object]]
    model_parts: list[str]
    trigger: str
    #: XYZ Euler angles of the visible arc. [rad]
    arc_rotation: list[float]
