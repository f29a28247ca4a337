//! Queries of external components about the scene.

use morse_scene::value::{Map, Value};
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
    /// Name of the node for the part that is called `name` in a model file, below a node; null if there is no such
    /// part.
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
        /// Whether the pose is relative to the parent instead of the world.
        local: bool,
    },
    /// Linear and angular velocity of a node, along the axes of the world.
    Velocity {
        /// Name of the node.
        node: String,
    },
    /// The first hit of a ray: node, point and normal, and the triangle or null if it is requested. Null without a
    /// hit.
    Ray {
        /// Origin of the ray.
        from: [f64; 3],
        /// Direction of the ray.
        along: [f64; 3],
        /// Length of the ray. [m]
        range_m: f64,
        /// A node that the ray ignores, with all its children.
        skip: Option<String>,
        /// Whether the triangle is requested.
        #[serde(default)]
        polygon: bool,
    },
    /// The armature of a node, or the first one among its parts: its node, the names of its bones, parents first, and
    /// in `ik` the targets of the bones that have inverse kinematics, null for those without target. Null without an
    /// armature.
    Armature {
        /// Name of the node.
        node: String,
    },
    /// Degrees of freedom of a bone, its configuration, and its poses in the frame of the armature.
    Bone {
        /// The node of the armature.
        node: String,
        /// Name of the bone.
        bone: String,
    },
    /// The parts of the visuals of a node: the names of their materials, and their numbers of vertices and triangles.
    Meshes {
        /// Name of the node.
        node: String,
    },
    /// A part of the visuals of a node: its vertices in the frame of the node, its triangles, and the slots of their
    /// materials.
    Mesh {
        /// Name of the node.
        node: String,
        /// Number of the part.
        part: usize,
    },
    /// Removes an object from the scene with everything that it carries. The answer is null.
    EndObject {
        /// Name of the object.
        node: String,
    },
    /// The names of all nodes that have an armature.
    Armatures,
    /// The names of the objects in a region that is fixed to a node, sorted by the distances of their origins. Objects
    /// are detected by their bodies and those of their parts, except those of the robot that has the node.
    Objects {
        /// Name of the node.
        node: String,
        /// The region.
        region: Region,
        /// Restricts the result to objects with this property; empty for no restriction.
        property: String,
    },
    /// Pressed keys by name, and axes of joysticks that have moved: joystick, axis, position.
    Devices,
    /// The names of the zones that contain a point.
    Zones {
        /// The point.
        point: [f64; 3],
        /// Restricts the result to zones of this name.
        name: Option<String>,
        /// Restricts the result to zones of this type.
        kind: Option<String>,
    },
    /// The local data of a component, built-in or external.
    Data {
        /// Name of the component.
        component: String,
    },
    /// Robots and components by name: class, kind, and the name of the robot.
    Components,
    /// Calls a service of a component that the host does not compute. The answer has `done` with the result, `refused`
    /// with the reason, or `started`; in `ended` the calls by the host that ended meanwhile; and in `data` the values
    /// of its fields if the built-in part of a component of the host serves the call.
    Call {
        /// Name of the component.
        component: String,
        /// Name of the service.
        service: String,
        /// Positional arguments.
        arguments: Vec<Value>,
        /// Number by which the host identifies the call when it ends.
        call: u64,
        /// Class path of the request manager of the call; `None` for calls by components.
        manager: Option<String>,
    },
    /// Interrupts the running service of a component that the host does not compute. The answer is like that of
    /// `Call`.
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
    /// Lets the built-in part of an actuator act. The answer has the values of its fields afterwards in `data`, the numbers
    /// that it takes by name in `open`, if it takes any, and `completion` with status and result if that ended its service.
    ActNative {
        /// Name of the component.
        component: String,
        /// Values of its fields.
        data: Vec<Value>,
        /// Values of its data besides the fields.
        #[serde(default)]
        open: Map,
    },
    /// The number of subscribers of a topic of the host.
    TopicConnections {
        /// Number that the host gave the topic.
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
        /// Radius. [m]
        radius_m: f64,
    },
    /// A cone with its tip at the origin.
    Cone {
        /// Direction of the axis.
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
    /// The set of objects that touch the bodies of the node and of its parts.
    Touching,
}
