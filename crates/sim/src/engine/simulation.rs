//! The simulation: the world, the components, and the step that drives them.

pub(crate) mod access;
pub(crate) mod costs;
pub(crate) mod despawning;
pub(crate) mod entities;
pub(crate) mod pausing;
pub(crate) mod recording;
pub(crate) mod replaying;
pub(crate) mod spawning;
pub(crate) mod worlds;

use morse_scene::value::Value;

use crate::contract::outcome::Answer;
use crate::engine::answers::send_all_answers;
use crate::engine::model::Model;
use crate::engine::resources::Engine;
use crate::engine::state::current::State;
use crate::external::exchange::end_external;
use crate::transport::inbox::Inbox;
use crate::transport::stream::MiddlewareError;

/// A running scene.
///
/// One call of [`Simulation::step`] is one tick. Its result does not depend on wall time, the number of threads or
/// connected clients. Inputs from outside arrive only through [`Simulation::handle`] and the inboxes of the streams.
pub struct Simulation {
    pub(crate) model: Model,
    pub(crate) state: State,
    pub(crate) engine: Engine,
}

impl Simulation {
    /// Ends the simulation: sends the last answers, then all middlewares send their queued data and close.
    pub fn finish(&mut self) {
        end_external(self);
        count_refusals(self);
        self.engine.warnings.log_counts();
        send_all_answers(self);
        if let Some(respond) = self.engine.controls.take_quit_respond() {
            respond(Answer::Success(Value::Null));
        }
        for middleware in &mut self.engine.middlewares {
            middleware.finish();
        }
    }

    /// Starts serving clients.
    ///
    /// # Errors
    /// When a middleware cannot start.
    pub fn start(&mut self) -> Result<(), MiddlewareError> {
        for middleware in &mut self.engine.middlewares {
            middleware.start(self.engine.gateway.clone())?;
        }
        // The first step already waits for programs in lock-step.
        while let Ok(event) = self.engine.events.try_recv() {
            self.handle(event);
        }
        Ok(())
    }
}

/// Counts the commands that actuators refused.
fn count_refusals(simulation: &mut Simulation) {
    for sensor in simulation.state.sensors.iter().filter(|sensor| !sensor.inboxes.is_empty()) {
        let count = sensor.inboxes.iter().map(Inbox::refusals).sum();
        simulation.engine.warnings.add(&sensor.meta.name, "messages were refused", count);
    }
    for actuator in &simulation.state.actuators {
        let of_inboxes: u64 = actuator.inboxes.iter().map(Inbox::refusals).sum();
        for (kind, count) in
            [("commands were refused", of_inboxes), ("commands had no effect", actuator.refusals)]
        {
            simulation.engine.warnings.add(&actuator.meta.name, kind, count);
        }
    }
}
