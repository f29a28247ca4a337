//! Encoded messages on their way to the file.

use std::sync::{Arc, Mutex, PoisonError};

/// A channel that messages of a batch use for the first time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewChannel {
    pub(super) topic: String,
    pub(super) schema: String,
    /// `ros2msg` or `jsonschema`.
    pub(super) schema_encoding: &'static str,
    pub(super) definition: String,
    /// `cdr` or `json`.
    pub(super) encoding: &'static str,
}

/// The place of a message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// Number of the channel, in the order of opening.
    pub(super) channel: usize,
    /// Simulated time. [ns]
    pub(super) time_ns: u64,
    /// Where its bytes end; they begin where those of the message before end.
    pub(super) end: usize,
}

/// Messages and the channels that they open.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) channels: Vec<NewChannel>,
    pub(super) entries: Vec<Entry>,
    pub(super) bytes: Vec<u8>,
}

impl Batch {
    /// Makes it empty; its memory stays.
    pub(super) fn clear(&mut self) {
        self.channels.clear();
        self.entries.clear();
        self.bytes.clear();
    }
}

/// The batch in the making, to which the publishers of all channels add.
#[derive(Debug, Clone, Default)]
pub(super) struct Messages(Arc<Mutex<Builder>>);

impl Messages {
    /// Adds messages or channels.
    pub(super) fn with<T>(&self, add: impl FnOnce(&mut Builder) -> T) -> T {
        add(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A batch in the making.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) batch: Batch,
    /// Number of channels that were opened so far.
    channels: usize,
    /// Time of the messages that follow. [ns]
    pub(super) time_ns: u64,
}

impl Builder {
    /// Opens a channel, and returns its number.
    pub(super) fn open(&mut self, channel: NewChannel) -> usize {
        self.batch.channels.push(channel);
        self.channels += 1;
        self.channels - 1
    }

    /// Adds a message whose bytes `write` appends. After an error, appended bytes are removed.
    pub(super) fn add<E>(
        &mut self,
        channel: usize,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = self.batch.bytes.len();
        let written = write(&mut self.batch.bytes);
        match &written {
            Ok(()) => {
                let end = self.batch.bytes.len();
                self.batch.entries.push(Entry { channel, time_ns: self.time_ns, end });
            }
            Err(_) => self.batch.bytes.truncate(start),
        }
        written
    }
}
