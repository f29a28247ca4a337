//! Makes the steps of a recorded run again, with its inputs instead of those of clients.

use crate::engine::activity::replaying::{Input, ReplayedStep};
use crate::engine::activity::{CallRecord, CommandRecord};
use crate::engine::simulation::Simulation;

impl Simulation {
    /// Handles an input that a recorded run handled between two ticks.
    pub fn replay(&mut self, input: Input) {
        let threads = self.threads();
        threads.install(|| self.replay_here(input));
    }

    /// Makes a step with the inputs that a recorded run handled in it, and with no others.
    ///
    /// A command for an actuator that takes none in this tick has no effect: then the runs differ already.
    pub fn replay_step(&mut self, inputs: Vec<Input>) {
        self.replayed = Some(ReplayedStep::new(inputs));
        self.step();
        self.replayed = None;
    }

    /// Serves the calls and events of the step.
    pub(crate) fn serve_replayed(&mut self) {
        let requests = self.replayed.as_mut().map(ReplayedStep::take_requests);
        requests.into_iter().flatten().for_each(|input| self.replay_here(input));
    }

    fn replay_here(&mut self, input: Input) {
        match input {
            Input::Command(CommandRecord { actuator, values }) => {
                // It was valid when it was recorded; if it is not now, the runs differ already.
                let _ = self.command(&actuator, &values);
            }
            Input::Call(CallRecord { id, component, service, arguments, is_allowed, overlay }) => {
                if is_allowed {
                    let manager = overlay.as_deref();
                    self.dispatch(id, manager, &component, &service, &arguments, Box::new(drop));
                }
            }
            Input::Event(record) => self.take_event(record.into()),
        }
    }
}
