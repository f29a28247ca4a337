//! Copies ticks on the thread of the simulation, and encodes the copies on a second thread.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use morse::Frame;
use morse_ros::messages::tf2_msgs::TFMessage;
use morse_ros::{Header2, NodeError};
use morse_sim::Digests;

use super::batch::{Batch, Messages};
use super::inputs::{self, Inputs};
use super::node::RecordingNode;
use super::poses::{KnownNodes, Transforms};
use super::sensors::{SensorChannels, Sensors};
use super::tick_copy::TickCopy;
use crate::format::{DIGESTS, DigestMessage, JsonSchema, TRANSFORMS};

/// The two ends of a recording: the copier of ticks, and the encoder of the copies.
pub(super) fn pair(has_digests: bool) -> Result<(Copier, Encoder), NodeError> {
    let messages = Messages::default();
    let node = Arc::new(RecordingNode::new(messages.clone()));
    let transforms = node.channel::<TFMessage<Header2>>(TRANSFORMS)?;
    let open_digests = || messages.with(|builder| inputs::open(builder, DIGESTS, JsonSchema::digest()));
    let digests = has_digests.then(open_digests);
    let inputs = messages.with(Inputs::open);
    let copier = Copier { sensors: Sensors::new(&messages, node), nodes: KnownNodes::default() };
    let (sensors, nodes) = (Vec::new(), Transforms::default());
    Ok((copier, Encoder { messages, inputs, sensors, transforms, nodes, digests }))
}

/// Copies ticks, on the thread of the simulation.
pub(super) struct Copier {
    sensors: Sensors,
    nodes: KnownNodes,
}

impl Copier {
    /// Copies what arrived since the last finished tick.
    pub(super) fn copy_activity(frame: &Frame<'_>, copy: &mut TickCopy) {
        copy.time_ns = frame.now().0;
        copy.activity = frame.activity().clone();
    }

    /// Copies a finished tick, including the input of its digests if `with_state`.
    pub(super) fn copy(&mut self, frame: &Frame<'_>, with_state: bool, copy: &mut TickCopy) {
        Self::copy_activity(frame, copy);
        self.sensors.copy(frame.simulation(), &mut copy.new_sensors, &mut copy.readings);
        let world = frame.simulation().world();
        if with_state {
            match frame.simulation().copy_state(&mut copy.state) {
                Ok(()) => copy.state_of = Some(frame.tick()),
                // The nodes are copied first.
                Err(error) => tracing::error!("No digest is recorded: {error}"),
            }
        } else {
            world.copy_nodes(&mut copy.state.nodes);
        }
        self.nodes.copy_names(world, copy);
    }
}

/// Makes messages of copies.
pub(super) struct Encoder {
    messages: Messages,
    inputs: Inputs,
    /// By number.
    sensors: Vec<SensorChannels>,
    transforms: usize,
    nodes: Transforms,
    digests: Option<usize>,
}

impl Encoder {
    /// Makes messages of a tick, and swaps them with the empty `batch`. All stamps are simulated time.
    pub(super) fn encode(&mut self, tick: &mut TickCopy, batch: &mut Batch) {
        self.messages.with(|builder| {
            builder.time_ns = tick.time_ns;
            self.inputs.encode(builder, &tick.activity);
        });
        self.sensors.append(&mut tick.new_sensors);
        let stamp_ns = i64::try_from(tick.time_ns).unwrap_or(i64::MAX);
        for index in 0..tick.readings.len() {
            let Some((sensor, sample)) = tick.readings.select(index, stamp_ns) else { continue };
            if let Some(channels) = self.sensors.get_mut(sensor) {
                channels.encode(&self.messages, &sample);
            }
        }
        self.messages.with(|builder| {
            self.nodes.encode(builder, self.transforms, tick);
            if let Some((channel, number)) = self.digests.zip(tick.state_of) {
                inputs::add(builder, channel, &digest_message(number, &tick.state.digests()));
            }
            std::mem::swap(&mut builder.batch, batch);
        });
    }
}

/// The message of the digests of a tick.
pub(crate) fn digest_message(tick: u64, digests: &Digests) -> DigestMessage {
    let low: Vec<u8> = digests.components.iter().flat_map(|digest| (*digest as u16).to_le_bytes()).collect();
    DigestMessage {
        tick,
        total: format!("{:016x}", digests.total),
        world: format!("{:016x}", digests.world),
        components: BASE64.encode(low),
    }
}
