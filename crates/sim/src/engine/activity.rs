//! The record of what reached a simulation from outside: commands, service calls and their answers, events.
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

/// What reached a simulation between two finished ticks, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Activity {
    /// Commands that actuators took, as they arrived: before modifiers.
    pub commands: Vec<CommandRecord>,
    /// Service calls, those of the pseudo components `simulation`, `time` and `communication` among them.
    pub calls: Vec<CallRecord>,
    /// Answers that were sent. The answer of an asynchronous service is sent one tick after the service ended.
    pub answers: Vec<AnswerRecord>,
    /// All other events from outside: clocks, devices, poses of remote robots, cancelled requests.
    pub events: Vec<EventRecord>,
    /// Everything that can change the state, in the order in which it was handled. With the scene and the seed it
    /// determines the run: see [`Simulation::replay_step`](crate::Simulation::replay_step). Calls that a service makes to others are not among it.
    pub inputs: Vec<InputRecord>,
}

/// When an input was handled.
#[derive(Default, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputTime {
    /// Number of the tick that was computed, or that was the last one computed; 0 before the first.
    pub tick: u64,
    /// Whether it was handled while the tick was computed, and not between this tick and the next one.
    pub in_step: bool,
}

/// An input, and when it was handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputRecord {
    /// When it was handled.
    pub time: InputTime,
    /// What it was.
    pub input: InputRef,
}

/// The place of an input in a list of [`Activity`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputRef {
    /// Index among the commands.
    Command(usize),
    /// Index among the calls.
    Call(usize),
    /// Index among the events.
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

/// A call of a service.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRecord {
    /// Identifier of the call; its answer has the same.
    pub id: RequestId,
    /// Full name of the component, or `simulation`, `time`, `communication`.
    pub component: String,
    /// Name of the service.
    pub service: String,
    /// Positional arguments.
    pub arguments: Vec<Value>,
    /// Whether the caller may call the component: the scene exposes it on the request manager of the request. A call
    /// that is not allowed is answered as failed and changes nothing.
    pub is_allowed: bool,
    /// The request manager through which it came, if the service is one of an overlay: overlays are on one only.
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

/// An event from outside that is no service call.
#[derive(Debug, Clone, PartialEq)]
pub enum EventRecord {
    /// A client cancelled a call.
    Cancelled(RequestId),
    /// An external clock connected.
    ClockAttached,
    /// The external clock triggered one step.
    ClockTriggered,
    /// The external clock disconnected.
    ClockDetached,
    /// A program in lock-step connected.
    LockstepAttached(PartnerId),
    /// A program in lock-step has gone.
    LockstepDetached(PartnerId),
    /// Input from a keyboard or joystick.
    Device(crate::engine::devices::DeviceEvent),
    /// Poses in the world of objects that other simulators moved, by name.
    MovedElsewhere(Vec<(String, morse_world::Pose)>),
}

impl EventRecord {
    /// The record of an event; `None` for a request, which is recorded as a call when it is served, and for
    /// the readiness of a program.
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
    /// Filled by the callbacks of calls that are answered.
    answers: Arc<Mutex<Vec<AnswerRecord>>>,
    now: InputTime,
    /// Number of calls under way that call other services.
    relays: usize,
}

impl ActivityRecorder {
    /// What is recorded from here on was handled at this time.
    pub(crate) fn advance(&mut self, tick: u64, in_step: bool) {
        self.now = InputTime { tick, in_step };
    }

    /// The calls that follow are made by a service, until [`ActivityRecorder::end_relay`].
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

    /// Records a call; the returned callback records the answer, then passes it on.
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
