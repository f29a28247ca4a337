//! Maps the shared memory into the address space of this process. Contains all unsafe code of this crate.
//!
//! Proof. A [`Mapping`] owns `length` bytes of address space at `base`, obtained from `mmap`, and only `Drop` unmaps
//! them. An access is made only if its bytes are inside of `length` and inside of the file. [`Mapping::new`] seals the
//! file against shrinking, so a length that the file once had remains valid, and the kernel has a page for each of its
//! bytes. The host can therefore not make an access fail by changes of the file. No Rust reference to the
//! shared bytes exists: they are copied through raw pointers, and nothing else in this process reads or writes them
//! during a copy. The host writes to them during a copy only if it breaks the protocol; the copy then mixes old and
//! new bytes. Bytes have no invalid values, and all data that is read is checked as untrusted input.
#![allow(unsafe_code, reason = "mapped files have no safe interface; the proof is above")]

use std::ffi::c_void;
use std::io;
use std::os::fd::OwnedFd;
use std::ptr::{NonNull, null_mut};

use rustix::fs::{SealFlags, fcntl_add_seals};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// A mapped range of a memory file.
pub(crate) struct Mapping {
    base: NonNull<c_void>,
    length: usize,
}

// SAFETY: the mapping belongs to the process, not to a thread, and `Mapping` has no state besides it.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Maps a range of a memory file and seals the file against shrinking. The range may begin behind the end of the
    /// file.
    pub(crate) fn new(file: &OwnedFd, offset: u64, length: usize) -> io::Result<Self> {
        fcntl_add_seals(file, SealFlags::SHRINK)?;
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: with a null address the kernel chooses an unused range, so no existing mapping is replaced.
        let base = unsafe { mmap(null_mut(), length, access, MapFlags::SHARED, file, offset)? };
        let base = NonNull::new(base)
            .ok_or_else(|| io::Error::other("the memory was mapped at the address zero"))?;
        Ok(Self { base, length })
    }

    /// A pointer to `count` bytes at `at`, if they are inside of the first `present` bytes of the mapping.
    fn pointer(&self, at: usize, count: usize, present: u64) -> Option<*mut u8> {
        let end = at.checked_add(count).filter(|&end| end <= self.length)?;
        if end as u64 > present {
            return None;
        }
        // SAFETY: `at` is at most `length`, so the result is in the mapping or at its end.
        Some(unsafe { self.base.as_ptr().cast::<u8>().add(at) })
    }

    /// Copies `bytes` to the offset `at`. The file contains the first `present` bytes of the mapping. Returns false,
    /// without copying, if the range exceeds these.
    pub(crate) fn write(&self, at: usize, bytes: &[u8], present: u64) -> bool {
        let Some(to) = self.pointer(at, bytes.len(), present) else { return false };
        // SAFETY: `pointer` has checked that this number of bytes is mapped there and is in the file. `bytes` does not
        // overlap the mapping, because there are no references to the mapping.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        true
    }

    /// Copies from the offset `at` to `bytes`. The file contains the first `present` bytes of the mapping. Returns
    /// false, without copying, if the range exceeds these.
    pub(crate) fn read(&self, at: usize, bytes: &mut [u8], present: u64) -> bool {
        let Some(from) = self.pointer(at, bytes.len(), present) else { return false };
        // SAFETY: as in `write`.
        unsafe { from.copy_to_nonoverlapping(bytes.as_mut_ptr(), bytes.len()) };
        true
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: `base` and `length` describe the mapping, and nothing uses it any more.
        let unmapped = unsafe { munmap(self.base.as_ptr(), self.length) };
        debug_assert!(unmapped.is_ok(), "the mapping existed");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::fs::{MemfdFlags, ftruncate, memfd_create};

    use super::*;

    fn file() -> OwnedFd {
        memfd_create("test", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING).unwrap()
    }

    #[test]
    fn mappings_of_one_file_share_bytes() {
        let file = file();
        let (one, other) = (Mapping::new(&file, 0, 8192).unwrap(), Mapping::new(&file, 4096, 4096).unwrap());
        ftruncate(&file, 8192).unwrap();
        assert!(one.write(4097, &[1, 2, 3], 8192));
        let mut seen = [0; 4];
        assert!(other.read(0, &mut seen, 4096));
        assert_eq!(seen, [0, 1, 2, 3]);
    }

    #[test]
    fn bytes_outside_are_refused() {
        let file = file();
        let mapping = Mapping::new(&file, 0, 8192).unwrap();
        assert!(!mapping.read(0, &mut [0], 0), "the file is empty");
        ftruncate(&file, 1 << 20).unwrap();
        assert!(mapping.write(8190, &[1, 2], 1 << 20));
        assert!(!mapping.write(8191, &[1, 2], 1 << 20), "the mapping ends earlier");
        assert!(!mapping.read(usize::MAX, &mut [0; 2], u64::MAX));
        assert!(!mapping.write(4096, &[1], 4096));
    }

    #[test]
    fn mapped_file_cannot_shrink() {
        let file = file();
        let mapping = Mapping::new(&file, 0, 4096).unwrap();
        ftruncate(&file, 4096).unwrap();
        assert!(mapping.write(0, &[7], 4096));
        assert!(ftruncate(&file, 0).is_err());
        let mut seen = [0];
        assert!(mapping.read(0, &mut seen, 4096));
        assert_eq!(seen, [7]);
    }

    #[test]
    fn unsealable_file_is_not_mapped() {
        let file = memfd_create("test", MemfdFlags::CLOEXEC).unwrap();
        assert!(Mapping::new(&file, 0, 4096).is_err());
    }
}
