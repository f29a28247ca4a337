//! Memory that the engine and the host share: a file without a name, in memory.
//!
//! The engine reads and writes it with system calls, so that nothing that the host does to the file can be worse than an
//! error. The host maps it. The lower half is for what the engine sends: each value is in a slot of its own, which the host
//! gives back. The host writes its own values from [`HOST_AREA`] on; they count until the next message.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::{fstat, ftruncate};
use rustix::io::{Errno, pread, pwrite};

/// Offset of the host's own values. [bytes]
const HOST_AREA: u64 = 1 << 40;
/// Size of all slots, beyond which bytes travel in messages. [bytes]
const SLOTS_BYTES_MAX: u64 = 1 << 30;
/// Slots begin at multiples of this, which is one of the page size of every system. [bytes]
const SLOT_ALIGN: u64 = 1 << 16;
/// Values begin so far behind the beginning of a slot: some processors copy slowly between places of which one is a few
/// bytes behind the other, counted from the beginnings of their pages, and large buffers begin a few bytes behind it. [bytes]
const VALUE_SHIFT: u64 = 1 << 11;

struct Slot {
    /// Offset of its value. [bytes]
    offset: u64,
    /// Size with what is before the value. [bytes]
    size: u64,
    is_free: bool,
}

/// The engine's end of the shared memory.
pub(crate) struct SharedMemory {
    descriptor: OwnedFd,
    slots: Vec<Slot>,
    end: u64,
}

impl SharedMemory {
    /// New memory, and the descriptor for the host.
    #[cfg(target_os = "linux")]
    pub(crate) fn new() -> io::Result<(Self, OwnedFd)> {
        let descriptor = rustix::fs::memfd_create("morse-host", rustix::fs::MemfdFlags::CLOEXEC)?;
        let of_host = descriptor.try_clone()?;
        Ok((Self { descriptor, slots: Vec::new(), end: 0 }, of_host))
    }

    /// Other systems have no files in memory.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new() -> io::Result<(Self, OwnedFd)> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Puts bytes into a free slot. Returns its offset, or nothing if there is no place.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Option<u64> {
        let size = u64::try_from(bytes.len()).ok()?.checked_add(VALUE_SHIFT)?;
        let size = size.checked_next_multiple_of(SLOT_ALIGN)?;
        let free = self.slots.iter().position(|slot| slot.is_free && slot.size == size);
        let index = match free {
            Some(index) => index,
            None => self.grow(size)?,
        };
        let slot = &mut self.slots[index];
        write_all(&self.descriptor, bytes, slot.offset).ok()?;
        slot.is_free = false;
        Some(slot.offset)
    }

    fn grow(&mut self, size: u64) -> Option<usize> {
        let end = self.end.checked_add(size).filter(|&end| end <= SLOTS_BYTES_MAX)?;
        ftruncate(&self.descriptor, self.length().max(end)).ok()?;
        self.slots.push(Slot { offset: self.end + VALUE_SHIFT, size, is_free: true });
        self.end = end;
        Some(self.slots.len() - 1)
    }

    /// Takes slots back. Offsets of no slot are ignored.
    pub(crate) fn free(&mut self, offsets: &[u64]) {
        for slot in self.slots.iter_mut().filter(|slot| offsets.contains(&slot.offset)) {
            slot.is_free = true;
        }
    }

    /// Reads bytes of either half.
    pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), String> {
        read_all(&self.descriptor, bytes, offset).map_err(|error| format!("an end before them: {error}"))
    }

    /// Its length, which the host may change. [bytes]
    fn length(&self) -> u64 {
        fstat(&self.descriptor).map_or(0, |status| u64::try_from(status.st_size).unwrap_or(0))
    }

    /// The number of bytes from an offset on.
    pub(crate) fn from(&self, offset: u64) -> u64 {
        // A host may make the file as long as it likes; what is not in memory is not counted.
        let first = if offset < HOST_AREA { 0 } else { HOST_AREA };
        self.length().saturating_sub(offset).min(SLOTS_BYTES_MAX.saturating_sub(offset - first))
    }
}

/// Writes all bytes at an offset.
fn write_all(descriptor: &OwnedFd, mut bytes: &[u8], mut offset: u64) -> Result<(), Errno> {
    while !bytes.is_empty() {
        let count = match pwrite(descriptor, bytes, offset) {
            Ok(0) => return Err(Errno::NOSPC),
            Ok(count) => count,
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error),
        };
        bytes = &bytes[count..];
        offset += count as u64;
    }
    Ok(())
}

/// Fills all bytes from an offset on.
fn read_all(descriptor: &OwnedFd, mut bytes: &mut [u8], mut offset: u64) -> Result<(), io::Error> {
    while !bytes.is_empty() {
        let count = match pread(descriptor, &mut *bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        };
        bytes = &mut bytes[count..];
        offset += count as u64;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
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
        read_all(&host, &mut seen, second).unwrap();
        assert_eq!(seen, image);
    }

    #[test]
    fn there_is_an_end_to_what_a_host_keeps() {
        let (mut memory, _host) = SharedMemory::new().unwrap();
        memory.end = SLOTS_BYTES_MAX - SLOT_ALIGN;
        assert!(memory.put(&[1]).is_some());
        assert_eq!(memory.put(&[1]), None);
    }

    #[test]
    fn a_host_that_shortens_or_lengthens_the_memory_gets_errors() {
        let (mut memory, host) = SharedMemory::new().unwrap();
        let offset = memory.put(&[1; 100_000]).unwrap();
        ftruncate(&host, 10).unwrap();
        assert!(memory.read(offset, &mut [0; 100]).is_err());
        assert_eq!(memory.from(0), 10);
        assert_eq!(memory.from(u64::MAX), 0);
        ftruncate(&host, i64::MAX as u64).unwrap();
        assert!(memory.from(HOST_AREA) <= SLOTS_BYTES_MAX);
        assert!(memory.read(u64::MAX, &mut [0; 100]).is_err());
        ftruncate(&host, 0).unwrap();
        assert!(memory.put(&[2; 100_000]).is_some());
    }
}
