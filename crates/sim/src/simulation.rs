//! The simulation: the world, the components in it, and the step that drives them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use morse_scene::document::Strategy;
use morse_scene::value::{Map, Value};
use morse_world::World;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::clock::Clock;
use crate::command::CommandError;
use crate::component::{OnTheMove, SetupError};
use crate::control::Controls;
use crate::data::Data;
use crate::devices::{CAPTURING, Devices, Key, toggle_everywhere};
use crate::hosted::Company;
use crate::request::{EVENTS_PER_TICK_MAX, Event, Gateway, RequestId, Respond};
use crate::service::Answer;
use crate::stream::{Middleware, Publisher};
use crate::time::Time;
use crate::unit::{ActuatorUnit, RobotUnit, SensorUnit, Tick, UnitRef};

/// Sensors handed to a thread at a time; fewer are not worth waking one for.
const SENSORS_PER_TASK: usize = 64;

/// A `time sleep` under way.
pub(crate) struct Alarm {
    pub(crate) due: Time,
    pub(crate) respond: Respond,
}

/// A scene in motion.
///
/// One call of [`Simulation::step`] is one tick. Nothing in it depends on wall time, on the number of threads or on who
/// is connected; what comes from outside enters only through [`Simulation::handle`] and the streams' inboxes.
pub struct Simulation {
    pub(crate) clock: Clock,
    pub(crate) strategy: Strategy,
    /// What clients see at simulated time zero. [s]
    pub(crate) epoch_s: f64,
    pub(crate) environment: String,
    pub(crate) world: World,
    pub(crate) robots: Vec<RobotUnit>,
    pub(crate) sensors: Vec<SensorUnit>,
    pub(crate) actuators: Vec<ActuatorUnit>,
    pub(crate) units: BTreeMap<String, UnitRef>,
    /// Request managers that serve `simulation`, `time` and `communication`.
    pub(crate) supervisors: Vec<String>,
    pub(crate) middlewares: Vec<Box<dyn Middleware>>,
    pub(crate) gateway: Gateway,
    pub(crate) events: Receiver<Event>,
    /// Answers that go out with the requests of the next tick.
    pub(crate) finished: Vec<(Respond, Answer)>,
    pub(crate) alarm: Option<Alarm>,
    pub(crate) controls: Controls,
    pub(crate) devices: Devices,
    /// Those units that somebody else computes.
    pub(crate) company: Option<Company>,
    pub(crate) threads: Arc<ThreadPool>,
}

impl Simulation {
    /// One tick: time, requests, sensors, actuators, physics, streams – in this order, always.
    pub fn step(&mut self) {
        let tick = self.advance_clock();
        self.serve_requests();
        self.sense(tick);
        self.act(tick);
        self.advance_world();
        self.publish();
    }

    fn advance_clock(&mut self) -> Tick {
        let now = self.clock.advance();
        Tick {
            now,
            client_time_s: self.client_time_s(),
            number: self.clock.tick(),
            length_ns: self.clock.tick_ns(),
        }
    }

    /// Answers what finished since the last tick, then serves what arrived, in arrival order.
    fn serve_requests(&mut self) {
        self.ring_alarm();
        for (respond, answer) in std::mem::take(&mut self.finished) {
            respond(answer);
        }
        for _ in 0..EVENTS_PER_TICK_MAX {
            let Ok(event) = self.events.try_recv() else { break };
            self.handle(event);
        }
    }

    /// Sensors that are due read the world, which nobody changes meanwhile; then those that join the readings of others;
    /// what follows from it is done in scene order.
    fn sense(&mut self, tick: Tick) {
        let has_pictures = self.let_rest();
        let world = &self.world;
        let sensors = &mut self.sensors;
        let read = |sensor: &mut SensorUnit| {
            if sensor.sources.is_empty() && sensor.head.seat.is_none() {
                sensor.sense(tick, world, &[]);
            }
        };
        if self.threads.current_num_threads() > 1 && sensors.len() > SENSORS_PER_TASK {
            self.threads.install(|| {
                sensors.par_iter_mut().with_min_len(SENSORS_PER_TASK).for_each(read);
            });
        } else if has_pictures {
            // What costs much shares its work out by itself, among these threads only.
            self.threads.install(|| sensors.iter_mut().for_each(read));
        } else {
            sensors.iter_mut().for_each(read);
        }
        let deeds = self.sense_hosted(tick);
        self.join_readings(tick);
        self.do_deeds(deeds);
        for sensor in &mut self.sensors {
            sensor.follow_up(tick, &mut self.world);
            let completion = sensor.completion.take();
            self.finished.extend(sensor.head.finished(completion));
        }
    }

    /// Sensors that join the readings of others take them, in scene order.
    fn join_readings(&mut self, tick: Tick) {
        for index in 0..self.sensors.len() {
            if !self.sensors[index].sources.is_empty() {
                self.with_joined(index, |sensor, world, joined| sensor.sense(tick, world, joined));
            }
        }
    }

    /// Actuators that are due take their newest command and act, in scene order, those that somebody else computes after the
    /// others; then robots move what follows from their motion.
    fn act(&mut self, tick: Tick) {
        for index in 0..self.actuators.len() {
            let actuator = &mut self.actuators[index];
            if actuator.head.seat.is_some() {
                continue;
            }
            let moves = actuator.act(tick, &self.robots, &self.devices, &mut self.world);
            let completion = actuator.completion.take();
            self.finished.extend(actuator.head.finished(completion));
            if moves {
                self.tell_rivals(tick, index);
            }
        }
        self.act_hosted(tick);
        let tick_s = tick.length_ns as f64 * 1e-9;
        for robot in &mut self.robots {
            let node = robot.head.node;
            robot.cell.move_parts(&mut OnTheMove { world: &mut self.world, node, tick_s });
        }
    }

    /// Says once of each robot that more than one actuator moves it in a tick.
    fn tell_rivals(&mut self, tick: Tick, index: usize) {
        let robot = &mut self.robots[self.actuators[index].robot];
        let before = robot.mover.replace((tick.number, index));
        if let Some((_, first)) = before.filter(|&(number, _)| number == tick.number && !robot.rivals_told) {
            robot.rivals_told = true;
            tracing::warn!(
                "{} and {} both move {}: they act one after the other, and the second has the last word",
                self.actuators[first].head.name,
                self.actuators[index].head.name,
                robot.head.name
            );
        }
    }

    /// Physics, up to the next tick.
    fn advance_world(&mut self) {
        let world = &mut self.world;
        self.threads.install(|| world.advance());
        for event in self.world.events() {
            tracing::warn!("{} {event}", self.world.name(event.node()));
        }
    }

    /// Sealed readings go to the queues of the transports.
    fn publish(&mut self) {
        for sensor in &mut self.sensors {
            sensor.publish(self.epoch_s);
        }
        for middleware in &mut self.middlewares {
            middleware.flush();
        }
    }

    /// Serves one event from outside on the world as it stands, between two ticks or at the beginning of one.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Request(request) => self.serve(request),
            Event::Cancel(id) => self.cancel(id),
            Event::ClockAttached => self.controls.clock_attached = true,
            Event::ClockTriggered => self.controls.clock_triggers += 1,
            Event::ClockDetached => {
                self.controls.clock_attached = false;
                self.controls.clock_triggers = 0;
            }
            Event::Device(event) => {
                if self.devices.take(event) == Some(Key::Space) {
                    toggle_everywhere(&mut self.world, CAPTURING);
                }
            }
            Event::MovedElsewhere(objects) => self.follow_others(&objects),
        }
    }

    /// The queue of events from outside, for a driver that waits between ticks. What it takes out it must hand to
    /// [`Simulation::handle`].
    #[must_use]
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }

    /// The way into the event queue.
    #[must_use]
    pub fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// What clients asked of whoever drives the simulation.
    pub fn controls(&mut self) -> &mut Controls {
        &mut self.controls
    }

    /// The threads of sensors and physics. Whoever steps without a pause does so inside of them
    /// (`threads.install(…)`), which saves handing every tick over.
    #[must_use]
    pub fn threads(&self) -> Arc<ThreadPool> {
        Arc::clone(&self.threads)
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How the scene wants time to pass.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Simulated time as clients see it. [s]
    #[must_use]
    pub fn client_time_s(&self) -> f64 {
        self.epoch_s + self.clock.now().seconds()
    }

    /// The local data of a component; `None` when there is no such component.
    #[must_use]
    pub fn data(&self, component: &str) -> Option<&dyn Data> {
        match *self.units.get(component)? {
            UnitRef::Robot(index) => Some(self.robots[index].cell.data()),
            UnitRef::Sensor(index) => Some(self.sensors[index].cell.data()),
            UnitRef::Actuator(index) => Some(self.actuators[index].cell.data()),
        }
    }

    /// Hands every further reading of a sensor to `publisher` too, as a stream does: a sensor that may rest then reads.
    /// Says whether there is such a sensor.
    pub fn listen(&mut self, sensor: &str, publisher: Box<dyn Publisher>) -> bool {
        let Some(&UnitRef::Sensor(index)) = self.units.get(sensor) else { return false };
        self.sensors[index].publishers.push(publisher);
        true
    }

    /// Puts a command into an actuator at once, as if it had come through a stream without modifiers. `None` when there
    /// is no such actuator.
    pub fn command(&mut self, actuator: &str, command: &Map) -> Option<Result<(), CommandError>> {
        match *self.units.get(actuator)? {
            UnitRef::Actuator(index) => Some(self.actuators[index].command(command)),
            _ => None,
        }
    }

    /// Calls a service that answers at once, or starts one that answers later; `None` for the latter, whose answer then
    /// comes through `respond`.
    pub fn call(&mut self, component: &str, service: &str, arguments: &[Value]) -> Option<Answer> {
        let (sender, receiver) = std::sync::mpsc::channel();
        let id = self.gateway.next_id();
        self.call_with(id, component, service, arguments, Box::new(move |answer| drop(sender.send(answer))));
        receiver.try_recv().ok()
    }

    /// Calls a service; the answer comes through `respond`, at once or in a later tick.
    pub fn call_with(
        &mut self,
        id: RequestId,
        component: &str,
        service: &str,
        arguments: &[Value],
        respond: Respond,
    ) {
        self.dispatch(id, None, component, service, arguments, respond);
    }

    /// Ends the simulation: the last answers go out, then all middlewares send what they hold and close.
    pub fn finish(&mut self) {
        self.end_hosted();
        for (respond, answer) in std::mem::take(&mut self.finished) {
            respond(answer);
        }
        if let Some(respond) = self.controls.take_quit_respond() {
            respond(Answer::Success(Value::Null));
        }
        for middleware in &mut self.middlewares {
            middleware.finish();
        }
    }

    /// Begins to serve clients.
    ///
    /// # Errors
    /// When a middleware cannot start.
    pub fn start(&mut self) -> Result<(), SetupError> {
        for middleware in &mut self.middlewares {
            middleware.start(self.gateway.clone()).map_err(|error| SetupError(error.to_string()))?;
        }
        Ok(())
    }
}
