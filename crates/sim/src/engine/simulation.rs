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

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use morse_scene::document::Strategy;
use morse_scene::value::Value;
use morse_world::{ThreadTeam, World};
use rayon::ThreadPool;

use crate::contract::outcome::Answer;
use crate::engine::activity::ActivityRecorder;
use crate::engine::activity::recording::RecordingSwitch;
use crate::engine::activity::replaying::ReplayedStep;
use crate::engine::answers::queue::Answers;
use crate::engine::control::Controls;
use crate::engine::cost::{CostMeter, measured};
use crate::engine::devices::Devices;
use crate::engine::instance::{ActuatorInstance, InstanceRef, RobotInstance, SensorInstance, Tick};
use crate::engine::objects::LoadedWorld;
use crate::engine::objects::SceneObjects;
use crate::engine::objects::object_motion::ObjectMotion;
use crate::engine::objects::spawning::Spawning;
use crate::engine::plan::StepPlan;
use crate::engine::repeated_warnings::RepeatedWarnings;
use crate::engine::time::Epoch;
use crate::engine::time::clock::Clock;
use crate::engine::viewer_camera::ViewerCamera;
use crate::external::components::{ExternalComponents, OverlayInstance};
use crate::transport::inbox::{Arrivals, Inbox};
use crate::transport::request::{Event, Gateway};
use crate::transport::stream::{Audience, Middleware, MiddlewareError};

/// A running scene.
///
/// One call of [`Simulation::step`] is one tick. Its result does not depend on wall time, the number of threads or
/// connected clients. Inputs from outside arrive only through [`Simulation::handle`] and the inboxes of the streams.
pub struct Simulation {
    pub(crate) clock: Clock,
    pub(crate) strategy: Strategy,
    pub(crate) epoch: Epoch,
    pub(crate) environment: String,
    pub(crate) loaded: LoadedWorld,
    pub(crate) world: World,
    /// Objects with motions of their own, in the order in which they were added to the world.
    pub(crate) motions: Vec<ObjectMotion>,
    pub(crate) robots: Vec<RobotInstance>,
    pub(crate) sensors: Vec<SensorInstance>,
    pub(crate) actuators: Vec<ActuatorInstance>,
    pub(crate) plan: StepPlan,
    /// For each sensor, whether its reading of this tick may need further processing.
    pub(crate) is_followed_up: Vec<bool>,
    /// Counter of arrivals at the inboxes of actuators.
    pub(crate) arrivals: Arrivals,
    pub(crate) instances: BTreeMap<String, InstanceRef>,
    /// The objects of the scene, in the order of addition.
    pub(crate) objects: SceneObjects,
    /// Resources for adding objects.
    pub(crate) spawning: Spawning,
    /// Request managers that serve `simulation`, `time` and `communication`.
    pub(crate) supervisors: Vec<String>,
    pub(crate) middlewares: Vec<Box<dyn Middleware>>,
    pub(crate) gateway: Gateway,
    pub(crate) events: Receiver<Event>,
    pub(crate) answers: Answers,
    pub(crate) controls: Controls,
    pub(crate) devices: Devices,
    /// The camera of viewers, which changes nothing in the step.
    pub(crate) viewer_camera: ViewerCamera,
    /// The external components, if there are any.
    pub(crate) external: Option<ExternalComponents>,
    /// The overlays that the host computes.
    pub(crate) overlays: Vec<OverlayInstance>,
    /// Whether the current call was made by the host.
    pub(crate) is_calling_for_host: bool,
    /// Recorder of inputs from outside, while recording is on.
    pub(crate) recorder: Option<ActivityRecorder>,
    /// Inputs of the current step, if it replays a recorded run.
    pub(crate) replayed: Option<ReplayedStep>,
    /// Starts and stops recordings for clients.
    pub(crate) recording: Option<Box<dyn RecordingSwitch>>,
    /// Number of observers that need every sensor to read.
    pub(crate) readers_of_all: usize,
    /// Warnings of the step, which may repeat in every tick.
    pub(crate) warnings: RepeatedWarnings,
    /// Costs of components and of the parts of a step.
    pub(crate) costs: CostMeter,
    pub(crate) threads: Arc<ThreadPool>,
    /// The same threads, for parallel work in every tick.
    pub(crate) team: ThreadTeam,
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
                self.costs.add([begin_ns, physics_ns, publishing_ns, time_ns()]);
            }
            self.complete_steps();
            if let Some(recorder) = &mut self.recorder {
                recorder.advance(self.clock.tick(), false);
            }
        });
    }

    fn advance_clock(&mut self) -> Tick {
        let now = self.clock.advance();
        if let Some(recorder) = &mut self.recorder {
            recorder.advance(self.clock.tick(), true);
        }
        Tick {
            now,
            client_time_s: self.client_time_s(),
            number: self.clock.tick(),
            length_ns: self.clock.tick_ns(),
            cost_clock: self.costs.begin_tick(self.clock.tick()),
        }
    }

    /// Due sensors read the world, which is constant meanwhile. Then sensors with inputs read. Then effects of the
    /// readings on the world are applied, in scene order.
    fn sense(&mut self, tick: Tick) {
        self.skip_idle();
        self.read_sensors(tick);
        let clock = tick.cost_clock.filter(|_| self.external.is_some());
        let (hosts_ns, commands) = measured(clock, || self.sense_external(tick));
        self.costs.so_far.hosts_ns += hosts_ns;
        self.read_inputs(tick);
        self.execute_commands(commands);
        for (sensor, &is_followed_up) in self.sensors.iter_mut().zip(&self.is_followed_up) {
            if !is_followed_up {
                continue;
            }
            sensor.follow_up(tick, &mut self.world);
            let completion = sensor.completion.take();
            self.answers.ended.extend(sensor.meta.finished(completion));
        }
        self.settle_host_calls();
    }

    /// Sensors with inputs read, in scene order.
    fn read_inputs(&mut self, tick: Tick) {
        for number in 0..self.plan.joining.len() {
            let index = self.plan.joining[number];
            self.with_inputs(index, |sensor, world, inputs| {
                sensor.sense(tick, world, inputs);
            });
            if self.sensors[index].chain.is_open {
                let commands = self.finish_chains(tick, &BTreeSet::new(), &BTreeSet::new());
                self.execute_commands(commands);
            }
        }
    }

    /// Queues fresh readings in the transports.
    fn publish(&mut self) {
        let stamp_ns = self.epoch.nanoseconds(self.clock.now());
        for middleware in &mut self.middlewares {
            middleware.begin_publish(stamp_ns, &self.world);
        }
        // Shortcut: without listeners, thousands of sensors need not be visited.
        if self.has_listeners() {
            for sensor in &mut self.sensors {
                sensor.publish(self.epoch);
            }
            self.publish_actuators();
        }
        for middleware in &mut self.middlewares {
            middleware.flush();
        }
    }

    /// Queues the data of external actuators that acted in this tick.
    fn publish_actuators(&mut self) {
        if self.external.is_none() {
            return;
        }
        let time = (self.clock.now(), self.epoch);
        for actuator in &mut self.actuators {
            let robot = self.robots[actuator.robot].meta.node;
            actuator.publish(time, &self.world, robot);
        }
    }

    /// Whether a stream may have listeners. Streams that a host encodes count as having listeners, because their
    /// messages must be removed.
    fn has_listeners(&self) -> bool {
        let mut audiences = self.plan.publishing.iter().map(|&index| self.middlewares[index].audience());
        self.plan.has_own_publishers
            || self.external.is_some()
            || audiences.any(|audience| audience != Audience::NoClient)
    }

    /// Counts the commands that actuators refused.
    fn count_refusals(&mut self) {
        for sensor in self.sensors.iter().filter(|sensor| !sensor.inboxes.is_empty()) {
            let count = sensor.inboxes.iter().map(Inbox::refusals).sum();
            self.warnings.add(&sensor.meta.name, "messages were refused", count);
        }
        for actuator in &self.actuators {
            let of_inboxes: u64 = actuator.inboxes.iter().map(Inbox::refusals).sum();
            for (kind, count) in
                [("commands were refused", of_inboxes), ("commands had no effect", actuator.refusals)]
            {
                self.warnings.add(&actuator.meta.name, kind, count);
            }
        }
    }

    /// Ends the simulation: sends the last answers, then all middlewares send their queued data and close.
    pub fn finish(&mut self) {
        self.end_external();
        self.count_refusals();
        self.warnings.log_counts();
        self.send_all_answers();
        if let Some(respond) = self.controls.take_quit_respond() {
            respond(Answer::Success(Value::Null));
        }
        for middleware in &mut self.middlewares {
            middleware.finish();
        }
    }

    /// Starts serving clients.
    ///
    /// # Errors
    /// When a middleware cannot start.
    pub fn start(&mut self) -> Result<(), MiddlewareError> {
        for middleware in &mut self.middlewares {
            middleware.start(self.gateway.clone())?;
        }
        // The first step already waits for programs in lock-step.
        while let Ok(event) = self.events.try_recv() {
            self.handle(event);
        }
        Ok(())
    }
}
