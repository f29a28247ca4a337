//! Services in the hosts: calls of external components, modifiers and overlays, and calls that the hosts make.

pub(crate) mod overlays;

use morse_scene::value::Value;

use crate::contract::outcome::ServiceError;
use crate::contract::service;
use crate::engine::simulation::Simulation;
use crate::external::components::ExternalComponents;
use crate::external::exchange::replies::{end_host_call, take_reply};
use crate::external::exchange::{Exchange, exchange};
use crate::external::{Completed, EndedCall, Outcome, Server};

/// Maximum number of rounds in one tick in which ended calls of hosts may lead to further ended calls.
const ROUNDS_MAX: usize = 16;

/// Calls a service that the host computes.
pub(crate) fn serve_external(
    simulation: &mut Simulation,
    external_id: usize,
    server: Server,
    service: &str,
    arguments: &[Value],
) -> Result<service::Outcome, ServiceError> {
    let refused = |text: &str| Err(ServiceError::Refused(text.to_owned()));
    let Some(host) = simulation.engine.external_entry(external_id).map(|entry| entry.host) else {
        return refused("the component is not computed by a Python process");
    };
    let about = Exchange::Service(external_id, server, service, arguments);
    let Some(mut reply) = exchange(simulation, host, about, Vec::new()) else {
        let is_lost = simulation.engine.external.as_ref().is_some_and(|external| external.hosts[host].lost);
        return refused(match is_lost {
            true => "the Python process that computed the component has ended",
            false => {
                "the Python process that computes the component is waiting for the answer to a call of its own"
            }
        });
    };
    let outcome = reply.outcome.take();
    // An asynchronous service may end during the call that starts it. It is completed after it has been
    // registered as running.
    let completed = std::mem::take(&mut reply.completed);
    take_reply(simulation, reply);
    if let Some(external) = &mut simulation.engine.external {
        external.hosts[host].completed.extend(completed);
    }
    match outcome {
        Some(Outcome::Done(value)) => Ok(service::Outcome::Done(value)),
        Some(Outcome::Started) => Ok(service::Outcome::Started),
        Some(Outcome::Refused(text)) => refused(&text),
        None => refused("the component did not answer"),
    }
}

/// Lets the stream managers and request managers of the first host run their work of each tick.
pub(crate) fn manage_external(simulation: &mut Simulation) {
    let has_managers =
        |known: &ExternalComponents| !(known.stream_managers.is_empty() && known.request_managers.is_empty());
    if simulation.engine.external.as_ref().is_some_and(has_managers)
        && let Some(reply) = exchange(simulation, 0, Exchange::Managing, Vec::new())
    {
        take_reply(simulation, reply);
        settle_external(simulation);
    }
}

/// Interrupts the running service of a component or extension of a host. The host may set the result.
pub(crate) fn interrupt_external(simulation: &mut Simulation, external_id: usize, server: Server) {
    let Some(host) = simulation.engine.external_entry(external_id).map(|entry| entry.host) else { return };
    if let Some(reply) = exchange(simulation, host, Exchange::Interruption(external_id, server), Vec::new()) {
        take_reply(simulation, reply);
    }
}

/// Completes the services that ended during the call that started them, and notifies the hosts of their calls that
/// ended.
pub(crate) fn settle_external(simulation: &mut Simulation) {
    let hosts = simulation.engine.external.iter_mut().flat_map(|external| &mut external.hosts);
    let free = hosts.filter(|host| host.is_free());
    let completed: Vec<Completed> = free.flat_map(|host| std::mem::take(&mut host.completed)).collect();
    completed.into_iter().for_each(|completed| end_host_call(simulation, completed));
    settle_host_calls(simulation);
}

/// Responds to the ended calls of all hosts. Returns the ended calls of one host.
pub(crate) fn ended_host_calls(simulation: &mut Simulation, host: usize) -> Vec<EndedCall> {
    let of_host = |ended: &mut crate::engine::answers::queue::Ended| ended.of_host;
    for ended in simulation.engine.answers.ended.extract_if(.., of_host) {
        (ended.respond)(ended.answer);
    }
    let hosts = simulation.engine.external.as_ref().map(|external| &external.hosts);
    hosts.map(|hosts| hosts[host].calls.take()).unwrap_or_default()
}

/// Notifies the hosts of their ended calls. A host that waits for the answer to a call is notified with that
/// answer.
pub(crate) fn settle_host_calls(simulation: &mut Simulation) {
    for _ in 0..ROUNDS_MAX {
        let mut is_settled = true;
        for host in 0..simulation.engine.host_count() {
            if !simulation.engine.is_host_free(host) {
                continue;
            }
            let ended = ended_host_calls(simulation, host);
            if !ended.is_empty()
                && let Some(reply) = exchange(simulation, host, Exchange::Ended(ended), Vec::new())
            {
                is_settled = false;
                take_reply(simulation, reply);
            }
        }
        if is_settled {
            return;
        }
    }
}
