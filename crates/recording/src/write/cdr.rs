//! Messages of ROS 2 as bytes: CDR, little-endian, with its header of four bytes.

use byteorder::LittleEndian;
use serde::Serialize;

/// Encapsulation of plain CDR, little-endian.
const HEADER: [u8; 4] = [0, 1, 0, 0];

/// Appends a message.
pub(super) fn append<T: Serialize>(bytes: &mut Vec<u8>, message: &T) -> cdr_encoding::Result<()> {
    bytes.extend(HEADER);
    let start = bytes.len();
    cdr_encoding::to_writer::<T, LittleEndian, &mut Vec<u8>>(bytes, message)?;
    if bytes.len() == start {
        // Types of DDS have at least one field.
        bytes.push(0);
    }
    Ok(())
}
