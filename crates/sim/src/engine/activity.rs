//! Record of all inputs of a simulation from outside: commands, service calls, events; and of the answers.
//!
//! A driver that shows finished ticks to observers turns the record on and takes it after each tick. It is off by
//! default, and then costs one test of an `Option` for each command and call.

pub mod recording;
pub mod replaying;

use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::value::{Map, Value};

use crate::contract::service::Answer;
use crate::engine::time::lockstep::PartnerId;
use crate::transport::request::{Event, RequestId, Respond};

/// Inputs and answers of a simulation between two finished ticks, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Activity {
    /// Commands that actuators took, as they arrived, that is, before modifiers.
    pub commands: Vec<CommandRecord>,
    /// Service calls, including those of the pseudo components `simulation`, `time` and `communication`.
    pub calls: Vec<CallRecord>,
    /// Answers that were sent. The answer of an asynchronous service is sent one tick after the service ended.
    pub answers: Vec<AnswerRecord>,
    /// All other events from outside: clocks, devices, poses of remote robots, canceled requests.
    pub events: Vec<EventRecord>,
    /// All inputs that can change the state, in the order in which they were handled. Together with the scene and the
    /// seed they determine the run: see [`Simulation::replay_step`](crate::Simulation::replay_step). Does not include
    /// calls that services make to other services.
    pub inputs: Vec<InputRecord>,
}

/// Time at which an input was handled.
#[derive(Default, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputTime {
    /// Number of the tick that was computed, or of the last computed tick; 0 before the first tick.
    pub tick: u64,
    /// Whether the input was handled while the tick was computed; otherwise between this tick and the next one.
    pub in_step: bool,
}

/// An input and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputRecord {
    /// Time at which the input was handled.
    pub time: InputTime,
    /// Reference to the input.
    pub input: InputRef,
}

/// Reference to an input in a list of [`Activity`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputRef {
    /// Index in [`Activity::commands`].
    Command(usize),
    /// Index in [`Activity::calls`].
    Call(usize),
    /// Index in [`Activity::events`].
    Event(usize),
}

/// A command that an actuator took.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandRecord {
    /// Full name of the actuator.
    pub actuator: String,
    /// Values by field.
    pub values: Map,
}

/// A service call.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRecord {
    /// Identifier of the call; its answer has the same identifier.
    pub id: RequestId,
    /// Full name of the component, or `simulation`, `time`, `communication`.
    pub component: String,
    /// Name of the service.
    pub service: String,
    /// Positional arguments.
    pub arguments: Vec<Value>,
    /// Whether the scene exposes the component on the request manager of the request. Other calls are answered as
    /// failed and change nothing.
    pub is_allowed: bool,
    /// The request manager of the call, if the service belongs to an overlay: each overlay is on one request manager.
    pub overlay: Option<String>,
}

/// An answer to a call.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerRecord {
    /// Identifier of the call.
    pub id: RequestId,
    /// The answer.
    pub answer: Answer,
}

/// An event from outside other than a service call.
#[derive(Debug, Clone, PartialEq)]
pub enum EventRecord {
    /// A client canceled a call.
    Cancelled(RequestId),
    /// An external clock connected.
    ClockAttached,
    /// The external clock triggered one step.
    ClockTriggered,
    /// The external clock disconnected.
    ClockDetached,
    /// A program in lock-step connected.
    LockstepAttached(PartnerId),
    /// A program in lock-step disconnected.
    LockstepDetached(PartnerId),
    /// Input from a keyboard or joystick.
    Device(crate::engine::devices::DeviceEvent),
    /// Poses in the world, by name, of objects that other simulators moved.
    MovedElsewhere(Vec<(String, morse_world::Pose)>),
}

impl EventRecord {
    /// The record of an event. `None` for a request, which is recorded as a call when it is served, and for the
    /// readiness of a program in lock-step, which the recorded step implies.
    fn of(event: &Event) -> Option<Self> {
        Some(match event {
            // The step that follows is the record of readiness.
            Event::Request(_) | Event::LockstepReady(_) => return None,
            Event::LockstepAttached(partner) => Self::LockstepAttached(*partner),
            Event::LockstepDetached(partner) => Self::LockstepDetached(*partner),
            Event::Cancel(id) => Self::Cancelled(*id),
            Event::ClockAttached => Self::ClockAttached,
            Event::ClockTriggered => Self::ClockTriggered,
            Event::ClockDetached => Self::ClockDetached,
            Event::Device(event) => Self::Device(*event),
            Event::MovedElsewhere(objects) => Self::MovedElsewhere(objects.clone()),
        })
    }
}

/// The record in progress.
#[derive(Default)]
pub(crate) struct ActivityRecorder {
    activity: Activity,
    /// Filled by the callbacks of answered calls.
    answers: Arc<Mutex<Vec<AnswerRecord>>>,
    now: InputTime,
    /// Number of running calls that call other services.
    relays: usize,
}

impl ActivityRecorder {
    /// Sets the time of the following inputs.
    pub(crate) fn advance(&mut self, tick: u64, in_step: bool) {
        self.now = InputTime { tick, in_step };
    }

    /// Marks the following calls as made by a service, until [`ActivityRecorder::end_relay`].
    pub(crate) fn begin_relay(&mut self) {
        self.relays += 1;
    }

    pub(crate) fn end_relay(&mut self) {
        self.relays = self.relays.saturating_sub(1);
    }

    fn input(&mut self, input: InputRef) {
        self.activity.inputs.push(InputRecord { time: self.now, input });
    }

    pub(crate) fn command(&mut self, actuator: &str, values: &Map) {
        self.input(InputRef::Command(self.activity.commands.len()));
        self.activity.commands.push(CommandRecord { actuator: actuator.to_owned(), values: values.clone() });
    }

    pub(crate) fn event(&mut self, event: &Event) {
        if let Some(record) = EventRecord::of(event) {
            self.input(InputRef::Event(self.activity.events.len()));
            self.activity.events.push(record);
        }
    }

    /// Records a call. The returned callback records the answer, then passes it on.
    pub(crate) fn call(
        &mut self,
        id: RequestId,
        (component, service): (&str, &str),
        arguments: &[Value],
        (is_allowed, overlay): (bool, Option<&str>),
        respond: Respond,
    ) -> Respond {
        if self.relays == 0 {
            self.input(InputRef::Call(self.activity.calls.len()));
        }
        let (component, service, arguments) = (component.to_owned(), service.to_owned(), arguments.to_vec());
        let overlay = overlay.map(str::to_owned);
        self.activity.calls.push(CallRecord { id, component, service, arguments, is_allowed, overlay });
        let answers = Arc::clone(&self.answers);
        Box::new(move |answer: Answer| {
            let record = AnswerRecord { id, answer: answer.clone() };
            answers.lock().unwrap_or_else(PoisonError::into_inner).push(record);
            respond(answer);
        })
    }

    pub(crate) fn take(&mut self) -> Activity {
        let mut activity = std::mem::take(&mut self.activity);
        activity.answers.append(&mut self.answers.lock().unwrap_or_else(PoisonError::into_inner));
        activity
    }
}
