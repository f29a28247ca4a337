//! The messages of a recording while the run goes on, for whoever passes them on instead of writing a file.

use morse::Frame;

use super::batch::Batch;
use super::encoder::{self, Copier, Encoder};
use super::tick_copy::TickCopy;

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
    copier: Copier,
    encoder: Encoder,
    copy: TickCopy,
    batch: Batch,
}

impl LiveMessages {
    /// Messages of a run that were not made yet.
    ///
    /// # Errors
    /// When the channel of transforms cannot be opened.
    pub fn new() -> Result<Self, morse_ros::NodeError> {
        let (copier, encoder) = encoder::pair(false)?;
        Ok(Self { copier, encoder, copy: TickCopy::default(), batch: Batch::default() })
    }

    /// From the next tick on, transforms of all objects are made again, also of those that do not move.
    pub fn repeat_transforms(&mut self) {
        self.encoder.repeat_transforms();
    }

    /// Gives the messages of a finished tick to a sink.
    pub fn tick(&mut self, frame: &Frame<'_>, sink: &mut impl MessageSink) {
        self.copier.copy(frame, false, &mut self.copy);
        self.encoder.encode(&mut self.copy, &mut self.batch);
        self.copy.clear();
        for channel in &self.batch.channels {
            sink.open(NewChannel {
                topic: &channel.topic,
                schema: &channel.schema,
                schema_encoding: channel.schema_encoding,
                definition: &channel.definition,
                encoding: channel.encoding,
            });
        }
        let mut start = 0;
        for entry in &self.batch.entries {
            sink.message(entry.channel, entry.time_ns, &self.batch.bytes[start..entry.end]);
            start = entry.end;
        }
        self.batch.clear();
    }
}
