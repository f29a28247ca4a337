//! Replays the steps of a recorded run with its inputs instead of inputs from clients.

use crate::engine::activity::replaying::{Input, ReplayedStep};
use crate::engine::activity::{CallRecord, CommandRecord};
use crate::engine::answers::take_event;
use crate::engine::simulation::Simulation;
use crate::services::dispatch_request;

/// Handles an input that the recorded run handled between two ticks.
pub(crate) fn replay(simulation: &mut Simulation, input: Input) {
    let threads = simulation.threads();
    threads.install(|| replay_here(simulation, input));
}

/// Makes a step with exactly the inputs that the recorded run handled in it.
pub(crate) fn replay_step(simulation: &mut Simulation, inputs: Vec<Input>) {
    simulation.engine.replayed = Some(ReplayedStep::new(inputs));
    simulation.step();
    simulation.engine.replayed = None;
}

/// Serves the calls and events of the step.
pub(crate) fn serve_replayed(simulation: &mut Simulation) {
    let requests = simulation.engine.replayed.as_mut().map(ReplayedStep::take_requests);
    requests.into_iter().flatten().for_each(|input| replay_here(simulation, input));
}

fn replay_here(simulation: &mut Simulation, input: Input) {
    match input {
        Input::Command(CommandRecord { actuator, values }) => {
            // The command was valid when it was recorded. If it is not valid now, the runs already differ.
            let _ = simulation.command(&actuator, &values);
        }
        Input::Call(CallRecord { id, component, service, arguments, is_allowed, overlay }) => {
            if is_allowed {
                let manager = overlay.as_deref();
                dispatch_request(simulation, id, manager, &component, &service, &arguments, Box::new(drop));
            }
        }
        Input::Event(record) => take_event(simulation, record.into()),
    }
}
