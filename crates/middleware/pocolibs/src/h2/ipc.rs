//! System V shared memory and semaphores: all unsafe code of this crate.
//!
//! Soundness. A [`Segment`] owns one attachment: `shmat` returned `base`, the kernel mapped at least `length` bytes there
//! (`IPC_STAT` returned the size of the segment, which cannot change while it exists), and only `Drop` detaches it. The
//! memory stays mapped after the segment was removed. Every access is checked to be inside of `length`, and uses
//! volatile accesses through the raw pointer: no Rust reference to the shared bytes exists, so other processes may change
//! them at any time without violating assumptions of the compiler. Bytes have no invalid values. Reads return a copy, which
//! is validated as external data. A segment is not `Sync`: one thread at a time uses it. Semaphores are plain system calls
//! on ids; a wrong id is an error of the kernel.
#![allow(
    unsafe_code,
    reason = "System V IPC has no safe interface in the libraries; its soundness is explained above"
)]

use std::io::{Error, ErrorKind, Result};
use std::ptr::NonNull;

/// Permissions of created objects, as in pocolibs.
const MODE: libc::c_int = 0o666;

/// Size of the words by which memory is copied. [bytes]
const WORD: usize = size_of::<u64>();

/// Converts the result of a system call.
fn checked(result: libc::c_int) -> Result<libc::c_int> {
    if result == -1 { Err(Error::last_os_error()) } else { Ok(result) }
}

/// A shared memory segment, attached to this process.
#[derive(Debug)]
pub(crate) struct Segment {
    id: libc::c_int,
    base: NonNull<u8>,
    length: usize,
}

// SAFETY: the attachment belongs to the process, not to a thread; `Segment` has no shared state besides it.
unsafe impl Send for Segment {}

impl Segment {
    /// Creates a zeroed segment. The key must not exist.
    pub(crate) fn create(key: i32, length: usize) -> Result<Self> {
        // SAFETY: no pointers.
        let id = checked(unsafe { libc::shmget(key, length, libc::IPC_CREAT | libc::IPC_EXCL | MODE) })?;
        Self::attach(id)
    }

    /// Returns the id of the segment with this key.
    pub(crate) fn find(key: i32) -> Result<i32> {
        // SAFETY: no pointers.
        checked(unsafe { libc::shmget(key, 0, 0) })
    }

    /// Attaches the segment with this id.
    pub(crate) fn attach(id: i32) -> Result<Self> {
        // SAFETY: all bytes zero are a valid `shmid_ds`, which holds integers.
        let mut status: libc::shmid_ds = unsafe { std::mem::zeroed() };
        // SAFETY: `status` is valid for writes of the type that IPC_STAT fills.
        checked(unsafe { libc::shmctl(id, libc::IPC_STAT, &raw mut status) })?;
        // SAFETY: with a null address the kernel chooses a free address, so no existing mapping is replaced.
        let base = unsafe { libc::shmat(id, std::ptr::null(), 0) };
        if base.addr() == usize::MAX {
            return Err(Error::last_os_error());
        }
        let base = NonNull::new(base.cast::<u8>());
        let base = base.ok_or_else(|| Error::other("the segment was attached at the address zero"))?;
        Ok(Self { id, base, length: status.shm_segsz })
    }

    /// Id of the segment in the kernel.
    pub(crate) fn id(&self) -> i32 {
        self.id
    }

    /// Size of the segment. [bytes]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Returns a pointer to `count` bytes at `offset`. It is an error if they are not inside of the segment.
    fn pointer(&self, offset: usize, count: usize) -> Result<*mut u8> {
        let end = offset.checked_add(count).filter(|end| *end <= self.length);
        let outside = || {
            let text = format!("{count} bytes at {offset} are outside of a segment of {}", self.length);
            Error::new(ErrorKind::InvalidData, text)
        };
        end.ok_or_else(outside)?;
        // SAFETY: `offset` is at most `length`, so the result is in the mapping or at its end.
        Ok(unsafe { self.base.as_ptr().add(offset) })
    }

    /// Copies bytes from the segment to `out`.
    pub(crate) fn read(&self, offset: usize, out: &mut [u8]) -> Result<()> {
        let from = self.pointer(offset, out.len())?;
        let mut done = 0;
        while done < out.len() {
            // SAFETY: `done` is less than the length that `pointer` has checked.
            let at = unsafe { from.add(done) };
            let rest = &mut out[done..];
            if at.addr() % WORD == 0 && rest.len() >= WORD {
                // SAFETY: `WORD` bytes from `at` are inside, and `at` is aligned.
                let word = unsafe { at.cast::<u64>().read_volatile() };
                rest[..WORD].copy_from_slice(&word.to_ne_bytes());
                done += WORD;
            } else {
                // SAFETY: one byte from `at` is inside.
                rest[0] = unsafe { at.read_volatile() };
                done += 1;
            }
        }
        Ok(())
    }

    /// Copies bytes into the segment.
    pub(crate) fn write(&self, offset: usize, bytes: &[u8]) -> Result<()> {
        let to = self.pointer(offset, bytes.len())?;
        let mut done = 0;
        while done < bytes.len() {
            // SAFETY: `done` is less than the length that `pointer` has checked.
            let at = unsafe { to.add(done) };
            let word = bytes.get(done..done + WORD).and_then(|word| <[u8; WORD]>::try_from(word).ok());
            match word.filter(|_| at.addr() % WORD == 0) {
                Some(word) => {
                    // SAFETY: `WORD` bytes from `at` are inside, and `at` is aligned.
                    unsafe { at.cast::<u64>().write_volatile(u64::from_ne_bytes(word)) };
                    done += WORD;
                }
                None => {
                    // SAFETY: one byte from `at` is inside.
                    unsafe { at.write_volatile(bytes[done]) };
                    done += 1;
                }
            }
        }
        Ok(())
    }

    /// Removes a segment from the kernel. Attached processes keep the memory until they detach it.
    pub(crate) fn remove(id: i32) -> Result<()> {
        // SAFETY: IPC_RMID takes no pointer.
        checked(unsafe { libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()) }).map(drop)
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: `base` came from `shmat`, and nothing uses it after this.
        unsafe { libc::shmdt(self.base.as_ptr().cast()) };
    }
}

/// An array of semaphores, by its id in the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SemaphoreArray(pub(crate) i32);

impl SemaphoreArray {
    /// Creates an array of `count` semaphores, or returns the existing one.
    pub(crate) fn create(key: i32, count: i32) -> Result<Self> {
        // SAFETY: no pointers.
        checked(unsafe { libc::semget(key, count, libc::IPC_CREAT | MODE) }).map(Self)
    }

    /// The value of a semaphore.
    pub(crate) fn value(self, number: i32) -> Result<i32> {
        // SAFETY: GETVAL takes no further argument.
        checked(unsafe { libc::semctl(self.0, number, libc::GETVAL) })
    }

    /// Id of the process that changed a semaphore last.
    pub(crate) fn last_process(self, number: i32) -> Result<i32> {
        // SAFETY: GETPID takes no further argument.
        checked(unsafe { libc::semctl(self.0, number, libc::GETPID) })
    }

    /// Sets the value of a semaphore.
    pub(crate) fn set(self, number: i32, value: i32) -> Result<()> {
        // SAFETY: SETVAL takes an int; on Linux the union `semun` is passed in one register, as an int is.
        checked(unsafe { libc::semctl(self.0, number, libc::SETVAL, value) }).map(drop)
    }

    /// Takes a semaphore without waiting. Returns whether it was free.
    pub(crate) fn try_take(self, number: u16) -> Result<bool> {
        let mut operation =
            libc::sembuf { sem_num: number, sem_op: -1, sem_flg: libc::IPC_NOWAIT as libc::c_short };
        // SAFETY: the pointer is valid for one operation, the count that is passed.
        match checked(unsafe { libc::semop(self.0, &raw mut operation, 1) }) {
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Removes the array from the kernel.
    pub(crate) fn remove(self) -> Result<()> {
        // SAFETY: IPC_RMID takes no further argument.
        checked(unsafe { libc::semctl(self.0, 0, libc::IPC_RMID) }).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A private segment, which no other test can access; `None` if the system forbids System V IPC.
    fn segment(length: usize) -> Option<Segment> {
        // SAFETY: no pointers.
        let id = unsafe { libc::shmget(libc::IPC_PRIVATE, length, libc::IPC_CREAT | 0o600) };
        if id == -1 {
            eprintln!("skipped: System V shared memory is not permitted here, {}", Error::last_os_error());
            return None;
        }
        let segment = Segment::attach(id).unwrap();
        // The kernel deletes it when it is detached, also when the test fails.
        Segment::remove(id).unwrap();
        Some(segment)
    }

    #[test]
    fn bytes_are_copied_at_every_alignment() {
        let Some(segment) = segment(100) else { return };
        assert_eq!(segment.length(), 100);
        let bytes: Vec<u8> = (1..=40).collect();
        for offset in 0..60 {
            segment.write(offset, &bytes).unwrap();
            let mut out = vec![0; 40];
            segment.read(offset, &mut out).unwrap();
            assert_eq!(out, bytes, "offset {offset}");
        }
    }

    #[test]
    fn access_outside_of_the_segment_is_an_error() {
        let Some(segment) = segment(100) else { return };
        let mut out = [0; 8];
        for offset in [93, 100, 101, usize::MAX, usize::MAX - 7] {
            assert!(segment.read(offset, &mut out).is_err(), "{offset}");
            assert!(segment.write(offset, &out).is_err(), "{offset}");
        }
        assert!(segment.read(100, &mut []).is_ok());
    }

    #[test]
    fn two_attachments_share_their_bytes() {
        let Some(first) = segment(64) else { return };
        // On Linux a removed segment can be attached by its id while another attachment exists.
        let Ok(second) = Segment::attach(first.id()) else { return };
        first.write(3, b"shared").unwrap();
        let mut out = [0; 6];
        second.read(3, &mut out).unwrap();
        assert_eq!(&out, b"shared");
        drop(first);
        second.read(3, &mut out).unwrap();
    }

    #[test]
    fn semaphores_are_taken_once() {
        // SAFETY: no pointers.
        let id = unsafe { libc::semget(libc::IPC_PRIVATE, 2, libc::IPC_CREAT | 0o600) };
        if id == -1 {
            eprintln!("skipped: System V semaphores are not permitted here, {}", Error::last_os_error());
            return;
        }
        let array = SemaphoreArray(id);
        array.set(1, 1).unwrap();
        assert!(array.try_take(1).unwrap());
        assert!(!array.try_take(1).unwrap());
        assert_eq!(array.value(1).unwrap(), 0);
        assert_eq!(array.last_process(1).unwrap(), std::process::id() as i32);
        assert!(array.try_take(9).is_err());
        array.remove().unwrap();
        assert!(array.try_take(1).is_err());
    }

    #[test]
    fn wrong_ids_and_keys_are_errors() {
        assert!(Segment::attach(-5).is_err());
        assert!(Segment::find(0x7fff_1234).is_err());
        assert!(SemaphoreArray(-5).value(0).is_err());
    }
}
