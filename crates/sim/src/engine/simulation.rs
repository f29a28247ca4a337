//! The simulation: the world, the components, and the step that drives them.

mod access;
pub(crate) mod acting;
mod costs;
pub(crate) mod despawning;
pub(crate) mod entities;
mod parts;
mod pausing;
mod recording;
mod replaying;
mod spawning;
pub(crate) mod worlds;

use std::collections::BTreeSet;

use morse_scene::value::Value;

use crate::contract::outcome::Answer;
use crate::engine::cost::measured;
use crate::engine::instance::Tick;
use crate::engine::model::Model;
use crate::engine::resources::Engine;
use crate::engine::state::current::State;
use crate::transport::inbox::Inbox;
use crate::transport::stream::{Audience, MiddlewareError};

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
    /// Runs one tick. The order is always: time, requests, sensors, actuators, physics, streams. The step runs on the
    /// simulation's own threads.
    ///
    /// Afterwards, answers to services that ended since the last tick are ready: see [`Simulation::send_answers`].
    pub fn step(&mut self) {
        let threads = self.threads();
        threads.install(|| {
            self.send_answers();
            let tick = self.advance_clock();
            let time_ns = || tick.cost_clock.map_or(0, |read| read());
            let begin_ns = time_ns();
            self.serve_requests(tick);
            self.manage_external();
            self.sense(tick);
            self.act(tick);
            let physics_ns = time_ns();
            self.advance_world();
            let publishing_ns = time_ns();
            self.publish();
            if tick.cost_clock.is_some() {
                self.engine.costs.add([begin_ns, physics_ns, publishing_ns, time_ns()]);
            }
            self.complete_steps();
            if let Some(recorder) = &mut self.engine.recorder {
                recorder.advance(self.state.clock.tick(), false);
            }
        });
    }

    fn advance_clock(&mut self) -> Tick {
        let now = self.state.clock.advance();
        if let Some(recorder) = &mut self.engine.recorder {
            recorder.advance(self.state.clock.tick(), true);
        }
        Tick {
            now,
            client_time_s: self.client_time_s(),
            number: self.state.clock.tick(),
            length_ns: self.state.clock.tick_ns(),
            cost_clock: self.engine.costs.begin_tick(self.state.clock.tick()),
        }
    }

    /// Due sensors read the world, which is constant meanwhile. Then sensors with inputs read. Then effects of the
    /// readings on the world are applied, in scene order.
    fn sense(&mut self, tick: Tick) {
        self.skip_idle();
        self.read_sensors(tick);
        let clock = tick.cost_clock.filter(|_| self.engine.external.is_some());
        let (hosts_ns, commands) = measured(clock, || self.sense_external(tick));
        self.engine.costs.so_far.hosts_ns += hosts_ns;
        self.read_inputs(tick);
        self.execute_commands(commands);
        for (sensor, &is_followed_up) in self.state.sensors.iter_mut().zip(&self.engine.is_followed_up) {
            if !is_followed_up {
                continue;
            }
            sensor.follow_up(tick, &mut self.state.world);
            let completion = sensor.completion.take();
            self.engine.answers.ended.extend(sensor.meta.finished(completion));
        }
        self.settle_host_calls();
    }

    /// Sensors with inputs read, in scene order.
    fn read_inputs(&mut self, tick: Tick) {
        for number in 0..self.model.plan.joining.len() {
            let index = self.model.plan.joining[number];
            self.with_inputs(index, |sensor, world, inputs| {
                sensor.sense(tick, world, inputs);
            });
            if self.state.sensors[index].chain.is_open {
                let commands = self.finish_chains(tick, &BTreeSet::new(), &BTreeSet::new());
                self.execute_commands(commands);
            }
        }
    }

    /// Queues fresh readings in the transports.
    fn publish(&mut self) {
        let stamp_ns = self.model.epoch.nanoseconds(self.state.clock.now());
        for middleware in &mut self.engine.middlewares {
            middleware.begin_publish(stamp_ns, &self.state.world);
        }
        // Shortcut: without listeners, thousands of sensors need not be visited.
        if self.has_listeners() {
            for sensor in &mut self.state.sensors {
                sensor.publish(self.model.epoch);
            }
            self.publish_actuators();
        }
        for middleware in &mut self.engine.middlewares {
            middleware.flush();
        }
    }

    /// Queues the data of external actuators that acted in this tick.
    fn publish_actuators(&mut self) {
        if self.engine.external.is_none() {
            return;
        }
        let time = (self.state.clock.now(), self.model.epoch);
        for actuator in &mut self.state.actuators {
            let robot = self.state.robots[actuator.robot].meta.node;
            actuator.publish(time, &self.state.world, robot);
        }
    }

    /// Whether a stream may have listeners. Streams that a host encodes count as having listeners, because their
    /// messages must be removed.
    fn has_listeners(&self) -> bool {
        let mut audiences =
            self.model.plan.publishing.iter().map(|&index| self.engine.middlewares[index].audience());
        self.model.plan.has_own_publishers
            || self.engine.external.is_some()
            || audiences.any(|audience| audience != Audience::NoClient)
    }

    /// Counts the commands that actuators refused.
    fn count_refusals(&mut self) {
        for sensor in self.state.sensors.iter().filter(|sensor| !sensor.inboxes.is_empty()) {
            let count = sensor.inboxes.iter().map(Inbox::refusals).sum();
            self.engine.warnings.add(&sensor.meta.name, "messages were refused", count);
        }
        for actuator in &self.state.actuators {
            let of_inboxes: u64 = actuator.inboxes.iter().map(Inbox::refusals).sum();
            for (kind, count) in
                [("commands were refused", of_inboxes), ("commands had no effect", actuator.refusals)]
            {
                self.engine.warnings.add(&actuator.meta.name, kind, count);
            }
        }
    }

    /// Ends the simulation: sends the last answers, then all middlewares send their queued data and close.
    pub fn finish(&mut self) {
        self.end_external();
        self.count_refusals();
        self.engine.warnings.log_counts();
        self.send_all_answers();
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
