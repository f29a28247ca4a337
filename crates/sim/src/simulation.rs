//! The methods of a simulation: its creation, its run, and its driver.

mod components;
mod scene;

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, RequestTiming, Strategy};
use morse_scene::value::Value;
use morse_world::Pose;
use rayon::ThreadPool;

use crate::assemble::error::AssembleError;
use crate::assemble::{assemble, assemble_alone, obstacles};
use crate::contract::outcome::{Answer, ServiceError};
use crate::contract::registry::Registry;
use crate::engine::activity::recording::RecordingSwitch;
use crate::engine::activity::replaying::Input;
use crate::engine::activity::{Activity, ActivityRecorder};
use crate::engine::answers::replaying::{replay, replay_step};
use crate::engine::answers::{handle, send_all_answers, send_answers};
use crate::engine::contract_checks::ContractViolation;
use crate::engine::control::Controls;
use crate::engine::cost::{ComponentCost, CostClock, CostMeter, Costs};
use crate::engine::instance::Metadata;
use crate::engine::options::Options;
use crate::engine::simulation::Simulation;
use crate::engine::simulation::pausing::{pause, request_steps, resume};
use crate::engine::step::{begin, step};
use crate::engine::time::clock::Clock;
use crate::engine::viewer_camera::ViewerCamera;
use crate::external::exchange::end_external;
use crate::models::Models;
use crate::transport::inbox::Inbox;
use crate::transport::request::{Event, Gateway};
use crate::transport::stream::{Middleware, MiddlewareError};

impl Simulation {
    /// Builds the simulation of a scene. The scene must have passed the checks of `morse_scene`. Reports problems that
    /// those checks cannot find, such as missing files and ports in use.
    ///
    /// # Errors
    /// When the scene cannot run; lists every problem.
    pub fn assemble(
        document: &Document,
        registry: &Registry,
        models: &Models,
        middlewares: Vec<Box<dyn Middleware>>,
        options: Options,
    ) -> Result<Self, AssembleError> {
        assemble(document, registry, models, middlewares, options)
    }

    /// Builds the simulation of a scene without streams and request managers, for inspection.
    ///
    /// # Errors
    /// When the scene cannot run; lists every problem that can be found without opening a port.
    pub fn assemble_alone(
        document: &Document,
        registry: &Registry,
        models: &Models,
        options: Options,
    ) -> Result<Self, AssembleError> {
        assemble_alone(document, registry, models, options)
    }

    /// Lists the problems that prevent a run, as far as they can be found without opening a port, and warnings about
    /// components without effect. `offline` are middlewares that join no network; streams and services of other
    /// middlewares are not checked.
    #[must_use]
    pub fn obstacles(
        document: &Document,
        registry: &Registry,
        models: &Models,
        offline: Vec<Box<dyn Middleware>>,
    ) -> Vec<Diagnostic> {
        obstacles(document, registry, models, offline)
    }

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

    /// Runs one tick. The order is always: time, requests, sensors, actuators, physics, streams. The step runs on the
    /// simulation's own threads.
    ///
    /// Afterwards, answers to services that ended since the last tick are ready: see [`Simulation::send_answers`].
    pub fn step(&mut self) {
        let threads = self.threads();
        threads.install(|| step(self));
    }

    /// Makes the first part of a tick: time, requests, and announcements of pictures, which can then be drawn together with those
    /// of other simulations. Only [`Simulation::step`] may follow; it makes the rest of the tick. Both together are a tick as
    /// without this call.
    pub fn begin_step(&mut self) {
        let threads = self.threads();
        if self.engine.begun.is_none() {
            let begun = threads.install(|| begin(self));
            self.engine.begun = Some(begun);
        }
    }

    /// Handles one event from outside, between two ticks. Requests are served at once or wait for the next tick,
    /// depending on [`RequestTiming`]. All other events take effect at once.
    pub fn handle(&mut self, event: Event) {
        handle(self, event)
    }

    /// Whether requests are served immediately or at the next tick.
    #[must_use]
    pub fn request_timing(&self) -> RequestTiming {
        self.engine.answers.timing
    }

    /// Whether the last tick made answers ready that have not been sent yet.
    #[must_use]
    pub fn has_answers(&self) -> bool {
        self.engine.answers.has_ready()
    }

    /// Sends the answers that the last tick made ready, after the messages of that tick. A driver calls it between two
    /// ticks; otherwise the next tick calls it first.
    pub fn send_answers(&mut self) {
        send_answers(self)
    }

    /// Requests the driver to make no more steps. Requests are still served. [`Simulation::step`] itself is not
    /// blocked.
    pub fn pause(&mut self) {
        pause(self)
    }

    /// Requests the driver to continue. Requested steps that were not made yet are answered as failed.
    pub fn resume(&mut self) {
        resume(self)
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
        request_steps(self, count)
    }

    /// Handles an input that the recorded run handled between two ticks.
    pub fn replay(&mut self, input: Input) {
        replay(self, input)
    }

    /// Makes a step with exactly the inputs that the recorded run handled in it.
    ///
    /// A command for an actuator that takes no command in this tick has no effect; in this case the runs already
    /// differ.
    pub fn replay_step(&mut self, inputs: Vec<Input>) {
        replay_step(self, inputs)
    }

    /// Turns the record of inputs from outside on or off. While it is on, the driver must take it after each tick with
    /// [`Simulation::take_activity`], because it grows until then. It is not part of the state.
    pub fn record_activity(&mut self, on: bool) {
        match (on, &self.engine.recorder) {
            (true, None) => {
                let mut recorder = ActivityRecorder::default();
                recorder.advance(self.state.clock.tick(), false);
                self.engine.recorder = Some(recorder);
            }
            (false, Some(_)) => self.engine.recorder = None,
            _ => {}
        }
    }

    /// The inputs and answers since the last call; empty while the record is off.
    pub fn take_activity(&mut self) -> Activity {
        self.engine.recorder.as_mut().map(ActivityRecorder::take).unwrap_or_default()
    }

    /// Lets clients record with `simulation start_recording` and `simulation stop_recording`.
    pub fn allow_recording(&mut self, switch: Box<dyn RecordingSwitch>) {
        self.engine.recording = Some(switch);
    }

    /// Limits the wall time that each further tick spends on requests [ns], by a clock, so that requests do not hold up a run in real
    /// time. Requests beyond it wait for the next tick.
    pub fn limit_request_time(&mut self, clock: CostClock, budget_ns: u64) {
        self.engine.request_limit = Some((clock, budget_ns));
    }

    /// Measures costs from now on with a clock, in one of several ticks. Results of the simulation do not depend on it.
    pub fn measure_costs(&mut self, clock: CostClock) {
        self.engine.costs = CostMeter::start(clock);
        self.state.sensors.iter_mut().for_each(|sensor| sensor.meta.cost_ns = 0);
        self.state.actuators.iter_mut().for_each(|actuator| actuator.meta.cost_ns = 0);
    }

    /// Costs since [`Simulation::measure_costs`]; `None` if they are not measured.
    #[must_use]
    pub fn costs(&self) -> Option<Costs> {
        self.engine.costs.clock?;
        let sensors = self.state.sensors.iter().map(|sensor| &sensor.meta);
        let actuators = self.state.actuators.iter().map(|actuator| &actuator.meta);
        let components = sensors.chain(actuators).filter(|meta| meta.cost_ns > 0).map(|meta: &Metadata| {
            ComponentCost { name: meta.name.clone(), class: meta.description.class.clone(), ns: meta.cost_ns }
        });
        Some(Costs { components: components.collect(), ..self.engine.costs.so_far.clone() })
    }

    /// The queue of events from outside, for a driver that waits between ticks. The driver must pass each event that
    /// it takes to [`Simulation::handle`].
    #[must_use]
    pub fn events(&self) -> &Receiver<Event> {
        &self.engine.events
    }

    /// The sender of the event queue.
    #[must_use]
    pub fn gateway(&self) -> &Gateway {
        &self.engine.gateway
    }

    /// Requests from clients to the driver.
    pub fn controls(&mut self) -> &mut Controls {
        &mut self.engine.controls
    }

    /// The threads of sensors and physics. A driver that steps without pause should do so inside of
    /// `threads.install(…)`, which avoids switching threads in every tick.
    #[must_use]
    pub fn threads(&self) -> Arc<ThreadPool> {
        Arc::clone(&self.engine.threads)
    }

    /// The camera of viewers.
    #[must_use]
    pub fn viewer_camera(&self) -> &ViewerCamera {
        &self.engine.viewer_camera
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.state.clock
    }

    /// The time strategy of the scene.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.model.strategy
    }

    /// Simulated time on the time scale of clients. [s]
    #[must_use]
    pub fn client_time_s(&self) -> f64 {
        self.model.epoch.seconds(self.state.clock.now())
    }

    /// Compares the declarations of components from now on, such as
    /// [`Sensor::access`](crate::contract::component::Sensor::access), with their behavior. Steps take
    /// several times as long.
    pub fn check_contracts(&mut self) {
        self.engine.contract_checks.get_or_insert_default();
    }

    /// False declarations that [`Simulation::check_contracts`] has found so far, each once.
    #[must_use]
    pub fn contract_violations(&self) -> &[ContractViolation] {
        self.engine.contract_checks.as_ref().map_or(&[], |checks| &checks.violations)
    }

    /// With `true`, makes every sensor read, including sensors that are added later, even if its readings are not
    /// used.
    /// Calls are counted: each observer that needs all readings calls this with `true`, and later with `false`. The
    /// effect ends when all of these observers have ended. The state of the simulation does not depend on it.
    pub fn keep_all_reading(&mut self, on: bool) {
        let count = self.engine.readers_of_all;
        self.engine.readers_of_all = if on { count + 1 } else { count.saturating_sub(1) };
    }

    /// The pose of the camera of viewers in the world. It looks along its -Z axis, with +Y up.
    #[must_use]
    pub fn world_from_viewer_camera(&self) -> Pose {
        self.engine.viewer_camera.world_from_camera(&self.state.world)
    }

    /// Sets the threads of all further computations. Several simulations may share the threads, one after the other.
    /// The result does not depend on them.
    ///
    /// A driver that steps many simulations has one pool of one thread on each of its own threads
    /// (`ThreadPoolBuilder::use_current_thread`), so that no step is handed over to another thread.
    pub fn use_threads(&mut self, threads: Arc<ThreadPool>) {
        self.engine.threads = threads;
    }
}

/// Counts the commands that actuators refused.
fn count_refusals(simulation: &mut Simulation) {
    for sensor in simulation.state.sensors.iter().filter(|sensor| !sensor.connections.inboxes.is_empty()) {
        let count = sensor.connections.inboxes.iter().map(Inbox::refusals).sum();
        simulation.engine.warnings.add(&sensor.meta.name, "messages were refused", count);
    }
    for actuator in &simulation.state.actuators {
        let of_inboxes: u64 = actuator.connections.inboxes.iter().map(Inbox::refusals).sum();
        for (kind, count) in
            [("commands were refused", of_inboxes), ("commands had no effect", actuator.refusals)]
        {
            simulation.engine.warnings.add(&actuator.meta.name, kind, count);
        }
    }
}
