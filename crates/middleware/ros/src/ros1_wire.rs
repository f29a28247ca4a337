//! The bytes of messages in ROS 1: packed, little endian, without names or types.
//!
//! The format is that of a TCPROS message without the length before it.

use roslibrust_serde_rosmsg::{Serializer, from_slice_known_length};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The longest message that is read. [byte]
///
/// A peer can claim any length below 4 GiB; a connection must not wait for it, nor reserve it.
pub const MESSAGE_LENGTH_MAX: usize = 1 << 28;

/// Why bytes are no message of the expected type, or a message has no bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The message is too long.
    #[error("a message of {length} bytes is longer than the limit of {MESSAGE_LENGTH_MAX} bytes")]
    TooLong {
        /// Its length. [byte]
        length: usize,
    },
    /// The bytes do not have the form of the type.
    #[error("the bytes are no such message: {0}")]
    Malformed(String),
    /// The value cannot be written.
    #[error("the message cannot be written: {0}")]
    Unwritable(String),
}

/// Appends the bytes of a message.
///
/// # Errors
/// When the message is longer than [`MESSAGE_LENGTH_MAX`]. What was appended is then of no use.
pub fn encode<M: Serialize>(message: &M, out: &mut Vec<u8>) -> Result<(), WireError> {
    let start = out.len();
    let written = message.serialize(&mut Serializer::new(&mut *out));
    written.map_err(|error| WireError::Unwritable(error.to_string()))?;
    match out.len() - start {
        length if length > MESSAGE_LENGTH_MAX => Err(WireError::TooLong { length }),
        _ => Ok(()),
    }
}

/// The message that the bytes are, from the first to the last.
///
/// # Errors
/// When bytes are missing, left over or not of this type: strings must be UTF-8.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, WireError> {
    let length = bytes.len();
    if length > MESSAGE_LENGTH_MAX {
        return Err(WireError::TooLong { length });
    }
    from_slice_known_length(bytes, length as u32).map_err(|error| WireError::Malformed(error.to_string()))
}

#[cfg(test)]
mod tests;
