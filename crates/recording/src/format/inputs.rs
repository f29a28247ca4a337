//! Messages about inputs from outside and about the state of the simulation: JSON objects.

use morse_sim::contract::service::Answer;
use morse_sim::engine::activity::{AnswerRecord, CallRecord, CommandRecord, EventRecord, InputTime};
use morse_sim::engine::devices::DeviceEvent;
use morse_sim::engine::time::lockstep::PartnerId;
use morse_sim::transport::request::RequestId;
use morse_sim::{Map, Value};
use morse_world::Pose;
use serde::{Deserialize, Serialize};

/// When an input was handled, and its place among all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputPlace {
    /// Number of the input in the recording, from 0.
    pub order: u64,
    /// Number of the tick that was computed, or of the last one before.
    pub tick: u64,
    /// Whether it was handled while the tick was computed.
    pub in_step: bool,
}

impl InputPlace {
    /// The place of the input number `order`.
    #[must_use]
    pub fn new(order: u64, time: InputTime) -> Self {
        Self { order, tick: time.tick, in_step: time.in_step }
    }
}

/// `morse.Command`: a command that an actuator took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandMessage {
    /// Time and order of the input.
    pub input: InputPlace,
    /// Full name of the actuator.
    pub actuator: String,
    /// Values by field.
    pub values: Map,
}

/// `morse.Call`: a call of a service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallMessage {
    /// When; `None` for a call that another service made.
    pub input: Option<InputPlace>,
    /// Identifier of the call.
    pub id: u64,
    /// Full name of the component.
    pub component: String,
    /// Name of the service.
    pub service: String,
    /// Positional arguments.
    pub arguments: Vec<Value>,
    /// Whether the caller may call it.
    pub is_allowed: bool,
    /// The request manager through which it came, if the service is one of an overlay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
}

/// `morse.Answer`: an answer to a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerMessage {
    /// Identifier of the call.
    pub id: u64,
    /// `success`, `failed` or `preempted`.
    pub status: String,
    /// The result, or why there is none.
    pub value: Value,
}

/// `morse.Event`: another event from outside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventMessage {
    /// Time and order of the input.
    pub input: InputPlace,
    /// Kind and data of the event.
    pub event: EventForm,
}

/// Kind and data of an event from outside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventForm {
    /// A client cancelled a call.
    Cancelled {
        /// Identifier of the call.
        id: u64,
    },
    /// An external clock connected.
    ClockAttached,
    /// The external clock triggered one step.
    ClockTriggered,
    /// The external clock disconnected.
    ClockDetached,
    /// A program in lock-step connected.
    LockstepAttached {
        /// Number of the program in the run.
        partner: u64,
    },
    /// A program in lock-step has gone.
    LockstepDetached {
        /// Number of the program in the run.
        partner: u64,
    },
    /// Input from a keyboard or joystick.
    Device {
        /// The input.
        device: DeviceEvent,
    },
    /// Poses in the world of objects that other simulators moved.
    MovedElsewhere {
        /// Name of each, with position x, y, z and quaternion x, y, z, w.
        objects: Vec<(String, [Value; 7])>,
    },
}

/// `morse.Digest`: hashes of the state after a tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestMessage {
    /// Number of the tick.
    pub tick: u64,
    /// Hash of the complete state, 16 hexadecimal digits.
    pub total: String,
    /// Hash of the world.
    pub world: String,
    /// The low 16 bits of the hash of each component, little-endian, in base64: robots, then sensors, then actuators.
    pub components: String,
}

impl From<AnswerRecord> for AnswerMessage {
    fn from(record: AnswerRecord) -> Self {
        let (status, value) = match record.answer {
            Answer::Success(value) => ("success", value),
            Answer::Failed(error) => ("failed", Value::Text(error.to_string())),
            Answer::Preempted(value) => ("preempted", value),
        };
        Self { id: record.id.0, status: status.to_owned(), value }
    }
}

impl CallMessage {
    /// The message about a call.
    #[must_use]
    pub fn new(record: CallRecord, input: Option<InputPlace>) -> Self {
        let CallRecord { id, component, service, arguments, is_allowed, overlay } = record;
        Self { input, id: id.0, component, service, arguments, is_allowed, overlay }
    }

    /// The record of the call.
    #[must_use]
    pub fn into_record(self) -> CallRecord {
        let Self { id, component, service, arguments, is_allowed, overlay, .. } = self;
        CallRecord { id: RequestId(id), component, service, arguments, is_allowed, overlay }
    }
}

impl CommandMessage {
    /// The record of the command.
    #[must_use]
    pub fn into_record(self) -> CommandRecord {
        CommandRecord { actuator: self.actuator, values: self.values }
    }
}

impl From<EventRecord> for EventForm {
    fn from(record: EventRecord) -> Self {
        match record {
            EventRecord::Cancelled(id) => Self::Cancelled { id: id.0 },
            EventRecord::ClockAttached => Self::ClockAttached,
            EventRecord::ClockTriggered => Self::ClockTriggered,
            EventRecord::ClockDetached => Self::ClockDetached,
            EventRecord::LockstepAttached(partner) => Self::LockstepAttached { partner: partner.0 },
            EventRecord::LockstepDetached(partner) => Self::LockstepDetached { partner: partner.0 },
            EventRecord::Device(device) => Self::Device { device: finite(device) },
            EventRecord::MovedElsewhere(objects) => {
                let numbers = |pose: Pose| {
                    let (p, q) = (pose.translation, pose.rotation);
                    [p.x, p.y, p.z, q.x, q.y, q.z, q.w].map(Value::Float)
                };
                let objects = objects.into_iter().map(|(name, pose)| (name, numbers(pose))).collect();
                Self::MovedElsewhere { objects }
            }
        }
    }
}

/// The event with a position that JSON can hold. A device takes it as the same.
fn finite(event: DeviceEvent) -> DeviceEvent {
    match event {
        DeviceEvent::Axis { joystick, axis, position } => {
            let position = if position.is_nan() { 0.0 } else { position.clamp(-1.0, 1.0) };
            DeviceEvent::Axis { joystick, axis, position }
        }
        key @ DeviceEvent::Key { .. } => key,
    }
}

impl EventForm {
    /// The record of the event.
    ///
    /// # Errors
    /// When a pose has something else than numbers.
    pub fn into_record(self) -> Result<EventRecord, String> {
        Ok(match self {
            Self::Cancelled { id } => EventRecord::Cancelled(RequestId(id)),
            Self::ClockAttached => EventRecord::ClockAttached,
            Self::ClockTriggered => EventRecord::ClockTriggered,
            Self::ClockDetached => EventRecord::ClockDetached,
            Self::LockstepAttached { partner } => EventRecord::LockstepAttached(PartnerId(partner)),
            Self::LockstepDetached { partner } => EventRecord::LockstepDetached(PartnerId(partner)),
            Self::Device { device } => EventRecord::Device(device),
            Self::MovedElsewhere { objects } => {
                let pose = |(name, numbers): (String, [Value; 7])| {
                    let numbers: Option<Vec<f64>> = numbers.iter().map(Value::as_f64).collect();
                    let [x, y, z, a, b, c, d] = numbers
                        .and_then(|numbers| numbers.try_into().ok())
                        .ok_or_else(|| format!("the pose of {name} has something else than numbers"))?;
                    let rotation = glam::DQuat::from_xyzw(a, b, c, d);
                    Ok((name, Pose { translation: [x, y, z].into(), rotation }))
                };
                EventRecord::MovedElsewhere(objects.into_iter().map(pose).collect::<Result<_, String>>()?)
            }
        })
    }
}
