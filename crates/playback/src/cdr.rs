//! Reads messages of ROS 2 from CDR.

use byteorder::LittleEndian;
use serde::de::DeserializeOwned;

/// Bytes before a message of ROS 2 that say how it is encoded.
const ENCAPSULATION: usize = 4;

/// Reads a message of ROS 2.
pub(crate) fn read<T: DeserializeOwned>(data: &[u8]) -> Result<T, String> {
    let body = data.get(ENCAPSULATION..).ok_or("a message is too short")?;
    let read = cdr_encoding::from_bytes::<T, LittleEndian>(body);
    read.map(|(message, _)| message).map_err(|error| format!("a message is malformed: {error}"))
}
