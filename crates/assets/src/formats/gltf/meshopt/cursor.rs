//! Reads a stream from its beginning, byte by byte or as numbers of varying length.

use crate::formats::gltf::meshopt::{LONG, Problem, SHORT};

/// The rest of a stream.
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// The middle of a stream that begins with `header`, and the `tail` bytes at its end.
    pub(super) fn between(
        stream: &'a [u8],
        header: u8,
        tail: usize,
    ) -> Result<(Cursor<'a>, &'a [u8]), Problem> {
        let (&first, rest) = stream.split_first().ok_or(SHORT)?;
        if first != header {
            return Err("the stream is not of its mode, or of a version that is not known");
        }
        let middle = rest.len().checked_sub(tail).ok_or(SHORT)?;
        let (rest, tail) = rest.split_at(middle);
        Ok((Cursor { rest }, tail))
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Problem> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(SHORT)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Problem> {
        let (&byte, rest) = self.rest.split_first().ok_or(SHORT)?;
        self.rest = rest;
        Ok(byte)
    }

    /// A whole number in one to five bytes, seven bits in each, the lowest ones first (LEB128).
    pub(super) fn number(&mut self) -> Result<u32, Problem> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err("a number of the stream has more than five bytes")
    }

    pub(super) fn end(self) -> Result<(), Problem> {
        if self.rest.is_empty() { Ok(()) } else { Err(LONG) }
    }
}
