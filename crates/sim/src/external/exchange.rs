//! Exchanges with the hosts: participants and messages.

pub(crate) mod acting;
pub(crate) mod commands;
pub(crate) mod failing;
pub(crate) mod in_flight;
pub(crate) mod replies;
pub(crate) mod sensing;

use std::sync::PoisonError;

use morse_scene::value::{Map, Value};

use crate::contract::data::Data;
use crate::engine::instance::InstanceRef;
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::external::components::ExternalEntry;
use crate::external::exchange::in_flight::{await_early, release_host};
use crate::external::host::Host;
use crate::external::host_session::HostSession;
use crate::external::message::reply::topics::TopicChanges;
use crate::external::topics::{take_shared_messages, take_topics};
use crate::external::{ComponentStep, EndedCall, HostCommand, Reply, Server, StepData, StepInput};

/// The purpose of an exchange.
pub(crate) enum Exchange<'a> {
    /// Sensors read the world, which is constant meanwhile, and modifiers change data.
    Sensing,
    /// Robots and actuators act.
    Acting,
    /// Stream managers and request managers run their work of each tick.
    Managing,
    /// A service of a component, or of one of its extensions, is called.
    Service(usize, Server, &'a str, &'a [Value]),
    /// A plain function that is a service of a component is called.
    Function(&'a str, &'a str, &'a [Value]),
    /// The running service of a component, or of one of its extensions, is interrupted.
    Interruption(usize, Server),
    /// Calls of the host have ended.
    Ended(Vec<EndedCall>),
}

/// Role of a component in an exchange.
#[derive(Default)]
pub(crate) struct Part {
    pub(crate) external_id: usize,
    pub(crate) acts: bool,
    /// Whether the host receives its data.
    pub(crate) with_data: bool,
    /// Whether the host receives the data that the built-in part of a sensor has read.
    pub(crate) with_native: bool,
    pub(crate) streams: Vec<usize>,
    pub(crate) received: Vec<(usize, String)>,
    /// New values of the fields of an external sensor, from its incoming streams.
    pub(crate) input: Option<Map>,
    pub(crate) commanded: bool,
    pub(crate) modifiers: Vec<usize>,
}

/// Values of all fields.
pub(crate) fn values_of(data: &dyn Data) -> Vec<Value> {
    (0..).map_while(|index| Some(data.get(index)?.to_value())).collect()
}

/// Sorts robots into scene order, then actuators into reverse scene order: the actuator that is declared first acts
/// last and takes precedence.
fn acting_order(entries: &[ExternalEntry], mut input: StepInput) -> StepInput {
    let is_robot = |step: &ComponentStep| entries[step.external_id].robot == step.external_id;
    let (mut steps, actuators): (Vec<ComponentStep>, Vec<ComponentStep>) =
        input.steps.into_iter().partition(is_robot);
    steps.extend(actuators.into_iter().rev());
    input.steps = steps;
    input
}

impl Engine {
    /// The entry of the host's component list with this number.
    pub(crate) fn external_entry(&self, external_id: usize) -> Option<&ExternalEntry> {
        self.external.as_ref()?.entries.get(external_id)
    }

    /// Results of `pick` for the entries of the hosts that are not lost, with their numbers.
    pub(crate) fn host_entries<T>(&self, pick: impl Fn(&ExternalEntry) -> Option<T>) -> Vec<(usize, T)> {
        let Some(external) = &self.external else { return Vec::new() };
        let entries = external.entries.iter().enumerate();
        let entries = entries.filter(|(_, entry)| !external.hosts[entry.host].lost);
        entries.filter_map(|(number, entry)| Some((number, pick(entry)?))).collect()
    }
}

/// The participants of an exchange, in the order of their numbers, and their robots.
fn step_input(
    simulation: &Simulation,
    host: &mut dyn Host,
    entries: &[ExternalEntry],
    parts: Vec<Part>,
    about: &[usize],
) -> StepInput {
    let mut steps: Vec<Option<ComponentStep>> = Vec::new();
    steps.resize_with(entries.len(), || None);
    let mut step = |part: Part| {
        let Part {
            external_id,
            acts,
            with_data,
            with_native,
            streams,
            received,
            input,
            commanded,
            modifiers,
        } = part;
        let instance = entries[external_id].instance;
        let world_from = simulation.state.world.world_from(simulation.state.meta(instance).node);
        let mut data = |wanted: bool| {
            wanted.then(|| {
                StepData::of(simulation.state.component(instance).data(), &mut |bytes| host.share(bytes))
            })
        };
        let of_actuator = matches!(instance, InstanceRef::Actuator(_)) && with_data;
        let open = simulation.state.component(instance).data().open();
        let open = open.filter(|open| of_actuator && !open.is_empty()).cloned();
        ComponentStep {
            external_id,
            world_from,
            acts,
            open,
            data: data(with_data),
            native: data(with_native),
            streams,
            received,
            input,
            commanded,
            modifiers,
        }
    };
    for external_id in about.iter().copied().chain(parts.iter().map(|part| part.external_id)) {
        for external_id in [entries[external_id].robot, external_id] {
            if steps[external_id].is_some() {
                continue;
            }
            steps[external_id] = Some(step(Part { external_id, ..Part::default() }));
        }
    }
    for part in parts {
        let external_id = part.external_id;
        steps[external_id] = Some(step(part));
    }
    StepInput {
        time_s: simulation.client_time_s(),
        steps: steps.into_iter().flatten().collect(),
        messages: Vec::new(),
    }
}

/// The command for an exchange.
fn host_command<'a>(
    simulation: &Simulation,
    (number, host): (usize, &mut dyn Host),
    about: Exchange<'a>,
    parts: Vec<Part>,
) -> HostCommand<'a> {
    let entries = simulation.engine.external.as_ref().map_or(&[][..], |external| &external.entries);
    let received = simulation.engine.external.as_ref().and_then(|external| external.hosts.get(number));
    let messages = received.map_or_else(Vec::new, |host| host.topics.received());
    let input =
        |about: &[usize]| StepInput { messages, ..step_input(simulation, host, entries, parts, about) };
    match about {
        Exchange::Sensing => HostCommand::Act(input(&[])),
        Exchange::Acting => HostCommand::Act(acting_order(entries, input(&[]))),
        Exchange::Managing => HostCommand::Manage(input(&[])),
        Exchange::Service(external_id, server, service, arguments) => {
            HostCommand::Serve { external_id, server, service, arguments, input: input(&[external_id]) }
        }
        Exchange::Function(component, service, arguments) => {
            HostCommand::Function { component, service, arguments, input: input(&[]) }
        }
        Exchange::Interruption(external_id, server) => {
            HostCommand::Interrupt { external_id, server, input: input(&[external_id]) }
        }
        Exchange::Ended(calls) => HostCommand::Ended { calls, input: input(&[]) },
    }
}

/// Runs one exchange with a host and applies its changes of the scene at once. `None` when the host is lost, or
/// already in an exchange.
pub(crate) fn exchange(
    simulation: &mut Simulation,
    host: usize,
    about: Exchange<'_>,
    parts: Vec<Part>,
) -> Option<Reply> {
    await_early(simulation, host);
    let link = simulation.engine.engage(host)?;
    let mut guard = link.lock().unwrap_or_else(PoisonError::into_inner);
    let command = host_command(simulation, (host, &mut *guard), about, parts);
    let mut scene = HostSession { simulation, host, later: None };
    let mut result = guard.exchange(&command, &mut scene);
    let changes = result.as_mut().ok().map(|reply| {
        take_shared_messages(&mut *guard, reply);
        TopicChanges::of(reply)
    });
    drop(guard);
    if let Some(changes) = changes {
        take_topics(simulation, host, changes);
    }
    release_host(simulation, host, result)
}

/// Notifies the hosts of the end of the simulation.
pub(crate) fn end_external(simulation: &mut Simulation) {
    for host in 0..simulation.engine.host_count() {
        await_early(simulation, host);
        let Some(link) = simulation.engine.engage(host) else { continue };
        let mut scene = HostSession { simulation, host, later: None };
        // Errors are ignored: a lost host needs no notification.
        let _ = link.lock().unwrap_or_else(PoisonError::into_inner).exchange(&HostCommand::End, &mut scene);
    }
    simulation.engine.external = None;
}
