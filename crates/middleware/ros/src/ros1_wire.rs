//! Serialization of ROS 1 messages: packed, little endian, without field names or types.
//!
//! The format is a TCPROS message without its length prefix.

use roslibrust_serde_rosmsg::{Serializer, from_slice_known_length};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The largest size of a message, sent or received. [byte]
///
/// The length prefix of a peer can claim up to 4 GiB, which must not be allocated.
pub const MESSAGE_LENGTH_MAX: usize = 1 << 28;

/// Error of serializing or deserializing a message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The message is longer than [`MESSAGE_LENGTH_MAX`].
    #[error("a message of {length} bytes is longer than the limit of {MESSAGE_LENGTH_MAX} bytes")]
    TooLong {
        /// Length of the message. [byte]
        length: usize,
    },
    /// The bytes are not a message of the expected type.
    #[error("the bytes are not a message of this type: {0}")]
    Malformed(String),
    /// The message cannot be serialized.
    #[error("the message cannot be written: {0}")]
    Unwritable(String),
}

/// Appends the serialized message to `out`.
///
/// # Errors
/// When the message is longer than [`MESSAGE_LENGTH_MAX`]. The bytes that were appended are then to be discarded.
pub fn encode<M: Serialize>(message: &M, out: &mut Vec<u8>) -> Result<(), WireError> {
    let start = out.len();
    let written = message.serialize(&mut Serializer::new(&mut *out));
    written.map_err(|error| WireError::Unwritable(error.to_string()))?;
    match out.len() - start {
        length if length > MESSAGE_LENGTH_MAX => Err(WireError::TooLong { length }),
        _ => Ok(()),
    }
}

/// Deserializes a message. It must take up all bytes.
///
/// # Errors
/// When bytes are missing or left over, or do not fit the type. Strings must be UTF-8.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, WireError> {
    let length = bytes.len();
    if length > MESSAGE_LENGTH_MAX {
        return Err(WireError::TooLong { length });
    }
    from_slice_known_length(bytes, length as u32).map_err(|error| WireError::Malformed(error.to_string()))
}

#[cfg(test)]
mod tests;
