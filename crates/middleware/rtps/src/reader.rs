//! A reader: its matched writers and the samples that it receives.

pub mod assembly;
pub mod writer_proxy;

use std::collections::BTreeMap;

use bytes::Bytes;

use crate::discovery::endpoint::EndpointData;
use crate::guid::Guid;
use crate::parameters::{InlineParameters, SampleIdentity};
use crate::reader::writer_proxy::WriterProxy;
use crate::sequence::SequenceNumber;

/// A reader of this participant.
#[derive(Debug)]
pub struct LocalReader {
    pub data: EndpointData,
    /// Whether writers of this participant are matched too.
    pub reads_own: bool,
    /// The matched writers of other participants.
    pub writers: BTreeMap<Guid, WriterProxy>,
}

impl LocalReader {
    pub fn new(data: EndpointData, reads_own: bool) -> Self {
        Self { data, reads_own, writers: BTreeMap::new() }
    }
}

/// A received sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Its writer.
    pub writer: Guid,
    /// Its number.
    pub sequence: SequenceNumber,
    /// The encoding: the first two bytes of the encapsulation header.
    pub encapsulation: [u8; 2],
    /// The data without encapsulation header.
    pub payload: Bytes,
    /// The sample to which it is related: for requests and responses of services.
    pub related: Option<SampleIdentity>,
}

/// A sample as it arrives, with its encapsulation header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub sequence: SequenceNumber,
    pub payload: Bytes,
    pub inline: InlineParameters,
    pub is_key: bool,
}

impl Received {
    /// The sample for the application; `None` if it has no data.
    pub fn into_sample(self, writer: Guid) -> Option<Sample> {
        if self.is_key || self.inline.disposed {
            return None;
        }
        let &[high, low, _, options] = self.payload.first_chunk()?;
        // The options count the padding after the data (DDS-XTypes 1.3, 7.6.3.1.2).
        let end = self.payload.len().saturating_sub(usize::from(options & 3)).max(4);
        Some(Sample {
            writer,
            sequence: self.sequence,
            encapsulation: [high, low],
            payload: self.payload.slice(4..end),
            related: self.inline.related,
        })
    }
}
