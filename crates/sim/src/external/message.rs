//! Messages between the engine and a host: its commands, and what it creates when it begins.

pub(super) mod columns;
pub(super) mod query;
pub(super) mod reply;
pub(super) mod step;
pub(super) mod world_command;

use std::collections::BTreeMap;

use morse_scene::description::Kind;
use morse_scene::value::{Map, Value};
use serde::Serialize;

use crate::external::message::step::StepInput;

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
