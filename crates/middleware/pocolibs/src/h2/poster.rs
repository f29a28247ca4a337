//! Posters: named buffers that one process writes and all processes read.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use super::error::H2Error;
use super::layout::{LITTLE_ENDIAN, NAME_BYTES, device_type, slot};
use super::memory;
use super::table::{Devices, Handle, own_pid, own_uid, process_exists};

/// A poster owned by this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Poster {
    handle: Handle,
    /// Size of the poster. [bytes]
    size: usize,
}

/// Content read from a poster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The bytes read.
    pub bytes: Vec<u8>,
    /// Whether its creator stores numbers in little-endian order.
    pub little_endian: bool,
    /// Size of the poster, which may exceed the number of bytes read. [bytes]
    pub size: usize,
}

/// A poster of any process, and its write counter at the time of [`Devices::written`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    handle: Handle,
    writes: i32,
}

/// Last operation, recorded in a slot.
#[derive(Clone, Copy)]
enum Operation {
    Read = 0,
    Write = 1,
}

/// Checks that a name fits into a slot.
///
/// # Errors
/// When the name is empty, too long, or contains zero bytes.
pub(crate) fn check_name(name: &str) -> Result<(), H2Error> {
    let fits = !name.is_empty() && name.len() < NAME_BYTES && !name.contains('\0');
    if fits { Ok(()) } else { Err(H2Error::BadName(name.to_owned())) }
}

impl Devices {
    /// Creates a poster. A poster with this name of a dead process is removed first.
    ///
    /// # Errors
    /// When a running process has a poster with this name, or slots or memory are exhausted.
    pub fn create_poster(&self, name: &str, size: usize) -> Result<Poster, H2Error> {
        check_name(name)?;
        let stored_size = i32::try_from(size).map_err(|_| H2Error::NoMemory(size))?;
        self.locked(|| {
            if let Some(other) = self.find(device_type::POSTER, name)? {
                let pid = self.number(other.index(), slot::POSTER_PID)?;
                if pid == own_pid() || process_exists(pid) || !self.may_delete(other)? {
                    return Err(H2Error::NameTaken { name: name.to_owned(), pid });
                }
                tracing::info!(
                    target: crate::log::STREAMS,
                    "The poster {name} was left by the process {pid}, which no longer runs; it is recreated."
                );
                self.delete_locked(other)?;
            }
            let data = memory::allocate(&self.memory, size)?;
            let made = self.fill_slot(name, stored_size, data);
            if made.is_err() {
                memory::free(&self.memory, data)?;
            }
            made.map(|handle| Poster { handle, size })
        })
    }

    fn fill_slot(&self, name: &str, size: i32, data: u64) -> Result<Handle, H2Error> {
        let semaphore = self.allocate_semaphore()?;
        let handle = match self.allocate(device_type::POSTER, name) {
            Ok(handle) => handle,
            Err(error) => {
                self.free_semaphore(semaphore)?;
                return Err(error);
            }
        };
        let index = handle.index();
        self.set_number(index, slot::POSTER_FRESH, 0)?;
        self.set_long(index, slot::POSTER_DATA, data.cast_signed())?;
        self.set_long(index, slot::POSTER_SECONDS, 0)?;
        self.set_long(index, slot::POSTER_NANOSECONDS, 0)?;
        for (field, value) in [
            (slot::POSTER_PID, own_pid()),
            (slot::POSTER_SEMAPHORE, semaphore),
            (slot::POSTER_SIZE, size),
            (slot::POSTER_OPERATION, Operation::Read as i32),
            (slot::POSTER_ENDIANNESS, if cfg!(target_endian = "little") { LITTLE_ENDIAN } else { 0 }),
            (slot::POSTER_READS, 0),
            (slot::POSTER_WRITES, 0),
            (slot::POSTER_BYTES_READ, 0),
            (slot::POSTER_BYTES_WRITTEN, 0),
            (slot::OWN_MARK, own_pid()),
        ] {
            self.set_number(index, field, value)?;
        }
        Ok(handle)
    }

    /// Writes all bytes of a poster.
    ///
    /// # Errors
    /// When the poster was deleted, or a reader holds its semaphore.
    pub fn write_poster(&self, poster: Poster, bytes: &[u8]) -> Result<(), H2Error> {
        let index = poster.handle.index();
        let own = self.is_valid(poster.handle, device_type::POSTER)?
            && self.number(index, slot::POSTER_PID)? == own_pid();
        if !own {
            return Err(H2Error::Gone);
        }
        if bytes.len() != poster.size {
            return Err(H2Error::WrongSize { is: poster.size, expected: bytes.len() });
        }
        self.with_semaphore(poster.handle, Operation::Write, |data| {
            self.memory.write(data, bytes).map_err(H2Error::system("the data of a poster"))?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            self.set_long(index, slot::POSTER_SECONDS, now.as_secs().cast_signed())?;
            self.set_long(index, slot::POSTER_NANOSECONDS, now.subsec_nanos().into())?;
            self.count(index, slot::POSTER_WRITES, 1)?;
            self.count(index, slot::POSTER_BYTES_WRITTEN, bytes.len())?;
            self.set_number(index, slot::POSTER_FRESH, 1)
        })
    }

    /// Reads the first `count` bytes of a poster by name. `None` if there is no such poster, or it is not written yet.
    ///
    /// # Errors
    /// When the poster is smaller, or its writer holds its semaphore.
    pub fn read_poster(&self, name: &str, count: usize) -> Result<Option<Reading>, H2Error> {
        let Some(handle) = self.find(device_type::POSTER, name)? else { return Ok(None) };
        self.read_at(handle, name, count)
    }

    /// Like [`Devices::read_poster`], for a poster found by [`Devices::written`].
    ///
    /// # Errors
    /// When the poster was deleted meanwhile, is smaller, or its writer holds its semaphore.
    pub fn read_written(
        &self,
        poster: Written,
        name: &str,
        count: usize,
    ) -> Result<Option<Reading>, H2Error> {
        self.read_at(poster.handle, name, count)
    }

    fn read_at(&self, handle: Handle, name: &str, count: usize) -> Result<Option<Reading>, H2Error> {
        let index = handle.index();
        if self.number(index, slot::POSTER_FRESH)? != 1 {
            return Ok(None);
        }
        let size = self.number(index, slot::POSTER_SIZE)?;
        let size = usize::try_from(size)
            .map_err(|_| H2Error::Damaged(format!("the poster {name} has a size of {size}")))?;
        if size < count {
            return Err(H2Error::WrongSize { is: size, expected: count });
        }
        let mut bytes = vec![0; count];
        self.with_semaphore(handle, Operation::Read, |data| {
            self.memory.read(data, &mut bytes).map_err(H2Error::system("the data of a poster"))?;
            self.count(index, slot::POSTER_READS, 1)?;
            self.count(index, slot::POSTER_BYTES_READ, count)
        })?;
        let little_endian = self.number(index, slot::POSTER_ENDIANNESS)? == LITTLE_ENDIAN;
        Ok(Some(Reading { bytes, little_endian, size }))
    }

    /// All posters by name, with their write counters.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn written(&self) -> Result<BTreeMap<Vec<u8>, Written>, H2Error> {
        let posters = self.of_type(device_type::POSTER)?.into_iter().map(|handle| {
            let writes = self.number(handle.index(), slot::POSTER_WRITES)?;
            Ok((self.name(handle.index())?, Written { handle, writes }))
        });
        posters.collect()
    }

    /// Whether a poster was written or deleted since [`Devices::written`]. Takes no semaphore.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn has_changed(&self, since: Written) -> Result<bool, H2Error> {
        let writes = self.number(since.handle.index(), slot::POSTER_WRITES)?;
        Ok(writes != since.writes || !self.is_valid(since.handle, device_type::POSTER)?)
    }

    /// Whether there is a poster of this name.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn has_poster(&self, name: &str) -> Result<bool, H2Error> {
        Ok(self.find(device_type::POSTER, name)?.is_some())
    }

    /// Runs `work` with the offset of a poster's data, while holding its semaphore.
    fn with_semaphore(
        &self,
        handle: Handle,
        operation: Operation,
        work: impl FnOnce(usize) -> Result<(), H2Error>,
    ) -> Result<(), H2Error> {
        let index = handle.index();
        let semaphore = self.number(index, slot::POSTER_SEMAPHORE)?;
        self.take_semaphore(semaphore)?;
        let done = self.is_valid(handle, device_type::POSTER).and_then(|valid| {
            if !valid {
                return Err(H2Error::Gone);
            }
            self.set_number(index, slot::POSTER_OPERATION, operation as i32)?;
            work(self.long(index, slot::POSTER_DATA)?.cast_unsigned() as usize)
        });
        // If the poster was deleted before its semaphore was taken here, the semaphore stays unallocated.
        match done {
            Err(H2Error::Gone) => self.restore_semaphore(semaphore)?,
            _ => self.give_semaphore(semaphore)?,
        }
        done
    }

    /// Deletes a poster of this process.
    ///
    /// # Errors
    /// When another process deleted it, or the devices are damaged.
    pub fn delete_poster(&self, poster: Poster) -> Result<(), H2Error> {
        self.locked(|| {
            if !self.is_valid(poster.handle, device_type::POSTER)? {
                return Err(H2Error::Gone);
            }
            self.delete_locked(poster.handle)
        })
    }

    /// Whether this user may delete a poster.
    fn may_delete(&self, handle: Handle) -> Result<bool, H2Error> {
        let uid = own_uid();
        Ok(uid == self.long(handle.index(), slot::UID)? || uid == self.long(0, slot::UID)?)
    }

    fn delete_locked(&self, handle: Handle) -> Result<(), H2Error> {
        let index = handle.index();
        let data = self.long(index, slot::POSTER_DATA)?.cast_unsigned();
        let semaphore = self.number(index, slot::POSTER_SEMAPHORE)?;
        self.set_number(index, slot::TYPE, device_type::NONE)?;
        self.set_number(index, slot::OWN_MARK, 0)?;
        self.free_semaphore(semaphore)?;
        memory::free(&self.memory, data)
    }

    /// Deletes all posters of crashed simulators. Returns their names.
    ///
    /// # Errors
    /// When the devices are damaged.
    pub fn delete_stale_posters(&self) -> Result<Vec<String>, H2Error> {
        self.locked(|| {
            let mut deleted = Vec::new();
            for handle in self.of_type(device_type::POSTER)? {
                let index = handle.index();
                let pid = self.number(index, slot::POSTER_PID)?;
                let ours = pid > 0 && self.number(index, slot::OWN_MARK)? == pid;
                if ours && !process_exists(pid) && self.may_delete(handle)? {
                    let name = String::from_utf8_lossy(&self.name(index)?).into_owned();
                    self.delete_locked(handle)?;
                    deleted.push(name);
                }
            }
            Ok(deleted)
        })
    }

    /// Number of free bytes of the memory, and number of free chunks.
    ///
    /// # Errors
    /// When the memory is damaged.
    pub fn free_memory(&self) -> Result<(u64, usize), H2Error> {
        self.locked(|| memory::free_bytes(&self.memory))
    }
}
