//! What hosted components do to the scene.

use morse_scene::value::Value;
use serde::Deserialize;

use crate::act::ControlType;

/// Something done to the scene. Nodes are named; vectors are x, y, z, along the axes of the world unless `local`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Deed {
    /// Moves a robot along its own axes: metres and radians for `Position`, per second for `Velocity`.
    Speed {
        /// The robot.
        robot: String,
        /// How.
        kind: ControlType,
        /// Along x, y, z.
        linear: [f64; 3],
        /// About x, y, z.
        angular: [f64; 3],
    },
    /// Puts a robot somewhere in the world, and stops its linear motion.
    ForcePose {
        /// The robot.
        robot: String,
        /// Where; `None`: where it is.
        position: Option<[f64; 3]>,
        /// A quaternion x, y, z, w; `None`: as it is.
        orientation: Option<[f64; 4]>,
    },
    /// Puts a node somewhere, in the world or in its parent.
    Place {
        /// The node.
        node: String,
        /// Where; `None`: where it is.
        position: Option<[f64; 3]>,
        /// A quaternion x, y, z, w; `None`: as it is.
        orientation: Option<[f64; 4]>,
        /// In its parent.
        local: bool,
    },
    /// Moves a node by that much.
    Move {
        /// The node.
        node: String,
        /// How far. [m]
        by: [f64; 3],
        /// Along its own axes.
        local: bool,
    },
    /// Turns a node by that much, about x, then y, then z.
    Turn {
        /// The node.
        node: String,
        /// How far. [rad]
        by: [f64; 3],
        /// About its own axes.
        local: bool,
    },
    /// Sets the linear velocity. [m/s]
    LinearVelocity {
        /// The node.
        node: String,
        /// How fast.
        value: [f64; 3],
        /// Along its own axes.
        local: bool,
    },
    /// Sets the angular velocity. [rad/s]
    AngularVelocity {
        /// The node.
        node: String,
        /// How fast.
        value: [f64; 3],
        /// About its own axes.
        local: bool,
    },
    /// Pushes the centre of mass during the coming tick. [N]
    Force {
        /// The node.
        node: String,
        /// How strongly.
        value: [f64; 3],
        /// Along its own axes.
        local: bool,
    },
    /// Turns the body during the coming tick. [N m]
    Torque {
        /// The node.
        node: String,
        /// How strongly.
        value: [f64; 3],
        /// About its own axes.
        local: bool,
    },
    /// Shows or hides a node.
    Visible {
        /// The node.
        node: String,
        /// Whether it is seen.
        visible: bool,
        /// With all that hangs on it.
        recursive: bool,
    },
    /// Lets physics move a body, or leave it where it is.
    Dynamics {
        /// The node.
        node: String,
        /// Whether physics moves it.
        moved: bool,
    },
    /// Hangs a node on another one, or takes it off.
    Parent {
        /// The node.
        node: String,
        /// The one it hangs on from now on; `None`: none.
        parent: Option<String>,
    },
    /// Gives a node a property, or another value to one it has.
    Property {
        /// The node.
        node: String,
        /// Which.
        name: String,
        /// A number, a text or a truth value.
        value: Value,
    },
    /// Activates or deactivates a component.
    Active {
        /// Its name.
        component: String,
        /// Whether it acts from now on.
        active: bool,
    },
}
