//! Messages between the engine and a host: commands, and the components and extensions to create.

pub(crate) mod columns;
pub(crate) mod query;
pub(crate) mod reply;
pub(crate) mod step;
pub(crate) mod world_command;

use std::collections::BTreeMap;

use morse_scene::description::Kind;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use serde::Serialize;

use crate::external::message::step::StepInput;

/// A command to a host.
#[derive(Debug, Serialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum HostCommand<'a> {
    /// Create all components, in this order.
    Begin {
        /// Components and their robots, by number; null for components of other hosts.
        components: &'a [Option<ComponentInit>],
        /// Modifiers that the host computes, by number.
        modifiers: &'a [Option<ExtensionInit>],
        /// Overlays that the host computes, by number.
        overlays: &'a [Option<ExtensionInit>],
        /// Streams that the host computes, by number.
        streams: &'a [Option<ExtensionInit>],
        /// Stream managers that the host computes, each with its options.
        stream_managers: &'a BTreeMap<String, Map>,
        /// Request managers that the host computes, each with the components that it exposes.
        request_managers: &'a BTreeMap<String, Vec<String>>,
        /// Seed of all random numbers.
        seed: u64,
        /// Ticks per simulated second.
        rate_hz: f64,
        /// Gravitational acceleration along the axes of the world. [m/s²]
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
    /// Let the stream managers and request managers run their work of each tick.
    Manage(StepInput),
    /// Service calls that the host made have ended.
    Ended {
        /// The calls, in the order in which they ended.
        calls: Vec<EndedCall>,
        /// Time of the simulation.
        input: StepInput,
    },
    /// Call a service.
    Serve {
        /// Number of the component.
        external_id: usize,
        /// The component or extension that serves the call.
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
        /// Name of the component that offers the service.
        component: &'a str,
        /// Name of the service.
        service: &'a str,
        /// Positional arguments.
        arguments: &'a [Value],
        /// Time of the simulation.
        input: StepInput,
    },
    /// Interrupt the running asynchronous service.
    Interrupt {
        /// Number of the component.
        external_id: usize,
        /// The component or extension whose service is interrupted.
        server: Server,
        /// Pose of the component.
        input: StepInput,
    },
    /// The simulation ends.
    End,
}

/// The part of a component that serves a request.
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
    /// Keyword arguments.
    pub arguments: Map,
    /// Direction of a stream; `None` for modifiers and overlays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
}

/// A service call by the host that has ended.
#[derive(Debug, Serialize)]
pub struct EndedCall {
    /// Number that the host gave the call.
    pub call: u64,
    /// Status: `SUCCESS`, `FAILED` or `PREEMPTED`.
    pub status: &'static str,
    /// Result, or the reason of the failure.
    pub value: Value,
}

/// An external component, a component with an external extension, or a robot that carries one of these.
#[derive(Debug, Clone, Serialize)]
pub struct ComponentInit {
    /// Full name.
    pub name: String,
    /// Class path.
    pub class: String,
    /// Builder class.
    pub builder: Option<String>,
    /// Whether the class is built in; the host then has a proxy of the component.
    pub built_in: bool,
    /// Names and types of the fields, in the order of reports and commands.
    pub fields: Vec<(&'static str, &'static str)>,
    /// Kind of the component.
    pub kind: Kind,
    /// Number of its robot.
    pub robot: usize,
    /// Abstraction level.
    pub level: String,
    /// Number of activations per simulated second. [Hz]
    pub rate_hz: f64,
    /// Properties that the scene sets.
    pub properties: Map,
}

impl HostCommand<'_> {
    /// The numbers that follow the JSON.
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
