//! Readers: convert messages to commands of actuators.

use std::sync::{Arc, Mutex, PoisonError};

use morse_network::Throttle;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, PutOutcome, StreamSpec};

use crate::client::SharedClient;
use crate::log::STREAMS;
use crate::mapping::Input;
use crate::wire::Message;

/// Pairs of a variable that a stream reads and the field that it sets, limited to fields of the component.
pub(crate) fn variables_of(spec: &StreamSpec<'_>, input: Input) -> Vec<(&'static str, &'static str)> {
    let known =
        |(_, field): &&(&'static str, &'static str)| spec.fields.iter().any(|info| info.name == *field);
    match input {
        Input::Numbers(variables) => variables.iter().filter(known).copied().collect(),
        Input::Truth(variable, field) => [(variable, field)].iter().filter(known).copied().collect(),
        Input::Nothing => Vec::new(),
    }
}

/// Opens the stream of an actuator: subscribes to its variables.
pub(crate) fn open(
    spec: &StreamSpec<'_>,
    input: Input,
    client: &SharedClient,
    inbox: Inbox,
) -> Result<(), String> {
    let variables = variables_of(spec, input);
    if input == Input::Nothing {
        tracing::warn!(target: STREAMS, "{}: {} reads no variable, as in MORSE 1.4.", spec.component, spec.class);
        return Ok(());
    }
    if variables.is_empty() {
        return Err(format!("{}: {} sets no field that the component has", spec.component, spec.class));
    }
    let command = Arc::new(Command {
        component: spec.component.to_owned(),
        inbox: inbox.partial(),
        waiting: Mutex::default(),
        refusals: Throttle::default(),
    });
    for (variable, field) in variables {
        let command = Arc::clone(&command);
        client.subscribe(
            spec.component,
            variable,
            Box::new(move |message| {
                if let Some(value) = value_of(input, message) {
                    command.set(variable, field, value);
                }
            }),
        );
    }
    Ok(())
}

/// New value of the field; `None` if the message has the wrong type.
fn value_of(input: Input, message: &Message) -> Option<Value> {
    match input {
        Input::Numbers(_) => message.number().map(Value::Float),
        // The text is read for every message type: a number is not true.
        Input::Truth(..) => Some(Value::Bool(message.text.eq_ignore_ascii_case(b"true"))),
        Input::Nothing => None,
    }
}

/// The command of an actuator, which arrives in pieces: each message sets one field.
struct Command {
    component: String,
    inbox: Inbox,
    /// Fields that the actuator has not taken yet.
    waiting: Mutex<Map>,
    refusals: Throttle,
}

impl Command {
    fn set(&self, variable: &str, field: &'static str, value: Value) {
        let piece = Map::from([(field, value)]);
        if let Err(problem) = self.inbox.check(&piece) {
            if self.refusals.pass() {
                tracing::warn!(
                    target: STREAMS,
                    "{}: {variable} is refused, {problem}. The last valid command stays in force.", self.component
                );
            }
            return;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        match self.inbox.put(piece.clone()) {
            // The piece replaced fields that the actuator had not taken: they are stored again, with the new one.
            PutOutcome::Replaced => {
                for (name, value) in piece.iter() {
                    waiting.insert(name, value.clone());
                }
                self.inbox.put(waiting.clone());
            }
            PutOutcome::Stored | PutOutcome::Dropped | PutOutcome::Refused => *waiting = piece,
        }
    }
}
