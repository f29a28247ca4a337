//! Commands of external components that change the scene.

use morse_scene::value::Value;
use serde::Deserialize;

use crate::contract::contexts::act_context::ControlType;

/// A command that changes the scene. Nodes are named; vectors are x, y, z, along the axes of the world unless
/// `local`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum WorldCommand {
    /// Moves a robot along its own axes: meters and radians for `Position`, per second for `Velocity`.
    Speed {
        /// The robot.
        robot: String,
        /// Whether velocities or displacements are given.
        kind: ControlType,
        /// Along x, y, z.
        linear: [f64; 3],
        /// About x, y, z.
        angular: [f64; 3],
    },
    /// Sets the pose of a robot in the world, and stops its linear motion.
    ForcePose {
        /// The robot.
        robot: String,
        /// New position; `None` keeps the current one.
        position: Option<[f64; 3]>,
        /// New orientation as a quaternion x, y, z, w; `None` keeps the current one.
        orientation: Option<[f64; 4]>,
    },
    /// Sets the pose of a node, in the world or relative to its parent.
    Place {
        /// The node.
        node: String,
        /// New position; `None` keeps the current one.
        position: Option<[f64; 3]>,
        /// New orientation as a quaternion x, y, z, w; `None` keeps the current one.
        orientation: Option<[f64; 4]>,
        /// Whether the pose is relative to the parent.
        local: bool,
    },
    /// Translates a node.
    Move {
        /// The node.
        node: String,
        /// Translation. [m]
        by: [f64; 3],
        /// Whether the vector is along the axes of the node instead of those of the world.
        local: bool,
    },
    /// Rotates a node about x, then y, then z.
    Turn {
        /// The node.
        node: String,
        /// Rotation angles. [rad]
        by: [f64; 3],
        /// Whether the rotation is about the axes of the node instead of those of the world.
        local: bool,
    },
    /// Sets the linear velocity. [m/s]
    LinearVelocity {
        /// The node.
        node: String,
        /// New linear velocity. [m/s]
        value: [f64; 3],
        /// Whether the vector is along the axes of the node instead of those of the world.
        local: bool,
    },
    /// Sets the angular velocity. [rad/s]
    AngularVelocity {
        /// The node.
        node: String,
        /// New angular velocity. [rad/s]
        value: [f64; 3],
        /// Whether the vector is about the axes of the node instead of those of the world.
        local: bool,
    },
    /// Applies a force at the center of mass during the coming tick. [N]
    Force {
        /// The node.
        node: String,
        /// Force vector. [N]
        value: [f64; 3],
        /// Whether the vector is along the axes of the node instead of those of the world.
        local: bool,
    },
    /// Applies a torque during the coming tick. [N m]
    Torque {
        /// The node.
        node: String,
        /// Torque vector. [N m]
        value: [f64; 3],
        /// Whether the vector is about the axes of the node instead of those of the world.
        local: bool,
    },
    /// Changes the velocities of a body at once by an impulse at a point.
    Impulse {
        /// The node.
        node: String,
        /// Point of the world, or of the node if `local`. [m]
        point: [f64; 3],
        /// Impulse. [N s]
        value: [f64; 3],
        /// Whether point and impulse are in the frame of the node instead of that of the world.
        local: bool,
    },
    /// Sets the shares of linear and angular velocity that a body loses in a second, 0 to 1. `None` for no change.
    Damping {
        /// The node.
        node: String,
        /// Share of the linear velocity.
        linear: Option<f64>,
        /// Share of the angular velocity.
        angular: Option<f64>,
    },
    /// Sets a limit of the velocities of a body; 0 for no limit.
    SpeedLimit {
        /// The node.
        node: String,
        /// The limit.
        which: SpeedLimit,
        /// New value. [m/s or rad/s]
        value: f64,
    },
    /// Shows or hides a node.
    Visible {
        /// The node.
        node: String,
        /// Whether it is visible.
        visible: bool,
        /// Whether all its children are included.
        recursive: bool,
    },
    /// Sets the color of a node: an opacity factor, and a color that replaces those of its materials.
    Color {
        /// The node.
        node: String,
        /// Red, green, blue and opacity, 0 to 1.
        rgba: [f32; 4],
    },
    /// Switches a body between dynamic and fixed.
    Dynamics {
        /// The node.
        node: String,
        /// Whether physics moves it.
        moved: bool,
    },
    /// Attaches a node to a parent, or detaches it.
    Parent {
        /// The node.
        node: String,
        /// New parent; `None` detaches the node.
        parent: Option<String>,
    },
    /// Sets a property of a node.
    Property {
        /// The node.
        node: String,
        /// Name of the property.
        name: String,
        /// A number, a string or a boolean.
        value: Value,
    },
    /// Sets the configuration of a bone of an armature, regardless of its limits. Values that are not given do not
    /// change.
    Bone {
        /// The node of the armature.
        node: String,
        /// Name of the bone.
        bone: String,
        /// Rotation about its own x, y and z, for the axes about which it can rotate. [rad]
        turn: Option<[f64; 3]>,
        /// Rotation that is approximated: a quaternion x, y, z, w, relative to the rest pose.
        orientation: Option<[f64; 4]>,
        /// Slide along its own y. [m]
        slide: Option<f64>,
    },
    /// Moves an armature towards goals for the ends of bones, by inverse kinematics.
    Reach {
        /// The node of the armature.
        node: String,
        /// The goals.
        goals: Vec<ReachGoal>,
    },
    /// Adds a constraint between two bodies in their current poses.
    Constrain {
        /// Name of the constraint.
        name: String,
        /// Name of a node that physics moves.
        node: String,
        /// The other node; `None` for the world.
        other: Option<String>,
        /// Position of the frame of the constraint in the node. [m]
        pivot: [f64; 3],
        /// Orientation of the frame of the constraint in the node, as a quaternion x, y, z, w.
        orientation: [f64; 4],
        /// Limits along x, y, z, and about x, y, z: `None` for a free axis, equal numbers for a locked axis. [m or
        /// rad]
        limits: [Option<[f64; 2]>; 6],
        /// Whether the two bodies collide with each other.
        collides: bool,
    },
    /// Sets the limits of an axis of a constraint.
    LimitConstraint {
        /// Name of the constraint.
        name: String,
        /// 0 to 2 along x, y, z, 3 to 5 about them.
        axis: usize,
        /// As in `Constrain`.
        limit: Option<[f64; 2]>,
    },
    /// Removes a constraint.
    RemoveConstraint {
        /// Name of the constraint.
        name: String,
    },
    /// Sets a property of a component, or of its built-in part.
    ComponentProperty {
        /// Name of the component.
        component: String,
        /// Name of the property.
        name: String,
        /// New value.
        value: Value,
    },
    /// Drives the wheels of a robot.
    Wheels {
        /// The robot.
        robot: String,
        /// Forward speed. [m/s]
        v: f64,
        /// Turn rate, positive to the left. [rad/s]
        w: f64,
    },
    /// Sets the steering, engine and brake of a car.
    Steer {
        /// The robot.
        robot: String,
        /// Steering angle, positive to the left. [rad]
        steering: f64,
        /// Engine force.
        engine: f64,
        /// Brake force.
        brake: f64,
    },
    /// Activates or deactivates a component.
    Active {
        /// Name of the component.
        component: String,
        /// Whether it is active.
        active: bool,
    },
}

/// A limit of the velocities of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeedLimit {
    /// Smallest speed of a body that moves.
    LinearMin,
    /// Largest speed.
    LinearMax,
    /// Smallest turn rate of a body that turns.
    AngularMin,
    /// Largest turn rate.
    AngularMax,
}

/// A goal for the end of a bone.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReachGoal {
    /// Name of the bone.
    pub bone: String,
    /// Point to reach, in the world. [m]
    pub position: [f64; 3],
    /// Orientation to reach in the world, as a quaternion x, y, z, w; `None` for any.
    pub orientation: Option<[f64; 4]>,
}
