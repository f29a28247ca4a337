//! Memory shared by the engine and the host: an anonymous memory file that both map.
//!
//! The first half holds values that the engine sends. Each value is in a slot of its own, which the host gives back.
//! The host writes its own values from [`HOST_AREA`] on; they are valid until the next message.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{FallocateFlags, fallocate, fstat};

use crate::mapping::Mapping;

/// Offset of the half that the host writes. [bytes]
const HOST_AREA: u64 = 1 << 40;
/// Maximum size of all slots together, and of all values of the host together. Further bytes travel in messages.
/// [bytes]
const AREA_BYTES_MAX: usize = 1 << 30;
/// Alignment of slots, a multiple of the page size of every system. [bytes]
const SLOT_ALIGN: usize = 1 << 16;
/// Offset of a value from the beginning of its slot. Large buffers begin a few bytes behind the beginning of a page,
/// and some processors copy slowly if source and target are a few bytes apart within their pages. [bytes]
const VALUE_SHIFT: usize = 1 << 11;

struct Slot {
    /// Offset of the value. [bytes]
    offset: usize,
    /// Size, including the bytes before the value. [bytes]
    size: usize,
    is_free: bool,
}

/// The engine's end of the shared memory.
pub(crate) struct SharedMemory {
    file: OwnedFd,
    own: Mapping,
    of_host: Mapping,
    slots: Vec<Slot>,
    end: usize,
}

impl SharedMemory {
    /// Creates the memory, and the descriptor for the host.
    #[cfg(target_os = "linux")]
    pub(crate) fn new() -> io::Result<(Self, OwnedFd)> {
        use rustix::fs::{MemfdFlags, memfd_create};

        let file = memfd_create("morse-host", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        let for_host = file.try_clone()?;
        let (own, of_host) =
            (Mapping::new(&file, 0, AREA_BYTES_MAX)?, Mapping::new(&file, HOST_AREA, AREA_BYTES_MAX)?);
        Ok((Self { file, own, of_host, slots: Vec::new(), end: 0 }, for_host))
    }

    /// Memory files exist on Linux only.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new() -> io::Result<(Self, OwnedFd)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes bytes to a free slot. Returns its offset, or `None` if the memory is full.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Option<u64> {
        let size = bytes.len().checked_add(VALUE_SHIFT)?.checked_next_multiple_of(SLOT_ALIGN)?;
        let free = self.slots.iter().position(|slot| slot.is_free && slot.size == size);
        let index = match free {
            Some(index) => index,
            None => self.grow(size)?,
        };
        let slot = &mut self.slots[index];
        slot.is_free = !self.own.write(slot.offset, bytes, self.end as u64);
        (!slot.is_free).then_some(slot.offset as u64)
    }

    fn grow(&mut self, size: usize) -> Option<usize> {
        let end = self.end.checked_add(size).filter(|&end| end <= AREA_BYTES_MAX)?;
        // Allocates the pages now, so that a lack of memory is reported here and not at the first access.
        fallocate(&self.file, FallocateFlags::empty(), self.end as u64, size as u64).ok()?;
        self.slots.push(Slot { offset: self.end + VALUE_SHIFT, size, is_free: true });
        self.end = end;
        Some(self.slots.len() - 1)
    }

    /// Frees slots. Offsets without a slot are ignored.
    pub(crate) fn free(&mut self, offsets: &[u64]) {
        for slot in self.slots.iter_mut().filter(|slot| offsets.contains(&(slot.offset as u64))) {
            slot.is_free = true;
        }
    }

    /// Reads bytes from either half.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), String> {
        let (mapping, first) = if offset < HOST_AREA { (&self.own, 0) } else { (&self.of_host, HOST_AREA) };
        let at = usize::try_from(offset - first).unwrap_or(usize::MAX);
        let is_there = mapping.read(at, bytes, self.length().saturating_sub(first));
        is_there.then_some(()).ok_or_else(|| "fewer bytes".to_owned())
    }

    /// Length of the file, which the host may increase. [bytes]
    fn length(&self) -> u64 {
        fstat(&self.file).map_or(0, |status| u64::try_from(status.st_size).unwrap_or(0))
    }

    /// Number of readable bytes from `offset` to the end of its half.
    pub(crate) fn from(&self, offset: u64) -> u64 {
        // The host may extend the file beyond the mapped area; only mapped bytes count.
        let first = if offset < HOST_AREA { 0 } else { HOST_AREA };
        self.length().saturating_sub(offset).min((AREA_BYTES_MAX as u64).saturating_sub(offset - first))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::fs::ftruncate;
    use rustix::io::{pread, pwrite};

    use super::*;

    #[test]
    fn freed_slot_is_reused() {
        let (mut memory, host) = SharedMemory::new().unwrap();
        let image = vec![7; 100_000];
        let first = memory.put(&image).unwrap();
        let second = memory.put(&image).unwrap();
        assert_ne!(first, second);
        memory.free(&[first, 12345]);
        assert_eq!(memory.put(&[8; 100_000]), Some(first));
        let mut seen = vec![0; 100_000];
        assert_eq!(pread(&host, &mut seen[..], second).unwrap(), 100_000);
        assert_eq!(seen, image);
    }

    #[test]
    fn bytes_written_by_the_host_are_read() {
        let (mut memory, host) = SharedMemory::new().unwrap();
        let mut seen = [0; 3];
        assert!(memory.read(HOST_AREA + 5, &mut seen).is_err());
        pwrite(&host, &[1, 2, 3], HOST_AREA + 5).unwrap();
        memory.read(HOST_AREA + 5, &mut seen).unwrap();
        assert_eq!(seen, [1, 2, 3]);
        let slot = memory.put(&[4; 5000]).unwrap();
        pwrite(&host, &[6], slot + 2).unwrap();
        memory.read(slot + 1, &mut seen).unwrap();
        assert_eq!(seen, [4, 6, 4]);
    }

    #[test]
    fn memory_for_slots_is_limited() {
        let (mut memory, _host) = SharedMemory::new().unwrap();
        memory.end = AREA_BYTES_MAX - SLOT_ALIGN;
        assert!(memory.put(&[1]).is_some());
        assert_eq!(memory.put(&[1]), None);
    }

    #[test]
    fn host_that_resizes_the_memory_gets_errors() {
        let (mut memory, host) = SharedMemory::new().unwrap();
        let offset = memory.put(&[1; 100_000]).unwrap();
        assert!(ftruncate(&host, 10).is_err());
        assert!(memory.read(offset, &mut [0; 100]).is_ok());
        assert!(memory.from(offset) < 200_000);
        assert!(memory.read(offset, &mut [0; 200_000]).is_err());
        assert_eq!(memory.from(u64::MAX), 0);
        ftruncate(&host, i64::MAX as u64).unwrap();
        assert_eq!(memory.from(HOST_AREA), AREA_BYTES_MAX as u64);
        assert_eq!(memory.from(AREA_BYTES_MAX as u64), 0);
        assert!(memory.read(u64::MAX, &mut [0; 100]).is_err());
        assert!(memory.put(&[2; 100_000]).is_some());
    }
}
