//! Pauses a simulation, and runs single steps of a paused one.

use morse_scene::value::Value;

use crate::contract::outcome::{Answer, Reason, ServiceError};
use crate::engine::answers::queue::StepsRequest;
use crate::engine::simulation::Simulation;
use crate::transport::request::{RequestId, Respond};

impl Simulation {
    /// Requests the driver to make no more steps. Requests are still served. [`Simulation::step`] itself is not
    /// blocked.
    pub fn pause(&mut self) {
        self.engine.controls.paused.get_or_insert(0);
    }

    /// Requests the driver to continue. Requested steps that were not made yet are answered as failed.
    pub fn resume(&mut self) {
        self.engine.controls.paused = None;
        if let Some(StepsRequest { respond, .. }) = self.engine.answers.steps_request.take() {
            let reason = "the simulation was resumed before all steps were made".to_owned();
            respond(Answer::Failed(ServiceError::Refused(reason)));
        }
    }

    /// Whether the driver is requested to make no steps.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.engine.controls.paused.is_some()
    }

    /// Simulated seconds per wall second that clients have requested.
    #[must_use]
    pub fn time_scale(&self) -> f64 {
        self.engine.controls.time_scale
    }

    /// Requests `count` steps of a paused simulation from the driver, as fast as possible.
    ///
    /// # Errors
    /// When the simulation is not paused.
    pub fn request_steps(&mut self, count: u64) -> Result<(), ServiceError> {
        match &mut self.engine.controls.paused {
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
