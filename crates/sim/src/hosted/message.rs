//! What the engine and a host say to each other in an exchange.

use morse_scene::description::Kind;
use morse_scene::value::{Map, Value};
use morse_world::Pose;
use serde::{Deserialize, Serialize, Serializer};

/// What a host is to do.
#[derive(Debug, Serialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum Order<'a> {
    /// Make all components, in this order.
    Begin {
        /// The components, and the robots that carry them.
        members: &'a [Member],
        /// Seed of all random numbers.
        seed: u64,
        /// Ticks per simulated second.
        rate_hz: f64,
        /// Acceleration along the axes of the world. [m/s²]
        gravity: [f64; 3],
        /// What the scene says of its environment.
        environment: &'a Map,
        /// Whether the scene asks for speed.
        fastmode: bool,
        /// Where everything is.
        happening: Happening,
    },
    /// Let these components act.
    Act(Happening),
    /// Call a service.
    Serve {
        /// Of which component.
        seat: usize,
        /// Its name.
        service: &'a str,
        /// Positional arguments.
        arguments: &'a [Value],
        /// Where it is.
        happening: Happening,
    },
    /// Stop the running asynchronous service.
    Interrupt {
        /// Of which component.
        seat: usize,
        /// Where it is.
        happening: Happening,
    },
    /// The simulation ends.
    End,
}

/// A component that a host computes, or a robot that carries one.
#[derive(Debug, Serialize)]
pub struct Member {
    /// Full name.
    pub name: String,
    /// The class the host makes it of; `None` for a robot whose class it does not have.
    pub class: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// The seat of its robot.
    pub robot: usize,
    /// Level of abstraction.
    pub level: String,
    /// How often it acts, per simulated second.
    pub rate_hz: f64,
    /// What the scene says of it.
    pub properties: Map,
}

/// An instant, and what takes part in it.
#[derive(Debug, Serialize)]
pub struct Happening {
    /// Simulated time, as clients see it. [s]
    pub time_s: f64,
    /// Who acts, in this order; robots that only carry others act by being where they are.
    pub turns: Vec<Turn>,
}

/// One component's part in an instant.
#[derive(Debug, Serialize)]
pub struct Turn {
    /// Which.
    pub seat: usize,
    /// Where it is in the world: x, y, z [m], then the quaternion x, y, z, w.
    #[serde(serialize_with = "numbers")]
    pub world_from: Pose,
    /// Whether it acts, or is only told where it is.
    pub acts: bool,
    /// A new command: the values of its fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<Value>>,
}

fn numbers<S: Serializer>(pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    let ([x, y, z], [qx, qy, qz, qw]) = (pose.translation.to_array(), pose.rotation.to_array());
    [x, y, z, qx, qy, qz, qw].serialize(serializer)
}

/// What came of an order.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// One for each component that did something.
    #[serde(default)]
    pub reports: Vec<Report>,
    /// Services that ended, in the order in which they did.
    #[serde(default)]
    pub completed: Vec<Completed>,
    /// What came of a service call.
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// What a component has to show after its turn.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Which.
    pub seat: usize,
    /// The values of its fields.
    #[serde(default)]
    pub data: Vec<Value>,
    /// What it has beside its fields.
    #[serde(default)]
    pub beside: Map,
    /// Its code failed, and how.
    #[serde(default)]
    pub error: Option<String>,
}

/// The end of an asynchronous service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completed {
    /// Of which component.
    pub seat: usize,
    /// How.
    pub status: Status,
    /// What it returns.
    #[serde(default)]
    pub value: Value,
}

/// How an asynchronous service ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// It reached its goal.
    Success,
    /// It could not.
    Failed,
    /// It gave way.
    Preempted,
}

/// What came of a service call.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Everything; the value is what it returns.
    Done(Value),
    /// It began, and ends later.
    Started,
    /// It was refused, and why.
    Refused(String),
}
