//! The messages of a recording while the run goes on, for whoever passes them on instead of writing a file.

use std::sync::Arc;

use morse::Frame;
use morse_ros::Header2;
use morse_ros::messages::tf2_msgs::TFMessage;

use super::inputs::Inputs;
use super::node::RecordingNode;
use super::poses::Poses;
use super::queue::Queue;
use super::sensors::Sensors;
use crate::format::TRANSFORMS;

/// A channel that messages use from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewChannel<'a> {
    /// Its topic.
    pub topic: &'a str,
    /// Name of the schema of its messages.
    pub schema: &'a str,
    /// `ros2msg` or `jsonschema`.
    pub schema_encoding: &'a str,
    /// The schema.
    pub definition: &'a str,
    /// Encoding of its messages: `cdr` or `json`.
    pub encoding: &'a str,
}

/// Takes channels and messages. Channels have numbers in the order of opening, from 0.
pub trait MessageSink {
    /// A channel is opened.
    fn open(&mut self, channel: NewChannel<'_>);
    /// A message of a channel, with its simulated time. [ns]
    fn message(&mut self, channel: usize, time_ns: u64, data: &[u8]);
}

/// Makes the messages of a run tick by tick: readings, transforms, commands, calls and their answers, events. There are
/// no digests.
pub struct LiveMessages {
    queue: Queue,
    sensors: Sensors,
    inputs: Inputs,
    poses: Poses,
    transforms: usize,
}

impl LiveMessages {
    /// Messages of a run that were not made yet.
    ///
    /// # Errors
    /// When the channel of transforms cannot be opened.
    pub fn new() -> Result<Self, morse_ros::NodeError> {
        let queue = Queue::default();
        let node = Arc::new(RecordingNode::new(queue.clone()));
        let transforms = node.channel::<TFMessage<Header2>>(TRANSFORMS)?;
        let inputs = queue.with(Inputs::open);
        let sensors = Sensors::new(&queue, node);
        Ok(Self { queue, sensors, inputs, poses: Poses::default(), transforms })
    }

    /// From the next tick on, transforms of all objects are made again, also of those that do not move.
    pub fn repeat_transforms(&mut self) {
        self.poses = Poses::default();
    }

    /// Gives the messages of a finished tick to a sink.
    pub fn tick(&mut self, frame: &Frame<'_>, sink: &mut impl MessageSink) {
        let time_ns = frame.now().0;
        self.queue.with(|builder| {
            builder.time_ns = time_ns;
            self.inputs.record(builder, frame.activity());
        });
        self.sensors.record(time_ns, frame.simulation());
        self.queue.with(|builder| {
            self.poses.record(builder, self.transforms, frame.simulation().world());
            let batch = &mut builder.batch;
            for channel in &batch.channels {
                sink.open(NewChannel {
                    topic: &channel.topic,
                    schema: &channel.schema,
                    schema_encoding: channel.schema_encoding,
                    definition: &channel.definition,
                    encoding: channel.encoding,
                });
            }
            let mut start = 0;
            for entry in &batch.entries {
                sink.message(entry.channel, entry.time_ns, &batch.bytes[start..entry.end]);
                start = entry.end;
            }
            batch.clear();
        });
    }
}
