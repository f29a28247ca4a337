//! Memory that the engine and the host share: a file without a name, in memory, which both map.
//!
//! The first half is for what the engine sends: each value is in a slot of its own, which the host gives back. The host writes
//! its own values from [`HOST_AREA`] on; they count until the next message.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{FallocateFlags, fallocate, fstat};

use crate::mapping::Mapping;

/// Offset of the host's own values. [bytes]
const HOST_AREA: u64 = 1 << 40;
/// Size of all slots, and of all values of the host, beyond which bytes travel in messages. [bytes]
const AREA_BYTES_MAX: usize = 1 << 30;
/// Slots begin at multiples of this, which is one of the page size of every system. [bytes]
const SLOT_ALIGN: usize = 1 << 16;
/// Values begin so far behind the beginning of a slot: some processors copy slowly between places of which one is a few
/// bytes behind the other, counted from the beginnings of their pages, and large buffers begin a few bytes behind it. [bytes]
const VALUE_SHIFT: usize = 1 << 11;

struct Slot {
    /// Offset of its value. [bytes]
    offset: usize,
    /// Size with what is before the value. [bytes]
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
    /// New memory, and the descriptor for the host.
    #[cfg(target_os = "linux")]
    pub(crate) fn new() -> io::Result<(Self, OwnedFd)> {
        use rustix::fs::{MemfdFlags, memfd_create};

        let file = memfd_create("morse-host", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        let for_host = file.try_clone()?;
        let (own, of_host) =
            (Mapping::new(&file, 0, AREA_BYTES_MAX)?, Mapping::new(&file, HOST_AREA, AREA_BYTES_MAX)?);
        Ok((Self { file, own, of_host, slots: Vec::new(), end: 0 }, for_host))
    }

    /// Other systems have no files in memory.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new() -> io::Result<(Self, OwnedFd)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Puts bytes into a free slot. Returns its offset, or nothing if there is no place.
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
        // The pages are there from here on: there is no place for them when they are needed only then.
        fallocate(&self.file, FallocateFlags::empty(), self.end as u64, size as u64).ok()?;
        self.slots.push(Slot { offset: self.end + VALUE_SHIFT, size, is_free: true });
        self.end = end;
        Some(self.slots.len() - 1)
    }

    /// Takes slots back. Offsets of no slot are ignored.
    pub(crate) fn free(&mut self, offsets: &[u64]) {
        for slot in self.slots.iter_mut().filter(|slot| offsets.contains(&(slot.offset as u64))) {
            slot.is_free = true;
        }
    }

    /// Reads bytes of either half.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), String> {
        let (mapping, first) = if offset < HOST_AREA { (&self.own, 0) } else { (&self.of_host, HOST_AREA) };
        let at = usize::try_from(offset - first).unwrap_or(usize::MAX);
        let is_there = mapping.read(at, bytes, self.length().saturating_sub(first));
        is_there.then_some(()).ok_or_else(|| "an end before them".to_owned())
    }

    /// Its length, which the host may increase. [bytes]
    fn length(&self) -> u64 {
        fstat(&self.file).map_or(0, |status| u64::try_from(status.st_size).unwrap_or(0))
    }

    /// The number of bytes from an offset on.
    pub(crate) fn from(&self, offset: u64) -> u64 {
        // A host may make the file as long as it likes; what is not in memory is not counted.
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
    fn a_slot_is_used_again_when_it_was_given_back() {
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
    fn what_the_host_wrote_is_read() {
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
    fn there_is_an_end_to_what_a_host_keeps() {
        let (mut memory, _host) = SharedMemory::new().unwrap();
        memory.end = AREA_BYTES_MAX - SLOT_ALIGN;
        assert!(memory.put(&[1]).is_some());
        assert_eq!(memory.put(&[1]), None);
    }

    #[test]
    fn a_host_that_shortens_or_lengthens_the_memory_gets_errors() {
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
