//! Queries of external components about the scene.

use morse_scene::value::Value;
use serde::Deserialize;

/// A query about the scene. Nodes are named; vectors are x, y, z.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// The names of all nodes.
    Nodes,
    /// Attributes of a node: parent, children, properties, scale, mass, body, whether physics moves it, visibility.
    Node {
        /// Name of the node.
        node: String,
    },
    /// The name of the node for the part that a model file calls `name`, below a node; null if there is none.
    Part {
        /// Name of the ancestor node.
        below: String,
        /// Name of the part in the file.
        name: String,
    },
    /// Pose of a node: x, y, z, then the quaternion x, y, z, w.
    Pose {
        /// Name of the node.
        node: String,
        /// Relative to the parent instead of the world.
        local: bool,
    },
    /// Linear and angular velocity of a node, along the axes of the world.
    Velocity {
        /// Name of the node.
        node: String,
    },
    /// The first hit of a ray: node, point and normal, and the triangle that was hit or null if it is asked for; null if
    /// there is none.
    Ray {
        /// Origin of the ray.
        from: [f64; 3],
        /// Direction of the ray.
        along: [f64; 3],
        /// Length of the ray. [m]
        range_m: f64,
        /// A node that the ray ignores, with all its children.
        skip: Option<String>,
        /// Whether the triangle is asked for.
        #[serde(default)]
        polygon: bool,
    },
    /// The armature of a node, or the first one of its parts: its node, the names of its bones, parents first, and in `ik` the
    /// targets of the bones that have inverse kinematics, null for those without target. Null if there is none.
    Armature {
        /// Name of the node.
        node: String,
    },
    /// How a bone can move, its configuration, and its poses in the frame of the armature.
    Bone {
        /// The node of the armature.
        node: String,
        /// Name of the bone.
        bone: String,
    },
    /// The names of all nodes that have an armature.
    Armatures,
    /// The names of the objects in a region that is fixed to a node, those with the nearest origins first. Objects are
    /// detected by their bodies and those of their parts, but for those of the robot that has the node.
    Objects {
        /// Name of the node.
        node: String,
        /// The region.
        region: Region,
        /// Only objects with this property; empty for bodies with any properties.
        property: String,
    },
    /// Pressed keys by name, and axes of joysticks that have moved: joystick, axis, position.
    Devices,
    /// The names of the zones that contain a point.
    Zones {
        /// The point.
        point: [f64; 3],
        /// Only zones of this name.
        name: Option<String>,
        /// Only zones of this type.
        kind: Option<String>,
    },
    /// The local data of a component, built-in or external.
    Data {
        /// Name of the component.
        component: String,
    },
    /// Robots and components by name: class, kind, and the name of its robot.
    Components,
    /// Calls a service of a component that the host does not compute. The answer has `done` with the result, `refused`
    /// with the reason, or `started`; in `ended` the calls of the host that ended meanwhile,
    /// and in `data` the values of its fields if the built-in part of a component of the host serves.
    Call {
        /// Name of the component.
        component: String,
        /// Name of the service.
        service: String,
        /// Positional arguments.
        arguments: Vec<Value>,
        /// A number of the host by which it knows the call when it ends.
        call: u64,
        /// Class path of the request manager that the call comes through; `None` for calls by components.
        manager: Option<String>,
    },
    /// Interrupts the running service of a component that the host does not compute. The answer is as that of a call.
    Interrupt {
        /// Name of the component.
        component: String,
    },
    /// The services of a component by name, each with `sync` or `async`.
    Services {
        /// Name of the component.
        component: String,
    },
    /// Whether a service of a component is running.
    Running {
        /// Name of the component.
        component: String,
    },
    /// Lets the built-in part of an actuator act. The answer has the values of its fields after that
    /// in `data`, and `completion` with status and result if that ended its service.
    ActNative {
        /// Name of the component.
        component: String,
        /// The values of its fields.
        data: Vec<Value>,
    },
    /// The number of subscribers of a topic of the host.
    TopicConnections {
        /// The number that the host gave it.
        topic: usize,
    },
    /// Whether a component is active.
    Active {
        /// Name of the component.
        component: String,
    },
}

/// A region in the frame of a node.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Region {
    /// A ball around the origin.
    Ball {
        /// Its radius. [m]
        radius_m: f64,
    },
    /// A cone with its tip at the origin.
    Cone {
        /// Its axis.
        axis: [f64; 3],
        /// Distance from the tip to the base. [m]
        length_m: f64,
        /// Angle between the axis and the rim. [rad]
        half_opening_rad: f64,
    },
    /// A box around the origin.
    Box {
        /// Half the size along each axis. [m]
        half_extents_m: [f64; 3],
    },
    /// What touches the bodies of the node and of its parts.
    Touching,
}
