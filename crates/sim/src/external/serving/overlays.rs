//! Overlays: services of the host that replace those of a component on one request manager.

use std::sync::Mutex;

use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_scene::value::Value;

use crate::contract::outcome::{Answer, ServiceError};
use crate::contract::service::{Arguments, Outcome};
use crate::engine::instance::RunningService;
use crate::engine::simulation::Simulation;
use crate::external::Server;
use crate::external::components::OverlayInstance;
use crate::external::serving::{interrupt_external, serve_external, settle_external, settle_host_calls};
use crate::transport::request::{RequestId, Respond};

/// The overlays with this name on a request manager.
pub(crate) fn overlays_named<'a>(
    simulation: &'a Simulation,
    manager: Option<&'a str>,
    name: &'a str,
) -> impl Iterator<Item = &'a OverlayInstance> {
    simulation.engine.overlays.iter().filter(move |overlay| {
        overlay.name == name && manager.is_none_or(|manager| overlay.manager == manager)
    })
}

/// The overlay with this name on a request manager that has this service.
pub(crate) fn find_overlay(
    simulation: &Simulation,
    manager: Option<&str>,
    name: &str,
    service: &str,
) -> Option<(usize, ServiceDescription)> {
    simulation.engine.overlays.iter().enumerate().find_map(|(number, overlay)| {
        let is_meant = Some(overlay.manager.as_str()) == manager && overlay.name == name;
        let services = overlay.services.iter().filter(|_| is_meant);
        Some((number, services.clone().find(|known| known.name == service)?.clone()))
    })
}

/// Calls a service of an overlay.
pub(crate) fn dispatch_overlay(
    simulation: &mut Simulation,
    id: RequestId,
    number: usize,
    description: ServiceDescription,
    arguments: &[Value],
    respond: Respond,
) {
    if let Err(error) = Arguments::new(&description, arguments) {
        return respond(Answer::Failed(error));
    }
    if description.kind == ServiceKind::Async
        && let Err(busy) = free_overlay(simulation, number)
    {
        return respond(Answer::Failed(busy));
    }
    let external_id = simulation.engine.overlays[number].external_id;
    let server = Server::Overlay(number);
    match serve_external(simulation, external_id, server, &description.name, arguments) {
        Ok(Outcome::Started) => {
            let ServiceDescription { name, interruptible, .. } = description;
            let of_host = std::mem::take(&mut simulation.engine.is_calling_for_host);
            simulation.engine.overlays[number].running = Some(RunningService {
                id,
                service: name,
                interruptible,
                respond: Mutex::new(respond),
                of_host,
            });
        }
        Ok(Outcome::Done(value)) => respond(Answer::Success(value)),
        Ok(Outcome::Relayed(_)) => respond(Answer::Success(Value::Null)),
        Err(error) => respond(Answer::Failed(error)),
    }
    settle_external(simulation);
}

/// Preempts the running service of an overlay if it is interruptible; otherwise returns an error.
fn free_overlay(simulation: &mut Simulation, number: usize) -> Result<(), ServiceError> {
    match &simulation.engine.overlays[number].running {
        None => Ok(()),
        Some(running) if running.interruptible == Some(true) => {
            preempt_overlay(simulation, number);
            Ok(())
        }
        Some(running) => {
            Err(ServiceError::Busy { running: running.service.clone(), interruptible: running.interruptible })
        }
    }
}

/// Interrupts the running service of an overlay.
fn preempt_overlay(simulation: &mut Simulation, number: usize) {
    let external_id = simulation.engine.overlays[number].external_id;
    interrupt_external(simulation, external_id, Server::Overlay(number));
    settle_host_calls(simulation);
    if let Some(running) = simulation.engine.overlays[number].running.take() {
        simulation.engine.answers.ended.push(running.end(Answer::Preempted(Value::Null)));
    }
}

/// Interrupts the service of an overlay that a request started, if it is still running.
pub(crate) fn cancel_overlay(simulation: &mut Simulation, id: RequestId) {
    let is_meant = |running: &RunningService| running.id == id;
    for number in 0..simulation.engine.overlays.len() {
        if simulation.engine.overlays[number].running.as_ref().is_some_and(is_meant) {
            preempt_overlay(simulation, number);
        }
    }
}
