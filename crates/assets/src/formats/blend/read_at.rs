//! Bytes that are read at an offset, and the limit of their number.

use std::io;

use crate::ReadError;
use crate::limits::FILE_BYTES_MAX;

/// Bytes that can be read at any offset.
pub(super) trait ReadAt {
    /// Number of bytes.
    fn length(&self) -> u64;

    /// Fills a buffer with the bytes at an offset.
    ///
    /// # Errors
    /// If they are not all there, or cannot be read.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// Refuses files above the limit.
///
/// # Errors
/// If the unpacked size is above the limit.
pub(super) fn check_size(unpacked: u64) -> Result<(), ReadError> {
    if unpacked <= FILE_BYTES_MAX {
        return Ok(());
    }
    Err(ReadError::new(
        "compressed data",
        format!("unpacks to more than {} MiB, which is the limit", FILE_BYTES_MAX >> 20),
        "split the file or simplify its meshes",
    ))
}
