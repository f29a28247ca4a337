//! Encoding and decoding of MAVLink 1 and 2 frames.

use mavlink::dialects::common::MavMessage;
use mavlink::error::MessageReadError;
use mavlink::{MavHeader, MavlinkReader, MavlinkVersion};

/// Length of the longest frame: MAVLink 2 with a signature. [bytes]
pub const FRAME_BYTES_MAX: usize = 280;

/// Appends a frame to `bytes`.
///
/// # Errors
/// When MAVLink 1 cannot carry the message.
pub fn write(
    bytes: &mut Vec<u8>,
    version: MavlinkVersion,
    header: MavHeader,
    message: &MavMessage,
) -> Result<(), mavlink::error::MessageWriteError> {
    mavlink::write_versioned_msg(bytes, version, header, message).map(|_| ())
}

/// Incremental parser for frames of both versions. Bytes outside of frames with a correct checksum are skipped.
pub struct Frames {
    reader: MavlinkReader<Arrived>,
}

/// Received bytes that are not parsed yet.
#[derive(Default)]
struct Arrived {
    bytes: Vec<u8>,
    read: usize,
}

impl std::io::Read for Arrived {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut rest = self.bytes.get(self.read..).unwrap_or_default();
        let count = rest.read(buffer)?;
        self.read += count;
        Ok(count)
    }
}

impl Default for Frames {
    fn default() -> Self {
        Self { reader: MavlinkReader::with_capacity(2 * FRAME_BYTES_MAX, Arrived::default()) }
    }
}

impl Frames {
    /// Adds bytes, and calls `take` for each complete message.
    pub fn feed(&mut self, bytes: &[u8], mut take: impl FnMut(MavHeader, MavMessage)) {
        let arrived = self.reader.get_mut();
        arrived.bytes.clear();
        arrived.bytes.extend_from_slice(bytes);
        arrived.read = 0;
        loop {
            match self.reader.read_any_message::<MavMessage>() {
                Ok((header, message)) => take(header, message),
                // A frame with a correct checksum and invalid content, such as an unknown enumerator.
                Err(MessageReadError::Parse(_)) => {}
                Err(MessageReadError::Io(_)) => return,
            }
        }
    }

    /// Calls `take` for each message of one datagram, which holds complete frames.
    pub fn of_datagram(bytes: &[u8], take: impl FnMut(MavHeader, MavMessage)) {
        Self::default().feed(bytes, take);
    }
}
