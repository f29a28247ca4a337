//! What hosted components ask of the scene, beyond what they are told.

use serde::Deserialize;

/// A question about the scene. Nodes are named; vectors are x, y, z.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The names of all nodes.
    Nodes,
    /// What a node is: parent, children, properties, scale, mass, body, visibility.
    Node {
        /// Its name.
        node: String,
    },
    /// The name of the part that a model file calls `name`, below a node; null if there is none.
    Part {
        /// The node.
        below: String,
        /// The name in the file.
        name: String,
    },
    /// Where a node is: x, y, z, then the quaternion x, y, z, w.
    Pose {
        /// Its name.
        node: String,
        /// In its parent, not in the world.
        local: bool,
    },
    /// Linear and angular velocity of a node, along the axes of the world.
    Velocity {
        /// Its name.
        node: String,
    },
    /// What a ray meets first: node, point and normal; null if nothing.
    Ray {
        /// Where it starts.
        from: [f64; 3],
        /// Where it goes.
        along: [f64; 3],
        /// How far. [m]
        range_m: f64,
        /// A node that it passes through, with all that hangs on it.
        skip: Option<String>,
    },
    /// The names of the zones that a point is in.
    Zones {
        /// The point.
        point: [f64; 3],
        /// Only those of this name.
        name: Option<String>,
        /// Only those of this type.
        kind: Option<String>,
    },
    /// The local data of a component, whoever computes it.
    Data {
        /// Its name.
        component: String,
    },
    /// Robots and components by name: class, kind, and the name of its robot.
    Components,
    /// Whether a component is active.
    Active {
        /// Its name.
        component: String,
    },
}
