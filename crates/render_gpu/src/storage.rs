//! Buffers on the device that grow.

use morse_render::device::DeviceError;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, Device, Queue};

use crate::arena::Arena;

/// Smallest size of a buffer. [bytes]
const LEAST: u64 = 1 << 16;

/// A buffer that is replaced by a larger one when needed.
pub(crate) struct Storage {
    what: &'static str,
    usage: BufferUsages,
    pub(crate) most: u64,
    pub(crate) buffer: Buffer,
}

impl Storage {
    /// A small buffer. `most` is the largest size that it may get. [bytes]
    pub(crate) fn new(device: &Device, what: &'static str, usage: BufferUsages, most: u64) -> Storage {
        Storage { what, usage, most, buffer: create(device, what, usage, LEAST) }
    }

    /// Makes room for a number of bytes. Returns whether the buffer is a new one, whose contents are lost.
    ///
    /// # Errors
    /// [`DeviceError::TooLarge`] for more than the device takes.
    pub(crate) fn reserve(&mut self, device: &Device, needed: u64) -> Result<bool, DeviceError> {
        if needed <= self.buffer.size() {
            return Ok(false);
        }
        if needed > self.most {
            return Err(DeviceError::TooLarge { what: self.what, needed, most: self.most });
        }
        let size = needed.next_power_of_two().min(self.most);
        self.buffer = create(device, self.what, self.usage, size);
        Ok(true)
    }

    /// Uploads words.
    ///
    /// # Errors
    /// [`DeviceError::TooLarge`] for more than the device takes.
    pub(crate) fn upload(
        &mut self,
        device: &Device,
        queue: &Queue,
        words: &[u32],
    ) -> Result<(), DeviceError> {
        self.reserve(device, bytes_of(words.len()))?;
        queue.write_buffer(&self.buffer, 0, bytemuck::cast_slice(words));
        Ok(())
    }

    /// Uploads the new words of an arena, or all words if the buffer must grow.
    ///
    /// # Errors
    /// [`DeviceError::TooLarge`] for more than the device takes; the arena is then empty.
    pub(crate) fn follow(
        &mut self,
        device: &Device,
        queue: &Queue,
        arena: &mut Arena,
    ) -> Result<(), DeviceError> {
        let is_new = match self.reserve(device, bytes_of(arena.words().len())) {
            Ok(is_new) => is_new,
            Err(error) => {
                arena.clear();
                return Err(error);
            }
        };
        let fresh = arena.take_fresh();
        let fresh = if is_new { 0..fresh.end } else { fresh };
        if let Some(words) = arena.words().get(fresh.clone()).filter(|words| !words.is_empty()) {
            queue.write_buffer(&self.buffer, bytes_of(fresh.start), bytemuck::cast_slice(words));
        }
        Ok(())
    }
}

/// The size of a number of words. [bytes]
pub(crate) fn bytes_of(words: usize) -> u64 {
    4 * words as u64
}

fn create(device: &Device, what: &'static str, usage: BufferUsages, size: u64) -> Buffer {
    device.create_buffer(&BufferDescriptor { label: Some(what), size, usage, mapped_at_creation: false })
}
