//! Makes the steps of a recorded run again, with its inputs instead of those of clients.
//!
//! The inputs of a run, in the order in which they were handled, are in
//! [`Activity::inputs`](crate::engine::activity::Activity::inputs). A simulation of the same scene, seed and epoch that
//! gets them at the same times computes the same states bit for bit. It needs no middlewares.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use morse_scene::value::Map;

use crate::engine::activity::{ActivityRecorder, CallRecord, CommandRecord, EventRecord};
use crate::engine::simulation::Simulation;
use crate::transport::request::Event;

/// An input of a recorded run.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A command that an actuator took.
    Command(CommandRecord),
    /// A call of a service.
    Call(CallRecord),
    /// Another event from outside.
    Event(EventRecord),
}

/// The inputs of a step.
#[derive(Default)]
pub(crate) struct ReplayedStep {
    /// Calls and events, in the order of handling.
    requests: Vec<Input>,
    /// The commands that each actuator takes, oldest first.
    commands: BTreeMap<String, Vec<Map>>,
}

impl ReplayedStep {
    /// The commands that an actuator takes in this step.
    pub(crate) fn take(&mut self, actuator: &str) -> Vec<Map> {
        self.commands.remove(actuator).unwrap_or_default()
    }
}

/// Where an actuator finds commands beside its inboxes, and where those that it takes are recorded.
pub(crate) struct CommandInputs<'a> {
    pub(crate) recorder: Option<&'a mut ActivityRecorder>,
    pub(crate) replayed: Option<&'a mut ReplayedStep>,
}

impl From<EventRecord> for Event {
    fn from(record: EventRecord) -> Self {
        match record {
            EventRecord::Cancelled(id) => Self::Cancel(id),
            EventRecord::ClockAttached => Self::ClockAttached,
            EventRecord::ClockTriggered => Self::ClockTriggered,
            EventRecord::ClockDetached => Self::ClockDetached,
            EventRecord::LockstepAttached(partner) => Self::LockstepAttached(partner),
            EventRecord::LockstepDetached(partner) => Self::LockstepDetached(partner),
            EventRecord::Device(event) => Self::Device(event),
            EventRecord::MovedElsewhere(objects) => Self::MovedElsewhere(objects),
        }
    }
}

impl Simulation {
    /// Handles an input that a recorded run handled between two ticks.
    pub fn replay(&mut self, input: Input) {
        let threads = self.threads();
        threads.install(|| self.replay_here(input));
    }

    /// Makes a step with the inputs that a recorded run handled in it, and with no others.
    ///
    /// A command for an actuator that takes none in this tick has no effect: then the runs differ already.
    pub fn replay_step(&mut self, inputs: Vec<Input>) {
        let mut replayed = ReplayedStep::default();
        for input in inputs {
            match input {
                Input::Command(CommandRecord { actuator, values }) => match replayed.commands.entry(actuator)
                {
                    Entry::Occupied(entry) => entry.into_mut().push(values),
                    Entry::Vacant(entry) => drop(entry.insert(vec![values])),
                },
                request => replayed.requests.push(request),
            }
        }
        self.replayed = Some(replayed);
        self.step();
        self.replayed = None;
    }

    /// Serves the calls and events of the step.
    pub(crate) fn serve_replayed(&mut self) {
        let requests = self.replayed.as_mut().map(|replayed| std::mem::take(&mut replayed.requests));
        requests.into_iter().flatten().for_each(|input| self.replay_here(input));
    }

    fn replay_here(&mut self, input: Input) {
        match input {
            Input::Command(CommandRecord { actuator, values }) => {
                // It was valid when it was recorded; if it is not now, the runs differ already.
                let _ = self.command(&actuator, &values);
            }
            Input::Call(CallRecord { id, component, service, arguments, is_allowed, overlay }) => {
                if is_allowed {
                    let manager = overlay.as_deref();
                    self.dispatch(id, manager, &component, &service, &arguments, Box::new(drop));
                }
            }
            Input::Event(record) => self.take_event(record.into()),
        }
    }
}
