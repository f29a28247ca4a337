//! Pauses a simulation, and runs single steps of a paused one.

use morse_scene::value::Value;

use crate::contract::outcome::{Answer, Reason, ServiceError};
use crate::engine::answers::queue::StepsRequest;
use crate::engine::simulation::Simulation;
use crate::transport::request::{RequestId, Respond};

/// Requests the driver to make no more steps.
pub(crate) fn pause(simulation: &mut Simulation) {
    simulation.engine.controls.paused.get_or_insert(0);
}

/// Requests the driver to continue.
pub(crate) fn resume(simulation: &mut Simulation) {
    simulation.engine.controls.paused = None;
    if let Some(StepsRequest { respond, .. }) = simulation.engine.answers.steps_request.take() {
        let reason = "the simulation was resumed before all steps were made".to_owned();
        respond(Answer::Failed(ServiceError::Refused(reason)));
    }
}

/// Requests `count` steps of a paused simulation from the driver, as fast as possible.
pub(crate) fn request_steps(simulation: &mut Simulation, count: u64) -> Result<(), ServiceError> {
    match &mut simulation.engine.controls.paused {
        Some(left) => {
            *left = left.saturating_add(count);
            Ok(())
        }
        None => Err(ServiceError::RefusedFor {
            reason: Reason::NotPaused,
            message: "the simulation is not paused: call `pause` first".to_owned(),
        }),
    }
}

/// The service `simulation step`: answers when the steps are made.
pub(crate) fn request_steps_by_service(
    simulation: &mut Simulation,
    id: RequestId,
    count: i64,
    respond: Respond,
) {
    let result = match u64::try_from(count) {
        _ if simulation.engine.answers.steps_request.is_some() => {
            Err(ServiceError::Refused("the steps of another request are running".to_owned()))
        }
        Ok(count) if count > 0 => simulation.request_steps(count).map(|()| count),
        _ => Err(ServiceError::Refused(format!("the number of steps is {count}; allowed is 1 or more"))),
    };
    match result {
        Ok(count) => {
            let last = simulation.state.clock.tick().saturating_add(count);
            simulation.engine.answers.steps_request = Some(StepsRequest { id, last, respond });
        }
        Err(error) => respond(Answer::Failed(error)),
    }
}

/// Cancels the remaining steps of a request, and answers it with the number of the last tick.
pub(crate) fn cancel_steps(simulation: &mut Simulation, id: RequestId) {
    let Some(request) = simulation.engine.answers.steps_request.take_if(|request| request.id == id) else {
        return;
    };
    let tick = simulation.state.clock.tick();
    if let Some(left) = &mut simulation.engine.controls.paused {
        *left = left.saturating_sub(request.last.saturating_sub(tick));
    }
    (request.respond)(Answer::Preempted(Value::from(tick as i64)));
}
