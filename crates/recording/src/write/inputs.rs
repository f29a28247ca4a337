//! Encodes what reached the simulation from outside: commands, calls and their answers, other events.

use std::collections::BTreeMap;

use morse::Activity;
use morse_ros::names::topic_of;
use morse_sim::engine::activity::InputRef;
use serde::Serialize;

use super::batch::{Builder, NewChannel};
use crate::format::{
    ANSWERS, AnswerMessage, CALLS, CallMessage, CommandMessage, EVENTS, EventMessage, InputPlace, JsonSchema,
};

/// Opens a channel of JSON messages.
pub(super) fn open(builder: &mut Builder, topic: &str, schema: JsonSchema) -> usize {
    builder.open(NewChannel {
        topic: topic.to_owned(),
        schema: schema.name,
        schema_encoding: "jsonschema",
        definition: schema.text,
        encoding: "json",
    })
}

/// Adds a JSON message.
pub(super) fn add(builder: &mut Builder, channel: usize, message: &impl Serialize) {
    if let Err(error) = builder.add(channel, |bytes| serde_json::to_writer(bytes, message)) {
        tracing::error!("A message cannot be recorded: {error}");
    }
}

/// The channels of inputs and answers.
pub(super) struct Inputs {
    calls: usize,
    answers: usize,
    events: usize,
    /// By actuator.
    commands: BTreeMap<String, usize>,
    /// Number of inputs so far.
    count: u64,
}

impl Inputs {
    pub(super) fn open(builder: &mut Builder) -> Self {
        Self {
            calls: open(builder, CALLS, JsonSchema::call()),
            answers: open(builder, ANSWERS, JsonSchema::answer()),
            events: open(builder, EVENTS, JsonSchema::event()),
            commands: BTreeMap::new(),
            count: 0,
        }
    }

    /// Adds all that is in an activity, inputs in the order in which they were handled.
    pub(super) fn encode(&mut self, builder: &mut Builder, activity: &Activity) {
        let mut is_input = vec![false; activity.calls.len()];
        for record in &activity.inputs {
            let place = InputPlace::new(self.count, record.time);
            self.count += 1;
            match record.input {
                InputRef::Command(index) => {
                    let Some(command) = activity.commands.get(index) else { continue };
                    let channel = self.channel_of(builder, &command.actuator);
                    let (actuator, values) = (command.actuator.clone(), command.values.clone());
                    add(builder, channel, &CommandMessage { input: place, actuator, values });
                }
                InputRef::Call(index) => {
                    let Some(call) = activity.calls.get(index) else { continue };
                    is_input[index] = true;
                    add(builder, self.calls, &CallMessage::new(call.clone(), Some(place)));
                }
                InputRef::Event(index) => {
                    let Some(event) = activity.events.get(index) else { continue };
                    add(builder, self.events, &EventMessage { input: place, event: event.clone().into() });
                }
            }
        }
        for (call, _) in activity.calls.iter().zip(is_input).filter(|(_, is_input)| !is_input) {
            add(builder, self.calls, &CallMessage::new(call.clone(), None));
        }
        for answer in &activity.answers {
            add(builder, self.answers, &AnswerMessage::from(answer.clone()));
        }
    }

    fn channel_of(&mut self, builder: &mut Builder, actuator: &str) -> usize {
        if let Some(channel) = self.commands.get(actuator) {
            return *channel;
        }
        let channel = open(builder, &topic_of(actuator), JsonSchema::command());
        self.commands.insert(actuator.to_owned(), channel);
        channel
    }
}
