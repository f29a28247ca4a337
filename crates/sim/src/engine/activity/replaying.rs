//! Inputs for the replay of recorded steps.
//!
//! The inputs of a run, in the order in which they were handled, are in
//! [`Activity::inputs`](crate::engine::activity::Activity::inputs). A simulation of the same scene, seed and epoch
//! that gets them at the same times computes the same states bit for bit. It needs no middlewares.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use morse_scene::value::Map;

use crate::engine::activity::{ActivityRecorder, CallRecord, CommandRecord, EventRecord};
use crate::transport::request::Event;

/// An input of a recorded run.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A command that an actuator took.
    Command(CommandRecord),
    /// A call of a service.
    Call(CallRecord),
    /// An event other than a service call.
    Event(EventRecord),
}

/// The inputs of one replayed step.
#[derive(Default)]
pub(crate) struct ReplayedStep {
    /// Calls and events, in the order of handling.
    requests: Vec<Input>,
    /// Commands for each actuator, oldest first.
    commands: BTreeMap<String, Vec<Map>>,
}

impl ReplayedStep {
    pub(crate) fn new(inputs: Vec<Input>) -> Self {
        let mut step = Self::default();
        for input in inputs {
            match input {
                Input::Command(CommandRecord { actuator, values }) => match step.commands.entry(actuator) {
                    Entry::Occupied(entry) => entry.into_mut().push(values),
                    Entry::Vacant(entry) => drop(entry.insert(vec![values])),
                },
                request => step.requests.push(request),
            }
        }
        step
    }

    /// Removes and returns the calls and events of the step, in the order of handling.
    pub(crate) fn take_requests(&mut self) -> Vec<Input> {
        std::mem::take(&mut self.requests)
    }

    /// Removes and returns the commands for an actuator in this step.
    pub(crate) fn take(&mut self, actuator: &str) -> Vec<Map> {
        self.commands.remove(actuator).unwrap_or_default()
    }
}

/// Sources of an actuator's commands besides its inboxes, and the recorder of the commands that it takes.
pub(crate) struct CommandInputs<'a> {
    pub(crate) recorder: Option<&'a mut ActivityRecorder>,
    pub(crate) replayed: Option<&'a mut ReplayedStep>,
    /// Number of arrivals at all inboxes of the simulation so far.
    pub(crate) arrivals: u64,
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
