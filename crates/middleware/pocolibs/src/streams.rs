//! The streams of components: options, encoding of readings, decoding of posters.

mod fill;
mod options;
mod points;
mod publishers;
mod readers;

use morse_sim::transport::stream::Sample;

pub(crate) use options::Options;
pub(crate) use publishers::{check as check_publisher, open as open_publisher};
pub(crate) use readers::{check as check_reader, open as open_reader};

/// Encoder of a sensor's poster.
trait Encode: Send {
    /// Encodes a reading. `None` if there is nothing to write.
    fn encode(&mut self, sample: &Sample<'_>) -> Option<&[u8]>;
}
