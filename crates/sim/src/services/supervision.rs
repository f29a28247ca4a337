//! Serves calls to the pseudo components `simulation`, `time` and `communication`.

use morse_scene::value::Value;

use crate::contract::service::{Answer, Arguments};
use crate::engine::simulation::Simulation;
use crate::engine::simulation::pausing::request_steps_by_service;
use crate::services::pseudo_components::DESCRIPTIONS;
use crate::services::simulation::quit;
use crate::services::time::sleep;
use crate::services::unknown::unknown;
use crate::services::{communication, simulation, time};
use crate::transport::request::{RequestId, Respond};

/// Serves a call to a pseudo component.
pub(super) fn supervise(
    simulation: &mut Simulation,
    id: RequestId,
    (component, service): (&str, &str),
    values: &[Value],
    respond: Respond,
) {
    let described =
        DESCRIPTIONS.iter().find(|(owner, described)| *owner == component && described.name == service);
    let Some((_, description)) = described else {
        return respond(middleware_call(simulation, component, service, values));
    };
    let arguments = match Arguments::new(description, values) {
        Ok(arguments) => arguments,
        Err(error) => return respond(Answer::Failed(error)),
    };
    match (component, service) {
        ("simulation", "quit") => return quit(simulation, respond),
        ("time", "sleep") => return sleep(simulation, &arguments, respond),
        ("simulation", "step") => {
            return match arguments.take::<i64>(0) {
                Ok(count) => request_steps_by_service(simulation, id, count, respond),
                Err(error) => respond(Answer::Failed(error)),
            };
        }
        _ => {}
    }
    let result = match component {
        "simulation" => simulation::call(simulation, service, &arguments),
        "time" => time::call(simulation, service, &arguments),
        _ => communication::call(simulation, &arguments),
    };
    respond(result.map_or_else(Answer::Failed, Answer::Success));
}

fn middleware_call(simulation: &Simulation, component: &str, service: &str, values: &[Value]) -> Answer {
    let middleware = (component == "simulation")
        .then(|| {
            simulation
                .engine
                .middlewares
                .iter()
                .find(|m| m.simulation_services().iter().any(|known| known.name == service))
        })
        .flatten();
    let result = match middleware {
        Some(middleware) => middleware.simulation_call(service, values),
        None => Err(unknown(simulation, None, component, service)),
    };
    result.map_or_else(Answer::Failed, Answer::Success)
}
