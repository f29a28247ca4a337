//! Instances: the components of a running simulation, and the data that all kinds of instances have in common.

pub(crate) mod access;
mod actuator;
pub(crate) mod chain;
pub(crate) mod connections;
mod error_models;
pub(crate) mod hashed;
pub(crate) mod held_command;
mod on_demand;
mod opposite_streams;
pub(crate) mod order;
mod robot;
mod sensor;
pub(crate) mod sensor_reading;
pub(crate) mod stillness;

use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::description::{Description, LevelDescription};
use morse_scene::wiring::StreamEntry;
use morse_world::NodeId;

use crate::contract::component::erased::AnyModifier;
use crate::contract::outcome::{Answer, Completion, ServiceError};
use crate::engine::answers::queue::Ended;
use crate::engine::cost::CostClock;
use crate::engine::random::RandomKey;
use crate::engine::state::StateError;
use crate::engine::time::Time;
use crate::transport::request::{RequestId, Respond};

pub(crate) use crate::engine::instance::actuator::{ActuatorInstance, ActuatorParts};
pub(crate) use crate::engine::instance::robot::RobotInstance;
pub(crate) use crate::engine::instance::sensor::SensorInstance;
pub(crate) use crate::engine::instance::sensor_reading::Reading;

/// The current tick.
#[derive(Clone, Copy)]
pub(crate) struct Tick {
    pub(crate) now: Time,
    /// The same time on the time scale of clients. [s]
    pub(crate) client_time_s: f64,
    pub(crate) number: u64,
    pub(crate) length_ns: u64,
    /// The clock for costs, if they are measured in this tick.
    pub(crate) cost_clock: Option<CostClock>,
}

/// A step whose first part was made.
#[derive(Clone, Copy)]
pub(crate) struct BegunStep {
    pub(crate) tick: Tick,
    /// Time of its beginning on the clock for costs. [ns]
    pub(crate) begin_ns: u64,
}

/// A running asynchronous service.
pub(crate) struct RunningService {
    pub(crate) id: RequestId,
    pub(crate) service: String,
    pub(crate) interruptible: Option<bool>,
    /// In a mutex, so that threads may share references to the instance.
    pub(crate) respond: Mutex<Respond>,
    /// Whether the host made the call; the host is then notified at once when the service ends.
    pub(crate) of_host: bool,
}

impl RunningService {
    /// Ends the service with an answer.
    pub(crate) fn end(self, answer: Answer) -> Ended {
        let respond = self.respond.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ended { respond, answer, of_host: self.of_host }
    }
}

/// Data that instances of robots, sensors and actuators have in common.
///
/// Fields that every tick accesses come first.
#[repr(C)]
pub(crate) struct Metadata {
    pub(crate) node: NodeId,
    pub(crate) name: String,
    pub(crate) description: Arc<Description>,
    /// Number of components of the same kind that were added before.
    pub(crate) serial: usize,
    /// Class paths of the request managers that expose the component.
    pub(crate) managers: Vec<String>,
    /// Abstraction level that the scene sets.
    pub(crate) level: Option<String>,
    /// Streams of the component, in the order of opening.
    pub(crate) streams: Vec<StreamEntry>,
    pub(crate) running: Option<RunningService>,
    /// Number of the component in the host, for an external component.
    pub(crate) external_id: Option<usize>,
    /// Time of its readings or actions in the measured ticks. [ns]
    pub(crate) cost_ns: u64,
}

impl Clone for Metadata {
    /// The same without the running service, whose answer is sent once.
    fn clone(&self) -> Self {
        Self {
            node: self.node,
            name: self.name.clone(),
            description: Arc::clone(&self.description),
            serial: self.serial,
            managers: self.managers.clone(),
            level: self.level.clone(),
            streams: self.streams.clone(),
            running: None,
            external_id: self.external_id,
            cost_ns: self.cost_ns,
        }
    }
}

impl Metadata {
    /// Last segment of the class path.
    pub(crate) fn class_name(&self) -> &str {
        self.description.class.rsplit('.').next().unwrap_or_default()
    }

    /// The effective abstraction level: that of the scene, else the default of the class.
    pub(crate) fn described_level(&self) -> Option<&LevelDescription> {
        match &self.level {
            Some(name) => self.description.level(name),
            None => self.description.default_level(),
        }
    }

    /// Name of the effective level, if the scene sets one or the class has levels.
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
#[derive(Clone)]
pub(crate) struct ModifierInstance {
    pub(crate) description: Arc<Description>,
    pub(crate) component: Box<dyn AnyModifier>,
    pub(crate) key: RandomKey,
    /// Number of the modifier in the host, if the host computes it.
    pub(crate) external: Option<usize>,
    /// Whether its code failed. A failed modifier is skipped.
    pub(crate) failed: bool,
}

fn save_all(modifiers: &[ModifierInstance], out: &mut Vec<u8>) -> Result<(), StateError> {
    modifiers.iter().try_for_each(|modifier| modifier.component.save(out))
}

fn restore_all(modifiers: &mut [ModifierInstance], input: &mut &[u8]) -> Result<(), StateError> {
    modifiers.iter_mut().try_for_each(|modifier| modifier.component.restore(input))
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
