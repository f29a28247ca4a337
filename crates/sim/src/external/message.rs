//! Messages between the engine and a host.

pub(super) mod columns;
pub(super) mod query;
pub(super) mod topics;
pub(super) mod world_command;

use std::collections::BTreeMap;

use morse_scene::description::{ExtensionKind, Kind, ServiceDescription};
use morse_scene::value::{Map, Value};
use morse_world::Pose;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use crate::external::message::columns::{PackedReports, SharedBytes, StepData};
use crate::external::message::topics::{TopicInit, TopicMessage};

/// A command to a host.
#[derive(Debug, Serialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum HostCommand<'a> {
    /// Create all components, in this order.
    Begin {
        /// The components, and their robots, by number; none for those of other hosts.
        components: &'a [Option<ComponentInit>],
        /// Their modifiers that the host computes.
        modifiers: &'a [Option<ExtensionInit>],
        /// Their overlays.
        overlays: &'a [Option<ExtensionInit>],
        /// Their streams that the host computes.
        streams: &'a [Option<ExtensionInit>],
        /// Stream managers that the host computes, each with its options.
        stream_managers: &'a BTreeMap<String, Map>,
        /// Request managers that the host computes, each with the components that it exposes.
        request_managers: &'a BTreeMap<String, Vec<String>>,
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
    /// Let the stream managers and request managers do what they do in every tick.
    Manage(StepInput),
    /// Calls of services that the host made have ended.
    Ended {
        /// The calls, in the order in which they ended.
        calls: Vec<EndedCall>,
        /// The time.
        input: StepInput,
    },
    /// Call a service.
    Serve {
        /// Number of the component.
        external_id: usize,
        /// What serves instead of the component itself.
        server: Server,
        /// Name of the service.
        service: &'a str,
        /// Positional arguments.
        arguments: &'a [Value],
        /// Pose of the component.
        input: StepInput,
    },
    /// Call a service that is a plain function.
    Function {
        /// Name of the component that has it.
        component: &'a str,
        /// Name of the service.
        service: &'a str,
        /// Positional arguments.
        arguments: &'a [Value],
        /// The time.
        input: StepInput,
    },
    /// Interrupt the running asynchronous service.
    Interrupt {
        /// Number of the component.
        external_id: usize,
        /// What is interrupted instead of the component itself.
        server: Server,
        /// Pose of the component.
        input: StepInput,
    },
    /// The simulation ends.
    End,
}

/// What serves a request instead of the component itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Server {
    /// The component.
    #[default]
    Component,
    /// One of its modifiers, by number.
    Modifier(usize),
    /// One of its overlays, by number.
    Overlay(usize),
}

/// A modifier, overlay or stream that a host computes.
#[derive(Debug, Clone, Serialize)]
pub struct ExtensionInit {
    /// Number of its component.
    pub external_id: usize,
    /// Class to instantiate.
    pub class: String,
    /// Class path of its manager; empty for modifiers.
    pub manager: String,
    /// Its keyword arguments.
    pub arguments: Map,
}

/// A call of a service by the host that has ended.
#[derive(Debug, Serialize)]
pub struct EndedCall {
    /// The number that the host gave it.
    pub call: u64,
    /// How it ended: `SUCCESS`, `FAILED` or `PREEMPTED`.
    pub status: &'static str,
    /// Its result, or why it failed.
    pub value: Value,
}

/// An external component, one with an extension, or a robot that carries one.
#[derive(Debug, Clone, Serialize)]
pub struct ComponentInit {
    /// Full name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Whether its class is built in; the host then has a proxy of it.
    pub built_in: bool,
    /// Names and types of its fields, in the order of reports and commands.
    pub fields: Vec<(&'static str, &'static str)>,
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

/// The time of a step and its components. Its JSON is followed by [`StepInput::numbers`], and says how many these are.
#[derive(Debug)]
pub struct StepInput {
    /// Simulated time, as clients see it. [s]
    pub time_s: f64,
    /// The components in the order in which they act, and robots whose poses are updated.
    pub steps: Vec<ComponentStep>,
    /// Messages that arrived for topics of the host, by their numbers there.
    pub messages: Vec<(usize, Value)>,
}

impl Serialize for StepInput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut input = serializer.serialize_struct("StepInput", 3)?;
        input.serialize_field("numbers", &self.numbers().len())?;
        input.serialize_field("steps", &self.steps)?;
        if self.messages.is_empty() {
            input.skip_field("messages")?;
        } else {
            input.serialize_field("messages", &self.messages)?;
        }
        input.end()
    }
}

/// A component in a step.
#[derive(Debug, Default, Serialize)]
pub struct ComponentStep {
    /// Number of the component.
    pub external_id: usize,
    /// Pose in the world. [m]
    #[serde(skip)]
    pub world_from: Pose,
    /// Whether it acts.
    pub acts: bool,
    /// The values of its fields, if they are new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<StepData>,
    /// What the built-in part of a sensor has read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<StepData>,
    /// Its streams that read or write, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<usize>,
    /// What streams have received, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub received: Vec<(usize, String)>,
    /// Whether an actuator has a new command, apart from what its streams read.
    #[serde(skip_serializing_if = "is_false")]
    pub commanded: bool,
    /// Its modifiers that change the data, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<usize>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The result of a command.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// One report for each component that acted.
    #[serde(default)]
    pub reports: Vec<Report>,
    /// Reports in columns.
    #[serde(default)]
    pub packed: Option<PackedReports>,
    /// Services that ended, in the order in which they ended.
    #[serde(default)]
    pub completed: Vec<Completed>,
    /// Result of a service call.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// Names of the overlays, in their order, after their creation.
    #[serde(default)]
    pub overlay_names: Vec<String>,
    /// Extensions whose code failed.
    #[serde(default)]
    pub failures: Vec<Failure>,
    /// Plain functions that are services, when it has begun.
    #[serde(default)]
    pub functions: Vec<FunctionInit>,
    /// Topics that its code opened.
    #[serde(default)]
    pub topics: Vec<TopicInit>,
    /// Messages for its topics, in order.
    #[serde(default)]
    pub messages: Vec<TopicMessage>,
    /// Topics that its code closed, by number.
    #[serde(default)]
    pub closed_topics: Vec<usize>,
}

impl HostCommand<'_> {
    /// The numbers that follow its JSON.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        match self {
            Self::Act(input)
            | Self::Manage(input)
            | Self::Begin { input, .. }
            | Self::Ended { input, .. }
            | Self::Serve { input, .. }
            | Self::Function { input, .. }
            | Self::Interrupt { input, .. } => input.numbers(),
            Self::End => Vec::new(),
        }
    }
}

impl Reply {
    /// Takes the packed reports apart, with the numbers that followed the message.
    ///
    /// # Errors
    /// When they do not match.
    pub fn unpack(&mut self, numbers: Vec<f64>) -> Result<(), String> {
        if let Some(packed) = self.packed.take() {
            self.reports = packed.unpacked(numbers, std::mem::take(&mut self.reports))?;
        }
        Ok(())
    }
}

/// A plain function that is a service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionInit {
    /// Name of the component that has it.
    pub component: String,
    /// What it takes and does.
    pub description: ServiceDescription,
}

/// An extension whose code failed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// What it is.
    pub kind: ExtensionKind,
    /// Its number; that of a manager is the number of its class in alphabetical order.
    pub number: usize,
    /// The error text.
    pub error: String,
}

/// Data of a component after its step.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Number of the component.
    pub external_id: usize,
    /// The values of its fields.
    #[serde(default)]
    pub data: Vec<Value>,
    /// Fields whose values are in the shared memory; null in `data`.
    #[serde(default)]
    pub shared: Vec<SharedBytes>,
    /// Values besides its fields.
    #[serde(default)]
    pub extra_fields: Map,
    /// Error text, if its code failed.
    #[serde(default)]
    pub error: Option<String>,
    /// Whether its streams read a new command.
    #[serde(default)]
    pub commanded: bool,
    /// What its streams send, by number.
    #[serde(default)]
    pub sent: Vec<(usize, Value)>,
}

/// Completion of an asynchronous service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completed {
    /// Number of the component.
    pub external_id: usize,
    /// Number of the overlay, if the service is one of an overlay.
    #[serde(default)]
    pub overlay: Option<usize>,
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
