//! Streams of indices: each one as the difference from one of two indices before it.

use crate::formats::gltf::meshopt::cursor::Cursor;
use crate::formats::gltf::meshopt::{Problem, SHORT, push_index};

/// Decompresses `count` indices.
pub(super) fn decode(stream: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Problem> {
    // Each index takes a byte at least.
    if count > stream.len() {
        return Err(SHORT);
    }
    let (mut cursor, _) = Cursor::between(stream, 0xd1, 4)?;
    let mut last = [0_u32; 2];
    let mut decoded = Vec::with_capacity(count * stride);
    for _ in 0..count {
        let number = cursor.number()?;
        let delta = number >> 2 ^ (number >> 1 & 1).wrapping_neg();
        let last = &mut last[(number & 1) as usize];
        *last = last.wrapping_add(delta);
        push_index(&mut decoded, *last, stride);
    }
    cursor.end()?;
    Ok(decoded)
}
