//! Units: a component as it stands in a running simulation, with its schedule, modifiers, streams and service slot.

use std::sync::Arc;

use morse_scene::description::Description;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use morse_world::{NodeId, Pose, World};

use crate::act::{Act, RobotHandle};
use crate::cell::{AnyActuator, AnyModifier, AnyRobot, AnySensor, Site};
use crate::command::{CommandError, Form};
use crate::component::Moment;
use crate::data::Data;
use crate::devices::Devices;
use crate::push::Push;
use crate::random::RandomKey;
use crate::request::{RequestId, Respond};
use crate::schedule::Schedule;
use crate::service::{Answer, Completion};
use crate::state::{self, StateError};
use crate::stream::{Inbox, Publisher, Sample};
use crate::time::Time;
use crate::view::{JoinedReading, View};
use crate::wheels::WheelDrive;

/// The instant at which units act.
#[derive(Clone, Copy)]
pub(crate) struct Tick {
    pub(crate) now: Time,
    /// The same instant as clients see it. [s]
    pub(crate) client_time_s: f64,
    pub(crate) number: u64,
    pub(crate) length_ns: u64,
}

/// An asynchronous service under way.
pub(crate) struct Running {
    pub(crate) id: RequestId,
    pub(crate) service: String,
    pub(crate) interruptible: Option<bool>,
    pub(crate) respond: Respond,
}

/// What robots, sensors and actuators have in common.
pub(crate) struct Head {
    pub(crate) name: String,
    pub(crate) description: Arc<Description>,
    pub(crate) node: NodeId,
    /// Class paths of the request managers that expose the component.
    pub(crate) managers: Vec<String>,
    /// Manager and direction of each stream of the component.
    pub(crate) streams: Vec<(String, Direction)>,
    pub(crate) running: Option<Running>,
    /// Its number in the host, for a component that somebody else computes.
    pub(crate) seat: Option<usize>,
}

impl Head {
    /// The last part of the class path.
    pub(crate) fn class_name(&self) -> &str {
        self.description.class.rsplit('.').next().unwrap_or_default()
    }

    /// The answer to the running service, if the component has just completed it.
    pub(crate) fn finished(&mut self, completion: Option<Completion>) -> Option<(Respond, Answer)> {
        let completion = completion?;
        let running = self.running.take()?;
        let answer = match completion {
            Completion::Success(value) => Answer::Success(value),
            Completion::Failed(reason) => Answer::Failed(crate::service::ServiceError::Refused(reason)),
        };
        Some((running.respond, answer))
    }
}

/// A modifier on a component.
pub(crate) struct ModifierUnit {
    pub(crate) description: Arc<Description>,
    pub(crate) cell: Box<dyn AnyModifier>,
    pub(crate) key: RandomKey,
}

fn modify_all(modifiers: &mut [ModifierUnit], tick: Tick, rate_hz: f64, data: &mut dyn Data) {
    for modifier in modifiers {
        let mut random = modifier.key.at(tick.number);
        modifier.cell.modify(&mut Moment { now: tick.now, rate_hz, random: &mut random }, data);
    }
}

fn save_all(modifiers: &[ModifierUnit], out: &mut Vec<u8>) -> Result<(), StateError> {
    modifiers.iter().try_for_each(|modifier| modifier.cell.save(out))
}

fn restore_all(modifiers: &mut [ModifierUnit], input: &mut &[u8]) -> Result<(), StateError> {
    modifiers.iter_mut().try_for_each(|modifier| modifier.cell.restore(input))
}

/// A robot.
pub(crate) struct RobotUnit {
    pub(crate) head: Head,
    pub(crate) cell: Box<dyn AnyRobot>,
    pub(crate) external: bool,
    /// How its wheels are driven, if it stands on wheels.
    pub(crate) wheels: Option<WheelDrive>,
    /// Who moved it last: the number of the tick and the index of the actuator.
    pub(crate) mover: Option<(u64, usize)>,
    /// The log says that more than one actuator moves it.
    pub(crate) rivals_told: bool,
}

impl RobotUnit {
    pub(crate) fn handle(&self) -> RobotHandle {
        RobotHandle { node: self.head.node, traits: self.cell.traits() }
    }
}

/// What came of a sensor in a tick.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    /// It was not due.
    None,
    /// It read, and keeps the reading to itself, or was due and rested.
    Withheld,
    /// It read, while its robot was there.
    Fresh { world_from_robot: Pose },
}

/// A sensor.
pub(crate) struct SensorUnit {
    pub(crate) head: Head,
    pub(crate) robot: NodeId,
    pub(crate) cell: Box<dyn AnySensor>,
    pub(crate) schedule: Schedule,
    pub(crate) rate_hz: f64,
    pub(crate) key: RandomKey,
    pub(crate) active: bool,
    pub(crate) timestamp: Time,
    pub(crate) modifiers: Vec<ModifierUnit>,
    pub(crate) publishers: Vec<Box<dyn Publisher>>,
    /// Indices of the sensors whose readings it joins; most join none.
    pub(crate) sources: Vec<usize>,
    /// What it completed in this tick.
    pub(crate) completion: Option<Completion>,
    /// What came of it in this tick.
    pub(crate) reading: Reading,
    /// It has nobody to read for.
    pub(crate) resting: bool,
    /// It was due while it rested, and has not read since.
    pub(crate) overdue: bool,
}

impl SensorUnit {
    /// Reads the frozen world, if the sensor is due, and the readings it joins.
    pub(crate) fn sense(&mut self, tick: Tick, world: &World, joined: &[JoinedReading<'_>]) {
        self.reading = Reading::None;
        if !self.active || !self.schedule.is_due(tick.now, tick.length_ns) {
            return;
        }
        if self.resting {
            self.overdue = true;
            self.reading = Reading::Withheld;
            return;
        }
        self.read(tick, world, joined);
    }

    /// Reads the frozen world, due or not, and the readings it joins.
    pub(crate) fn read(&mut self, tick: Tick, world: &World, joined: &[JoinedReading<'_>]) {
        self.overdue = false;
        self.timestamp = tick.now;
        let mut withheld = false;
        let mut view = View {
            now: tick.now,
            world,
            node: self.head.node,
            robot: self.robot,
            rate_hz: self.rate_hz,
            client_time_s: tick.client_time_s,
            random: self.key.at(tick.number),
            joined,
            completion: &mut self.completion,
            withheld: &mut withheld,
        };
        self.cell.sense(&mut view);
        if withheld {
            self.reading = Reading::Withheld;
            return;
        }
        self.seal(tick, world);
    }

    /// Modifies a new reading and marks it as one.
    pub(crate) fn seal(&mut self, tick: Tick, world: &World) {
        self.timestamp = tick.now;
        modify_all(&mut self.modifiers, tick, self.rate_hz, self.cell.data_mut());
        self.reading = Reading::Fresh { world_from_robot: world.world_from(self.robot) };
    }

    /// The newest reading, for a sensor that joins it; simulated time began at `epoch_s`.
    pub(crate) fn newest(&self, epoch_s: f64) -> JoinedReading<'_> {
        let timestamp_s = epoch_s + self.timestamp.seconds();
        JoinedReading { name: &self.head.name, timestamp_s, data: self.cell.data() }
    }

    /// Lets the sensor do to the world what follows from its reading, if it read in this tick.
    pub(crate) fn follow_up(&mut self, tick: Tick, world: &mut World) {
        if self.reading != Reading::None {
            let (node, robot) = (self.head.node, self.robot);
            let Tick { now, client_time_s, .. } = tick;
            self.cell.follow_up(&mut Site { now, client_time_s, world, node, robot });
        }
    }

    /// Hands the sealed reading to the streams, if there is a new one.
    pub(crate) fn publish(&mut self, epoch_s: f64) {
        let Reading::Fresh { world_from_robot } = self.reading else { return };
        let timestamp_s = epoch_s + self.timestamp.seconds();
        let sample = Sample { timestamp_s, data: self.cell.data(), world_from_robot };
        for publisher in &mut self.publishers {
            publisher.publish(&sample);
        }
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, self.timestamp, &self.schedule, self.overdue), out)?;
        self.cell.save(out)?;
        save_all(&self.modifiers, out)
    }

    pub(crate) fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        (self.active, self.timestamp, self.schedule, self.overdue) = state::read(input)?;
        self.cell.restore(input)?;
        restore_all(&mut self.modifiers, input)
    }
}

/// An actuator.
pub(crate) struct ActuatorUnit {
    pub(crate) head: Head,
    /// Index of the robot that carries it.
    pub(crate) robot: usize,
    pub(crate) cell: Box<dyn AnyActuator>,
    pub(crate) schedule: Schedule,
    pub(crate) rate_hz: f64,
    pub(crate) active: bool,
    pub(crate) modifiers: Vec<ModifierUnit>,
    pub(crate) inboxes: Vec<Inbox>,
    /// How it pushes its robot until its next activation.
    pub(crate) push: Option<Push>,
    pub(crate) completion: Option<Completion>,
}

impl ActuatorUnit {
    /// Takes the newest command and acts on the world, if the actuator is due. Whether it moved its robot.
    pub(crate) fn act(
        &mut self,
        tick: Tick,
        robots: &[RobotUnit],
        devices: &Devices,
        world: &mut World,
    ) -> bool {
        if !self.active {
            self.push = None;
            return false;
        }
        if !self.schedule.is_due(tick.now, tick.length_ns) {
            if let Some(push) = self.push {
                push.apply(world, robots[self.robot].head.node);
            }
            return false;
        }
        self.push = None;
        self.take_commands(tick);
        let mut moves = false;
        let mut act = Act {
            now: tick.now,
            world,
            node: self.head.node,
            robot: robots[self.robot].handle(),
            wheels: robots[self.robot].wheels.as_ref(),
            rate_hz: self.rate_hz,
            devices,
            moves: &mut moves,
            push: &mut self.push,
            completion: &mut self.completion,
        };
        self.cell.act(&mut act);
        moves
    }

    /// Takes the newest command, if there is one, and modifies it. Whether there was one.
    pub(crate) fn take_commands(&mut self, tick: Tick) -> bool {
        let mut commanded = false;
        for index in 0..self.inboxes.len() {
            if let Some(command) = self.inboxes[index].take() {
                // The inbox has checked it.
                commanded |= self.command(&command).is_ok();
            }
        }
        if commanded {
            modify_all(&mut self.modifiers, tick, self.rate_hz, self.cell.data_mut());
        }
        commanded
    }

    /// Puts a command into the local data, whole or not at all.
    pub(crate) fn command(&mut self, command: &Map) -> Result<(), CommandError> {
        let form = Form::of(self.cell.data());
        form.check(command)?;
        let data = self.cell.data_mut();
        for (index, field) in data.fields().iter().enumerate() {
            if let Some(value) = command.get(field.name) {
                data.assign(index, value)?;
            }
        }
        for name in &form.open {
            let commanded = command.get(name).and_then(Value::as_f64);
            if let Some((open, commanded)) = data.open_mut().zip(commanded) {
                open.insert(name, commanded);
            }
        }
        Ok(())
    }

    pub(crate) fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        state::write(&(self.active, &self.schedule, self.push), out)?;
        self.cell.save(out)?;
        save_all(&self.modifiers, out)
    }

    pub(crate) fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        (self.active, self.schedule, self.push) = state::read(input)?;
        self.cell.restore(input)?;
        restore_all(&mut self.modifiers, input)
    }
}

/// Which unit a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitRef {
    /// Index of a robot.
    Robot(usize),
    /// Index of a sensor.
    Sensor(usize),
    /// Index of an actuator.
    Actuator(usize),
}
