//! Messages between the engine and a host.

use morse_scene::description::Kind;
use morse_scene::value::{Map, Value};
use morse_world::Pose;
use serde::{Deserialize, Serialize, Serializer};

/// A command to a host.
#[derive(Debug, Serialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum HostCommand<'a> {
    /// Create all components, in this order.
    Begin {
        /// The components, and their robots.
        components: &'a [ComponentInit],
        /// Seed of all random numbers.
        seed: u64,
        /// Ticks per simulated second.
        rate_hz: f64,
        /// Acceleration along the axes of the world. [m/s²]
        gravity: [f64; 3],
        /// Properties of the environment.
        environment: &'a Map,
        /// Whether the scene uses fast mode.
        fastmode: bool,
        /// Poses of the components.
        input: StepInput,
    },
    /// Run one step of these components.
    Act(StepInput),
    /// Call a service.
    Serve {
        /// Number of the component.
        external_id: usize,
        /// Name of the service.
        service: &'a str,
        /// Positional arguments.
        arguments: &'a [Value],
        /// Pose of the component.
        input: StepInput,
    },
    /// Interrupt the running asynchronous service.
    Interrupt {
        /// Number of the component.
        external_id: usize,
        /// Pose of the component.
        input: StepInput,
    },
    /// The simulation ends.
    End,
}

/// An external component, or a robot that carries one.
#[derive(Debug, Serialize)]
pub struct ComponentInit {
    /// Full name.
    pub name: String,
    /// Class to instantiate; `None` for a robot with a built-in class.
    pub class: Option<String>,
    /// Kind of the component.
    pub kind: Kind,
    /// Number of its robot.
    pub robot: usize,
    /// Level of abstraction.
    pub level: String,
    /// How often it acts, per simulated second.
    pub rate_hz: f64,
    /// Properties that the scene sets.
    pub properties: Map,
}

/// The time of a step and its components.
#[derive(Debug, Serialize)]
pub struct StepInput {
    /// Simulated time, as clients see it. [s]
    pub time_s: f64,
    /// The components in the order in which they act, and robots whose poses are updated.
    pub steps: Vec<ComponentStep>,
}

/// A component in a step.
#[derive(Debug, Serialize)]
pub struct ComponentStep {
    /// Number of the component.
    pub external_id: usize,
    /// Pose in the world: x, y, z [m], then the quaternion x, y, z, w.
    #[serde(serialize_with = "numbers")]
    pub world_from: Pose,
    /// Whether it acts; otherwise only its pose is updated.
    pub acts: bool,
    /// A new command: the values of its fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<Value>>,
}

fn numbers<S: Serializer>(pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    let ([x, y, z], [qx, qy, qz, qw]) = (pose.translation.to_array(), pose.rotation.to_array());
    [x, y, z, qx, qy, qz, qw].serialize(serializer)
}

/// The result of a command.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// One report for each component that acted.
    #[serde(default)]
    pub reports: Vec<Report>,
    /// Services that ended, in the order in which they ended.
    #[serde(default)]
    pub completed: Vec<Completed>,
    /// Result of a service call.
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// Data of a component after its step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Number of the component.
    pub external_id: usize,
    /// The values of its fields.
    #[serde(default)]
    pub data: Vec<Value>,
    /// Values besides its fields.
    #[serde(default)]
    pub extra_fields: Map,
    /// Error text, if its code failed.
    #[serde(default)]
    pub error: Option<String>,
}

/// Completion of an asynchronous service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completed {
    /// Number of the component.
    pub external_id: usize,
    /// Status of the completion.
    pub status: Status,
    /// Its result.
    #[serde(default)]
    pub value: Value,
}

/// How an asynchronous service ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// The goal was reached.
    Success,
    /// The goal could not be reached.
    Failed,
    /// The service was interrupted.
    Preempted,
}

/// Result of a service call.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Completed; the value is the result.
    Done(Value),
    /// Started; it completes later.
    Started,
    /// Refused, with the reason.
    Refused(String),
}
