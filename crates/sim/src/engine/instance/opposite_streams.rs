//! Streams of the opposite direction: external sensors receive data from outside, external actuators publish theirs.

use morse_scene::value::Map;
use morse_world::{NodeId, World};

use crate::engine::activity::replaying::CommandInputs;
use crate::engine::instance::{ActuatorInstance, SensorInstance};
use crate::engine::time::{Epoch, Time};
use crate::transport::stream::{Inbox, Sample};

impl SensorInstance {
    /// The data that arrived since the last reading, if any; a newer message replaces the fields of an older one.
    pub(crate) fn receive(&self, inputs: CommandInputs<'_>) -> Option<Map> {
        // A replay has the recorded messages and no streams.
        if self.connections.inboxes.is_empty() && inputs.replayed.is_none() {
            return None;
        }
        let CommandInputs { mut recorder, replayed, .. } = inputs;
        let mut messages = replayed.map(|replayed| replayed.take(&self.meta.name)).unwrap_or_default();
        messages.extend(self.connections.inboxes.iter().filter_map(Inbox::take));
        let mut received: Option<Map> = None;
        for message in messages {
            if let Some(recorder) = &mut recorder {
                recorder.command(&self.meta.name, &message);
            }
            let received = received.get_or_insert_default();
            // Other values, such as a time stamp of the sender, are not data of the sensor.
            let fields = self.component.data().fields().iter();
            for (field, value) in fields.filter_map(|field| Some((field, message.get(field.name)?))) {
                received.insert(field.name, value.clone());
            }
        }
        received
    }

    /// Texts that arrived for the incoming streams that the host decodes, by stream number.
    pub(crate) fn received_texts(&self) -> Vec<(usize, String)> {
        let lines = self.connections.lines.iter();
        lines.filter_map(|(&stream, inbox)| Some((stream, inbox.take_text()?))).collect()
    }
}

impl ActuatorInstance {
    /// Publishes its data to its outgoing streams, if it acted in this tick.
    pub(crate) fn publish(&mut self, (now, epoch): (Time, Epoch), world: &World, robot: NodeId) {
        if !std::mem::take(&mut self.is_published_next) {
            return;
        }
        let data = self.component.data();
        let sample = Sample {
            timestamp_s: epoch.seconds(now),
            stamp_ns: epoch.nanoseconds(now),
            data,
            world_from_robot: world.world_from(robot),
            world_from_component: world.world_from(self.meta.node),
            errors: None,
        };
        let outgoing = self.connections.outgoing();
        for publisher in &mut outgoing.publishers {
            publisher.publish(&sample);
        }
        for (stream, message) in std::mem::take(&mut self.chain.sent) {
            if let Some(carrier) = outgoing.carriers.get_mut(&stream) {
                carrier.publish_encoded(&message, &sample);
            }
        }
    }
}
