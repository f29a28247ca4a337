//! One field of all structures of a block, or the values of an attribute, read in order with little memory.

use crate::formats::blend::bytes::{address_at, f32_at, u16_at, u32_at};
use crate::formats::blend::file::BlendFile;
use crate::formats::blend::source::{WINDOW_BYTES, Window};

/// Values of the same size and distance in a block.
#[derive(Clone)]
pub(super) struct Column<'a> {
    file: &'a BlendFile<'a>,
    /// Place of the first value in the file.
    start: u64,
    /// End of the block in the file.
    end: u64,
    /// Bytes from a value to the next one; 0 if one value holds for all rows.
    stride: usize,
    /// Size of a value. [bytes]
    width: usize,
    window: Window,
    /// How often the window may still move. Then it becomes the rest of the block: values in an order that jumps do not
    /// take quadratic time.
    moves_left: usize,
}

impl<'a> Column<'a> {
    /// Values of `width` bytes at an offset in each structure of a block.
    pub(super) fn new(
        file: &'a BlendFile<'a>,
        block: u32,
        offset: usize,
        stride: usize,
        width: usize,
    ) -> Option<Column<'a>> {
        let block = file.blocks.get(block as usize)?;
        Some(Column {
            file,
            start: block.start + offset as u64,
            end: block.start + block.size as u64,
            stride,
            width,
            window: Window::default(),
            moves_left: 8 * (block.size / WINDOW_BYTES + 2),
        })
    }

    /// The bytes of a value; none if it is not in the file.
    pub(super) fn bytes(&mut self, row: usize) -> &[u8] {
        self.read(row, self.width)
    }

    /// The bytes of values without gaps between them; none if they are not all in the file.
    pub(super) fn run(&mut self, row: usize, count: usize) -> Option<&[u8]> {
        let length = count.checked_mul(self.width).filter(|_| self.stride == self.width)?;
        Some(self.read(row, length)).filter(|bytes| bytes.len() == length)
    }

    fn read(&mut self, row: usize, length: usize) -> &[u8] {
        let place = (row as u64).checked_mul(self.stride as u64).and_then(|at| at.checked_add(self.start));
        let Some(place) = place.filter(|place| place.saturating_add(length as u64) <= self.end) else {
            return &[];
        };
        if let Some(bytes) = self.file.source.in_memory(place, length) {
            return bytes;
        }
        let ahead = if self.moves_left > 0 { WINDOW_BYTES } else { usize::MAX };
        // The rest of a block would not hold the values before it.
        let begin = if self.moves_left > 0 { place } else { self.start };
        let end = (place - begin) as usize + length;
        match self.window.at(&self.file.source, begin, end, ahead, self.end) {
            Ok((bytes, has_moved)) => {
                self.moves_left = self.moves_left.saturating_sub(usize::from(has_moved));
                &bytes[end - length..]
            }
            Err(error) => {
                self.file.note_failure(place, &error);
                &[]
            }
        }
    }

    /// A whole number of four bytes; `u32::MAX` if it is not in the file.
    pub(super) fn u32(&mut self, row: usize) -> u32 {
        u32_at(self.bytes(row), 0).unwrap_or(u32::MAX)
    }

    /// Two whole numbers of four bytes; `u32::MAX` where they are not in the file.
    pub(super) fn pair(&mut self, row: usize) -> [u32; 2] {
        let bytes = self.bytes(row);
        [0, 4].map(|at| u32_at(bytes, at).unwrap_or(u32::MAX))
    }

    /// A whole number of two bytes; 0 if it is not in the file.
    pub(super) fn u16(&mut self, row: usize) -> u16 {
        u16_at(self.bytes(row), 0).unwrap_or(0)
    }

    /// Numbers side by side; NaN where they are not in the file.
    pub(super) fn floats<const N: usize>(&mut self, row: usize) -> [f32; N] {
        let bytes = self.bytes(row);
        std::array::from_fn(|part| f32_at(bytes, 4 * part).unwrap_or(f32::NAN))
    }

    /// An old address; 0 if it is not in the file.
    pub(super) fn address(&mut self, row: usize) -> u64 {
        let pointer_bytes = self.file.header.pointer_bytes;
        address_at(self.bytes(row), 0, pointer_bytes)
    }
}
