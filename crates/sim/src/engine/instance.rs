//! Instances: components of a running simulation, with their schedule, modifiers, streams and running service.

use std::sync::Arc;

use morse_scene::description::{Description, LevelDescription};
use morse_scene::value::{Map, Value};
use morse_scene::wiring::StreamEntry;
use morse_world::{NodeId, Pose, World};

use crate::contract::act_context::{ActContext, RobotHandle};
use crate::contract::command::{CommandError, CommandSchema};
use crate::contract::data::Data;
use crate::contract::drivetrain::WheelDrive;
use crate::contract::erased::{AnyActuator, AnyModifier, AnyRobot, AnySensor, ServiceContext};
use crate::contract::held_wrench::HeldWrench;
use crate::contract::outcome::{Answer, Completion, ServiceError};
use crate::contract::sense_context::{InputReading, SenseContext};
use crate::engine::answers::queue::Ended;
use crate::engine::chain::{Chain, needs_host};
use crate::engine::devices::Devices;
use crate::engine::random::RandomKey;
use crate::engine::replaying::CommandInputs;
use crate::engine::schedule::Schedule;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::engine::stillness::Stillness;
use crate::engine::time::{Epoch, Time};
use crate::external::extended::ExtendedData;
use crate::transport::request::{RequestId, Respond};
use crate::transport::stream::{Inbox, Publisher, Sample};

/// The time of a tick.
#[derive(Clone, Copy)]
pub(crate) struct Tick {
    pub(crate) now: Time,
    /// The same time as clients see it. [s]
    pub(crate) client_time_s: f64,
    pub(crate) number: u64,
    pub(crate) length_ns: u64,
}

/// A running asynchronous service.
pub(crate) struct RunningService {
    pub(crate) id: RequestId,
    pub(crate) service: String,
    pub(crate) interruptible: Option<bool>,
    pub(crate) respond: Respond,
    /// Whether the host called it, and is told of its end at once.
    pub(crate) of_host: bool,
}

impl RunningService {
    /// Ends it.
    pub(crate) fn end(self, answer: Answer) -> Ended {
        Ended { respond: self.respond, answer, of_host: self.of_host }
    }
}

/// Data that instances of robots, sensors and actuators have in common.
pub(crate) struct Metadata {
    pub(crate) name: String,
    pub(crate) description: Arc<Description>,
    pub(crate) node: NodeId,
    /// How many components of its kind were added before it.
    pub(crate) serial: usize,
    /// Class paths of the request managers that expose the component.
    pub(crate) managers: Vec<String>,
    /// The level of abstraction that the scene names.
    pub(crate) level: Option<String>,
    /// The open streams of the component, in the order in which they were opened.
    pub(crate) streams: Vec<StreamEntry>,
    pub(crate) running: Option<RunningService>,
    /// Number of the component in the host, for an external component.
    pub(crate) external_id: Option<usize>,
}

impl Metadata {
    /// Last segment of the class path.
    pub(crate) fn class_name(&self) -> &str {
        self.description.class.rsplit('.').next().unwrap_or_default()
    }

    /// The level of abstraction at which it runs: that of the scene, else the default of its class.
    pub(crate) fn described_level(&self) -> Option<&LevelDescription> {
        match &self.level {
            Some(name) => self.description.level(name),
            None => self.description.default_level(),
        }
    }

    /// Name of this level, if the scene names one or the class has levels.
    pub(crate) fn level_name(&self) -> Option<&str> {
        self.level.as_deref().or(self.described_level().map(|level| level.name.as_str()))
    }

    /// The answer to the running service, if the component has just completed it.
    pub(crate) fn finished(&mut self, completion: Option<Completion>) -> Option<Ended> {
        let completion = completion?;
        let running = self.running.take()?;
        let answer = match completion {
            Completion::Success(value) => Answer::Success(value),
            Completion::Failed(reason) => Answer::Failed(ServiceError::Refused(reason)),
        };
        Some(running.end(answer))
    }
}

/// A modifier of a component.
pub(crate) struct ModifierInstance {
    pub(crate) description: Arc<Description>,
    pub(crate) component: Box<dyn AnyModifier>,
    pub(crate) key: RandomKey,
    /// Its number in the host, if the host computes it.
    pub(crate) external: Option<usize>,
    /// Whether its code failed: it changes nothing any more.
    pub(crate) failed: bool,
}

fn save_all(modifiers: &[ModifierInstance], out: &mut Vec<u8>) -> Result<(), StateError> {
    modifiers.iter().try_for_each(|modifier| modifier.component.save(out))
}

fn restore_all(modifiers: &mut [ModifierInstance], input: &mut &[u8]) -> Result<(), StateError> {
    modifiers.iter_mut().try_for_each(|modifier| modifier.component.restore(input))
}

/// Instance of a robot.
pub(crate) struct RobotInstance {
    pub(crate) meta: Metadata,
    pub(crate) component: Box<dyn AnyRobot>,
    pub(crate) external: bool,
    /// How its wheels are driven, if it has simulated wheels.
    pub(crate) wheels: Option<WheelDrive>,
    /// The last actuator that moved it: number of the tick and index of the actuator.
    pub(crate) mover: Option<(u64, usize)>,
    /// Whether the warning about several actuators that move it was logged.
    pub(crate) conflict_warned: bool,
}

impl RobotInstance {
    pub(crate) fn handle(&self) -> RobotHandle {
        RobotHandle { node: self.meta.node, traits: self.component.traits() }
    }
}

/// Result of a sensor in a tick.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    /// It was not due.
    None,
    /// It read and withheld the reading, or was due and skipped.
    Withheld,
    /// It read, while its robot and the sensor itself had these poses.
    Fresh { world_from_robot: Pose, world_from_sensor: Pose },
}

/// What streams get of a fresh reading.
fn sample(reading: Reading, timestamp: Time, data: &dyn Data, epoch: Epoch) -> Option<Sample<'_>> {
    let Reading::Fresh { world_from_robot, world_from_sensor } = reading else { return None };
    Some(Sample {
        timestamp_s: epoch.seconds(timestamp),
        stamp_ns: epoch.nanoseconds(timestamp),
        data,
        world_from_robot,
        world_from_component: world_from_sensor,
    })
}

/// Instance of a sensor.
pub(crate) struct SensorInstance {
    pub(crate) meta: Metadata,
    pub(crate) robot: NodeId,
    pub(crate) component: Box<dyn AnySensor>,
    pub(crate) schedule: Schedule,
    pub(crate) rate_hz: f64,
    pub(crate) key: RandomKey,
    pub(crate) active: bool,
    pub(crate) timestamp: Time,
    pub(crate) modifiers: Vec<ModifierInstance>,
    pub(crate) chain: Chain,
    pub(crate) publishers: Vec<Box<dyn Publisher>>,
    /// Indices of the sensors whose readings it joins; empty for most sensors.
    pub(crate) inputs: Vec<usize>,
    /// Completion of its service in this tick.
    pub(crate) completion: Option<Completion>,
    /// Result of this tick.
    pub(crate) reading: Reading,
    /// Whether it is skipped because nobody uses its readings.
    pub(crate) idle: bool,
    /// Whether it was due while it was skipped, and has not read since.
    pub(crate) overdue: bool,
    /// Whether an external component has requested its data.
    pub(crate) asked_by_host: bool,
    /// What it has read while its robot rests.
    pub(crate) stillness: Stillness,
}

impl SensorInstance {
    /// Reads the world if the sensor is due. `inputs` are the readings that it joins.
    pub(crate) fn sense(&mut self, tick: Tick, world: &World, inputs: &[InputReading<'_>]) {
        let before = std::mem::replace(&mut self.reading, Reading::None);
        if !self.active || !self.schedule.is_due(tick.now, tick.length_ns) {
            return;
        }
        if self.idle {
            self.overdue = true;
            self.reading = Reading::Withheld;
            return;
        }
        if self.stillness.holds(self.motion(world)) && self.modifiers.is_empty() && !self.needs_host() {
            self.timestamp = tick.now;
            self.reading = before;
            if before == Reading::None {
                self.mark_fresh(tick, world);
            }
            return;
        }
        self.read(tick, world, inputs);
    }

    /// A number that changes whenever the sensor or its robot may have moved.
    fn motion(&self, world: &World) -> u64 {
        world.motion_count(self.meta.node).wrapping_add(world.motion_count(self.robot))
    }

    /// Its component, for a change that the next reading is to show.
    pub(crate) fn component_mut(&mut self) -> &mut dyn AnySensor {
        self.stillness.end();
        self.component.as_mut()
    }

    /// Whether the host takes part in its readings.
    fn needs_host(&self) -> bool {
        !self.chain.streams.is_empty() || !self.chain.carriers.is_empty()
    }

    /// Reads the world at once, whether due or not. `inputs` are the readings that it joins.
    pub(crate) fn read(&mut self, tick: Tick, world: &World, inputs: &[InputReading<'_>]) {
        if self.observe(tick, world, inputs) {
            self.seal(tick, world);
        } else {
            self.reading = Reading::Withheld;
        }
    }

    /// Reads the world into the data. Returns whether the reading is not withheld.
    pub(crate) fn observe(&mut self, tick: Tick, world: &World, inputs: &[InputReading<'_>]) -> bool {
        self.overdue = false;
        self.timestamp = tick.now;
        let mut withheld = false;
        let mut view = SenseContext {
            now: tick.now,
            world,
            node: self.meta.node,
            robot: self.robot,
            rate_hz: self.rate_hz,
            client_time_s: tick.client_time_s,
            random: self.key.at(tick.number),
            inputs,
            completion: &mut self.completion,
            withheld: &mut withheld,
        };
        self.component.sense(&mut view);
        if withheld {
            self.stillness.end();
        } else {
            let motion = self.motion(world);
            self.stillness.note(motion, || self.component.settles_after());
        }
        !withheld
    }

    /// Applies the modifiers to a new reading, up to the first that the host computes, and marks it as fresh.
    pub(crate) fn seal(&mut self, tick: Tick, world: &World) {
        self.chain.begin();
        self.modify(tick, false);
        self.mark_fresh(tick, world);
    }

    /// Applies the next built-in modifiers.
    pub(crate) fn modify(&mut self, tick: Tick, streams_ran: bool) {
        let data = self.component.data_mut();
        self.chain.modify(&mut self.modifiers, tick, self.rate_hz, data, streams_ran);
    }

    /// Marks the reading as fresh.
    pub(crate) fn mark_fresh(&mut self, tick: Tick, world: &World) {
        self.timestamp = tick.now;
        self.reading = Reading::Fresh {
            world_from_robot: world.world_from(self.robot),
            world_from_sensor: world.world_from(self.meta.node),
        };
    }

    /// The newest reading, for a sensor that joins it.
    pub(crate) fn newest(&self, epoch: Epoch) -> InputReading<'_> {
        let timestamp_s = epoch.seconds(self.timestamp);
        InputReading { name: &self.meta.name, timestamp_s, data: self.component.data() }
    }

    /// Lets the sensor change the world after its reading, if it read in this tick.
    pub(crate) fn follow_up(&mut self, tick: Tick, world: &mut World) {
        if self.reading != Reading::None {
            let (node, robot) = (self.meta.node, self.robot);
            let Tick { now, client_time_s, .. } = tick;
            self.component.follow_up(&mut ServiceContext { now, client_time_s, world, node, robot });
        }
    }

    /// Publishes a fresh reading to the streams.
    pub(crate) fn publish(&mut self, epoch: Epoch) {
        let extended = (!self.chain.extra_fields.is_empty())
            .then(|| ExtendedData::of(self.component.data(), &self.chain.extra_fields));
        let data = extended.as_ref().map_or(self.component.data(), |extended| extended);
        let Some(sample) = sample(self.reading, self.timestamp, data, epoch) else { return };
        for publisher in &mut self.publishers {
            publisher.publish(&sample);
        }
        for (stream, message) in self.chain.sent.drain(..) {
            if let Some(carrier) = self.chain.carriers.get_mut(&stream) {
                carrier.publish_encoded(&message, &sample);
            }
        }
    }

    /// The reading of this tick, if there is one.
    pub(crate) fn fresh(&self, epoch: Epoch) -> Option<Sample<'_>> {
        sample(self.reading, self.timestamp, self.component.data(), epoch)
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, self.timestamp, &self.schedule, self.overdue), out)?;
        self.component.save(out)?;
        save_all(&self.modifiers, out)
    }

    /// Saves the state that does not depend on connected clients, for a sensor that reads on demand.
    pub(crate) fn save_without_reading(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, &self.schedule), out)?;
        self.component.save_without_data(out)
    }

    pub(crate) fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        (self.active, self.timestamp, self.schedule, self.overdue) = state::read(input)?;
        self.stillness.end();
        self.component.restore(input)?;
        restore_all(&mut self.modifiers, input)
    }
}

/// Instance of an actuator.
pub(crate) struct ActuatorInstance {
    pub(crate) meta: Metadata,
    /// Index of its robot.
    pub(crate) robot: usize,
    /// Round of a tick in which it acts.
    pub(crate) round: usize,
    pub(crate) component: Box<dyn AnyActuator>,
    pub(crate) schedule: Schedule,
    pub(crate) rate_hz: f64,
    pub(crate) active: bool,
    pub(crate) modifiers: Vec<ModifierInstance>,
    pub(crate) chain: Chain,
    /// In a tick in which it is due and the host takes part in its commands: whether there is a new one.
    pub(crate) prepared: Option<bool>,
    pub(crate) inboxes: Vec<Inbox>,
    /// Force and torque that it applies to its robot until its next activation.
    pub(crate) push: Option<HeldWrench>,
    pub(crate) completion: Option<Completion>,
}

impl ActuatorInstance {
    /// Takes the newest command and acts on the world, if the actuator is due. Returns whether it moved its robot.
    pub(crate) fn act(
        &mut self,
        tick: Tick,
        robots: &[RobotInstance],
        devices: &Devices,
        world: &mut World,
        inputs: CommandInputs<'_>,
    ) -> bool {
        if !self.active {
            self.push = None;
            return false;
        }
        let prepared = self.prepared.take();
        if !self.is_due(tick, prepared) {
            if let Some(push) = self.push {
                push.apply(world, robots[self.robot].meta.node);
            }
            return false;
        }
        self.push = None;
        if prepared.is_none() {
            self.take_commands(tick, inputs);
        }
        let mut moves = false;
        let mut act = ActContext {
            now: tick.now,
            world,
            node: self.meta.node,
            robot: robots[self.robot].handle(),
            wheels: robots[self.robot].wheels.as_ref(),
            rate_hz: self.rate_hz,
            devices,
            moves: &mut moves,
            push: &mut self.push,
            completion: &mut self.completion,
        };
        self.component.act(&mut act);
        moves
    }

    /// Whether it acts in this tick, whose commands the host may have prepared.
    pub(crate) fn is_due(&mut self, tick: Tick, prepared: Option<bool>) -> bool {
        prepared.is_some() || (!self.needs_host() && self.schedule.is_due(tick.now, tick.length_ns))
    }

    /// Whether the host takes part in its commands.
    pub(crate) fn needs_host(&self) -> bool {
        needs_host(&self.modifiers, &self.chain)
    }

    /// Takes the newest command, if any, and applies the modifiers up to the first that the host computes. Returns
    /// whether there was one.
    pub(crate) fn take_commands(&mut self, tick: Tick, inputs: CommandInputs<'_>) -> bool {
        let commanded = self.receive(inputs);
        if commanded {
            self.chain.begin();
            self.modify(tick, true);
        }
        commanded
    }

    /// Applies the next built-in modifiers.
    pub(crate) fn modify(&mut self, tick: Tick, streams_ran: bool) {
        let data = self.component.data_mut();
        self.chain.modify(&mut self.modifiers, tick, self.rate_hz, data, streams_ran);
    }

    /// The text that arrived for the streams that the host decodes, by their numbers.
    pub(crate) fn received(&self) -> Vec<(usize, String)> {
        let lines = self.chain.lines.iter();
        lines.filter_map(|(&stream, inbox)| Some((stream, inbox.take_text()?))).collect()
    }

    /// Takes the newest command, if any. Returns whether there was one.
    pub(crate) fn receive(&mut self, inputs: CommandInputs<'_>) -> bool {
        let CommandInputs { mut recorder, replayed } = inputs;
        let mut commanded = false;
        let mut commands = replayed.map(|replayed| replayed.take(&self.meta.name)).unwrap_or_default();
        commands.extend(self.inboxes.iter().filter_map(Inbox::take));
        for command in commands {
            // The inbox has already checked the command, which may leave fields out if the stream allows it.
            if self.apply(&command).is_ok() {
                commanded = true;
                if let Some(recorder) = &mut recorder {
                    recorder.command(&self.meta.name, &command);
                }
            }
        }
        commanded
    }

    /// Copies a command into the local data, either completely or not at all.
    pub(crate) fn command(&mut self, command: &Map) -> Result<(), CommandError> {
        let schema = CommandSchema::of(self.component.data());
        schema.check(command)?;
        self.assign(&schema, command)
    }

    /// Copies the fields that a command has into the local data, or none if one of them has an invalid value.
    fn apply(&mut self, command: &Map) -> Result<(), CommandError> {
        let schema = CommandSchema::of(self.component.data());
        schema.check_values(command)?;
        self.assign(&schema, command)
    }

    /// Copies the fields of a command whose values were checked.
    fn assign(&mut self, schema: &CommandSchema, command: &Map) -> Result<(), CommandError> {
        let data = self.component.data_mut();
        for (index, field) in data.fields().iter().enumerate() {
            if let Some(value) = command.get(field.name) {
                data.assign(index, value)?;
            }
        }
        for name in &schema.open {
            let commanded = command.get(name).and_then(Value::as_f64);
            if let Some((open, commanded)) = data.open_mut().zip(commanded) {
                open.insert(name, commanded);
            }
        }
        Ok(())
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, &self.schedule, self.push), out)?;
        self.component.save(out)?;
        save_all(&self.modifiers, out)
    }

    pub(crate) fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        (self.active, self.schedule, self.push) = state::read(input)?;
        self.component.restore(input)?;
        restore_all(&mut self.modifiers, input)
    }
}

/// The kind and index of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstanceRef {
    /// Index of a robot.
    Robot(usize),
    /// Index of a sensor.
    Sensor(usize),
    /// Index of an actuator.
    Actuator(usize),
}
